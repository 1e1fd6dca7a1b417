# SPDX-License-Identifier: GPL-3.0-or-later
"""The style longest: a search for the longest solution."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..making.annealing import Judgement, anneal
from ..making.settings import SearchOptions, Settings
from ..making.style import Making, Style
from ..maze.measures import corner_positions
from ..maze.space import ConfigurationSpace, Layers, index_of

HOTTEST_PER_AREA = 0.04
"""The temperature at first, in moves per cell of a face: an exchange costs more in a larger box."""

COLDEST = 1.3
"""The temperature at last, in moves; a small box does best at this one all the time."""

MISSED_WISH = 4.0
"""What a corner out of reach costs in moves where the user wishes otherwise."""


@dataclass
class Length:
    """The objective: one move less than there are positions, and the wishes."""

    positions: int
    corners: int
    hottest: float
    coldest: float = COLDEST
    perfect: float = 0.0

    def structure(self, space: ConfigurationSpace) -> float:
        """Return 0: any structure may lead on."""
        return 0.0

    def judge(self, space: ConfigurationSpace, layers: Layers, share: float, limit: Judgement) -> Judgement | None:
        """Count the moves that are missing, and the wishes that are."""
        cost = float(self.positions - 1 - layers.depth)
        if cost > limit.cost:
            return None
        reachable = layers.reachable
        cost += MISSED_WISH * (self.corners & ~reachable).bit_count()
        return Judgement(cost, cost) if cost <= limit.cost else None


def make(settings: Settings, random: Random) -> Making:
    """Search in so many steps as the effort says."""
    x, y, z = size = settings.size
    corners = sum(1 << index_of(size, corner) for corner in corner_positions(size)) if settings.all_corners else 0
    side = (x + y + z) / 3
    hottest = max(COLDEST, HOTTEST_PER_AREA * side * side)
    objective = Length(x * y * z, corners, hottest)
    return anneal(size, settings.fixed_start, objective, settings.options_of(SearchOptions).effort, random)


STYLE = Style(
    "Longest",
    "Searches for the longest solution, wherever its maze leads; a long way has few decisions",
    make,
    searched=True,
    start="best",
    options=SearchOptions,
)
