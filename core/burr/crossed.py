# SPDX-License-Identifier: GPL-3.0-or-later
"""Six pieces that cross as a puzzle, and what is read of one: its sticks or boards by their numbers, and its holes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..common.errors import InputError
from ..polycubes.puzzle import PolycubePuzzle
from ..polycubes.terms.cells import Cells, moved
from ..polycubes.terms.piece import Piece
from ..polycubes.terms.shape import Shape
from .cut import BOARDS, CUTS, LARGEST_IN_CROSS, LENGTHS, PIECES, STICKS, Cut, cross


class Numbered(NamedTuple):
    """A piece by its number, of which each way to cut the cross has its own."""

    cut: Cut
    number: int


def burr_of(numbers: Sequence[int], length: int = 6, cut: Cut = STICKS) -> PolycubePuzzle:
    """Return the burr of six pieces; raises InputError for pieces that can make none.

    Those that are alike are one piece, by the number that comes first.
    """
    name = cut.name
    if len(numbers) != PIECES:
        raise InputError(f"A burr has six {name}s, not {len(numbers)}: give six numbers.")
    found: dict[Shape, Piece] = {}
    for number in numbers:
        if not 1 <= number <= LARGEST_IN_CROSS:
            raise InputError(f"A {name} has the number {number}: in a cross it must be from 1 to {LARGEST_IN_CROSS:,}.")
        shape = Shape.of(cut.piece(number, length))
        if not shape.is_connected:
            raise InputError(f"The {name} {number} falls apart: its notches cut it through, so take another one.")
        alike = found.get(shape.upright, Piece(shape, 0, 0, str(number)))
        found[shape.upright] = replace(alike, least=alike.least + 1, most=alike.most + 1)
    pieces = tuple(found.values())
    cells, room = sum(piece.most * len(piece.shape.cells) for piece in pieces), len(cross(length).cells)
    if cells > room:
        raise InputError(
            f"The {name}s have {cells} cells, and the cross has room for {room}: take {name}s with more notches."
        )
    return PolycubePuzzle(pieces, cross(length, solid=cells == room))


def length_of(puzzle: PolycubePuzzle) -> int | None:
    """Return how many cells the pieces of a burr are long; None where its goal is no cross."""
    return next((length for length in LENGTHS if puzzle.goal in (cross(length), cross(length, solid=True))), None)


def numbered(puzzle: PolycubePuzzle) -> tuple[Numbered | None, ...]:
    """Return each piece by its number; None for one that has none."""
    length = length_of(puzzle)
    return tuple(
        None if length is None else _numbered(piece.shape.cells, piece.name, length) for piece in puzzle.pieces
    )


def cut_of(puzzle: PolycubePuzzle) -> Cut | None:
    """Return how the cross is cut into the six pieces of a burr; None where they are not six of one way."""
    if sum(piece.most for piece in puzzle.pieces) != PIECES:
        return None
    cuts = {None if one is None else one.cut for one in numbered(puzzle)}
    return cuts.pop() if len(cuts) == 1 else None


def numbers_of(puzzle: PolycubePuzzle, cut: Cut | None) -> list[int]:
    """Return the numbers of pieces of one way to cut, each as often as there are such; none where one is of no such."""
    pairs = zip(numbered(puzzle), puzzle.pieces, strict=True)
    found = [(one, piece.most) for one, piece in pairs if one is not None and one.cut is cut]
    return [one.number for one, most in found for _ in range(most)] if len(found) == len(puzzle.pieces) else []


def sticks_of(puzzle: PolycubePuzzle) -> list[int]:
    """Return the numbers of the sticks, each as often as there are such; none where a piece is no stick."""
    return numbers_of(puzzle, STICKS)


def boards_of(puzzle: PolycubePuzzle) -> list[int]:
    """Return the numbers of the boards, each as often as there are such; none where a piece is no board."""
    return numbers_of(puzzle, BOARDS)


def holes(puzzle: PolycubePuzzle) -> int:
    """Return how many cells stay empty inside, at least."""
    return max(0, len(puzzle.goal.cells) - sum(piece.most * len(piece.shape.cells) for piece in puzzle.pieces))


@lru_cache(maxsize=1000)
def _numbered(cells: Cells, name: str, length: int) -> Numbered | None:
    """Return a piece, however it is turned, by the number by which it is called, or else by its least one."""
    for cut in CUTS:
        found = set()
        for lying in Shape(cells).orientations if length in cut.lengths else ():
            x, y, z = Shape(lying).extent
            for way in product(range(length - x + 1), range(cut.width + 1 - y), range(cut.height + 1 - z)):
                found.add(cut.number_of(moved(lying, way), length))
        numbers = {number for number in found if number is not None}
        if numbers:
            return Numbered(cut, next((number for number in numbers if str(number) == name), min(numbers)))
    return None
