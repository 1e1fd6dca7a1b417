# SPDX-License-Identifier: GPL-3.0-or-later
"""Counting some triples of mazes: the work of a task, which is done anywhere and writes nothing.

The configuration spaces of many triples of mazes at once.

All positions of a small box have room in one word of 32 bits, so a layer of a breadth-first search through thousands
of spaces is a handful of operations on an array of words: it is done from every position.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.oskar.maze.faces import FACE_AXES, Size, face_shape
from puzzle_cubes.oskar.maze.look_ahead import expected_moves
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, distances, position_of

from .trees import Numbers, Record, Tally, class_sizes, spanning_trees, tree_counts

Words = NDArray[np.uint32]
"""Sets of positions, one for each triple."""

MOST_POSITIONS = 32

HALF = 1 << 16
_BITS_IN_HALF = np.array([half.bit_count() for half in range(HALF)], dtype=np.uint8)


@dataclass(frozen=True)
class Spaces:
    """The facts about each of some triples: arrays of one length, but for ``farthest``.

    ``moves`` are the sets of positions where the move by one cell along x, y and z is legal; ``parts`` how many parts
    the positions fall into, ``largest`` how many there are in the largest of these; ``loops`` how many moves could be
    left out without a further part; ``longest`` the moves of the longest way, from one position to another by the
    shortest way; ``farthest[p]`` those from the position ``p`` to the one that is farthest from it.
    """

    moves: tuple[Words, Words, Words]
    parts: NDArray[np.uint8]
    largest: NDArray[np.uint8]
    loops: NDArray[np.uint8]
    longest: NDArray[np.uint8]
    farthest: NDArray[np.uint8]


def spaces_of(size: Size, numbers: Numbers) -> Spaces:
    """Return what the triples of mazes with some numbers are like."""
    positions = size[0] * size[1] * size[2]
    if positions > MOST_POSITIONS:
        raise ValueError(f"a box of {positions} positions: there is room for {MOST_POSITIONS}")
    seen_by = [moves[chosen] for moves, chosen in zip(_moves_by_face(size), numbers, strict=True)]
    x, y, z = (seen_by[0][:, axis] & seen_by[1][:, axis] & seen_by[2][:, axis] for axis in range(3))
    moves = tuple(zip((x, y, z), (1, size[0], size[0] * size[1]), strict=True))
    count = len(x)
    parts, largest = (np.zeros(count, dtype=np.uint8) for _ in range(2))
    farthest = np.zeros((positions, count), dtype=np.uint8)
    # Written to again and again: with new arrays for each operation half of the time goes into getting memory.
    front, reached, following, one = (np.empty(count, dtype=np.uint32) for _ in range(4))
    for position in range(positions):
        front.fill(1 << position)
        reached.fill(1 << position)
        while front.any():
            following.fill(0)
            for legal, step in moves:
                np.bitwise_and(front, legal, out=one)
                following |= np.left_shift(one, step, out=one)
                np.right_shift(front, step, out=one)
                following |= np.bitwise_and(one, legal, out=one)
            np.bitwise_not(reached, out=one)
            np.bitwise_and(following, one, out=front)
            reached |= front
            farthest[position] += front != 0
        # A part is counted at its lowest position.
        parts += reached & np.uint32((1 << position) - 1) == 0
        largest = np.maximum(largest, bit_counts(reached))
    moves_in_all = bit_counts(x) + bit_counts(y) + bit_counts(z)
    loops = moves_in_all + parts - np.uint8(positions)
    return Spaces((x, y, z), parts, largest, loops, farthest.max(axis=0), farthest)


def bit_counts(words: Words) -> NDArray[np.uint8]:
    """Return the number of bits of each word."""
    counts: NDArray[np.uint8] = _BITS_IN_HALF[words % HALF] + _BITS_IN_HALF[words // HALF]
    return counts


@lru_cache
def _moves_by_face(size: Size) -> tuple[NDArray[np.uint32], ...]:
    """Return for each face, by its mazes and the axes, the moves that are legal if no other face minds."""
    return tuple(np.array(list(_moves_of_mazes(size, face)), dtype=np.uint32) for face in range(3))


def _moves_of_mazes(size: Size, face: int) -> Iterator[tuple[int, int, int]]:
    shapes = [(size[second], size[first]) for first, second in FACE_AXES]
    for tree in spanning_trees(face_shape(size, face)):
        arrays = [(np.ones(shape, dtype=bool), np.ones(shape, dtype=bool)) for shape in shapes]
        arrays[face] = tree.arrays()
        yield ConfigurationSpace.from_arrays(size, *arrays).moves


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
