# SPDX-License-Identifier: GPL-3.0-or-later
"""All mazes that a face can have, and what the symmetries of a box make of them.

A triple of mazes has a number: ``(i * n1 + j) * n2 + k`` for the mazes ``i``, ``j`` and ``k`` of XY, XZ and YZ, where
XZ can have ``n1`` mazes, and YZ ``n2``.

Tallies of triples of mazes: those of some triples add up to that of all. To count some is the work of a task, which is
done anywhere and writes nothing. All positions of a small box have room in one word of 32 bits, so a layer of a
breadth-first search through thousands of spaces is a handful of operations on an array of words: it is done from every
position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.oskar.maze.faces import FACE_AXES, Face, Faces, Size, face_shape
from puzzle_cubes.oskar.maze.measures import expected_moves
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, distances, position_of

Numbers = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""The numbers of the mazes of XY, XZ and YZ, of many triples."""


@lru_cache
def spanning_trees(shape: tuple[int, int]) -> tuple[Face, ...]:
    """Return all mazes without loops that connect all cells of a face, sorted by their bits."""
    columns, rows = shape
    passages = [(1 << cell, 0) for cell in range(columns * rows) if (cell + 1) % columns]
    passages += [(0, 1 << cell) for cell in range(columns * (rows - 1))]
    made = (
        Face(shape, sum(first for first, _ in chosen), sum(second for _, second in chosen))
        for chosen in combinations(passages, columns * rows - 1)
    )
    return tuple(sorted((face for face in made if face.is_spanning_tree()), key=lambda face: (face.first, face.second)))


def tree_counts(size: Size) -> tuple[int, int, int]:
    """Return how many mazes the faces XY, XZ and YZ can have."""
    xy, xz, yz = (len(spanning_trees(face_shape(size, face))) for face in range(3))
    return xy, xz, yz


def faces_of(size: Size, triple: int) -> Faces:
    """Return the faces of the triple with a number."""
    rest, yz = divmod(triple, tree_counts(size)[2])
    xy, xz = divmod(rest, tree_counts(size)[1])
    a, b, c = (spanning_trees(face_shape(size, face))[number] for face, number in enumerate((xy, xz, yz)))
    return a, b, c


def class_sizes(size: Size, numbers: Numbers) -> NDArray[np.int64]:
    """Return how many triples the class of each triple has, where its number is the lowest of them, and 0 elsewhere.

    A class are all triples that the box's symmetries, rotations and reflections onto itself, make of each other.
    """
    _, second, third = tree_counts(size)
    own = (numbers[0] * second + numbers[1]) * third + numbers[2]
    same = np.zeros_like(own)
    is_lowest = np.ones(own.shape, dtype=bool)
    for came_from, images in symmetries(size):
        xy, xz, yz = (image[numbers[face]] for face, image in zip(came_from, images, strict=True))
        mirrored = (xy * second + xz) * third + yz
        same += mirrored == own
        is_lowest &= mirrored >= own
    # The orbit-stabilizer theorem; the one that changes nothing is among the symmetries.
    return np.where(is_lowest, len(symmetries(size)) // same, 0)


@lru_cache
def symmetries(size: Size) -> tuple[tuple[tuple[int, ...], tuple[NDArray[np.int64], ...]], ...]:
    """Return all symmetries of a box: for each of its faces which face came there, and what its mazes have become."""
    cases = []
    for axes in permutations(range(3)):
        if tuple(size[axis] for axis in axes) != size:
            continue
        for mirrored in product((False, True), repeat=3):
            came_from, images = [], []
            for face, (first, second) in enumerate(FACE_AXES):
                came = axes[first], axes[second]
                came_from.append(FACE_AXES.index((min(came), max(came))))
                turned = came[0] > came[1], mirrored[first], mirrored[second]
                numbers = {tree: number for number, tree in enumerate(spanning_trees(face_shape(size, face)))}
                before = spanning_trees(face_shape(size, came_from[-1]))
                images.append(np.array([numbers[_turned(tree, *turned)] for tree in before], dtype=np.int64))
            cases.append((tuple(came_from), tuple(images)))
    return tuple(cases)


def _turned(face: Face, is_transposed: bool, first_mirrored: bool, second_mirrored: bool) -> Face:
    """Return a face with its axes exchanged, and then mirrored."""
    grid = face.inflate()
    grid = grid.T if is_transposed else grid
    grid = grid[::-1] if first_mirrored else grid
    return Face.deflate(grid[:, ::-1] if second_mirrored else grid)


@dataclass
class Histogram:
    """The numbers of triples, and of classes of them, by their values."""

    triples: Counter[int] = field(default_factory=Counter)
    classes: Counter[int] = field(default_factory=Counter)

    def note(self, values: NDArray[Any], triples: NDArray[Any], classes: NDArray[Any]) -> None:
        """Count values, each with so many triples and classes that have it."""
        for counter, counts in ((self.triples, triples), (self.classes, classes)):
            # As decimal numbers they are exact as long as they are whole.
            sums = np.bincount(values, weights=counts)
            counter.update({value: int(sums[value]) for value in np.flatnonzero(sums).tolist()})

    def __iadd__(self, other: Histogram) -> Histogram:
        self.triples += other.triples
        self.classes += other.classes
        return self

    @property
    def rows(self) -> list[list[int]]:
        """Each value, with how many triples and how many classes have it."""
        return [[value, self.triples[value], self.classes[value]] for value in sorted(self.triples)]


@dataclass
class Record:
    """The most that was found, and the first triple that has it, by its number; with the indices of start and end."""

    value: float = -1.0
    triple: int = -1
    start: int = -1
    end: int = -1

    def __iadd__(self, other: Record) -> Record:
        return max(self, other, key=lambda record: (record.value, -record.triple))


@dataclass
class Tally:
    """The counts of some triples.

    Histograms of: the parts that the positions fall into, the positions in the largest part, loops, the moves of the
    longest way, the same where all positions are connected, and expected moves in whole bins. ``expected_sum``
    is in thousandths of a move, over all triples.
    """

    parts: Histogram = field(default_factory=Histogram)
    largest: Histogram = field(default_factory=Histogram)
    loops: Histogram = field(default_factory=Histogram)
    longest: Histogram = field(default_factory=Histogram)
    longest_of_connected: Histogram = field(default_factory=Histogram)
    expected: Histogram = field(default_factory=Histogram)
    expected_sum: int = 0
    most_moves: Record = field(default_factory=Record)
    most_expected: Record = field(default_factory=Record)

    def __iadd__(self, other: Tally) -> Tally:
        for part in fields(self):
            value = getattr(self, part.name)
            value += getattr(other, part.name)
            setattr(self, part.name, value)
        return self


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
    front, reached, following, moved = (np.empty(count, dtype=np.uint32) for _ in range(4))
    for position in range(positions):
        front.fill(1 << position)
        reached.fill(1 << position)
        while front.any():
            following.fill(0)
            for legal, step in moves:
                np.bitwise_and(front, legal, out=moved)
                following |= np.left_shift(moved, step, out=moved)
                np.right_shift(front, step, out=moved)
                following |= np.bitwise_and(moved, legal, out=moved)
            np.bitwise_not(reached, out=moved)
            np.bitwise_and(following, moved, out=front)
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


def count(_: None, task: Task) -> Generator[None, None, Tally]:
    """Count all triples of a task, in one step.

    What costs a walk through each space, the expected moves, is found for one triple of each class only: the one with
    the lowest number, in whichever task that is.
    """
    yield
    size, begin = task[:2]
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
    walks = []
    for end in ends:
        ways = space.ways_to(position_of(space.size, end))
        for start in (index for index, apart in distances(ways).items() if apart == longest):
            moves = expected_moves(space, ways, position_of(space.size, start), position_of(space.size, end))[0]
            if moves is None:
                raise ValueError(f"the expected moves from {start} to {end} are too many equations")
            # Rounded at once: the last bits must not choose among ways that are equally long.
            walks.append((round(moves, 3), start, end))
    return max(walks, key=lambda walk: (walk[0], -walk[1], -walk[2]))
