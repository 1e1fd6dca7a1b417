# SPDX-License-Identifier: GPL-3.0-or-later
"""The style hunt_and_kill: a random walk until it is stuck, then a hunt for the first position to walk on from.

The hunt looks at the visited positions in the order of their index and takes the first from which the faces allow a
position that is not visited. One that allows none never will again, so the hunt keeps the others on a heap. A walk that
is eager to hunt is left where it could go on; without eagerness it goes on as long as it can.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

from ...common.draws import index_below
from ...common.options import SHARE, option
from ..making.growing_faces import Growth, Node
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import GrowthOptions, Texture, begin_growth


@dataclass(frozen=True)
class HuntAndKillOptions(GrowthOptions):
    """The options of this style only."""

    eagerness: float = option(
        0.0,
        "Eagerness",
        "How often a walk is left for another hunt where it could go on: more and shorter walks",
        unit=SHARE,
    )


def make(settings: Settings, random: Random) -> Drafting:
    """Walk from the start."""
    options = settings.options_of(HuntAndKillOptions)
    growth, texture, root = begin_growth(settings, options, random)
    walker: Node | None = root
    visited: list[Node] = []
    count = 0
    while walker is not None or visited:
        if walker is None:
            # The hunt: the one found stays on the heap, for it may have more ways on.
            walker = texture.way_on(growth, visited[0])
            if walker is None:
                heappop(visited)
                continue
        heappush(visited, walker)
        count += 1
        if count % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(min(1.0, count / len(growth.discovered)))
        if options.eagerness and random.random() < options.eagerness:
            walker = None
        elif texture.leaves():
            walker = _hunted_anywhere(visited, texture, growth, random)
        else:
            walker = texture.way_on(growth, walker)
    return Draft(growth.complete(random), settings.root, record=growth.record)


def _hunted_anywhere(visited: list[Node], texture: Texture, growth: Growth, random: Random) -> Node | None:
    """Return where a hunt finds a way on that looks anywhere, until it looks in vain."""
    count = len(visited)
    place = texture.place(count, index_below(count, random), lambda number: visited[number].position)
    return texture.way_on(growth, visited[place])


STYLE = Style(
    "Hunt and Kill",
    "Random walks, each begun where another left room: long ways, few dead ends",
    make,
    options=HuntAndKillOptions,
)
