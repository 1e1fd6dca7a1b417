# SPDX-License-Identifier: GPL-3.0-or-later
"""The style prim: a tree that takes a random one of all moves that lead out of it.

Prim's algorithm takes the lightest of these moves; here, as maze makers use it, they have no weights, and each is
equally likely. A move that the faces have come to forbid since it was noted is dropped when it is drawn: it will never
be allowed again.
"""

from __future__ import annotations

from random import Random

from ...common.draws import take
from ..making.growing_faces import GrowingFaces, Node
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style


def make(settings: Settings, random: Random) -> Making:
    """Grow one tree from the start."""
    growth = GrowingFaces(settings.size)
    root = settings.fixed_start or settings.center
    start = growth.root(root)
    moves: list[tuple[Node, int, Node]] = [(start, *way) for way in growth.ways_on(start)]
    visited = 1
    while moves:
        here, direction, there = take(moves, random)
        if growth.way_on(here, direction) is None:
            continue
        growth.discover(there, direction)
        moves += [(there, *way) for way in growth.ways_on(there)]
        visited += 1
        if visited % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(visited / len(growth.discovered))
    return Draft(growth.complete(random), root)


STYLE = Style("Prim", "Grows by any of the moves that lead out of it: many short branches in all directions", make)
