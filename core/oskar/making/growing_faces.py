# SPDX-License-Identifier: GPL-3.0-or-later
"""Trees of positions that grow into faces: ``Growth`` is what styles see of them.

``GrowingFaces`` are for a single tree, or trees one after the other: a few bits for each cell say where it may go on,
which is some six times as fast as ``LoopFreeFaces``, which complete what they leave.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np

from ..maze.faces import FACE_AXES, FaceArrays, Faces, Size, face_shape
from ..maze.space import DIRECTIONS, Position, index_of
from .loop_free_faces import ROOT, GrowthRecord, LoopFreeFaces


@dataclass
class GrowingFace:
    """A face during growth.

    ``allowed`` holds, per cell, a bit for each direction that the cross may take as far as this
    face can say: when the neighboring cell is not yet visited or a passage leads to it. The two
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

    def arrays(self) -> FaceArrays:
        """Return the passages along both axes, of shape (rows, columns).

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
        return first, second


class Node(NamedTuple):
    """A position, by its index and by the indices of its cells in XY, XZ and YZ."""

    position: int
    xy: int
    xz: int
    yz: int


class Growth(ABC):
    """Trees of positions that grow into the faces of a box.

    ``discovered`` holds, per position, 0 where nothing has grown, 1 for a root, and else the direction by which it
    was discovered plus 2.
    """

    def __init__(self, size: Size) -> None:
        """Start with no position discovered."""
        self.size = size
        self.discovered = bytearray(prod(size))
        self.record = GrowthRecord()

    def node(self, position: Position) -> Node:
        """Return a position as a node."""
        x, y, z = position
        columns, rows, _ = self.size
        return Node(index_of(self.size, position), x + columns * y, x + columns * z, y + rows * z)

    def came(self, node: Node) -> int:
        """Return the direction by which a position was discovered, or ROOT."""
        return max(ROOT, self.discovered[node.position] - 2)

    @abstractmethod
    def root(self, position: Position) -> Node:
        """Discover a position from which a tree is to grow."""

    @abstractmethod
    def ways_on(self, node: Node) -> list[tuple[int, Node]]:
        """Return the positions beside one that may be discovered from it, with the directions."""

    def way_on(self, node: Node, direction: int) -> Node | None:
        """Return the position in a direction, if it is one of the ways on."""
        return dict(self.ways_on(node)).get(direction)

    @abstractmethod
    def discover(self, node: Node, direction: int) -> bool:
        """Discover a position by a move in a direction; report whether that was possible."""

    @abstractmethod
    def complete(self, random: Random) -> Faces:
        """Return the faces with everything joined on that is not part of them yet."""


class GrowingFaces(Growth):
    """A tree of positions, or several, that grows into faces with nothing cut."""

    def __init__(self, size: Size) -> None:
        """Start with no position discovered."""
        super().__init__(size)
        columns, rows, _ = size
        self.xy, self.xz, self.yz = (GrowingFace(face_shape(size, number), FACE_AXES[number]) for number in range(3))
        # Per direction: the change of the position's index and of its cells in XY, XZ and YZ.
        steps = ((1, 1, 1, 0), (columns, columns, 0, 1), (columns * rows, 0, columns, rows))
        changes = [
            (direction, *((-step if direction % 2 else step) for step in steps[direction // 2]))
            for direction in DIRECTIONS
        ]
        self.changes_of_mask = [[changes[d] for d in DIRECTIONS if mask >> d & 1] for mask in range(64)]

    @property
    def whole(self) -> bool:
        """Whether all cells of all faces are visited, so that nothing is left to be cut."""
        return not any(0 in face.visited for face in (self.xy, self.xz, self.yz))

    @property
    def stuck(self) -> bool:
        """Whether no discovered position has a way on."""
        columns, rows, levels = self.size
        xy, xz, yz = (
            np.array(face.allowed, dtype=np.uint8).reshape(face.shape[::-1]) for face in (self.xy, self.xz, self.yz)
        )
        discovered = np.frombuffer(self.discovered, dtype=np.uint8).reshape(levels, rows, columns) > 0
        allowed = np.where(discovered, xy[None] & xz[:, None] & yz[:, :, None], 0)
        for axis in range(3):
            lines, new = (np.moveaxis(values, 2 - axis, 0) for values in (allowed, ~discovered))
            up, down = lines[:-1] >> 2 * axis & 1, lines[1:] >> 2 * axis + 1 & 1
            if (up & new[1:]).any() or (down & new[:-1]).any():
                return False
        return True

    def open_corridors(self) -> None:
        """Cut all passages of the faces that have a single row or column: there is no other maze for them."""
        for face in (self.xy, self.xz, self.yz):
            if 1 in face.shape:
                face.visited = bytearray(b"\1" * len(face.visited))
                across, along = face.axes if face.shape[0] == 1 else face.axes[::-1]
                self.record.cut += [(along, across, cell, 0) for cell in range(len(face.visited) - 1)]

    def root(self, position: Position) -> Node:
        """Discover a position from which a tree is to grow."""
        node = self.node(position)
        self.discover(node, ROOT)
        return node

    def ways_on(self, node: Node) -> list[tuple[int, Node]]:
        """Return the positions beside one that are not discovered and that all faces allow, with the directions."""
        position, in_xy, in_xz, in_yz = node
        mask = self.xy.allowed[in_xy] & self.xz.allowed[in_xz] & self.yz.allowed[in_yz]
        discovered = self.discovered
        return [
            (direction, Node(position + step, in_xy + xy_step, in_xz + xz_step, in_yz + yz_step))
            for direction, step, xy_step, xz_step, yz_step in self.changes_of_mask[mask]
            if not discovered[position + step]
        ]

    def discover(self, node: Node, direction: int) -> bool:
        """Mark a position as discovered by a move in a direction, and cut the passages of that move; return True."""
        self.discovered[node.position] = direction + 2
        self.record.add(node.position, direction)
        for face, cell in ((self.xy, node.xy), (self.xz, node.xz), (self.yz, node.yz)):
            if not face.visited[cell]:
                face.visit(cell, direction)
        return True

    def complete(self, random: Random) -> Faces:
        """Return the faces with everything that was not visited joined on.

        After the growth of one tree every move from a reachable position to one that is not is forbidden by a
        face that has visited both cells. A passage that joins an unvisited cell never opens such a move, so this
        leaves the reachable part, and with it the solution, as they are.
        """
        xy, xz, yz = (face.arrays() for face in (self.xy, self.xz, self.yz))
        return LoopFreeFaces(self.size, (xy, xz, yz), self.record).complete(random)
