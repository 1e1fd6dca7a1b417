# SPDX-License-Identifier: GPL-3.0-or-later
"""A face: a two-dimensional maze over the cells of one plane of the box."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .bits import array_from_bits, bits_from_array
from .errors import InputError

FACE_NAMES = ("XY", "XZ", "YZ")
FACE_AXES = ((0, 1), (0, 2), (1, 2))
"""The axes of the box that each face spans: its first and its second axis."""

Size = tuple[int, int, int]
"""Cells along x, y and z."""


def face_shape(size: Size, face: int) -> tuple[int, int]:
    """Return the cells of one of the three faces along its first and its second axis."""
    first, second = FACE_AXES[face]
    return size[first], size[second]


@dataclass(frozen=True)
class Face:
    """The passages between the cells of a plane; it stands for two opposite faces of the box.

    ``shape`` counts the cells along the face's first and second axis. Cell ``(i, j)`` has the
    index ``i + shape[0] * j``. In ``first`` the bit of a cell is set when a passage leads from
    it to ``(i + 1, j)``, in ``second`` when one leads to ``(i, j + 1)``.
    """

    shape: tuple[int, int]
    first: int
    second: int

    def __post_init__(self) -> None:
        """Refuse passages that lead out of the face."""
        columns, rows = self.shape
        row = (1 << (columns - 1)) - 1
        inside_first = sum(row << columns * j for j in range(rows))
        inside_second = (1 << columns * (rows - 1)) - 1
        if self.first & ~inside_first or self.second & ~inside_second:
            raise InputError(f"A face of {columns} by {rows} cells has a passage that leads out of it.")

    @classmethod
    def from_arrays(cls, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Face:
        """Make a face from two boolean arrays of shape (rows, columns), indexed ``[j, i]``.

        The last column of ``first`` and the last row of ``second`` must be False.
        """
        rows, columns = first.shape
        return cls((columns, rows), bits_from_array(first), bits_from_array(second))

    def arrays(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the passages along the first and the second axis, as ``from_arrays`` takes them."""
        columns, rows = self.shape
        return (
            array_from_bits(self.first, (rows, columns)),
            array_from_bits(self.second, (rows, columns)),
        )

    def is_spanning_tree(self) -> bool:
        """Tell whether all cells are connected and no passages close a loop."""
        return self.flaw() is None

    def flaw(self) -> str | None:
        """Tell what keeps the face from being a spanning tree, as the end of a sentence; None if it is one."""
        columns, rows = self.shape
        connected, grown = 0, 1
        while grown != connected:
            connected = grown
            grown |= (connected & self.first) << 1 | connected >> 1 & self.first
            grown |= (connected & self.second) << columns | connected >> columns & self.second
        if connected.bit_count() < columns * rows:
            return "has cells that no passage connects with the others"
        if self.first.bit_count() + self.second.bit_count() >= columns * rows:
            return "has passages that go round in a loop, so a piece of its wall hangs on nothing"
        return None

    def inflate(self) -> NDArray[np.uint8]:
        """Return the inflated grid, 1 = wall and 0 = open, of shape (2 * columns - 1, 2 * rows - 1).

        Indexed ``[i, j]`` along the first and second axis: cell ``i`` sits at square ``2 * i``,
        a passage at the odd square between two cells, a post where both indices are odd.
        """
        columns, rows = self.shape
        first, second = self.arrays()
        grid = np.ones((2 * columns - 1, 2 * rows - 1), dtype=np.uint8)
        grid[::2, ::2] = 0
        grid[1::2, ::2] = ~first.T[:-1]
        grid[::2, 1::2] = ~second.T[:, :-1]
        return grid

    @classmethod
    def deflate(cls, grid: NDArray[np.uint8]) -> Face:
        """Make a face from an inflated grid as ``inflate`` returns it.

        Raises InputError naming the first square that is not what it must be: a cell that is
        not open, or a post that is not wall.
        """
        for name, squares, wanted in (("cell", (0, 0), 0), ("post", (1, 1), 1)):
            wrong = np.argwhere(grid[squares[0] :: 2, squares[1] :: 2] != wanted)
            if len(wrong):
                column, row = (int(2 * index + offset) for index, offset in zip(wrong[0], squares, strict=True))
                state = "open" if wanted == 0 else "wall"
                raise InputError(f"The square at column {column}, row {row} is a {name} and must be {state}.")
        columns, rows = (grid.shape[0] + 1) // 2, (grid.shape[1] + 1) // 2
        first = np.zeros((rows, columns), dtype=bool)
        second = np.zeros((rows, columns), dtype=bool)
        first[:, :-1] = grid[1::2, ::2].T == 0
        second[:-1, :] = grid[::2, 1::2].T == 0
        return cls.from_arrays(first, second)
