# SPDX-License-Identifier: GPL-3.0-or-later
"""The classic style: depth-first growth of a tree over positions, guarded by the three faces.

This is the generator of the original Oskar's Cube program, equal to it in distribution. From the
position on top of the stack the growth goes on to every neighbor that no face forbids; a face
forbids to enter a visited cell except through a passage that is there already.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import permutations
from random import Random

from ...common.draws import pick
from ..making.growing_faces import GrowingFaces, Node
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.space import Position, position_of

_ORDERS = tuple(tuple(permutations(range(count))) for count in range(7))


def make(settings: Settings, random: Random) -> Drafting:
    """Grow one puzzle from the start, or from the center of the top layer where the start is to be chosen."""
    growth = GrowingFaces(settings.size)
    leaves = yield from grow(growth, growth.root(settings.root), random)
    return Draft(growth.complete(random), settings.root, leaves, record=growth.record)


def grow(growth: GrowingFaces, start: Node, random: Random) -> Generator[Pause, None, tuple[Position, Position]]:
    """Grow the tree and return its first and its deepest leaf."""
    stack = [(*start, 0)]
    first_leaf = deepest = start.position
    deepest_depth = 0
    # The growth is written out here, and not by its methods: that is three times as fast.
    xy, xz, yz, discovered = growth.xy, growth.xz, growth.yz, growth.discovered
    xy_allowed, xz_allowed, yz_allowed = xy.allowed, xz.allowed, yz.allowed
    xy_visited, xz_visited, yz_visited = xy.visited, xz.visited, yz.visited
    changes_of_mask = growth.changes_of_mask
    add = growth.record.add
    popped = 0
    while stack:
        position, in_xy, in_xz, in_yz, depth = stack.pop()
        popped += 1
        if popped % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(popped / len(discovered))
        if depth > deepest_depth:
            deepest, deepest_depth = position, depth
        depth += 1
        mask = xy_allowed[in_xy] & xz_allowed[in_xz] & yz_allowed[in_yz]
        # All new neighbors are found before the first of them is marked.
        neighbors = [
            (direction, position + step, in_xy + xy_step, in_xz + xz_step, in_yz + yz_step, depth)
            for direction, step, xy_step, xz_step, yz_step in changes_of_mask[mask]
            if not discovered[position + step]
        ]
        if not neighbors:
            if first_leaf == start.position:
                first_leaf = position
            continue
        for direction, neighbor, xy_cell, xz_cell, yz_cell, _ in neighbors:
            discovered[neighbor] = 1
            add(neighbor, direction)
            if not xy_visited[xy_cell]:
                xy.visit(xy_cell, direction)
            if not xz_visited[xz_cell]:
                xz.visit(xz_cell, direction)
            if not yz_visited[yz_cell]:
                yz.visit(yz_cell, direction)
        if len(neighbors) == 1:
            stack.append(neighbors[0][1:])
        else:
            orders = _ORDERS[len(neighbors)]
            for place in pick(orders, random):
                stack.append(neighbors[place][1:])
    return position_of(growth.size, first_leaf), position_of(growth.size, deepest)


STYLE = Style("Classic", "The generator of the original Oskar's Cube program: branches in all directions at once", make)
