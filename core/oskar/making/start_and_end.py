# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a puzzle starts and ends, in faces that are there already."""

from __future__ import annotations

from random import Random

import numpy as np

from ...common.draws import pick
from ..maze.space import ConfigurationSpace, Position, index_of, position_of
from .settings import Settings
from .style import Draft


def choose_ends(
    settings: Settings, space: ConfigurationSpace, draft: Draft, random: Random
) -> tuple[Position, Position]:
    """Return the start and the end that the settings ask for; both are the same where the start allows no move.

    The leaves are those of the draft's growth, or else of a walk through the finished mazes. The
    best start is the one farthest from the end; with the farthest end both are chosen together.
    """
    if draft.ends is not None:
        chosen, farthest = draft.ends
        # What a search has chosen is the farthest end, and in mazes without loops the deepest too.
        return chosen, leaves_of_walk(space, chosen, random)[0] if settings.end == "first" else farthest
    start = settings.fixed_start
    root = start or draft.root or _in_largest_component(space)
    if settings.end == "farthest":
        return (start, _farthest(space, start)) if start else space.longest_way(root)
    first, deepest = draft.leaves or leaves_of_walk(space, root, random)
    end = first if settings.end == "first" else deepest
    return start or _farthest(space, end), end


def leaves_of_walk(space: ConfigurationSpace, root: Position, random: Random) -> tuple[Position, Position]:
    """Walk depth-first from a root in random order; return the first dead end and the position that lies deepest."""
    start = index_of(space.size, root)
    visited = {start}
    walk = [start]
    first = deepest = start
    deepest_depth = 0
    while walk:
        ways = [index for index in space.neighbors(walk[-1]) if index not in visited]
        if ways:
            following = pick(ways, random)
            visited.add(following)
            walk.append(following)
            continue
        if first == start:
            first = walk[-1]
        if len(walk) > deepest_depth:
            deepest, deepest_depth = walk[-1], len(walk)
        walk.pop()
    return position_of(space.size, first), position_of(space.size, deepest)


def _farthest(space: ConfigurationSpace, position: Position) -> Position:
    return position_of(space.size, next(reversed(space.ways_to(position))))


def _in_largest_component(space: ConfigurationSpace) -> Position:
    """Return the lowest position of the largest component, or of the lowest of several."""
    lowest, sizes = np.unique(space.components(), return_counts=True)
    return position_of(space.size, int(lowest[np.argmax(sizes)]))
