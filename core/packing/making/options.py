# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a packing puzzle before it is made."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ...common.errors import InputError
from ...common.options import CELLS, STEPS, Choice, Options, option, seed_option
from ...common.words import counted
from ...polycubes.terms.cells import Cell
from ...polycubes.terms.goal import LARGEST_GOAL
from .classics import CLASSICS

DESIGN = "design"
"""The puzzle that is no classic, but cut from a box."""

OWN = "own"
"""The puzzle that is yet to be drawn."""

ALL, FIRST = "all", "first"
"""How far solutions are searched for."""

LARGEST_DESIGN = 216
"""Cells of a box that is cut."""

LARGEST_LEVEL = 50

LEAST_WITH_INSIDE = 3
"""Cells along an axis of a box that has cells inside."""


@dataclass(frozen=True)
class PackingOptions(Options):
    """The user's settings; raises InputError, with a sentence for the user, for what cannot be."""

    puzzle: str = option(
        next(iter(CLASSICS)),
        "Puzzle",
        "A classic, a new design, or your own",
        choices={name: Choice(classic.label, classic.meaning) for name, classic in CLASSICS.items()}
        | {
            DESIGN: Choice("Design", "A box that is cut into pieces from a seed, until it has few enough solutions"),
            OWN: Choice("Your Own", "An empty box and one cube, to draw your own pieces with Draw"),
        },
    )
    search: str = option(
        ALL,
        "Search",
        "How long to search for solutions; the search can be continued later",
        choices={
            ALL: Choice("All Solutions", "All solutions, however long it takes; stopping keeps what was found"),
            FIRST: Choice("First Solution", "One solution, so that the pieces can be shown together"),
        },
    )
    size: Cell = option((3, 3, 3), "Size", "Cells of the box along X, Y and Z", least=1, most=LARGEST_GOAL, unit=CELLS)
    seed: int = seed_option()
    design: int = option(6, "Pieces", "The number of pieces into which the box is cut", least=2, most=64, unit=STEPS)
    smallest: int = option(
        0,
        "Smallest Piece",
        "The fewest cells that a piece may have; 0 for 3, or fewer with many pieces",
        most=LARGEST_DESIGN,
        unit=STEPS,
    )
    largest: int = option(
        0,
        "Largest Piece",
        "The most cells that a piece may have; 0 for twice the average",
        most=LARGEST_DESIGN,
        unit=STEPS,
    )
    all_different: bool = option(False, "All Different", "No two pieces are the same", heading="Pieces")
    no_planar: bool = option(
        False, "None Flat", "No piece is flat: all are two cells high, however they lie", heading="Pieces"
    )
    no_symmetric: bool = option(
        False, "None Symmetric", "No piece looks the same after any turn or in any mirror", heading="Pieces"
    )
    most_solutions: int = option(
        1,
        "Solutions",
        "The most solutions that there may be, counted once if a rotation of the box turns one into the other",
        least=1,
        most=10_000,
        unit=STEPS,
    )
    level: int = option(
        1,
        "Level",
        "The moves until the first part comes off, at least; above 1 cells inside the box may stay empty",
        least=1,
        most=LARGEST_LEVEL,
        unit=STEPS,
    )
    designs: int = option(
        1, "Designs", "The number of designs that are made; the hardest is kept", least=1, most=1000, unit=STEPS
    )

    def __post_init__(self) -> None:
        """Check each option by itself, and whether a box can be cut as is wished."""
        super().__post_init__()
        if self.puzzle != DESIGN:
            return
        cells = prod(self.size)
        if cells > LARGEST_DESIGN:
            raise InputError(f"Size is {' x '.join(map(str, self.size))}: at most {LARGEST_DESIGN} cells can be cut.")
        if self.level > 1 and min(self.size) < LEAST_WITH_INSIDE:
            raise InputError(
                f"Level is {self.level}: a box that is less than {LEAST_WITH_INSIDE} cells wide always has level 1. "
                "Take a larger size."
            )
        least, most = self.piece_sizes
        if least > most:
            raise InputError(f"Smallest piece is {least}: it must be at most the largest, {most}.")
        if not self.design * least <= cells <= self.design * most:
            raise InputError(
                f"Pieces is {self.design}: {counted(self.design, 'piece')} of {least} to {most} cells "
                f"cannot have {cells} cells together, as the box has."
            )

    @property
    def piece_sizes(self) -> tuple[int, int]:
        """The fewest and the most cells that a piece of a design has."""
        cells = prod(self.size)
        return self.smallest or max(1, min(3, cells // self.design - 1)), self.largest or -(-2 * cells // self.design)
