# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes how many moves a player needs who sees some moves ahead.

The player remembers nothing, never turns back except at a dead end, takes every other way with the same chance,
and does not enter a side path of which the end is in sight: one that ends within the look-ahead. Leaving out the
dead ends as often as that, start and end excepted, removes just these side paths.

Without loops there is a closed form. Be ``n`` the number of positions that hang on a position of the way by ``d``
side paths, and ``c`` those nearer to the start: all on the way so far, with all that hangs on it. A side path
of ``s`` positions, once entered, costs ``2 s`` moves until the player stands again where it began; this holds for the
way back to the start, too. What a position of the way costs then is one move, and twice

- at the start ``d n / (d + 1)``,
- later ``((d + 1) n + d c) / (d + 2)``.

So long false paths cost, early ones cost less than late ones, and what the player sees to be short costs nothing.
With loops a system of linear equations is solved, one for every way to enter a position.

``SidesOfWay`` is for a search, which asks some ten thousand times: sets of positions are numbers there, what is seen
ahead is left out of all of them at once, and what hangs on the way is known where nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

import numpy as np

from ...common.containers import bits_from_indices
from .space import ConfigurationSpace, Layers, Position, index_of

LOOK_AHEADS = (0, 1, 2, 3)
"""The players whose moves are known of a puzzle: how many moves each one sees ahead."""

Sides = list[tuple[int, int, int]]
"""What hangs on a way, for every position where it forks, in order and the end left out.

That is its place on the way from 0, the number of side paths, and of the positions that hang on them.
"""

LARGEST_SYSTEM = 4000
"""Equations that are solved at most: some seconds. Only a puzzle from a file may have more."""


def expected_moves(
    space: ConfigurationSpace, ways_to_end: dict[int, int], start: Position, end: Position
) -> tuple[float | None, ...]:
    """Return the expected moves of the players with the ``LOOK_AHEADS`` from the start to the end.

    ``ways_to_end`` leads from every reachable position to the next one on a shortest way to the end, and is in the
    order of the distance, as ``ConfigurationSpace.ways_to`` gives it. None stands where loops make more equations
    than are solved.
    """
    first, last = index_of(space.size, start), index_of(space.size, end)
    if space.loops(bits_from_indices(ways_to_end, space.position_count)) == 0:
        length, sides = sides_without_loops(ways_to_end, first)
        return tuple(length + wasted_moves(seen) for seen in sides)
    neighbors = {index: set(space.neighbors(index)) for index in ways_to_end}
    expected = []
    for look_ahead in LOOK_AHEADS:
        if look_ahead:
            _leave_out_dead_ends(neighbors, {first, last})
        expected.append(_with_loops(neighbors, first, last))
    return tuple(expected)


def wasted_moves(sides: Sides) -> float:
    """Return the moves beyond its length that a way in a space without loops is expected to take."""
    wasted = 0.0
    aside = 0
    for place, count, hanging in sides:
        if place == 0:
            wasted += count * hanging / (count + 1)
        else:
            wasted += ((count + 1) * hanging + count * (place + aside)) / (count + 2)
        aside += hanging
    return 2 * wasted


def sides_without_loops(ways_to_end: dict[int, int], start: int) -> tuple[int, list[Sides]]:
    """Return the length of the way, and what hangs on it for each of the ``LOOK_AHEADS``.

    All positions form a tree; its root is the end, so every way leads up.
    """
    way = {start: 0}
    index = start
    while ways_to_end[index] != index:
        index = ways_to_end[index]
        way[index] = len(way)
    # Which position of the way each one hangs on, and how many moves it goes on beyond it.
    hangs_on: dict[int, int] = {}
    for index, nearer in ways_to_end.items():
        hangs_on[index] = way[index] if index in way else hangs_on[nearer]
    beyond = dict.fromkeys(ways_to_end, 0)
    for index, nearer in reversed(ways_to_end.items()):
        beyond[nearer] = max(beyond[nearer], beyond[index] + 1)
    aside = [
        (hangs_on[index], beyond[index], nearer in way) for index, nearer in ways_to_end.items() if index not in way
    ]
    places, depths, first = np.array(aside, dtype=np.intp).reshape(-1, 3).T
    sides = []
    for look_ahead in LOOK_AHEADS:
        seen = depths >= look_ahead
        hanging = np.bincount(places[seen], minlength=len(way))
        counts = np.bincount(places[seen & (first == 1)], minlength=len(way))
        forks = np.flatnonzero(counts[:-1])
        sides.append(list(zip(forks.tolist(), counts[forks].tolist(), hanging[forks].tolist(), strict=True)))
    return len(way) - 1, sides


def _leave_out_dead_ends(neighbors: dict[int, set[int]], kept: set[int]) -> None:
    """Remove all positions with a single neighbor, but for those to be kept."""
    for index in [index for index, beside in neighbors.items() if len(beside) == 1 and index not in kept]:
        for beside in neighbors.pop(index):
            if beside in neighbors:
                neighbors[beside].remove(index)


def _with_loops(neighbors: Mapping[int, set[int]], start: int, end: int) -> float | None:
    """Solve for the moves from every way to enter a position; None where these are too many."""
    entries = [(here, beside) for here, neighbors_of in neighbors.items() if here != end for beside in neighbors_of]
    if len(entries) > LARGEST_SYSTEM:
        return None
    place = {entry: number for number, entry in enumerate(entries)}
    equations = np.eye(len(entries))
    for (here, beside), number in place.items():
        if beside != end:
            onward = neighbors[beside] - {here} or {here}
            for following in onward:
                equations[number, place[beside, following]] -= 1 / len(onward)
    moves = np.linalg.solve(equations, np.ones(len(entries)))
    return float(np.mean([moves[place[start, beside]] for beside in neighbors[start]]))


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
                hung = known.get(beside)
                if hung is None or (hung[0] | here) & changed:
                    hung = self._hung_on(here, rest, views)
                self._hanging[beside] = hung
                hanging, counts = hung
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
        hanging = reduce(or_, self._space.fronts(here, rest)) ^ here
        on_way = 1 if here == self._way[0] else 2
        return hanging, [
            (
                (1 if here & ones else 0) + (2 if here & twos else 0) + (4 if here & fours else 0) - on_way,
                (hanging & kept).bit_count(),
            )
            for kept, ones, twos, fours in views
        ]
