# SPDX-License-Identifier: GPL-3.0-or-later
"""The style growing_tree: a tree that grows on from the newest, the oldest or any of its positions.

The choice of the position makes the maze: always the newest is recursive backtracking, always the
oldest gives straight branches all round, a random one something like the style prim; the mix takes the newest or a
random one, each half of the time. The tree ends where the faces allow no position more.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from ...common.draws import index_below, take_at, toss
from ...common.options import Choice, Options, option
from ..making.growing_faces import GrowingFaces
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style

CHOICES = MappingProxyType(
    {
        "newest": Choice("Newest", "Always the newest position: long winding ways"),
        "oldest": Choice("Oldest", "Always the oldest position: straight ways all round, the shortest solutions"),
        "random": Choice("Random", "Any position: many branches"),
        "mix": Choice("Mix", "The newest or any position, half of the time each"),
    }
)
"""Where the tree grows on."""


@dataclass(frozen=True)
class GrowingTreeOptions(Options):
    """What the style asks for."""

    choice: str = option("mix", "Grows From", "From which of its positions the tree grows on", choices=CHOICES)


def make(settings: Settings, random: Random) -> Making:
    """Grow one tree from the start."""
    grows_from = settings.options_of(GrowingTreeOptions).choice
    growth = GrowingFaces(settings.size)
    root = settings.fixed_start or settings.center
    active = [growth.root(root)]
    oldest = 0
    visited = 1
    while oldest < len(active):
        choice = grows_from
        if choice == "mix":
            choice = "newest" if toss(random) else "random"
        if choice == "newest":
            place = len(active) - 1
        elif choice == "oldest":
            place = oldest
        else:
            place = index_below(len(active), random)
        found = growth.random_way_on(active[place], random)
        if found is not None:
            active.append(found)
            visited += 1
            if visited % POSITIONS_BETWEEN_PAUSES == 0:
                yield Pause(visited / len(growth.discovered))
        elif choice == "oldest":
            oldest += 1
        else:
            take_at(active, place)
    return Draft(growth.complete(random), root)


STYLE = Style(
    "Growing Tree",
    "Grows on from its newest, its oldest or a random position: from long winding ways to short straight ones",
    make,
    options=GrowingTreeOptions,
)
