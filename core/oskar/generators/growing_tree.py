# SPDX-License-Identifier: GPL-3.0-or-later
"""The style growing_tree: a tree that grows on from the newest, the oldest or any of its positions.

The choice of the position makes the maze: always the newest is recursive backtracking, always the
oldest gives straight branches all round, a random one something like the style prim; the mix takes the newest as often
as its ratio says, and else a random one; one of the newest few lies between the newest and a random one. The tree ends
where the faces allow no position more.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from ...common.draws import index_below, take_at
from ...common.options import SHARE, Choice, option
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import DRAWS, GrowthOptions, begin_growth

CHOICES = MappingProxyType(
    {
        "newest": Choice("Newest", "Always the newest position: long winding ways"),
        "oldest": Choice("Oldest", "Always the oldest position: straight ways all round, the shortest solutions"),
        "random": Choice("Random", "Any position: many branches"),
        "mix": Choice("Mix", "The newest or any position, as often as Newest Share says"),
        "recent": Choice("One of Newest", "One of as many of the newest positions as Newest Count says"),
    }
)
"""Where the tree grows on."""


@dataclass(frozen=True)
class GrowingTreeOptions(GrowthOptions):
    """The options of this style only."""

    choice: str = option("mix", "Grows From", "The position from which the tree grows on", choices=CHOICES)
    newest_share: float = option(
        0.5, "Newest Share", "How often the mix takes the newest position instead of any one", unit=SHARE
    )
    newest_count: int = option(
        5, "Newest Count", "The number of newest positions from which One of Newest takes one", least=1, most=1000
    )


def make(settings: Settings, random: Random) -> Drafting:
    """Grow one tree from the start."""
    options = settings.options_of(GrowingTreeOptions)
    growth, texture, root = begin_growth(settings, options, random)
    active = [root]
    oldest = 0
    visited, passed = 1, 0
    while oldest < len(active):
        choice = options.choice
        if choice == "mix":
            choice = "newest" if random.random() < options.newest_share else "random"
        if choice == "newest":
            place = len(active) - 1
        elif choice == "oldest":
            place = oldest
        elif choice == "recent":
            place = len(active) - 1 - index_below(min(options.newest_count, len(active)), random)
        else:
            place = index_below(len(active), random)
        # What was the oldest has no way on, so the others lie behind it.
        place = texture.place(len(active), place, lambda number: active[number].position, oldest)
        straight = choice == "oldest"
        if passed < DRAWS and choice != "newest" and texture.hesitates(growth, active[place], goes_straight=straight):
            passed += 1
            if choice == "oldest" and place == oldest:
                active.append(active[oldest])
                oldest += 1
            continue
        passed = 0
        newest = texture.way_on(growth, active[place])
        if newest is not None:
            active.append(newest)
            visited += 1
            if visited % POSITIONS_BETWEEN_PAUSES == 0:
                yield Pause(min(1.0, visited / len(growth.discovered)))
        elif place == oldest and options.choice == "oldest":
            oldest += 1
        else:
            take_at(active, place)
    return Draft(growth.complete(random), settings.root, record=growth.record)


STYLE = Style(
    "Growing Tree",
    "Grows on from its newest, its oldest or a random position: from long winding ways to short straight ones",
    make,
    options=GrowingTreeOptions,
)
