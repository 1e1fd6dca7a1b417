# SPDX-License-Identifier: GPL-3.0-or-later
"""Six sticks that cross as a puzzle, and what is read of one: the numbers of its sticks, and its holes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from ..common.errors import InputError
from ..common.words import counted
from ..polycubes.puzzle import PolycubePuzzle
from ..polycubes.terms.cells import moved
from ..polycubes.terms.piece import Piece
from ..polycubes.terms.shape import Shape
from .sticks import LENGTHS, cross, stick, stick_number

STICKS = 6

LARGEST_IN_CROSS = 4096
"""Sticks with larger numbers lack a cell that no other one can fill."""


def burr_of(numbers: Sequence[int], length: int = 6) -> PolycubePuzzle:
    """Return the burr of six sticks, those alike as one piece; raises InputError for sticks that can make none."""
    if len(numbers) != STICKS:
        raise InputError(f"There are {counted(len(numbers), 'stick')}: a burr has six, so give six numbers.")
    pieces = []
    for number, count in Counter(numbers).items():
        if not 1 <= number <= LARGEST_IN_CROSS:
            raise InputError(f"A stick has the number {number}: in a cross it must be from 1 to {LARGEST_IN_CROSS:,}.")
        shape = Shape.of(stick(number, length))
        if not shape.is_connected:
            raise InputError(f"The stick {number} falls apart: its notches cut it through, so take another one.")
        pieces.append(Piece(shape, count, count, str(number)))
    cells, room = sum(piece.most * len(piece.shape.cells) for piece in pieces), len(cross(length).cells)
    if cells > room:
        raise InputError(
            f"The sticks have {cells} cells, and the cross has room for {room}: take sticks with more notches."
        )
    return PolycubePuzzle(tuple(pieces), cross(length, solid=cells == room))


def length_of(puzzle: PolycubePuzzle) -> int | None:
    """Return how many cells the sticks of a burr are long; None where its goal is no cross of sticks."""
    return next((length for length in LENGTHS if puzzle.goal in (cross(length), cross(length, solid=True))), None)


def numbers_of(puzzle: PolycubePuzzle) -> tuple[int | None, ...]:
    """Return the number of each piece as a stick; None for one that is none."""
    length = length_of(puzzle)
    return tuple(
        None if length is None else _number_of(piece.shape.cells, piece.name, length) for piece in puzzle.pieces
    )


def sticks_of(puzzle: PolycubePuzzle) -> list[int]:
    """Return the numbers of the sticks, each as often as there are such; none where a piece is no stick."""
    numbers = numbers_of(puzzle)
    pairs = zip(numbers, puzzle.pieces, strict=True)
    return [] if None in numbers else [number for number, piece in pairs if number for _ in range(piece.most)]


def holes(puzzle: PolycubePuzzle) -> int:
    """Return how many cells stay empty inside, at least."""
    return max(0, len(puzzle.goal.cells) - sum(piece.most * len(piece.shape.cells) for piece in puzzle.pieces))


@lru_cache(maxsize=1000)
def _number_of(cells: tuple[tuple[int, int, int], ...], name: str, length: int) -> int | None:
    """Return the number of a stick, however it is turned: that by which it is called, or else the least."""
    found = set()
    for lying in Shape(cells).orientations:
        x, y, z = Shape(lying).extent
        for way in product(range(length - x + 1), range(3 - y), range(3 - z)):
            found.add(stick_number(moved(lying, way), length))
    numbers = {number for number in found if number is not None}
    return next((number for number in numbers if str(number) == name), min(numbers, default=None))
