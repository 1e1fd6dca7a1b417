# SPDX-License-Identifier: GPL-3.0-or-later
"""The difficulty of a puzzle, in a word.

What makes a maze hard are the moves that are wasted: those that a player is expected to need beyond the length
of the solution (see ``look_ahead``). Who looks one move ahead counts twice as much as who looks two; nobody enters a
dead end that can be seen at once, and few look further. Length by itself counts nothing: a way that never
forks is long, and asks nothing. The unit is the original Oskar's Cube, which is Medium, and each level asks for half as
much again as the one before. No person has validated this, or any other measure, for this puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType

import numpy as np

from ...common.logarithm import log2

ORIGINAL = (1927 / 3, 386.0, 406 / 3, 272 / 3)
"""The wasted moves of the original cube for players who look 0, 1, 2 and 3 moves ahead."""

PLAYERS: Mapping[int, float] = MappingProxyType({1: 2.0, 2: 1.0})
"""Whom the word is for: the moves that they look ahead, and how much they count."""


@dataclass(frozen=True)
class Level:
    """A level of difficulty: what users call it, and from where to where it goes, in times the original cube."""

    label: str
    begin: float
    end: float


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "very_easy": Level("Very Easy", 0.0, 0.54),
        "easy": Level("Easy", 0.54, 0.82),
        "medium": Level("Medium", 0.82, 1.22),
        "hard": Level("Hard", 1.22, 1.84),
        "very_hard": Level("Very Hard", 1.84, 2.76),
        "extreme": Level("Extreme", 2.76, inf),
    }
)
"""The levels by name, each half as much again as the one before."""

FULL = 40.0
"""What fills the scale, in times the original cube: a little more than a search finds for 8x8x8."""


def times_original(wasted: Mapping[int, float], players: Mapping[int, float] = PLAYERS) -> float:
    """Return how many times as hard as the original cube a puzzle is, from the moves that players waste.

    It is the geometric mean over the players, by how much they count; ``wasted`` holds the moves of all of them.
    """
    return float(2 ** log_times_original(wasted, players))


def log_times_original(wasted: Mapping[int, float], players: Mapping[int, float]) -> float:
    """Return the logarithm of ``times_original`` to the base 2, which has the same bits on every machine."""
    total = 0.0
    for player, weight in players.items():
        # One move more on both sides keeps the logarithm of a puzzle that wastes none.
        total += weight * log2((1 + wasted[player]) / (1 + ORIGINAL[player]))
    return total / sum(players.values())


def wasted_by_player(expected_moves: Sequence[float | None], length: int) -> dict[int, float] | None:
    """Return the wasted moves of all players, by how far they look ahead; None where they are not known."""
    wasted = {player: moves - length for player, moves in enumerate(expected_moves) if moves is not None}
    return wasted if len(wasted) == len(expected_moves) else None


def level_of(times: float) -> Level:
    """Return the level of a puzzle that is so many times as hard as the original cube."""
    return next(level for level in LEVELS.values() if times < level.end)


def share_of_scale(times: float) -> float:
    """Return how much of a bar is filled, from 0 to 1: all levels have the same width."""
    ends = [*(level.begin for level in LEVELS.values()), FULL]
    return float(np.interp(times, ends, np.linspace(0, 1, len(ends))))
