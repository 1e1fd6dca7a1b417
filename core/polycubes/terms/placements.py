# SPDX-License-Identifier: GPL-3.0-or-later
"""Placements: how a shape can lie in a goal, each as an integer with a bit for each cell that it fills.

Above the bits of the goal's cells are as many for each binary digit of the cells' colors: none for a shape without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from ...common.bits import array_from_bits
from .cells import Cell, Cells
from .colors import NO_COLORS, Colors
from .goal import Goal
from .shape import Shape

LONG = 1_000
"""Bits: to take one after the other off a longer integer takes more time than an array does."""


Places = dict[int, int]
"""Where on a line of numbers a piece's cell of some color may lie, with the bits that it has there."""


def placements(shape: Shape, goal: Goal, colors: Colors = NO_COLORS) -> tuple[int, ...]:
    """Return how a shape can lie in a goal, by the bits of its cells' numbers and of their colors; sorted.

    It may be rotated and moved, not mirrored; what is equal, colors and all, counts once.
    """
    if shape.colors or goal.colors or len(goal.cells) < prod(goal.size):
        return tuple(
            sorted(
                sum([places[corner + way] for way, places in cells])
                for corners, cells in _lying(shape, goal, colors)
                for corner in bits(corners)
            )
        )
    # In a whole box all places of what lies in one way are the first one, shifted.
    found: list[int] = []
    for corners, cells in _lying(shape, goal, colors):
        if corners:
            first, (_, places) = sum(places[way] for way, places in cells), cells[0]
            found += [first << places[corner].bit_length() - 1 for corner in bits(corners)]
    return tuple(sorted(found))


def number_of_placements(shape: Shape, goal: Goal, colors: Colors = NO_COLORS) -> int:
    """Return in how many ways a shape can lie in a goal, without making a list of these."""
    return sum(corners.bit_count() for corners, _ in _lying(shape, goal, colors))


def _lying(shape: Shape, goal: Goal, colors: Colors) -> Iterator[tuple[int, list[tuple[int, Places]]]]:
    """Yield for each way to turn a shape where its lowest corner can be, as bits, and how far its cells are from it.

    All is on a line of numbers, with room between the rows for the shape, so that what goes too far meets nothing.
    """
    room = max(shape.extent)
    row = goal.size[0] + room
    layer = row * (goal.size[1] + room)
    places: dict[int, Places] = {
        own: {
            x + row * y + layer * z: _marks(own, goal) << number
            for (x, y, z), number in goal.numbers.items()
            if colors.allow(own, goal.color_of.get((x, y, z), 0))
        }
        for own in {0, *shape.colors}
    }
    free = {own: sum(1 << place for place in lands) for own, lands in places.items()}
    for lying in shape.lying:
        corners, cells = -1, []
        for (x, y, z), own in zip(lying.cells, lying.colors or (0,) * len(lying.cells), strict=True):
            way = x + row * y + layer * z
            corners &= free[own] >> way
            cells.append((way, places[own]))
        yield corners, cells


def placement_at(cells: Sequence[Cell], colors: Sequence[int], goal: Goal) -> int:
    """Return the placement at some cells of a goal, with their colors, if they have any."""
    if not colors:
        return sum(1 << goal.numbers[cell] for cell in cells)
    return sum(_marks(color, goal) << goal.numbers[cell] for cell, color in zip(cells, colors, strict=True))


def _marks(color: int, goal: Goal) -> int:
    """Return the bits of the goal's first cell with a color."""
    return 1 | sum(1 << len(goal.cells) * (1 + digit) for digit in bits(color))


def turned(placement: int, cells: Sequence[int]) -> int:
    """Return what a placement becomes by a turn of the goal onto itself, of which the cells' new numbers are given."""
    count = len(cells)
    if not placement >> count:
        return sum(1 << cells[cell] for cell in bits(placement))
    return sum(1 << bit - bit % count + cells[bit % count] for bit in bits(placement))


def cells_of(placement: int, goal: Goal) -> Cells:
    """Return the cells that a placement fills."""
    return tuple(goal.cells[number] for number in bits(placement & goal.whole))


def colors_of(placement: int, goal: Goal) -> dict[int, int]:
    """Return the colors of a placement's cells that have one, by the numbers of the cells."""
    count = len(goal.cells)
    found: dict[int, int] = {}
    for bit in bits(placement >> count):
        found[bit % count] = found.get(bit % count, 0) | 1 << bit // count
    return found


def shape_of(placement: int, goal: Goal) -> Shape:
    """Return the shape that lies in a placement, with its colors, as it lies there."""
    colors = {goal.cells[number]: color for number, color in colors_of(placement, goal).items()}
    return Shape.of(cells_of(placement, goal), colors)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    length = mask.bit_length()
    if length > LONG:
        yield from np.flatnonzero(array_from_bits(mask, (length,))).tolist()
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
