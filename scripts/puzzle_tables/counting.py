# SPDX-License-Identifier: GPL-3.0-or-later
"""Counting some triples of mazes: the work of a task, which is done anywhere and writes nothing."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.look_ahead import expected_moves
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, distances, position_of

from .spaces import spaces_of
from .tally import Record, Tally
from .trees import Numbers, class_sizes, tree_counts

TRIPLES_AT_ONCE = 40_000
"""About so many triples are one task: a fraction of a second, or some seconds where most of them are new classes."""

MOVES_A_BIN = 10
"""Expected moves are counted in bins so wide."""

THOUSANDTHS = 1000
"""Of a move: expected moves are known far better than that, but not to the last bit."""

Task = tuple[Size, int, int]
"""A size, and which mazes of XY are looked at with all of XZ and YZ: from one to before another."""


def tasks_of(size: Size) -> Iterator[Task]:
    """Yield the tasks in which all triples of a box are counted."""
    first, second, third = tree_counts(size)
    at_once = max(1, TRIPLES_AT_ONCE // (second * third))
    yield from ((size, begin, min(begin + at_once, first)) for begin in range(0, first, at_once))


def triples_in(task: Task) -> int:
    """Return how many triples a task counts."""
    size, begin, end = task
    _, second, third = tree_counts(size)
    return (end - begin) * second * third


def numbers_in(task: Task) -> Numbers:
    """Return the numbers of the mazes in all triples of a task."""
    size, begin, end = task
    _, second, third = tree_counts(size)
    xy, xz, yz = np.indices((end - begin, second, third)).reshape(3, -1)
    return xy + begin, xz, yz


def count_in_steps(_: None, task: Task) -> Generator[None, None, Tally]:
    """Do what ``count`` does, in one step."""
    yield
    return count(task)


def count(task: Task) -> Tally:
    """Count all triples of a task.

    What costs a walk through each space, the expected moves, is found for one triple of each class only: the one with
    the lowest number, in whichever task that is.
    """
    size, begin, _ = task
    numbers = numbers_in(task)
    spaces, sizes = spaces_of(size, numbers), class_sizes(size, numbers)
    triples, classes = np.ones_like(sizes), sizes > 0
    tally = Tally()
    tally.parts.note(spaces.parts, triples, classes)
    tally.largest.note(spaces.largest, triples, classes)
    tally.loops.note(spaces.loops, triples, classes)
    tally.longest.note(spaces.longest, triples, classes)
    connected = spaces.parts == 1
    tally.longest_of_connected.note(spaces.longest[connected], triples[connected], classes[connected])
    before = begin * triples_in((size, 0, 1))
    records = []
    for place in np.flatnonzero(classes).tolist():
        space = ConfigurationSpace(
            size, (int(spaces.moves[0][place]), int(spaces.moves[1][place]), int(spaces.moves[2][place]))
        )
        longest = int(spaces.longest[place])
        ends = np.flatnonzero(spaces.farthest[:, place] == longest).tolist()
        moves, start, end = most_expected(space, longest, ends)
        tally.most_moves += Record(longest, before + place, start, end)
        records.append(Record(moves, before + place, start, end))
        tally.most_expected += records[-1]
    expected = np.array([round(record.value * THOUSANDTHS) for record in records], dtype=np.int64)
    tally.expected.note(expected // (MOVES_A_BIN * THOUSANDTHS), sizes[classes], np.ones_like(expected))
    tally.expected_sum = int(expected @ sizes[classes])
    return tally


def most_expected(space: ConfigurationSpace, longest: int, ends: list[int]) -> tuple[float, int, int]:
    """Return the most moves that a random player needs from one end of a longest way to the other, with both ends.

    That player sees no move ahead: takes every way but the one just come by with the same chance, and turns back only
    at a dead end. ``ends`` are the positions, as indices, from which some position is the longest way away.
    """
    found = []
    for end in ends:
        ways = space.ways_to(position_of(space.size, end))
        for start in (index for index, apart in distances(ways).items() if apart == longest):
            moves = expected_moves(space, ways, position_of(space.size, start), position_of(space.size, end))[0]
            if moves is None:
                raise ValueError(f"the expected moves from {start} to {end} are too many equations")
            # Rounded at once: the last bits must not choose among ways that are equally long.
            found.append((round(moves, 3), start, end))
    return max(found, key=lambda one: (one[0], -one[1], -one[2]))
