# SPDX-License-Identifier: GPL-3.0-or-later
"""Classic puzzles as others have published them: their pieces are files beside this one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puzzle_cubes.packing.files.pieces_text import pieces_from_text
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.puzzle import Counts, PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape

FOLDER = Path(__file__).parent / "published"


@dataclass(frozen=True)
class Known:
    """A puzzle: the file of its pieces, its box, and its published numbers."""

    file: str
    size: Cell
    counts: Counts

    @property
    def puzzle(self) -> PolycubePuzzle:
        return PolycubePuzzle(pieces_from_text((FOLDER / self.file).read_text()), Goal.box(self.size))


def shape(digits: str) -> Shape:
    """Return the shape of cells that are written as three digits each: "000 100"."""
    return Shape.of((int(cell[0]), int(cell[1]), int(cell[2])) for cell in digits.split())


MEGARON = Known("megaron.txt", (3, 3, 3), Counts(24, 1, 1))
SOMA = Known("soma.txt", (3, 3, 3), Counts(11520, 480, 240))
DIABOLICAL = Known("diabolical.txt", (3, 3, 3), Counts(624, 26, 13))
SLOTHOUBER_GRAATSMA = Known("slothouber_graatsma.txt", (3, 3, 3), Counts(8, 1, 1))
CONWAY = Known("conway.txt", (5, 5, 5), Counts(27456, 1144, 572))
BEDLAM = Known("bedlam.txt", (4, 4, 4), Counts(460464, 19186, 19186))
TETRIS = Known("tetris.txt", (4, 4, 4), Counts(236136, 9839, 9839))
CLASSICS = {
    "megaron": MEGARON,
    "soma": SOMA,
    "diabolical": DIABOLICAL,
    "slothouber_graatsma": SLOTHOUBER_GRAATSMA,
    "conway": CONWAY,
    "bedlam": BEDLAM,
    "tetris": TETRIS,
}

MEGARON_PLACEMENTS = (72, 96, 96, 96, 64, 96)
"""Of each piece, as published."""
