# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle of polycubes: pieces, what they have to fill, and what is known of its solutions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ..common.errors import InputError
from ..common.words import shortened
from .terms.cells import Cells
from .terms.colors import NO_COLORS, Colors
from .terms.found import Found, Solution
from .terms.goal import Goal
from .terms.piece import LARGEST_NAME, Piece
from .terms.placements import cells_of, shape_of
from .terms.shape import Shape

MOST_PIECES = 512
"""Different ones; each may be used many times."""


@dataclass(frozen=True)
class PolycubePuzzle:
    """A puzzle; what is known of its solutions may be nothing yet.

    ``notes`` are sentences on what of the file that it was opened from is not used.
    """

    pieces: tuple[Piece, ...]
    goal: Goal
    name: str = ""
    found: Found = Found()
    notes: tuple[str, ...] = field(default=(), compare=False)
    colors: Colors = NO_COLORS

    def __post_init__(self) -> None:
        """Raise InputError for no pieces or too many."""
        if not 1 <= len(self.pieces) <= MOST_PIECES:
            raise InputError(f"The puzzle has {len(self.pieces)} pieces: it must have from 1 to {MOST_PIECES}.")
        if len(self.name) > LARGEST_NAME:
            raise InputError(f"The puzzle's name has {len(self.name)} characters: it must have at most {LARGEST_NAME}.")
        if not self.name.isprintable():
            raise InputError(f"The puzzle's name is {shortened(self.name)}: it must be of letters that can be printed.")
        self.colors.check(self.goal.color_of.values())
        for piece in self.pieces:
            self.colors.check(filter(None, piece.shape.colors))

    @property
    def has_colors(self) -> bool:
        """Whether a cell of a piece or of the goal has a color."""
        return bool(self.goal.colors) or any(piece.shape.colors for piece in self.pieces)

    def blocks_of(self, solution: Solution) -> tuple[Cells, ...]:
        """Return the cells of each placement of a solution."""
        return tuple(cells_of(mask, self.goal) for mask in solution)

    def pieces_of(self, solution: Solution) -> tuple[int, ...]:
        """Return which piece lies in each placement of a solution, as numbers; -1 where none is left for it.

        Of pieces with the same shape and colors, those that have to be used are used up first, in their order.
        """
        left: dict[Shape, list[int]] = {}
        for number, piece in enumerate(self.pieces):
            left.setdefault(piece.shape.upright, []).extend([number] * piece.least)
        for number, piece in enumerate(self.pieces):
            left[piece.shape.upright] += [number] * (piece.most - piece.least)
        found = []
        for mask in solution:
            waiting = left.get(_upright(mask, self.goal))
            found.append(waiting.pop(0) if waiting else -1)
        return tuple(found)


@lru_cache(maxsize=20_000)
def _upright(placement: int, goal: Goal) -> Shape:
    """Return the shape in a placement as it stands for all its orientations: many solutions have the same few."""
    return shape_of(placement, goal).upright
