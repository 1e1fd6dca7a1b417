# SPDX-License-Identifier: GPL-3.0-or-later
"""A burr as one number: six pieces that cross are their numbers, and what else was drawn is a packing puzzle.

The last digit tells boards from sticks, and lengths beyond the first three: of sticks of these it is 0, and numbers end
without it.
"""

from __future__ import annotations

from ..common.codes import Reader, Writer
from ..common.errors import InputError
from ..packing.files import puzzle_code
from ..polycubes.puzzle import PolycubePuzzle
from .crossed import (
    CUTS,
    LARGEST_IN_CROSS,
    LENGTHS,
    PIECES,
    Cut,
    burr_of,
    cut_of,
    holes,
    length_of,
    numbers_of,
)

CROSS, OTHER = 0, 1
"""What the rest of the number is of."""

FIRST_LENGTHS = 3
"""That the first digit tells from each other: codes stay what they are when there are more."""

LAST = len(CUTS) * (1 + (len(LENGTHS) - 1) // FIRST_LENGTHS)
"""Values of the last digit."""


def puzzle_to_number(puzzle: PolycubePuzzle) -> int:
    """Return the number of a burr; raises InputError for one that has none."""
    cut = _crossing(puzzle)
    digits = Writer()
    digits.put(OTHER if cut is None else CROSS, 2)
    if cut is None:
        return digits.number + 2 * puzzle_code.puzzle_to_number(puzzle)
    more, length = divmod(LENGTHS.index(max(puzzle.goal.size)), FIRST_LENGTHS)
    digits.put(length, FIRST_LENGTHS)
    for number in numbers_of(puzzle, cut):
        digits.put(number - 1, LARGEST_IN_CROSS)
    digits.put(CUTS.index(cut) + more * len(CUTS), LAST)
    return digits.number


def puzzle_from_number(number: int) -> PolycubePuzzle:
    """Return the burr of a number; raises InputError for what is none."""
    if number % 2 == OTHER:
        return puzzle_code.puzzle_from_number(number // 2)
    digits = Reader(number // 2)
    length = digits.take(FIRST_LENGTHS)
    numbers = [1 + digits.take(LARGEST_IN_CROSS) for _ in range(PIECES)]
    more, cut = divmod(digits.take(LAST), len(CUTS))
    digits.check_end()
    place = length + more * FIRST_LENGTHS
    if place >= len(LENGTHS):
        raise InputError("The code is damaged: it is of sticks that are too long.")
    return burr_of(numbers, LENGTHS[place], CUTS[cut])


def _crossing(puzzle: PolycubePuzzle) -> Cut | None:
    """Return how the cross is cut into six pieces that lie as their numbers say; None where that says not all."""
    length, cut = length_of(puzzle), cut_of(puzzle)
    if length is None or cut is None or puzzle.has_colors:
        return None
    try:
        burr = burr_of(numbers_of(puzzle, cut), length, cut)
    except InputError:
        return None
    pieces = [[(piece.shape, piece.least, piece.most) for piece in one.pieces] for one in (burr, puzzle)]
    # Where no cell is left over, it makes no difference that some may stay empty.
    return cut if pieces[0] == pieces[1] and (burr.goal == puzzle.goal or not holes(puzzle)) else None
