# SPDX-License-Identifier: GPL-3.0-or-later
"""The side paths along the way of a space without loops, as seen by players who look some moves ahead.

It is ``look_ahead`` for a search, which asks for it some ten thousand times: the sets of positions are numbers here,
what is seen ahead is left out of all of them at once, and what hangs on the way is known where nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from .look_ahead import Sides
from .space import ConfigurationSpace, Layers

Hanging = tuple[int, list[tuple[int, int]]]
"""What hangs on a position of the way: the set of it, and for each player how many side paths and positions that is."""

View = tuple[int, int, int, int]
"""What a player sees of a space: the positions, and the digits 1, 2 and 4 of the number of moves from each of them."""


class SidesOfWay:
    """What hangs on the way to the lowest farthest position, for players who look ahead; ``look_aheads`` must rise.

    ``before`` is the same for a space that differs in few moves. Where neither a position of the way and those beside
    it nor anything that hangs there has changed, it is taken from there.
    """

    def __init__(
        self,
        space: ConfigurationSpace,
        layers: Layers,
        look_aheads: Sequence[int],
        before: SidesOfWay | None = None,
    ) -> None:
        """Find the way and all sides."""
        self._space = space
        self._way = way = space.way(layers, layers.sets[-1] & -layers.sets[-1])
        # By a position of the way together with the two beside it, which what hangs on it depends on.
        self._hanging: dict[int, Hanging] = {}
        known = {} if before is None else before._hanging
        changed = 0 if before is None else space.changed(before._space)
        on_way = reduce(or_, way)
        views = self._views(look_aheads, layers.reachable, on_way)
        # One way leads to each but the start, and one leads on; where three moves are, one is aside.
        ones, twos, fours = space.degrees()
        forks = (fours | twos & ones | way[0] & twos) & on_way & ~way[-1]
        rest = layers.reachable ^ on_way
        self.seen: list[Sides] = [[] for _ in views]
        for place, here in enumerate(way):
            if here & forks:
                beside = here | way[place + 1] | (way[place - 1] if place else 0)
                found = known.get(beside)
                if found is None or (found[0] | here) & changed:
                    found = self._hung_on(here, rest, views)
                self._hanging[beside] = found
                hanging, counts = found
                rest ^= hanging
                for sides, (count, positions) in zip(self.seen, counts, strict=True):
                    if count:
                        sides.append((place, count, positions))

    def _views(self, look_aheads: Sequence[int], kept: int, on_way: int) -> list[View]:
        """Return what the players see of the space, of whose positions some are kept."""
        seen = self._space
        _, row, plane = seen.steps
        ones, twos, fours = seen.degrees()
        views: list[View] = []
        pruned = 0
        for look_ahead in look_aheads:
            while pruned < look_ahead:
                dead = ones & ~twos & ~fours & ~on_way
                moves_x, moves_y, moves_z = seen.moves
                left = moves_x & ~(dead | dead >> 1), moves_y & ~(dead | dead >> row), moves_z & ~(dead | dead >> plane)
                seen, kept, pruned = ConfigurationSpace(seen.size, left), kept & ~dead, pruned + 1
                ones, twos, fours = seen.degrees()
            views.append((kept, ones, twos, fours))
        return views

    def _hung_on(self, here: int, rest: int, views: list[View]) -> Hanging:
        """Return what of the rest is connected with a position of the way."""
        x, y, z = self._space.moves
        _, row, plane = self._space.steps
        left, front = rest, here
        while front:
            front = (
                (front & x) << 1
                | front >> 1 & x
                | (front & y) << row
                | front >> row & y
                | (front & z) << plane
                | front >> plane & z
            ) & left
            left ^= front
        hanging = rest ^ left
        on_way = 1 if here == self._way[0] else 2
        return hanging, [
            (
                (1 if here & ones else 0) + (2 if here & twos else 0) + (4 if here & fours else 0) - on_way,
                (hanging & kept).bit_count(),
            )
            for kept, ones, twos, fours in views
        ]
