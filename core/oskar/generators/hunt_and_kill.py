# SPDX-License-Identifier: GPL-3.0-or-later
"""The style hunt_and_kill: a random walk until it is stuck, then a hunt for the first position to walk on from.

The hunt looks at the visited positions in the order of their index and takes the first from which the faces allow a
position that is not visited. One that allows none never will again, so the hunt keeps the others on a heap.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

from ..making.growing_faces import GrowingFaces, Node
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style


def make(settings: Settings, random: Random) -> Making:
    """Walk from the start."""
    growth = GrowingFaces(settings.size)
    root = settings.fixed_start or settings.center
    walker: Node | None = growth.root(root)
    visited: list[Node] = []
    count = 0
    while walker is not None or visited:
        if walker is None:
            # The hunt: the one found stays on the heap, for it may have more ways on.
            walker = growth.random_way_on(visited[0], random)
            if walker is None:
                heappop(visited)
                continue
        heappush(visited, walker)
        count += 1
        if count % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(count / len(growth.discovered))
        walker = growth.random_way_on(walker, random)
    return Draft(growth.complete(random), root)


STYLE = Style("Hunt and Kill", "Random walks, each begun where another left room: long ways, few dead ends", make)
