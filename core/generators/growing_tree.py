# SPDX-License-Identifier: GPL-3.0-or-later
"""The style growing_tree: a tree that grows on from the newest, the oldest or any of its positions.

The choice of the position makes the maze: always the newest is recursive backtracking, always the
oldest gives short branches all round, a random one something like Prim's algorithm; the mix takes the newest or a
random one, each half of the time. The tree ends where the faces allow no position more.
"""

from __future__ import annotations

from random import Random

from ..growth import Growth
from ..settings import Settings
from ..style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style


def make(settings: Settings, random: Random) -> Making:
    """Grow one tree from the start."""
    growth = Growth(settings.size)
    root = settings.fixed_start or settings.center
    active = [growth.root(root)]
    oldest = 0
    visited = 1
    while oldest < len(active):
        choice = settings.choice
        if choice == "mix":
            choice = "newest" if random.random() < 0.5 else "random"
        if choice == "newest":
            place = len(active) - 1
        elif choice == "oldest":
            place = oldest
        else:
            place = int(random.random() * len(active))
        found = growth.random_way_on(active[place], random)
        if found is not None:
            active.append(found)
            visited += 1
            if visited % POSITIONS_BETWEEN_PAUSES == 0:
                yield Pause(visited / len(growth.discovered))
        elif choice == "oldest":
            oldest += 1
        else:
            # The last one fills the gap, but for the newest, which is the last one.
            last = active.pop()
            if place < len(active):
                active[place] = last
    return Draft(growth.complete(random), root)


STYLE = Style(
    "Growing Tree",
    "Grows on from its newest, its oldest or a random position: from long ways to short branches",
    make,
    settings=("choice",),
)
