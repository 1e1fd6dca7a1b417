# SPDX-License-Identifier: GPL-3.0-or-later
"""The difficulty of a puzzle: the moves that a player is expected to waste who remembers the last forks, and a word.

What makes a maze hard are the moves that are wasted: those beyond the length of the solution. Length by itself counts
nothing: a way that never forks is long, and asks nothing. Who looks one move ahead counts twice as much as who looks
two; nobody enters a dead end that can be seen at once, and few look further. The unit is the original Oskar's Cube,
which is Medium, and each level asks for two and a half times as much as the one before.

The player does not enter a side path that is seen to end, never turns back without need, and takes each way that they
do not know to be tried with the same chance; once all are tried they go back the way they came. They know of each fork
what they tried there, until they lose the thread, which happens at one dead end in four: then they know nothing but
the way just come by. So they know five to seven forks at most times. A player who loses it at every dead end is the
one of ``measures.py``, who remembers nothing; one who never does wastes as many moves as positions hang beside the
way, whatever the maze. For the original cube the wasted moves, 386 and 37, have these in their middle: 116. It is a
model. No person has validated it, or any other measure, for this puzzle.

The moves are exact. All positions form a tree with the end at its root; where there are loops it is that of the
shortest ways. Be ``rounds[j]`` the moves from a fork into its side path ``j`` until the player is back for the first
time, and ``kept[j]`` the chance that they still know the fork then: 3/4 to the power of the dead ends in the path. A
path that is entered anew after the thread was lost is as new. What is still to be walked beyond a fork before the
player leaves it toward the end depends on the side paths that are left to try, and on whether they know which way
leads back: that is a linear equation for each set of them, solved fork by fork from the leaves on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import factorial, inf, prod
from operator import mul
from types import MappingProxyType

import numpy as np

from ...common.draws import log2

LOOK_AHEADS = (0, 1, 2, 3)
"""The players whose moves are known of a puzzle: how many moves each one sees ahead."""

KEPT = 3 / 4
"""The chance that a player does not lose the thread at a dead end."""

_WEIGHTS = [
    [factorial(first) * factorial(ways - 1 - first) / factorial(ways) for first in range(ways)] for ways in range(7)
]
"""The share of all orders of so many ways in which some ways come first, then a certain one, and then the others."""

Fork = tuple[Sequence[float], float, float]
"""What is walked at a fork aside from its way toward the end: by the side path that the player comes from and does not
know to be another than the way back; knowing of no way; and from the way toward the end and back to it."""


def likely_moves(
    ways_to_end: Mapping[int, int], start: int, look_aheads: Iterable[int] = LOOK_AHEADS, kept: float = KEPT
) -> tuple[float, ...]:
    """Return the expected moves from a start to the end, for players who look so many moves ahead.

    ``ways_to_end`` leads from every position that can be reached, as an index, to the next one on a shortest way to the
    end, in the order of the distance. ``kept`` is the chance that a player does not lose the thread at a dead end.
    """
    way = [start]
    while ways_to_end[way[-1]] != way[-1]:
        way.append(ways_to_end[way[-1]])
    # The last one is the end, which leads to itself.
    inward = list(ways_to_end.items())[:0:-1]
    beyond = dict.fromkeys(ways_to_end, 0)
    for here, nearer in inward:
        beyond[nearer] = max(beyond[nearer], beyond[here] + 1)
    before: dict[int, int | None] = dict(zip(way, [None, *way], strict=False))
    length = len(way) - 1
    return tuple(
        length
        + _wasted([(here, nearer) for here, nearer in inward if here in before or beyond[here] >= seen], before, kept)
        for seen in look_aheads
    )


def nearly_wasted(sides: Iterable[tuple[int, tuple[int, int, int]]], kept: float = KEPT) -> float:
    """Return about how many moves are wasted, for a search: what hangs on each position of the way is one side path.

    Of each position with any are given its place on the way, the number of side paths, and of the positions and the
    dead ends that hang on it.
    """
    wasted = 0.0
    aside, known_behind = 0, kept
    for place, (_, hanging, dead_ends) in sides:
        known = _power(kept, dead_ends)
        if place:
            (from_behind, _), _, _ = _fork((2.0 * (place + aside), 2.0 * hanging), (known_behind, known))
            wasted += from_behind
        else:
            wasted += hanging
        aside += hanging
        known_behind = known_behind * known if place else known
    return wasted


def _power(base: float, exponent: int) -> float:
    """Return a power that has the same bits on every machine."""
    power = 1.0
    while exponent:
        power, base, exponent = power * base if exponent & 1 else power, base * base, exponent >> 1
    return power


def _wasted(inward: Iterable[tuple[int, int]], before: Mapping[int, int | None], kept: float) -> float:
    """Return the expected moves beyond the length; ``before`` leads from each position of the way to the one before."""
    wasted = 0.0
    # By a position: each that leads to it, the moves of going there and back, and the chance to know it afterwards.
    sides: dict[int, list[tuple[int, float, float]]] = {}
    for here, nearer in inward:
        hanging = sides.pop(here, None)
        # Most positions are ends or have one way in, which needs no equations.
        if hanging is None:
            there_and_back, known = 0.0, kept
        elif len(hanging) == 1:
            ((_, there_and_back, known),) = hanging
            if here in before and before[here] is None:
                wasted += there_and_back / 2
        else:
            names, rounds, chances = zip(*hanging, strict=True)
            from_side, from_nowhere, there_and_back = _fork(rounds, chances)
            known = prod(chances)
            if here in before:
                last = before[here]
                wasted += from_nowhere if last is None else from_side[names.index(last)]
        side = (here, 2 + there_and_back, known)
        if nearer in sides:
            sides[nearer].append(side)
        else:
            sides[nearer] = [side]
    return wasted


def _fork(rounds: Sequence[float], kept: Sequence[float]) -> Fork:
    """Return what is walked at a fork of which each side path takes so many moves and is remembered by a chance."""
    if len(rounds) == 2:
        # What comes out of the equations below; most forks are so.
        (first, second), (lost, lost_second) = rounds, (1 - kept[0], 1 - kept[1])
        from_first = (second / 2 + lost_second * first / 4) / (1 - lost * lost_second / 4)
        from_second = (first + lost * from_first) / 2
        again = lost * (1 + kept[1]) * from_first + lost_second * (1 + kept[0]) * from_second
        there_and_back = ((1 + kept[1]) * first + (1 + kept[0]) * second + again) / 2
        return (from_first, from_second), (first + second + from_first + from_second) / 3, there_and_back
    every = range(len(rounds))
    from_side = _solved([_row(rounds, kept, [side for side in every if side != begin], 1) for begin in every])
    from_nowhere, there_and_back = (
        row[-1] + sum(map(mul, row, from_side)) for row in (_row(rounds, kept, every, ways_on) for ways_on in (1, 0))
    )
    return from_side, from_nowhere, there_and_back


def _row(rounds: Sequence[float], kept: Sequence[float], sides: Sequence[int], ways_on: int) -> list[float]:
    """Return what is walked where some sides are left to try, and so many other ways.

    A row has the shares of what is walked when coming from each side with the thread lost, and what is walked besides.
    """
    row = [0.0] * (len(rounds) + 1)
    weights = _WEIGHTS[len(sides) + ways_on]
    for side in sides:
        # The sums of products of so many chances, of those that may be tried before it.
        sums = [1.0]
        for earlier in sides:
            if earlier != side:
                sums.append(0.0)
                for number in range(len(sums) - 1, 0, -1):
                    sums[number] += kept[earlier] * sums[number - 1]
        tried = sum(map(mul, sums, weights))
        row[side] = (1 - kept[side]) * tried
        row[-1] += rounds[side] * tried
    return row


def _solved(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the numbers that are what their rows make of them; each row has the shares of all, and a number besides.

    The shares of a row add up to less than 1, so no pivot is small.
    """
    left = [[(place == number) - share for place, share in enumerate(row[:-1])] for number, row in enumerate(rows)]
    equations = [[*shares, row[-1]] for shares, row in zip(left, rows, strict=True)]
    for number, pivot in enumerate(equations):
        for row, equation in enumerate(equations):
            if row != number:
                factor = equation[number] / pivot[number]
                equations[row] = [value - factor * beside for value, beside in zip(equation, pivot, strict=True)]
    return [equation[-1] / equation[number] for number, equation in enumerate(equations)]


FORGETFUL_ORIGINAL = (1927 / 3, 386.0, 406 / 3, 272 / 3)
"""The wasted moves of the original cube for players who look 0, 1, 2 and 3 moves ahead and remember nothing."""

ORIGINAL = (193.061556, 115.791336, 43.640908, 29.962842)
"""The same for those who remember."""

PLAYERS: Mapping[int, float] = MappingProxyType({1: 2.0, 2: 1.0})
"""Whom the word is for: the moves that they look ahead, and how much they count."""


@dataclass(frozen=True)
class Level:
    """A level of difficulty: what users call it, and from where to where it goes, in times the original cube."""

    label: str
    begin: float
    end: float


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "very_easy": Level("Very Easy", 0.0, 0.25),
        "easy": Level("Easy", 0.25, 0.63),
        "medium": Level("Medium", 0.63, 1.6),
        "hard": Level("Hard", 1.6, 4.0),
        "very_hard": Level("Very Hard", 4.0, 10.0),
        "extreme": Level("Extreme", 10.0, inf),
    }
)
"""The levels by name, each two and a half times as hard as the one before."""

FULL = 40.0
"""What fills the scale, in times the original cube: a little more than a search finds for 8x8x8."""


def times_original(
    wasted: Mapping[int, float], players: Mapping[int, float] = PLAYERS, original: Sequence[float] = ORIGINAL
) -> float:
    """Return how many times as hard as the original cube a puzzle is, from the moves that players waste on both.

    It is the geometric mean over the players, by how much they count; ``wasted`` holds the moves of all of them.
    """
    return float(2 ** log_times_original(wasted, players, original))


def log_times_original(
    wasted: Mapping[int, float], players: Mapping[int, float], original: Sequence[float] = ORIGINAL
) -> float:
    """Return the logarithm of ``times_original`` to the base 2, which has the same bits on every machine."""
    total = 0.0
    for player, weight in players.items():
        # One move more on both sides keeps the logarithm of a puzzle that wastes none.
        total += weight * log2((1 + wasted[player]) / (1 + original[player]))
    return total / sum(players.values())


def wasted_by_player(moves: Sequence[float], length: int) -> dict[int, float]:
    """Return the wasted moves of all players, by how far they look ahead, of those that they are expected to need."""
    return {player: expected - length for player, expected in enumerate(moves)}


def level_of(times: float) -> Level:
    """Return the level of a puzzle that is so many times as hard as the original cube."""
    return next(level for level in LEVELS.values() if times < level.end)


def share_of_scale(times: float) -> float:
    """Return how much of a bar is filled, from 0 to 1: all levels have the same width."""
    ends = [*(level.begin for level in LEVELS.values()), FULL]
    return float(np.interp(times, ends, np.linspace(0, 1, len(ends))))
