# SPDX-License-Identifier: GPL-3.0-or-later
"""The one list of what can be watched."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from ...common.options import Choice
from ..making.puzzle import Puzzle
from .distances import watch_distances
from .filling import watch_filling
from .growth import watch_growth
from .mouse import watch_mouse
from .tremaux import watch_tremaux
from .watched import Watched

GROWTH, DISTANCES, FILLING, TREMAUX, MOUSE = "growth", "distances", "filling", "tremaux", "mouse"

CHOICES: Mapping[str, Choice] = MappingProxyType(
    {
        DISTANCES: Choice("Distances", "Positions colored by their distance, layer after layer"),
        FILLING: Choice("Dead Ends", "Dead ends filling until the way is left"),
        TREMAUX: Choice("Tremaux", "A walker who marks each passage, and never goes through one more than twice"),
        MOUSE: Choice("Mouse", "A mouse that runs at random, and remembers nothing"),
        # The last one: of a puzzle that was searched for, as most are, there is nothing to watch growing.
        GROWTH: Choice("Growth", "The mazes growing: positions discovered, and passages cut on the three faces"),
    }
)

WITH_BEGINNING = frozenset({DISTANCES, TREMAUX, MOUSE})
"""Those that begin at the start or at the end."""

WITH_DRAWS = frozenset({TREMAUX, MOUSE})
"""Those that go another way with another seed."""


def watch(name: str, puzzle: Puzzle, seed: int, *, from_end: bool) -> Watched:
    """Return what is seen of a puzzle, by the name of a choice; raises InputError for what cannot be watched.

    A walk that is taken at random is always the same for the same seed.
    """
    if name == GROWTH:
        return watch_growth(puzzle)
    if name == DISTANCES:
        return watch_distances(puzzle, from_end=from_end)
    if name == FILLING:
        return watch_filling(puzzle)
    if name == TREMAUX:
        return watch_tremaux(puzzle, Random(seed), from_end=from_end)
    return watch_mouse(puzzle, Random(seed), from_end=from_end)
