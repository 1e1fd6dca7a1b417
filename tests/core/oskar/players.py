# SPDX-License-Identifier: GPL-3.0-or-later
"""Players who look some moves ahead, in two plain forms: as a system of equations, and playing.

They never turn back except at a dead end, take every other way with the same chance, remember nothing, and do not
enter a side path that they see to end. One who plays with a memory knows what was tried at each fork, and forgets all
of it at a dead end by a chance.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np

from tests.core.oskar.reference import Maze, Triple, distances, neighbors

Ways = dict[Triple, list[Triple]]
"""The positions that moves lead to, of every position."""


def ways_of(maze: Maze, size: Triple, start: Triple) -> Ways:
    """Return the ways of all positions that a start is connected with."""
    return {position: neighbors(maze, size, position) for position in distances(maze, size, start)}


def in_sight_left_out(ways: Ways, start: Triple, end: Triple, look_ahead: int) -> Ways:
    """Return the ways without the side paths that end within so many moves."""
    for _ in range(look_ahead):
        dead = {position for position, beside in ways.items() if len(beside) < 2} - {start, end}
        ways = {
            position: [neighbor for neighbor in beside if neighbor not in dead]
            for position, beside in ways.items()
            if position not in dead
        }
    return ways


def solved_moves(ways: Ways, start: Triple, end: Triple) -> float:
    """Return the expected moves: every entry of a position costs one move and the mean of what follows."""
    entries = [(here, neighbor) for here in ways if here != end for neighbor in ways[here]]
    rows, right = [], []
    for here, position in entries:
        row = dict.fromkeys(entries, 0.0)
        row[here, position] = 1.0
        onward = [] if position == end else [onto for onto in ways[position] if onto != here] or [here]
        for onto in onward:
            row[position, onto] -= 1 / len(onward)
        rows.append(list(row.values()))
        right.append(1.0)
    moves = dict(zip(entries, np.linalg.solve(np.array(rows), np.array(right)), strict=True))
    return fmean(moves[start, neighbor] for neighbor in ways[start])


def played_moves(
    ways: Ways, start: Triple, end: Triple, games: int, random: Random, *, kept: float = 0.0
) -> tuple[float, float]:
    """Play some games; return the mean number of moves and its standard error.

    ``kept`` is the chance to go on knowing, after a dead end, what was tried.
    """
    counts = [_game(ways, start, end, random, kept) for _ in range(games)]
    return fmean(counts), stdev(counts) / sqrt(games)


def _game(ways: Ways, start: Triple, end: Triple, random: Random, kept: float) -> int:
    """Return the moves of a game; without loops."""
    tried: dict[Triple, list[Triple]] = {}
    before, here, moves = start, start, 0
    while here != end:
        if len(ways[here]) > 2 or here == start:
            tried.setdefault(here, []).extend([before] if moves else [])
        if len(ways[here]) == 1 and moves and random.random() >= kept:
            tried = {}
        known = tried.get(here, [before] if moves else [])
        onward = [way for way in ways[here] if way not in known]
        # Who knows all ways to be tried goes back by the first one, which led here.
        before, here, moves = here, random.choice(onward) if onward else known[0], moves + 1
        if onward and before in tried:
            # What lies beyond a way of a fork that is entered anew is as new.
            tried = {fork: known for fork, known in tried.items() if not _beyond(ways, before, here, fork)}
    return moves


def _beyond(ways: Ways, fork: Triple, way: Triple, place: Triple) -> bool:
    """Report whether a place lies beyond a way that leads from a fork, without loops."""
    rest = [(fork, way)]
    while rest:
        before, here = rest.pop()
        if here == place:
            return True
        rest.extend((here, beside) for beside in ways[here] if beside != before)
    return False
