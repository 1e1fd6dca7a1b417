# SPDX-License-Identifier: GPL-3.0-or-later
"""The pieces that are printed, and the place of each in the solution that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ...common.errors import InputError
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cells, moved
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

    @property
    def key(self) -> str:
        """The key of the part that it is printed as."""
        return "piece_" + self.name.lower().replace(" ", "_")


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
    return _lying_in(puzzle, shown_solution(puzzle, number), _printed(puzzle))


def copies_in_all(puzzle: PolycubePuzzle) -> Iterator[tuple[Copy, ...]]:
    """Yield the pieces that are printed as they lie in each solution in turn; raises InputError for very many."""
    counts = _printed(puzzle)
    for solution in puzzle.found.solutions:
        yield _lying_in(puzzle, solution, counts)


def placed(puzzle: PolycubePuzzle, copies: Iterable[Copy]) -> Iterator[tuple[Copy, Cells]]:
    """Yield the cells of pieces, also of those that are not used: they stand in a row beside."""
    aside = puzzle.goal.size[0] + 2
    for copy in copies:
        cells = copy.cells
        if cells is None:
            shape = puzzle.pieces[copy.piece].shape
            cells = moved(shape.cells, (aside, 0, 0))
            aside += shape.extent[0] + 1
        yield copy, cells


def _printed(puzzle: PolycubePuzzle) -> tuple[int, ...]:
    """Return how many of each piece are printed; raises InputError for very many."""
    counts = copies_of_pieces(puzzle)
    if sum(counts) > MOST_COPIES:
        raise InputError(f"The puzzle has {sum(counts)} pieces to print: at most {MOST_COPIES} can be.")
    return counts


def _lying_in(puzzle: PolycubePuzzle, solution: Solution, counts: Sequence[int]) -> tuple[Copy, ...]:
    """Return so many copies of each piece as they lie in a solution."""
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
