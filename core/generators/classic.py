# SPDX-License-Identifier: GPL-3.0-or-later
"""The classic style: depth-first growth of a tree over positions, guarded by the three faces.

This is the generator of the original Oskar's Cube program, equal to it in distribution. From the
position on top of the stack the growth goes on to every neighbor that no face forbids; a face
forbids to enter a visited cell except through a passage that is there already.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

from ..configuration import index_of, position_of
from ..growth import DIRECTIONS, Growth, growing_faces
from ..settings import Settings

_ORDERS = tuple(tuple(permutations(range(count))) for count in range(7))


def grow(settings: Settings, random: Random) -> Growth:
    """Grow one puzzle from the start; its end is the deepest or the first leaf.

    Draws only ``random.random()``: that is the one method whose sequence Python promises to keep.
    """
    size = settings.size
    columns, rows, _ = size
    xy, xz, yz = growing_faces(size)
    # Per direction: the change of the position's index and of its cells in XY, XZ and YZ.
    steps = ((1, 1, 1, 0), (columns, columns, 0, 1), (columns * rows, 0, columns, rows))
    changes = [
        (direction, *((-step if direction % 2 else step) for step in steps[direction // 2])) for direction in DIRECTIONS
    ]
    changes_of_mask = [[changes[d] for d in DIRECTIONS if mask >> d & 1] for mask in range(64)]

    x, y, z = settings.start_position
    start = index_of(size, settings.start_position)
    stack = [(start, x + columns * y, x + columns * z, y + rows * z, 0)]
    discovered = bytearray(size[0] * size[1] * size[2])
    discovered[start] = 1
    for face, cell in zip((xy, xz, yz), stack[0][1:4], strict=True):
        face.visit(cell, -1)

    first_leaf = deepest = start
    deepest_depth = 0
    xy_allowed, xz_allowed, yz_allowed = xy.allowed, xz.allowed, yz.allowed
    xy_visited, xz_visited, yz_visited = xy.visited, xz.visited, yz.visited
    while stack:
        position, in_xy, in_xz, in_yz, depth = stack.pop()
        if depth > deepest_depth:
            deepest, deepest_depth = position, depth
        depth += 1
        mask = xy_allowed[in_xy] & xz_allowed[in_xz] & yz_allowed[in_yz]
        # All new neighbors are found before the first of them is marked.
        found = [
            (direction, position + step, in_xy + xy_step, in_xz + xz_step, in_yz + yz_step, depth)
            for direction, step, xy_step, xz_step, yz_step in changes_of_mask[mask]
            if not discovered[position + step]
        ]
        if not found:
            if first_leaf == start:
                first_leaf = position
            continue
        for direction, neighbor, xy_cell, xz_cell, yz_cell, _ in found:
            discovered[neighbor] = 1
            if not xy_visited[xy_cell]:
                xy.visit(xy_cell, direction)
            if not xz_visited[xz_cell]:
                xz.visit(xz_cell, direction)
            if not yz_visited[yz_cell]:
                yz.visit(yz_cell, direction)
        if len(found) == 1:
            stack.append(found[0][1:])
        else:
            orders = _ORDERS[len(found)]
            for place in orders[int(random.random() * len(orders))]:
                stack.append(found[place][1:])

    end = deepest if settings.end == "deepest" else first_leaf
    return Growth((xy, xz, yz), settings.start_position, position_of(size, end))
