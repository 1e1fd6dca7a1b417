# SPDX-License-Identifier: GPL-3.0-or-later
"""Chamfers made in another way: by manifold3d, from whole boxes and prisms, without a look at any corner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import manifold3d
import numpy as np

from puzzle_cubes.solids.edges import Edges
from puzzle_cubes.solids.solid import Solid

Edge = tuple[int, tuple[int, ...], tuple[int, ...]]
Places = Sequence[int]


def rebuilt(solid: Solid, edges: Edges, width: float) -> manifold3d.Manifold:
    """Return the union of all blocks of filled boxes that cannot be made larger, each without what is cut of its edges.

    A convex edge of the solid is cut where it is one of the block, and for a width more at ends where it is none.
    """
    shape = solid.filled.shape
    blocks = [
        (low, high)
        for low in product(*map(range, shape))
        for high in product(*(range(begin + 1, end + 1) for begin, end in zip(low, shape, strict=True)))
        if solid.filled[tuple(slice(*ends) for ends in zip(low, high, strict=True))].all()
    ]
    convex = _convex_edges(solid)
    cut_blocks = []
    for low, high in blocks:
        within = [
            all(a <= b for a, b in zip(from_corner, low, strict=True))
            and all(a >= b for a, b in zip(to_corner, high, strict=True))
            for from_corner, to_corner in blocks
        ]
        if sum(within) > 1:
            continue
        cut = []
        for axis, place, sides in convex:
            second, third = (across for across in range(3) if across != axis)
            on_block = (
                place[second] == (low if sides[0] else high)[second]
                and place[third] == (low if sides[1] else high)[third]
            )
            if on_block and low[axis] - 1 <= place[axis] <= high[axis] and edges[axis][place]:
                before, after = (
                    tuple(number + step * (along == axis) for along, number in enumerate(place)) for step in (-1, 1)
                )
                longer = [width * ((axis, next_place, sides) not in convex) for next_place in (before, after)]
                cut.append(_prism(solid, (axis, place, sides), width, (longer[0], longer[1])))
        cut_blocks.append(_block(solid, low, high) - manifold3d.Manifold.batch_boolean(cut, manifold3d.OpType.Add))
    return manifold3d.Manifold.batch_boolean(cut_blocks, manifold3d.OpType.Add)


def _convex_edges(solid: Solid) -> set[Edge]:
    """Return the convex edges: the axis, the number of the segment, and on which sides across it the solid is."""
    filled = np.pad(solid.filled, 1)
    convex = set()
    for axis in range(3):
        second, third = (across for across in range(3) if across != axis)
        shape = [len(line) - (along == axis) for along, line in enumerate(solid.lines)]
        for place, sides in product(np.ndindex(*shape), product((0, 1), repeat=2)):
            beside = []
            for first_step, second_step in ((0, 0), (1, 0), (0, 1)):
                box = list(place)
                box[axis] += 1
                box[second] += sides[0] ^ first_step
                box[third] += sides[1] ^ second_step
                beside.append(bool(filled[tuple(box)]))
            if beside == [True, False, False]:
                convex.add((axis, tuple(place), tuple(sides)))
    return convex


def _prism(solid: Solid, edge: Edge, width: float, longer: tuple[float, float]) -> manifold3d.Manifold:
    """Return what a chamfer cuts of an edge, made longer at both ends."""
    axis, place, sides = edge
    second, third = (across for across in range(3) if across != axis)
    points = []
    for end, (u, v) in product((0, 1), ((0, 0), (1, 0), (0, 1))):
        point = np.array([line[number] for line, number in zip(solid.lines, place, strict=True)])
        point[axis] = solid.lines[axis][place[axis] + end] + (2 * end - 1) * longer[end]
        point[second] += u * width * (2 * sides[0] - 1)
        point[third] += v * width * (2 * sides[1] - 1)
        points.append(point)
    return manifold3d.Manifold.hull_points(np.array(points))


def _block(solid: Solid, low: Places, high: Places) -> manifold3d.Manifold:
    """Return the block from some lines to others."""
    begin, end = (np.array([line[at] for line, at in zip(solid.lines, ends, strict=True)]) for ends in (low, high))
    return manifold3d.Manifold.cube(end - begin).translate(begin)
