# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration space: the positions of the cross, and the moves that all faces allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .faces import Face, Size

Position = tuple[int, int, int]
"""The cell, as (x, y, z) from 0, that holds the center of the cross."""

FaceArrays = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""The passages of a face along its two axes, as ``Face.arrays`` gives them."""


def index_of(size: Size, position: Position) -> int:
    """Return the index of a position: ``x + nx * (y + ny * z)``."""
    return position[0] + size[0] * (position[1] + size[1] * position[2])


def position_of(size: Size, index: int) -> Position:
    """Return the position of an index; the inverse of ``index_of``."""
    rest, x = divmod(index, size[0])
    z, y = divmod(rest, size[1])
    return x, y, z


@dataclass(frozen=True)
class ConfigurationSpace:
    """All positions of a size and the legal moves between them.

    ``moves[axis]`` has a byte for every position: 1 where the move by one cell in the positive
    direction of the axis is legal, else 0. ``steps[axis]`` is the difference of the two indices.
    """

    size: Size
    moves: tuple[bytes, bytes, bytes]

    @classmethod
    def from_faces(cls, size: Size, faces: tuple[Face, Face, Face]) -> ConfigurationSpace:
        """Combine the faces XY, XZ, YZ: a move is legal when both faces that see it have its passage."""
        xy, xz, yz = (face.arrays() for face in faces)
        return cls.from_arrays(size, xy, xz, yz)

    @classmethod
    def from_arrays(cls, size: Size, xy: FaceArrays, xz: FaceArrays, yz: FaceArrays) -> ConfigurationSpace:
        """Combine the passages of the three faces."""
        along_x = xy[0][None, :, :] & xz[0][:, None, :]
        along_y = xy[1][None, :, :] & yz[0][:, :, None]
        along_z = xz[1][:, None, :] & yz[1][:, :, None]
        return cls(size, (along_x.tobytes(), along_y.tobytes(), along_z.tobytes()))

    @property
    def steps(self) -> tuple[int, int, int]:
        """The change of a position's index by a move along x, y and z."""
        return 1, self.size[0], self.size[0] * self.size[1]

    @property
    def position_count(self) -> int:
        """The number of positions, reachable or not."""
        return self.size[0] * self.size[1] * self.size[2]

    def neighbors(self, index: int) -> Iterator[int]:
        """Yield the positions, as indices, that one legal move leads to."""
        for move, step in zip(self.moves, self.steps, strict=True):
            if move[index]:
                yield index + step
            if index >= step and move[index - step]:
                yield index - step

    def is_legal(self, start: Position, end: Position) -> bool:
        """Tell whether one legal move leads from the one position to the other."""
        return index_of(self.size, end) in self.neighbors(index_of(self.size, start))

    def ways_to(self, goal: Position) -> dict[int, int]:
        """Return, for every position connected to a goal, the next position on a shortest path to it.

        Positions are indices; the goal is its own next one. They come in the order of their distance, and
        the result is always the same for the same space and goal.
        """
        moves = tuple(zip(self.moves, self.steps, strict=True))
        goal_index = index_of(self.size, goal)
        ways = {goal_index: goal_index}
        layer = [goal_index]
        while layer:
            following: list[int] = []
            for index in layer:
                for move, step in moves:
                    if move[index] and index + step not in ways:
                        ways[index + step] = index
                        following.append(index + step)
                    # Below 0 an index counts from the end, where no move leads on: so it needs no test.
                    if move[index - step] and index - step not in ways:
                        ways[index - step] = index
                        following.append(index - step)
            layer = following
        return ways

    def loops(self, positions: Iterable[int]) -> int:
        """Count the independent loops of a whole component: its moves - its positions + 1."""
        x, y, z = self.moves
        return 1 + sum(x[index] + y[index] + z[index] - 1 for index in positions)

    def ends_of_moves(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the indices of both positions of every legal move, as two arrays of one length."""
        sources = [np.flatnonzero(np.frombuffer(move, dtype=np.uint8)) for move in self.moves]
        targets = [source + step for source, step in zip(sources, self.steps, strict=True)]
        return np.concatenate(sources), np.concatenate(targets)

    def components(self) -> NDArray[np.intp]:
        """Return, for every position, the lowest index of the positions connected to it.

        Each round hooks the higher of two touching components to the lower and then shortens all
        chains to their roots (Shiloach and Vishkin, "An O(log n) parallel connectivity
        algorithm", 1982), so few rounds are enough.
        """
        label = np.arange(self.position_count)
        source, target = self.ends_of_moves()
        while len(source):
            low = np.minimum(label[source], label[target])
            high = np.maximum(label[source], label[target])
            label[high] = low
            while not np.array_equal(label, shorter := label[label]):
                label = shorter
            apart = label[source] != label[target]
            source, target = source[apart], target[apart]
        return label


def follow(size: Size, ways: dict[int, int], start: Position) -> list[Position] | None:
    """Return the path that ``ways_to`` tells from a position, both ends included; None where there is none."""
    index = index_of(size, start)
    if index not in ways:
        return None
    path = [start]
    while ways[index] != index:
        index = ways[index]
        path.append(position_of(size, index))
    return path
