# SPDX-License-Identifier: GPL-3.0-or-later
"""Sticks of a burr by their numbers, and the cross of six of them.

A stick is 2 x 2 cells thick. Its notches lie in the four columns in its middle, and the number is 1 plus two to the
power of ``i`` for each cell ``i`` that is removed, as Jürgen von Känel numbered them. Seen from the front, with the
notches up, the cells are, in the upper layer and in the lower one::

    back   4  5  6  7      14 10 11 15
    front  0  1  2  3      12  8  9 13

Those from 12 on are a stick's own in the cross, so it has the numbers up to 4096; others are of other burrs.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ..common.errors import InputError
from ..polycubes.terms.cells import Cell, Cells
from ..polycubes.terms.goal import Goal

LENGTHS = (4, 6, 8)
"""Cells along a stick."""

COLUMNS = 4
"""In the middle of a stick, where notches can be."""

NOTCHES: Cells = (
    *((column, depth, 1) for depth in range(2) for column in range(COLUMNS)),
    *((column, depth, 0) for depth in range(2) for column in (1, 2)),
    *((column, depth, 0) for depth in range(2) for column in (0, 3)),
)
"""The cells that can be removed, by their numbers, counted from the first of the four columns."""

LARGEST_NUMBER = 1 << len(NOTCHES)


def stick(number: int, length: int = 6) -> Cells:
    """Return the cells of a stick along x, sorted; raises InputError for a number or a length that there is not."""
    _check_length(length)
    if not 1 <= number <= LARGEST_NUMBER:
        raise InputError(f"A stick has the number {number}: it must be from 1 to {LARGEST_NUMBER:,}.")
    removed = {cell for bit, cell in enumerate(_notches(length)) if number - 1 >> bit & 1}
    left = [cell for cell in product(range(length), range(2), range(2)) if cell not in removed]
    if not left:
        raise InputError(f"A stick of {length} cells has the number {number}: nothing would be left of it.")
    return tuple(left)


def stick_number(cells: Iterable[Cell], length: int = 6) -> int | None:
    """Return the number of a stick that lies along x, in the cells from 0 on; None where it is none."""
    _check_length(length)
    missing = {*product(range(length), range(2), range(2))} - {*cells}
    numbers = {cell: bit for bit, cell in enumerate(_notches(length))}
    if not missing <= numbers.keys():
        return None
    return 1 + sum(1 << numbers[cell] for cell in missing)


def cross_cells(length: int = 6) -> tuple[Cells, ...]:
    """Return the cells of the six places of sticks in a cross: two side by side along x, two along y and two along z.

    Those along x lie beside each other along y, those along y along z, and those along z along x.
    """
    _check_length(length)
    middle = length // 2
    places = []
    for axis in range(3):
        beside, across = (axis + 1) % 3, (axis + 2) % 3
        for begin in (middle - 2, middle):
            sides = [range(0)] * 3
            sides[axis] = range(length)
            sides[beside] = range(begin, begin + 2)
            sides[across] = range(middle - 1, middle + 1)
            places.append(tuple((x, y, z) for x, y, z in product(*sides)))
    return tuple(places)


def cross(length: int = 6, *, solid: bool = False) -> Goal:
    """Return what six sticks fill: all of the cross, or what belongs to one of them and as much of the rest as they do.

    A solid cross has no cell that stays empty.
    """
    places = cross_cells(length)
    count: dict[Cell, int] = {}
    for cell in (cell for place in places for cell in place):
        count[cell] = count.get(cell, 0) + 1
    if solid:
        return Goal.of(count)
    return Goal.of([cell for cell, owners in count.items() if owners == 1], [cell for cell in count if count[cell] > 1])


def _notches(length: int) -> Cells:
    begin = (length - COLUMNS) // 2
    return tuple((begin + column, depth, height) for column, depth, height in NOTCHES)


def _check_length(length: int) -> None:
    if length not in LENGTHS:
        raise InputError(f"The length of sticks is {length}: it must be {', '.join(map(str, LENGTHS[:-1]))} or 8.")
