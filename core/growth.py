# SPDX-License-Identifier: GPL-3.0-or-later
"""Three faces while they are cut: which cells are visited, and which moves each cell still allows."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .configuration import Position
from .faces import FACE_AXES, Size, face_shape

DIRECTIONS = range(6)
"""+x, -x, +y, -y, +z, -z: direction ``d`` goes along axis ``d // 2``, up when ``d`` is even."""


@dataclass
class GrowingFace:
    """A face during growth.

    ``allowed`` holds, per cell, a bit for each direction that the cross may take as far as this
    face can tell: when the neighboring cell is not yet visited or a passage leads to it. The two
    directions that cross the face are always allowed. A move is legal, or can be made legal, when the
    masks of its position's three cells all have its bit.
    """

    shape: tuple[int, int]
    axes: tuple[int, int]
    allowed: list[int] = field(init=False)
    visited: bytearray = field(init=False)

    def __post_init__(self) -> None:
        """Allow everything that does not lead out of the face."""
        columns, rows = self.shape
        up_first, down_first, up_second, down_second = self._bits()
        row = [0b111111] * columns
        row[0] &= ~down_first
        row[-1] &= ~up_first
        self.allowed = row * rows
        for cell in range(columns):
            self.allowed[cell] &= ~down_second
            self.allowed[-1 - cell] &= ~up_second
        self.visited = bytearray(columns * rows)

    def _bits(self) -> tuple[int, int, int, int]:
        first, second = self.axes
        return 1 << 2 * first, 2 << 2 * first, 1 << 2 * second, 2 << 2 * second

    def visit(self, cell: int, direction: int) -> None:
        """Mark a cell as visited by a move in a direction: only the cell it came from may enter it again.

        The direction -1 is that of a start: no cell may enter.
        """
        self.visited[cell] = 1
        columns, rows = self.shape
        up_first, down_first, up_second, down_second = self._bits()
        came = 1 << direction if direction >= 0 else 0
        row, column = divmod(cell, columns)
        allowed = self.allowed
        if came:
            allowed[cell] |= 1 << (direction ^ 1)
        if column and came != up_first:
            allowed[cell - 1] &= ~up_first
        if column < columns - 1 and came != down_first:
            allowed[cell + 1] &= ~down_first
        if row and came != up_second:
            allowed[cell - columns] &= ~up_second
        if row < rows - 1 and came != down_second:
            allowed[cell + columns] &= ~down_second

    def arrays(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the passages along both axes and the visited cells, of shape (rows, columns).

        Between two visited cells a move is still allowed just where a passage was cut.
        """
        columns, rows = self.shape
        allowed = np.array(self.allowed, dtype=np.uint8).reshape(rows, columns)
        visited = np.frombuffer(self.visited, dtype=np.uint8).reshape(rows, columns).astype(bool)
        up_first, _, up_second, _ = self._bits()
        first = np.zeros((rows, columns), dtype=bool)
        second = np.zeros((rows, columns), dtype=bool)
        first[:, :-1] = (allowed[:, :-1] & up_first > 0) & visited[:, :-1] & visited[:, 1:]
        second[:-1, :] = (allowed[:-1, :] & up_second > 0) & visited[:-1, :] & visited[1:, :]
        return first, second, visited


def growing_faces(size: Size) -> tuple[GrowingFace, GrowingFace, GrowingFace]:
    """Return the faces XY, XZ and YZ of a size with nothing cut."""
    xy, xz, yz = (GrowingFace(face_shape(size, number), FACE_AXES[number]) for number in range(3))
    return xy, xz, yz


@dataclass(frozen=True)
class Growth:
    """What a style hands over: three faces, perhaps with unvisited cells, a start and an end."""

    faces: tuple[GrowingFace, GrowingFace, GrowingFace]
    start: Position
    end: Position
