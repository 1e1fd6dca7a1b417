# SPDX-License-Identifier: GPL-3.0-or-later
"""Six-piece burrs by the numbers of their sticks."""

from __future__ import annotations

from collections import Counter

from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape

LENGTH = 6
"""Cells of a stick, which is two cells wide and high."""

NOTCHED: tuple[Cell, ...] = (
    *((x, y, 1) for y in range(2) for x in range(1, 5)),
    *((x, y, 0) for y in range(2) for x in range(2, 4)),
)
"""The cells that a stick may lack, in the order of the bits of its number."""


def stick(number: int) -> Shape:
    """Return a stick by its number: 1 and the sum of 2 to the place of each cell that it lacks."""
    gone = {cell for place, cell in enumerate(NOTCHED) if number - 1 >> place & 1}
    return Shape.of((x, y, z) for x in range(LENGTH) for y in range(2) for z in range(2) if (x, y, z) not in gone)


def burr(*numbers: int) -> PolycubePuzzle:
    """Return the burr of six sticks, in which what a stick may lack may stay empty, as nobody sees that."""
    whole, hidden = set(), set()
    # Along x: two sticks one above the other, whose notches are toward each other; along the others likewise.
    for x in range(LENGTH):
        for y in (2, 3):
            for z in range(1, 5):
                is_hidden = (x, y - 2, 1 if z in {2, 3} else 0) in NOTCHED
                for cell in ((x, y, z), (z, x, y), (y, z, x)):
                    whole.add(cell)
                    if is_hidden:
                        hidden.add(cell)
    pieces = (Piece(stick(number), count, count, str(number)) for number, count in Counter(numbers).items())
    return PolycubePuzzle(tuple(pieces), Goal.of(whole - hidden, hidden))
