# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration spaces of many triples of mazes at once.

All positions of a small box have room in one word of 32 bits, so a layer of a breadth-first search through thousands
of spaces is a handful of operations on an array of words: it is done from every position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.oskar.maze.faces import FACE_AXES, Size, face_shape
from puzzle_cubes.oskar.maze.space import ConfigurationSpace

from .trees import Numbers, spanning_trees

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
