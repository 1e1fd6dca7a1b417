# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration space: the positions of the cross, and the moves that all faces allow.

The set of all positions is one integer, a bit a position, so that a breadth-first layer is six
shifts and masks however many positions it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .bits import array_from_bits, bits_from_array, indices_of_bits
from .faces import Face, Size

Position = tuple[int, int, int]
"""The cell, as (x, y, z) from 0, that holds the center of the cross."""


def index_of(size: Size, position: Position) -> int:
    """Return the bit of a position: ``x + nx * (y + ny * z)``."""
    return position[0] + size[0] * (position[1] + size[1] * position[2])


def position_of(size: Size, index: int) -> Position:
    """Return the position of a bit; the inverse of ``index_of``."""
    rest, x = divmod(index, size[0])
    z, y = divmod(rest, size[1])
    return x, y, z


@dataclass(frozen=True)
class ConfigurationSpace:
    """All positions of a size and the legal moves between them.

    ``moves[axis]`` has the bit of every position from which the move by one cell in the
    positive direction of the axis is legal; ``steps[axis]`` is the difference of the two indices.
    """

    size: Size
    moves: tuple[int, int, int]

    @classmethod
    def from_faces(cls, size: Size, faces: tuple[Face, Face, Face]) -> ConfigurationSpace:
        """Combine the faces XY, XZ, YZ: a move is legal when both faces that see it have its passage."""
        return cls.from_arrays(size, tuple(face.arrays() for face in faces))

    @classmethod
    def from_arrays(
        cls, size: Size, passages: tuple[tuple[NDArray[np.bool_], NDArray[np.bool_]], ...]
    ) -> ConfigurationSpace:
        """Combine passages given as ``Face.arrays`` gives them, for XY, XZ and YZ."""
        (xy_x, xy_y), (xz_x, xz_z), (yz_y, yz_z) = passages
        return cls(
            size,
            (
                bits_from_array(xy_x[None, :, :] & xz_x[:, None, :]),
                bits_from_array(xy_y[None, :, :] & yz_y[:, :, None]),
                bits_from_array(xz_z[:, None, :] & yz_z[:, :, None]),
            ),
        )

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
            if move >> index & 1:
                yield index + step
            if index >= step and move >> (index - step) & 1:
                yield index - step

    def is_legal(self, start: Position, end: Position) -> bool:
        """Tell whether one legal move leads from the one position to the other."""
        return index_of(self.size, end) in self.neighbors(index_of(self.size, start))

    def layers(self, start: int) -> Iterator[int]:
        """Yield, as sets of bits, the positions at distance 0, 1, 2 and so on from a position."""
        (x, y, z), (_, row, plane) = self.moves, self.steps
        seen = layer = 1 << start
        while layer:
            yield layer
            layer = (
                (layer & x) << 1
                | layer >> 1 & x
                | (layer & y) << row
                | layer >> row & y
                | (layer & z) << plane
                | layer >> plane & z
            ) & ~seen
            seen |= layer

    def reachable(self, start: Position) -> int:
        """Return the set of the positions that can be reached from a position, with itself."""
        reached = 0
        for layer in self.layers(index_of(self.size, start)):
            reached |= layer
        return reached

    def shortest_path(self, start: Position, end: Position) -> list[Position] | None:
        """Return a shortest path with both its ends, or None when there is none.

        The path is always the same for the same space: of several ways it takes the one whose
        next position has the lowest index.
        """
        goal = 1 << index_of(self.size, start)
        layers = []
        for layer in self.layers(index_of(self.size, end)):
            layers.append(layer)
            if layer & goal:
                break
        else:
            return None
        index = index_of(self.size, start)
        path = [start]
        for layer in reversed(layers[:-1]):
            index = min(neighbor for neighbor in self.neighbors(index) if layer >> neighbor & 1)
            path.append(position_of(self.size, index))
        return path

    def loops(self, positions: int) -> int:
        """Count the independent loops of a connected set of positions: moves - positions + 1."""
        moves = sum((move & positions).bit_count() for move in self.moves)
        return moves - positions.bit_count() + 1

    def ends_of_moves(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the indices of both positions of every legal move, as two arrays of one length."""
        sources = [np.flatnonzero(array_from_bits(move, (self.position_count,))) for move in self.moves]
        targets = [source + step for source, step in zip(sources, self.steps, strict=True)]
        return np.concatenate(sources), np.concatenate(targets)

    def components(self) -> NDArray[np.intp]:
        """Return, for every position, the lowest index of the positions connected to it.

        Each round hooks the higher of two touching components to the lower and then shortens all
        chains to their roots (Shiloach and Vishkin, "An O(log n) parallel connectivity
        algorithm", 1982), so the number of rounds grows with the logarithm only.
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


def positions_of(size: Size, bits: int) -> Iterator[Position]:
    """Yield the positions of a set of bits, lowest index first."""
    for index in indices_of_bits(bits):
        yield position_of(size, index)
