# SPDX-License-Identifier: GPL-3.0-or-later
"""Colors of cells, and which color of a piece may lie on which color of the goal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ...common.errors import InputError
from ...common.words import shortened

NEUTRAL = 0
"""The color of a cell that has none: it may lie on every color, and every color on it."""

MOST_COLORS = 63
"""As in BurrTools."""

_COLOR = re.compile(r"#[0-9a-f]{6}", re.ASCII)


@dataclass(frozen=True)
class Colors:
    """The colors of a puzzle's cells, which are numbered from 1, and the pairs that may lie on each other.

    A pair is a color of a piece and a color of the goal.
    """

    palette: tuple[str, ...] = ()
    pairs: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        """Raise InputError for too many colors, for what is none, and for pairs of what there is not."""
        if len(self.palette) > MOST_COLORS:
            raise InputError(f"The puzzle has {len(self.palette)} colors: it must have at most {MOST_COLORS}.")
        for color in self.palette:
            if not _COLOR.fullmatch(color):
                raise InputError(f"A color is {shortened(color)}: it must be like '#80c0ff'.")
        self.check(number for pair in self.pairs for number in pair)

    def check(self, numbers: Iterable[int]) -> None:
        """Raise InputError for the number of a color that there is not."""
        for number in numbers:
            if not 1 <= number <= len(self.palette):
                raise InputError(f"A color has the number {number}: the puzzle has {len(self.palette)}, from 1.")

    def allow(self, of_piece: int, of_goal: int) -> bool:
        """Report whether a cell of a piece may lie on a cell of the goal, by their colors."""
        return NEUTRAL in (of_piece, of_goal) or (of_piece, of_goal) in self.pairs


NO_COLORS = Colors()
