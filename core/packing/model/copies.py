# SPDX-License-Identifier: GPL-3.0-or-later
"""The pieces that are printed, and the place of each in the solution that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ...common.errors import InputError
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cells
from ...polycubes.terms.found import Solution
from ...polycubes.terms.piece import letters

MOST_COPIES = 256
"""Pieces that are printed at most."""


@dataclass(frozen=True)
class Copy:
    """A piece that is printed: the number of its piece, and which of those alike it is, both from 0.

    ``letter`` is what it is called. ``cells`` are its cells where it lies, None where it is not used.
    """

    piece: int
    number: int
    letter: str
    cells: Cells | None

    @property
    def name(self) -> str:
        """The name of the copy: "B", or "B 2" for the second of several."""
        return f"{self.letter} {self.number + 1}" if self.number else self.letter


def shown_solution(puzzle: PolycubePuzzle, number: int) -> Solution:
    """Return the solution with a number from 1, the last one for larger numbers.

    Where there is none, it is the arrangement of the most pieces that was met.
    """
    solutions = puzzle.found.solutions
    return solutions[min(number, len(solutions)) - 1] if solutions else puzzle.found.deepest


def copies(puzzle: PolycubePuzzle, number: int) -> tuple[Copy, ...]:
    """Return the pieces that are printed, as they lie in the solution with a number from 1.

    Of a piece that may be used a range of times there are as many as some solution needs, as far as these are
    known. Raises InputError for very many.
    """
    solution = shown_solution(puzzle, number)
    counts = copies_of_pieces(puzzle)
    if sum(counts) > MOST_COPIES:
        raise InputError(f"The puzzle has {sum(counts)} pieces to print: at most {MOST_COPIES} can be.")
    lying: list[list[Cells]] = [[] for _ in puzzle.pieces]
    for cells, piece in zip(puzzle.blocks_of(solution), puzzle.pieces_of(solution), strict=True):
        if piece >= 0:
            lying[piece].append(cells)
    names = tuple(islice(letters(), len(puzzle.pieces)))
    return tuple(
        Copy(piece, copy, names[piece], lying[piece][copy] if copy < len(lying[piece]) else None)
        for piece, count in enumerate(counts)
        for copy in range(max(count, len(lying[piece])))
    )


@lru_cache(maxsize=8)
def copies_of_pieces(puzzle: PolycubePuzzle) -> tuple[int, ...]:
    """Return how many of each piece are printed."""
    if all(piece.least == piece.most for piece in puzzle.pieces):
        return tuple(piece.most for piece in puzzle.pieces)
    most = [piece.least for piece in puzzle.pieces]
    for solution in puzzle.found.solutions or (puzzle.found.deepest,):
        used = [0] * len(most)
        for piece in puzzle.pieces_of(solution):
            if piece >= 0:
                used[piece] += 1
        most = [max(pair) for pair in zip(most, used, strict=True)]
    return tuple(most)
