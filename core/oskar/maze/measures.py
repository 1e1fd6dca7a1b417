# SPDX-License-Identifier: GPL-3.0-or-later
"""The measures of a puzzle, as numbers, with the moves that a player is expected to need who remembers nothing.

That player never turns back except at a dead end, takes every other way with the same chance, and does not enter a
side path of which the end is in sight: one that ends within the look-ahead. Leaving out the dead ends as often as
that, start and end excepted, removes just these side paths. Searches aim at these moves; the difficulty goes by a
player who remembers more, in ``difficulty.py``.

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

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise, product
from operator import or_
from typing import Any

import numpy as np

from ...common.containers import array_from_bits, bits_from_indices, triple
from .difficulty import LOOK_AHEADS
from .faces import Size
from .space import ConfigurationSpace, Layers, Position, distances, index_of, position_of

Numbers = tuple[int, int, int]
"""What hangs on a position: the numbers of side paths, of the positions on them, and of dead ends."""

Sides = list[tuple[int, Numbers]]
"""What hangs on a way: for every position where it forks, but for the end, its place on the way from 0, and numbers."""

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
    rounds = filled_in(space, ways_to_end, start, end)
    expected = []
    for look_ahead in LOOK_AHEADS:
        left = {index for index in ways_to_end if rounds.get(index, math.inf) > look_ahead}
        neighbors = {index: left.intersection(space.neighbors(index)) for index in ways_to_end if index in left}
        expected.append(_with_loops(neighbors, first, last))
    return tuple(expected)


def wasted_moves(sides: Sides) -> float:
    """Return the moves beyond its length that a way in a space without loops is expected to take."""
    wasted = 0.0
    aside = 0
    for place, (count, hanging, _) in sides:
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
        dead_ends = np.bincount(places[depths == look_ahead], minlength=len(way))
        forks = np.flatnonzero(counts[:-1])
        numbers = zip(*(column[forks].tolist() for column in (counts, hanging, dead_ends)), strict=True)
        sides.append(list(zip(forks.tolist(), numbers, strict=True)))
    return len(way) - 1, sides


def filled_in(space: ConfigurationSpace, reached: Iterable[int], start: Position, end: Position) -> dict[int, int]:
    """Return, for each of the reached positions that is filled, by its index, in which round, counted from 1."""
    ends = {index_of(space.size, start), index_of(space.size, end)}
    open_moves = {index: sum(1 for _ in space.neighbors(index)) for index in reached}
    rounds: dict[int, int] = {}
    dead = [index for index, moves in open_moves.items() if moves == 1 and index not in ends]
    number = 0
    while dead:
        number += 1
        rounds.update(dict.fromkeys(dead, number))
        following = []
        for index in dead:
            for beside in space.neighbors(index):
                open_moves[beside] -= 1
                if open_moves[beside] == 1 and beside not in rounds and beside not in ends:
                    following.append(beside)
        dead = following
    return rounds


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


Hanging = tuple[int, list[Numbers]]
"""What hangs on a position of the way, as far as anybody enters it, and of each player who does the numbers of it."""

View = tuple[int, int]
"""The positions beside the way that a player enters, and the dead ends among them."""


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
        self._space = space
        way = space.way(layers, layers.sets[-1] & -layers.sets[-1])
        on_way = reduce(or_, way)
        views = self._views(look_aheads, layers.reachable ^ on_way, on_way)
        aside = views[0][0]
        # By a position of the way together with the two beside it, which what hangs on it depends on.
        self._hanging: dict[int, Hanging] = {}
        known = {} if before is None else before._hanging
        changed = 0 if before is None else space.changed(before._space)
        for _ in range(look_aheads[0]):
            # What nobody enters tells of its changes by what it hangs on.
            changed |= space.beside(changed & ~on_way)
        forks = space.beside(aside) & on_way
        self.seen: list[Sides] = [[] for _ in views]
        for place in [place for place, here in enumerate(way) if here & forks]:
            here = way[place]
            beside = here | way[place + 1] | (way[place - 1] if place else 0)
            hung = known.get(beside)
            if hung is None or (hung[0] | here) & changed:
                hung = _hung_on(space, here, aside, views)
            self._hanging[beside] = hung
            hanging, counts = hung
            aside ^= hanging
            # Who looks further enters no more.
            for sides, numbers in zip(self.seen, counts, strict=False):
                sides.append((place, numbers))

    def _views(self, look_aheads: Sequence[int], aside: int, on_way: int) -> list[View]:
        """Return the positions beside the way that the players enter, and the dead ends among these."""
        entered = [aside]
        for _ in range(look_aheads[-1] + 1):
            aside &= self._space.between(aside | on_way)
            entered.append(aside)
        return [(entered[seen], entered[seen] ^ entered[seen + 1]) for seen in look_aheads]


def _hung_on(space: ConfigurationSpace, here: int, aside: int, views: list[View]) -> Hanging:
    """Return what aside from a way is connected with a position of the way."""
    _, beside, *further = space.fronts(here, aside)
    hanging = reduce(or_, further, beside)
    return hanging, [
        (count, (hanging & entered).bit_count(), (hanging & ends).bit_count())
        for entered, ends in views
        if (count := (beside & entered).bit_count())
    ]


def _measure(meaning: str) -> Any:
    """Declare a measure with the words that say to a user what it means."""
    return field(metadata={"meaning": meaning})


@dataclass(frozen=True)
class Measures:
    """The measures of a puzzle; all but the bits, the mean lengths and the expected moves are counts."""

    length: int = _measure("Moves on the shortest way from the start to the end")
    straight_moves: int = _measure("The same way, with consecutive moves in one direction counted once")
    turns: int = _measure("Changes of direction on the same way")
    shortest_ways: int = _measure("How many shortest ways there are from the start to the end")
    decisions: int = _measure("Positions on that way where it goes on in more than one direction")
    bits: float = _measure("Guessing right at every decision has odds of 1 in 2 to the power of this")
    dead_ends: int = _measure("Positions that can be reached and have no way on, start and end left out")
    alcoves: int = _measure("Dead ends without a turn since the last fork")
    alcove_length: float = _measure("Moves from the last fork to the end of an alcove, on average")
    forward_dead_ends: int = _measure("Other dead ends that lie nearer to the end than the fork they begin at")
    forward_length: float = _measure("Moves from the last fork to a forward dead end, on average")
    backward_dead_ends: int = _measure("Other dead ends that lie no nearer to the end than the fork they begin at")
    backward_length: float = _measure("Moves from the last fork to a backward dead end, on average")
    reachable: int = _measure("Positions that the cross can reach from the start")
    positions: int = _measure("Positions of the cross in all, reachable or not")
    loops: int = _measure("Ways to go round in a circle, among the positions that can be reached")
    corners: int = _measure("Corners of the box that the cross's center can reach, of eight")
    components: int = _measure("Parts into which the positions fall, with no move from one part to another")
    largest_component: int = _measure("Positions in the largest of these parts")
    expected_moves: tuple[float | None, ...] = _measure(
        "Average moves of a player who looks 0, 1, 2 or 3 moves ahead, does not enter side paths that are seen to "
        "end, takes every other way with the same chance and remembers nothing"
    )


def measure(space: ConfigurationSpace, ways_to_end: dict[int, int], solution: list[Position]) -> Measures:
    """Measure a space and its shortest solution, both ends included.

    ``ways_to_end`` is what ``ConfigurationSpace.ways_to`` gives for the end.
    """
    reached = bits_from_indices(ways_to_end, space.position_count)
    path = [index_of(space.size, position) for position in solution]
    # At the start every move leads on; later all but the one just come by do.
    onward = [sum(1 for _ in space.neighbors(index)) - (index != path[0]) for index in path[:-1]]
    choices = [count for count in onward if count > 1]
    loops = space.loops(reached)
    straight = straight_moves(solution)
    ends = dead_ends(space, reached, solution[0], solution[-1])
    _, sizes = np.unique(space.components(), return_counts=True)
    expected = expected_moves(space, ways_to_end, solution[0], solution[-1])
    return Measures(
        length=len(path) - 1,
        straight_moves=len(straight),
        turns=len(straight) - 1,
        shortest_ways=_shortest_ways(space, ways_to_end, path[0]) if loops else 1,
        decisions=len(choices),
        bits=round(sum(math.log2(count) for count in choices), 6),
        dead_ends=len(ends.alcoves) + len(ends.forward) + len(ends.backward),
        alcoves=len(ends.alcoves),
        alcove_length=_mean(ends.alcoves),
        forward_dead_ends=len(ends.forward),
        forward_length=_mean(ends.forward),
        backward_dead_ends=len(ends.backward),
        backward_length=_mean(ends.backward),
        reachable=len(ways_to_end),
        positions=space.position_count,
        loops=loops,
        corners=sum(reached >> index_of(space.size, corner) & 1 for corner in corner_positions(space.size)),
        components=len(sizes),
        largest_component=int(sizes.max()),
        # What the players are expected to need is known far better than that, but not to the last bit.
        expected_moves=tuple(None if moves is None else round(moves, 3) for moves in expected),
    )


def _mean(lengths: list[int]) -> float:
    """Return a mean as far as it is worth reading; 0 of nothing."""
    return round(sum(lengths) / len(lengths), 3) if lengths else 0.0


def _shortest_ways(space: ConfigurationSpace, ways_to_end: dict[int, int], start: int) -> int:
    """Return the number of shortest ways from a position to the end, counted from the end."""
    apart = distances(ways_to_end)
    ways: dict[int, int] = {}
    for index, moves in apart.items():
        ways[index] = sum(ways[beside] for beside in space.neighbors(index) if apart[beside] == moves - 1) or 1
        if index == start:
            break
    return ways[start]


def corner_positions(size: Size) -> list[Position]:
    """Return the positions in the corners of the box: eight, or fewer where a side has a single cell."""
    return list(product(*triple(sorted({0, cells - 1}) for cells in size)))


def straight_moves(path: list[Position]) -> list[tuple[int, int]]:
    """Join the consecutive moves of a path that go in one direction.

    Returns (axis, cells) per straight move; cells is negative where it goes down the axis.
    """
    joined: list[tuple[int, int]] = []
    for here, following in pairwise(path):
        axis = next(axis for axis in range(3) if here[axis] != following[axis])
        cells = following[axis] - here[axis]
        if joined and joined[-1][0] == axis and joined[-1][1] * cells > 0:
            joined[-1] = (axis, joined[-1][1] + cells)
        else:
            joined.append((axis, cells))
    return joined


def turns_of(path: list[Position]) -> list[Position]:
    """Return where a path begins, and where each of its straight moves ends."""
    here, turns = [*path[0]], [path[0]]
    for axis, cells in straight_moves(path):
        here[axis] += cells
        turns.append(triple(here))
    return turns


@dataclass(frozen=True)
class DeadEnds:
    """The lengths in moves of all dead ends of each kind, from the last position where the way forked."""

    alcoves: list[int] = field(default_factory=list)
    forward: list[int] = field(default_factory=list)
    backward: list[int] = field(default_factory=list)


def dead_ends(space: ConfigurationSpace, reachable: int, start: Position, end: Position) -> DeadEnds:
    """Return the dead ends among the reachable positions, a set; start and end are none."""
    moves = np.bincount(np.concatenate(space.ends_of_moves()), minlength=space.position_count)
    passed = (moves == 2).tobytes()
    ends = {index_of(space.size, start), index_of(space.size, end)}
    dead = DeadEnds()
    for index in np.flatnonzero((moves == 1) & array_from_bits(reachable, moves.shape)).tolist():
        if index in ends:
            continue
        stretch = [index]
        before, here = index, next(space.neighbors(index))
        while here not in ends and passed[here]:
            stretch.append(here)
            before, here = here, next(beside for beside in space.neighbors(here) if beside != before)
        stretch.append(here)
        steps = {abs(second - first) for first, second in pairwise(stretch)}
        if len(steps) == 1:
            dead.alcoves.append(len(stretch) - 1)
        elif _moves_apart(space, index, end) < _moves_apart(space, here, end):
            dead.forward.append(len(stretch) - 1)
        else:
            dead.backward.append(len(stretch) - 1)
    return dead


def _moves_apart(space: ConfigurationSpace, index: int, end: Position) -> int:
    """Return the moves between two positions if no wall were there."""
    return sum(abs(a - b) for a, b in zip(position_of(space.size, index), end, strict=True))
