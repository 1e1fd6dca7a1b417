# SPDX-License-Identifier: GPL-3.0-or-later
"""The side paths along the way of a space without loops, as seen by players who look some moves ahead.

It is ``look_ahead`` for a search, which asks for it some ten thousand times: the sets of positions are numbers here,
and what is seen ahead is left out of all of them at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from .look_ahead import Sides
from .space import ConfigurationSpace, Layers


def sides_of_way(space: ConfigurationSpace, layers: Layers, look_aheads: Sequence[int]) -> list[Sides]:
    """Return what hangs on the way to the lowest farthest position, for each of the look-aheads, which must rise."""
    x, y, z = space.moves
    _, row, plane = space.steps
    way = space.way(layers, layers.sets[-1] & -layers.sets[-1])
    start, end = way[0], way[-1]
    on_way = reduce(or_, way)
    # What each player sees of the space: the positions, and the digits of the number of moves from each of them.
    seen, kept = space, layers.reachable
    ones, twos, fours = seen.degrees()
    views: list[tuple[int, int, int, int, Sides]] = []
    pruned = 0
    for look_ahead in look_aheads:
        while pruned < look_ahead:
            dead = ones & ~twos & ~fours & ~on_way
            moves_x, moves_y, moves_z = seen.moves
            left = moves_x & ~(dead | dead >> 1), moves_y & ~(dead | dead >> row), moves_z & ~(dead | dead >> plane)
            seen, kept, pruned = ConfigurationSpace(space.size, left), kept & ~dead, pruned + 1
            ones, twos, fours = seen.degrees()
        views.append((kept, ones, twos, fours, []))
    _, ones, twos, fours, _ = views[0]
    forks = (fours | twos & ones | start & twos) & on_way & ~end
    rest = layers.reachable & ~on_way
    for place, here in enumerate(way):
        if not here & forks:
            continue
        beside = rest
        front = here
        while front:
            front = (
                (front & x) << 1
                | front >> 1 & x
                | (front & y) << row
                | front >> row & y
                | (front & z) << plane
                | front >> plane & z
            ) & rest
            rest ^= front
        hanging = beside ^ rest
        for kept, ones, twos, fours, sides in views:
            count = (1 if here & ones else 0) + (2 if here & twos else 0) + (4 if here & fours else 0)
            count -= 1 if place == 0 else 2
            if count:
                sides.append((place, count, (hanging & kept).bit_count()))
    return [sides for *_, sides in views]
