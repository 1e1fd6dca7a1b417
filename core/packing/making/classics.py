# SPDX-License-Identifier: GPL-3.0-or-later
"""Classic puzzles: a box, and the pieces that fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cell
from ...polycubes.terms.goal import Goal
from ...polycubes.terms.piece import Piece, letters
from ...polycubes.terms.shape import Shape


@dataclass(frozen=True)
class Classic:
    """A puzzle by its label, what it is like, its box, and its pieces.

    ``pieces`` has how many there are of each piece, and its cells as digits of x, y and z.
    """

    label: str
    meaning: str
    size: Cell
    pieces: tuple[tuple[int, str], ...]

    @property
    def puzzle(self) -> PolycubePuzzle:
        """The puzzle, with nothing known of its solutions."""
        pieces = tuple(
            Piece(Shape.of((int(cell[0]), int(cell[1]), int(cell[2])) for cell in digits.split()), many, many, name)
            for (many, digits), name in zip(self.pieces, letters(), strict=False)
        )
        return PolycubePuzzle(pieces, Goal.box(self.size), self.label)


CLASSICS: Mapping[str, Classic] = MappingProxyType(
    {
        "megaron": Classic(
            "Megaron",
            "Six different pieces of 4 and 5 cells; one solution",
            (3, 3, 3),
            (
                (1, "000 100 200 101"),
                (1, "000 100 200 101 010"),
                (1, "000 100 101 110 210"),
                (1, "000 001 010 110 120"),
                (1, "000 100 010 001"),
                (1, "000 100 010 101"),
            ),
        ),
        "soma": Classic(
            "Soma",
            "Piet Hein's seven pieces of 3 and 4 cells; 240 solutions, without rotations and reflections",
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
        ),
        "diabolical": Classic(
            "Diabolical",
            "Six pieces of 2 to 7 cells; 13 solutions, without rotations and reflections",
            (3, 3, 3),
            (
                (1, "000 001"),
                (1, "000 001 100"),
                (1, "000 001 100 101"),
                (1, "000 001 100 200 201"),
                (1, "000 001 002 100 101 200"),
                (1, "000 001 100 101 200 201 202"),
            ),
        ),
        "slothouber_graatsma": Classic(
            "Slothouber-Graatsma",
            "Six blocks of 1x2x2 and three single cells; one solution",
            (3, 3, 3),
            (
                (6, "000 001 010 011"),
                (3, "000"),
            ),
        ),
        "conway": Classic(
            "Conway",
            "John Conway's blocks: thirteen of 1x2x4, and five others; 572 solutions",
            (5, 5, 5),
            (
                (13, "000 001 002 003 010 011 012 013"),
                (1, "000 001 010 011"),
                (1, "000 001 100 101 010 011 110 111"),
                (3, "000 001 002"),
            ),
        ),
        "bedlam": Classic(
            "Bedlam",
            "Thirteen pieces of 4 and 5 cells; 19,186 solutions, which take minutes to find",
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
        ),
        "tetris": Classic(
            "Tetris",
            "Twelve pieces of 5 and 6 cells; 9,839 solutions, which take minutes to find",
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
        ),
    }
)
"""The classics, by their names; the first one is the default."""
