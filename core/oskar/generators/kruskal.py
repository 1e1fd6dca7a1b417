# SPDX-License-Identifier: GPL-3.0-or-later
"""The style kruskal: all moves in random order, each opened where no loop forbids it.

A union-find over the cells of every face keeps the faces trees, and one over the positions keeps loops out of the
configuration space. Nothing grows from a start; the mazes come together from everywhere. What has grown together in
several regions often cannot be joined any more.
"""

from __future__ import annotations

from random import Random

from ...common.draws import shuffle_in_steps
from ..making.loop_free_faces import LoopFreeFaces
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.space import position_of


def make(settings: Settings, random: Random) -> Drafting:
    """Open moves until every face is a spanning tree, or all moves were tried."""
    size = settings.size
    carving = LoopFreeFaces(size)
    positions = size[0] * size[1] * size[2]
    moves = list(range(3 * positions))
    for number, move in enumerate(shuffle_in_steps(moves, random)):
        axis, index = divmod(move, positions)
        position = position_of(size, index)
        if position[axis] + 1 < size[axis]:
            carving.open_move(axis, position)
        if number % POSITIONS_BETWEEN_PAUSES == 0:
            if carving.whole:
                break
            yield Pause(number / len(moves))
    return Draft(carving.complete(random), record=carving.record)


STYLE = Style(
    "Kruskal",
    "Kruskal's algorithm: moves open everywhere, in random order; many short branches, and in a large box most stays "
    "out of reach",
    make,
    start="best",
)
