# SPDX-License-Identifier: GPL-3.0-or-later
"""Classic puzzles, whose numbers of solutions have been published by others."""

from __future__ import annotations

from dataclasses import dataclass

from core.packing.puzzle import PackingPuzzle
from core.packing.terms.cells import Cell
from core.packing.terms.found import Counts
from core.packing.terms.goal import Goal
from core.packing.terms.piece import Piece
from core.packing.terms.shape import Shape


@dataclass(frozen=True)
class Known:
    """A puzzle: its box, its pieces as digits of x, y and z by how many there are, and its published numbers."""

    size: Cell
    pieces: tuple[tuple[int, str], ...]
    counts: Counts

    @property
    def puzzle(self) -> PackingPuzzle:
        """The puzzle itself."""
        return PackingPuzzle(
            tuple(Piece(shape(digits), many, many) for many, digits in self.pieces), Goal.box(self.size)
        )


def shape(digits: str) -> Shape:
    """Return the shape of cells that are written as three digits each: "000 100"."""
    return Shape.of((int(cell[0]), int(cell[1]), int(cell[2])) for cell in digits.split())


MEGARON = Known(
    (3, 3, 3),
    (
        (1, "000 100 200 101"),
        (1, "000 100 200 101 010"),
        (1, "000 100 101 110 210"),
        (1, "000 001 010 110 120"),
        (1, "000 100 010 001"),
        (1, "000 100 010 101"),
    ),
    Counts(24, 1, 1),
)
MEGARON_PLACEMENTS = (72, 96, 96, 96, 64, 96)
"""Of each piece, as published."""

SOMA = Known(
    (3, 3, 3),
    (
        (1, "000 001 010"),
        (1, "000 001 002 010"),
        (1, "000 001 002 011"),
        (1, "000 001 011 012"),
        (1, "000 001 100 110"),
        (1, "000 001 100 011"),
        (1, "000 001 100 010"),
    ),
    Counts(11520, 480, 240),
)
DIABOLICAL = Known(
    (3, 3, 3),
    (
        (1, "000 001"),
        (1, "000 001 100"),
        (1, "000 001 100 101"),
        (1, "000 001 100 200 201"),
        (1, "000 001 002 100 101 200"),
        (1, "000 001 100 101 200 201 202"),
    ),
    Counts(624, 26, 13),
)
SLOTHOUBER_GRAATSMA = Known(
    (3, 3, 3),
    (
        (6, "000 001 010 011"),
        (3, "000"),
    ),
    Counts(8, 1, 1),
)
CONWAY = Known(
    (5, 5, 5),
    (
        (13, "000 001 002 003 010 011 012 013"),
        (1, "000 001 010 011"),
        (1, "000 001 100 101 010 011 110 111"),
        (3, "000 001 002"),
    ),
    Counts(27456, 1144, 572),
)
BEDLAM = Known(
    (4, 4, 4),
    (
        (1, "001 100 101 102 202"),
        (1, "001 100 101 102 201"),
        (1, "000 001 101 102 202"),
        (1, "002 101 102 110 111"),
        (1, "001 100 101 102 111"),
        (1, "001 101 102 110 111"),
        (1, "001 101 110 111 112"),
        (1, "000 100 101 102 110"),
        (1, "002 100 101 102 110"),
        (1, "100 101 102 012 112"),
        (1, "101 102 010 011 111"),
        (1, "001 100 101 102 110"),
        (1, "000 100 101 111"),
    ),
    Counts(460464, 19186, 19186),
)
TETRIS = Known(
    (4, 4, 4),
    (
        (1, "000 100 200 010 020"),
        (1, "000 010 110 020 030"),
        (1, "000 001 100 010 110"),
        (1, "000 001 010 110 210 120"),
        (1, "000 100 200 010 011"),
        (1, "000 100 200 110 111"),
        (1, "000 100 110 111 211"),
        (1, "010 110 120 210 101 111"),
        (1, "000 100 200 010 020 011"),
        (1, "000 100 200 010 020 021"),
        (1, "000 001 100 110 210"),
        (1, "000 010 110 120 130"),
    ),
    Counts(236136, 9839, 9839),
)
