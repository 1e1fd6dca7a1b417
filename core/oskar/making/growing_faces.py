# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces that grow: moves are opened in them one after another, and each is noted.

``LoopFreeFaces`` open moves anywhere, and keep loops out by Kruskal's rule (1956): a union-find over the cells of every
face, and one over all positions. ``GrowingFaces`` are for a single tree of positions, or trees one after the other: a
few bits for each cell say where it may go on, which is some six times as fast. What they leave is completed by the
former. ``Growth`` is what styles see of these and of faces that grow symmetrically.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np

from ...common.containers import UnionFind
from ...common.draws import take
from ..maze.faces import FACE_AXES, FaceArrays, Faces, Size, arrays_of, face_shape, faces_of, no_passages, passages_of
from ..maze.space import DIRECTIONS, ConfigurationSpace, Position, index_of, position_of

Passage = tuple[int, int, int, int]
"""(axis along, axis across, cell along, cell across): from that cell of a face to the next one along."""

ROOT = -1
"""The direction of what is no move: a position from which a tree grows."""

_DIRECTIONS = 8
"""A position's index and a direction are kept as one number."""


class Grown(NamedTuple):
    """A position that a style came to, by a move in a direction, or as a ROOT, and the passages that were cut for it.

    Direction ``d`` goes along axis ``d // 2``, up when ``d`` is even.
    """

    position: Position
    direction: int
    cut: tuple[Passage, ...]


class GrowthRecord:
    """The moves that a style opened, one after another, and after these the passages that completed the faces.

    ``cut`` are passages that a style cut without a move; ``joined`` those that no algorithm asked for, which only join
    what was left apart on the faces.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._moves = array("q")
        # By the number of a move, what was cut for it besides the passages that it goes through.
        self._besides: dict[int, list[Passage]] = {}
        self.cut: list[Passage] = []
        self.joined: list[Passage] = []

    def add(self, position: int, direction: int) -> None:
        """Note that a position, by its index, was come to in a direction, or as a ROOT."""
        self._moves.append(position * _DIRECTIONS + direction % _DIRECTIONS)

    def add_cut(self, passages: list[Passage]) -> None:
        """Note passages that were cut for the last move, also such that it does not go through."""
        self._besides[len(self._moves) - 1] = passages

    def grown(self, size: Size) -> Iterator[Grown]:
        """Yield what was come to, in its order, each passage with the move that it was cut for."""
        known: set[Passage] = set(self.cut)
        for number, code in enumerate(self._moves):
            index, direction = divmod(code, _DIRECTIONS)
            position = position_of(size, index)
            if direction == ROOT % _DIRECTIONS:
                yield Grown(position, ROOT, ())
                continue
            passages = *passages_into(position, direction), *self._besides.get(number, ())
            cut = tuple(passage for passage in dict.fromkeys(passages) if passage not in known)
            known.update(cut)
            yield Grown(position, direction, cut)

    def own_share(self, size: Size) -> float:
        """Return the share of all passages of the faces that were not cut just to complete them."""
        x, y, z = size
        return 1 - len(self.joined) / (x * y + x * z + y * z - 3)


def passages_into(position: Position, direction: int) -> tuple[Passage, Passage]:
    """Return the passages on both faces that a move into a position, in a direction, goes through."""
    axis, down = divmod(direction, 2)
    cell = position[axis] if down else position[axis] - 1
    first, second = ((axis, across, cell, position[across]) for across in range(3) if across != axis)
    return first, second


class LoopFreeFaces:
    """The three faces while passages are cut into them."""

    def __init__(
        self, size: Size, faces: Iterable[FaceArrays] | None = None, record: GrowthRecord | None = None
    ) -> None:
        """Start with the passages of the faces XY, XZ and YZ, or with none; go on with a record, or begin one."""
        self._size = size
        self.record = GrowthRecord() if record is None else record
        self._passages = no_passages(size) if faces is None else passages_of(faces)
        space = ConfigurationSpace.from_arrays(size, *arrays_of(self._passages))
        self._steps = space.steps
        self._positions = UnionFind(space.components().tolist())
        self._cells = [UnionFind(range(prod(face_shape(size, number)))) for number in range(3)]
        for (along, across), cut in self._passages.items():
            for i, j in np.argwhere(cut).tolist():
                self._join_cells((along, across, i, j))

    def open_move(self, axis: int, position: Position) -> bool:
        """Make the move from a position to the next one up the axis legal where no loop forbids it.

        Report whether the move is legal now.
        """
        closed = [
            (axis, across, position[axis], position[across])
            for across in range(3)
            if across != axis and not self._passages[axis, across][position[axis], position[across]]
        ]
        if not closed:
            return True
        if any(map(self._cells_are_joined, closed)) or not self._open(closed):
            return False
        self.record.add(index_of(self._size, position) + self._steps[axis], 2 * axis)
        return True

    @property
    def whole(self) -> bool:
        """Whether every face is a spanning tree, so that nothing can be opened any more."""
        passages = sum(int(np.count_nonzero(cut)) for cut in self._passages.values())
        return passages == sum(prod(face_shape(self._size, number)) - 1 for number in range(3))

    def complete(self, random: Random) -> Faces:
        """Join the trees and single cells of every face at random until it is a spanning tree."""
        for axes in FACE_AXES:
            self.join([[passage] for passage in self._closed(axes) if not self._cells_are_joined(passage)], random)
        return self.faces()

    def join(self, left: list[list[Passage]], random: Random) -> None:
        """Cut passages, drawn at random, as far as they close no loop on a face; some that belong together at a time.

        What would close a loop among the positions is cut only where nothing else joins its cells.
        """
        closing = []
        while left:
            passages = take(left, random)
            if self.would_close_loop(passages):
                continue
            if self._open(passages):
                self.record.joined += passages
            else:
                closing.append(passages)
        for passages in closing:
            if not self.would_close_loop(passages):
                self.open_all(passages)
                self.record.joined += passages

    def faces(self) -> Faces:
        """Return the faces as they are now."""
        return faces_of(self._passages)

    def is_open(self, passage: Passage) -> bool:
        """Report whether a passage is cut."""
        along, across, i, j = passage
        return bool(self._passages[along, across][i, j])

    def closed(self) -> Iterator[Passage]:
        """Yield the places of all faces where no passage is."""
        for axes in FACE_AXES:
            yield from self._closed(axes)

    def are_connected(self, start: int, end: int) -> bool:
        """Report whether legal moves lead from one position to another, both given by their indices."""
        return self._positions.root(start) == self._positions.root(end)

    def region(self, position: int) -> int:
        """Return the position that stands for all that one is connected with, until anything more is opened."""
        return self._positions.root(position)

    def would_close_loop(self, passages: Iterable[Passage]) -> bool:
        """Report whether passages that are not cut yet would together close a loop on a face."""
        pairs: tuple[list[tuple[int, int]], ...] = ([], [], [])
        for passage in passages:
            face, lower, upper = self._cells_of(passage)
            pairs[face].append((lower, upper))
        return any(
            cells.would_close_loop(pairs_of_face) for cells, pairs_of_face in zip(self._cells, pairs, strict=True)
        )

    def open_together(self, passages: list[Passage]) -> bool:
        """Cut passages that are not cut yet, unless that closes a loop; report whether it was done."""
        return not self.would_close_loop(passages) and self._open(passages)

    def open_all(self, passages: list[Passage]) -> None:
        """Cut passages that close no loop on a face, even where they close one among the positions."""
        self._open(passages, loops_allowed=True)

    def _closed(self, axes: tuple[int, int]) -> Iterator[Passage]:
        """Yield the places of a face where no passage is."""
        for along, across in (axes, axes[::-1]):
            for i, j in np.argwhere(~self._passages[along, across][: self._size[along] - 1]).tolist():
                yield along, across, i, j

    def _open(self, passages: list[Passage], loops_allowed: bool = False) -> bool:
        """Cut the passages of one move, unless that closes a loop among the positions; report whether it was done."""
        moves = []
        for passage in passages:
            moves += self._moves_opened(passage)
            self._set(passage, True)
        if not loops_allowed and self._positions.would_close_loop(moves):
            for passage in passages:
                self._set(passage, False)
            return False
        for source, target in moves:
            self._positions.join(source, target)
        for passage in passages:
            self._join_cells(passage)
        return True

    def _moves_opened(self, passage: Passage) -> list[tuple[int, int]]:
        """Return both ends of the moves that a passage makes legal, as indices of positions.

        These are the moves along its axis, at all cells of the axis that crosses the face, where the
        other face that sees the move has its passage already.
        """
        along, across, i, j = passage
        over = 3 - along - across
        levels = np.flatnonzero(self._passages[along, over][i])
        sources = (levels * self._steps[over] + (i * self._steps[along] + j * self._steps[across])).tolist()
        return [(source, source + self._steps[along]) for source in sources]

    def _set(self, passage: Passage, opened: bool) -> None:
        along, across, i, j = passage
        self._passages[along, across][i, j] = opened

    def _cells_are_joined(self, passage: Passage) -> bool:
        face, lower, upper = self._cells_of(passage)
        return self._cells[face].root(lower) == self._cells[face].root(upper)

    def _join_cells(self, passage: Passage) -> None:
        face, lower, upper = self._cells_of(passage)
        self._cells[face].join(lower, upper)

    def _cells_of(self, passage: Passage) -> tuple[int, int, int]:
        """Return a passage's face and the indices of its two cells."""
        along, across, i, j = passage
        if along < across:
            cell = i + self._size[along] * j
            return along + across - 1, cell, cell + 1
        columns = self._size[across]
        cell = j + columns * i
        return along + across - 1, cell, cell + columns


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

    @abstractmethod
    def way_on(self, node: Node, direction: int) -> Node | None:
        """Return the position in a direction, if it is one of the ways on."""

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

    def way_on(self, node: Node, direction: int) -> Node | None:
        """Return the position in a direction, if it is one of the ways on."""
        return dict(self.ways_on(node)).get(direction)

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
