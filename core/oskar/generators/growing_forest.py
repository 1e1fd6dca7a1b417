# SPDX-License-Identifier: GPL-3.0-or-later
"""The style growing_forest: a tree from each corner of the box, which merge where the faces allow.

The trees take turns; each tries a random move from its newest position that has one left. Such a move may lead to a
new position or into another tree; a union-find over cells and positions forbids it only where it would close a loop.
The more of the faces is cut, the fewer moves are left that join two trees: in a large box most trees stay apart.
"""

from __future__ import annotations

from random import Random

from ...common.draws import take
from ..making.growing_faces import DIRECTIONS
from ..making.loop_free_faces import LoopFreeFaces
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style
from ..maze.measures import corner_positions
from ..maze.space import Position, index_of


def make(settings: Settings, random: Random) -> Making:
    """Grow until no tree has a move left to try."""
    size = settings.size
    carving = LoopFreeFaces(size)
    corners = corner_positions(size)
    discovered = bytearray(size[0] * size[1] * size[2])
    for corner in corners:
        discovered[index_of(size, corner)] = 1
    # Per tree a stack of positions, each with the directions that were not tried.
    trees = [[(corner, list(DIRECTIONS))] for corner in corners]
    tried = 0
    while trees:
        for stack in trees:
            while stack and not stack[-1][1]:
                stack.pop()
            if not stack:
                continue
            position, directions = stack[-1]
            direction = take(directions, random)
            there = _opened(carving, size, position, direction)
            if there is not None and not discovered[index_of(size, there)]:
                discovered[index_of(size, there)] = 1
                stack.append((there, list(DIRECTIONS)))
            tried += 1
            if tried % POSITIONS_BETWEEN_PAUSES == 0:
                yield Pause(tried / (len(DIRECTIONS) * len(discovered)))
        trees = [stack for stack in trees if stack]
    return Draft(carving.complete(random))


def _opened(carving: LoopFreeFaces, size: tuple[int, int, int], position: Position, direction: int) -> Position | None:
    """Open the move from a position in a direction if that is possible, and return where it leads."""
    axis = direction // 2
    there = list(position)
    there[axis] += -1 if direction % 2 else 1
    if not 0 <= there[axis] < size[axis]:
        return None
    beside = there[0], there[1], there[2]
    return beside if carving.open_move(axis, min(position, beside)) else None


STYLE = Style(
    "Growing Forest",
    "Trees from all corners that merge where the faces allow; in a large box most stay apart",
    make,
    start="best",
)
