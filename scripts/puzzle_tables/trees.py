# SPDX-License-Identifier: GPL-3.0-or-later
"""All mazes that a face can have, and what the symmetries of a box make of them.

A triple of mazes has a number: ``(i * n1 + j) * n2 + k`` for the mazes ``i``, ``j`` and ``k`` of XY, XZ and YZ, where
XZ can have ``n1`` mazes, and YZ ``n2``.

Tallies of triples of mazes: those of some triples add up to that of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.oskar.maze.faces import FACE_AXES, Face, Faces, Size, face_shape

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
        there = (xy * second + xz) * third + yz
        same += there == own
        is_lowest &= there >= own
    # The orbit-stabilizer theorem; the one that changes nothing is among the symmetries.
    return np.where(is_lowest, len(symmetries(size)) // same, 0)


@lru_cache
def symmetries(size: Size) -> tuple[tuple[tuple[int, ...], tuple[NDArray[np.int64], ...]], ...]:
    """Return all symmetries of a box: for each of its faces which face came there, and what its mazes have become."""
    return tuple(_symmetries(size))


def _symmetries(size: Size) -> Iterator[tuple[tuple[int, ...], tuple[NDArray[np.int64], ...]]]:
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
            yield tuple(came_from), tuple(images)


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
        return max(self, other, key=lambda one: (one.value, -one.triple))


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
        for one in fields(self):
            value = getattr(self, one.name)
            value += getattr(other, one.name)
            setattr(self, one.name, value)
        return self
