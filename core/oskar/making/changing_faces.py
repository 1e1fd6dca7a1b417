# SPDX-License-Identifier: GPL-3.0-or-later
"""Tree faces while a maze is made: passages are added to them, or exchanged.

Trees of positions grow into faces: ``Growth`` is what styles see of them. ``GrowingFaces`` are for a single tree, or
trees one after the other: a few bits for each cell say where it may go on, which is some six times as fast as
``LoopFreeFaces``, which complete what they leave.

A search has ``ExchangeFaces``: a passage is added, another on the loop that it closes is removed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np

from ...common.containers import triple
from ...common.draws import index_below, pick
from ..maze.faces import (
    FACE_AXES,
    Face,
    FaceArrays,
    Faces,
    Passage,
    Size,
    Square,
    all_passages,
    face_shape,
    tree_from,
    uniform_tree,
)
from ..maze.space import DIRECTIONS, ConfigurationSpace, Position, index_of, position_of
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
        discovered = (position_of(self.size, index) for index, seen in enumerate(self.discovered) if seen)
        return not any(self.ways_on(self.node(position)) for position in discovered)

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


class Exchange(NamedTuple):
    """A change to a face: the passage that is added and the one that is removed.

    The removed one leads from ``cut`` to its parent; ``new_child`` and ``new_parent`` are the ends of the added one,
    the child on the side that is cut off.
    """

    face: ExchangeFace
    place: int
    added: Passage
    removed: Passage
    cut: int
    new_child: int
    new_parent: int


class ExchangeFace:
    """A face as a rooted tree: every cell but one knows its parent and the passage to it.

    ``sets[along]`` is the set of all positions where the face allows the move up that axis.
    """

    def __init__(self, size: Size, number: int, parents: list[int], fixed: Collection[Square] = ()) -> None:
        """Start from a tree, given as the parent of every cell and -1 for the root; ``fixed`` squares stay."""
        self.shape = face_shape(size, number)
        first, second = self.axes = FACE_AXES[number]
        steps = (1, size[0], size[0] * size[1])
        across = 3 - first - second
        self._steps = steps[first], steps[second]
        self._line = sum(1 << steps[across] * level for level in range(size[across]))
        self._parents = parents
        self._up: list[Passage | None] = [None] * len(parents)
        self._outside: list[Passage] = []
        self._kept: set[Passage] = set()
        self.sets = [0, 0]
        # Solid cells are roots that nothing hangs on; they stay that.
        self._solid = {cell for cell, parent in enumerate(parents) if parent < 0} - set(parents)
        for passage in all_passages(self.shape):
            row, column = divmod(passage.lower, self.shape[0])
            place = 2 * column + (passage.along == 0), 2 * row + (passage.along == 1)
            self._enter(passage, is_fixed=Square(number, place) in fixed)

    def _enter(self, passage: Passage, *, is_fixed: bool) -> None:
        """Note a place for a passage as one of the tree or as one outside of it, unless it is to stay that."""
        for child, parent in ((passage.lower, passage.upper), (passage.upper, passage.lower)):
            if self._parents[child] == parent:
                self._up[child] = passage
                self.sets[passage.along] |= self._seen_at(passage)
                if is_fixed:
                    self._kept.add(passage)
                return
        if not is_fixed and not {passage.lower, passage.upper} & self._solid:
            self._outside.append(passage)

    def _seen_at(self, passage: Passage) -> int:
        """Return the set of the positions whose projection is the lower cell of a passage, a bit each.

        A set is as large as the box, so a large box has no room for those of all passages.
        """
        row, column = divmod(passage.lower, self.shape[0])
        return self._line << column * self._steps[0] + row * self._steps[1]

    @property
    def exchangeable(self) -> bool:
        """Whether there is any passage to exchange for another."""
        return bool(self._outside)

    def propose(self, random: Random) -> Exchange | None:
        """Draw a passage to add, and one to remove among the others of the loop that it closes; None if all stay."""
        place = index_below(len(self._outside), random)
        added = self._outside[place]
        # The ways from both cells to where they meet are the loop.
        parents = self._parents
        lower_way, cell = [], added.lower
        while cell >= 0:
            lower_way.append(cell)
            cell = parents[cell]
        met = set(lower_way)
        upper_way, cell = [], added.upper
        while cell not in met:
            upper_way.append(cell)
            cell = parents[cell]
        lower_way = lower_way[: lower_way.index(cell)]
        if self._kept:
            lower_way, upper_way = (
                [child for child in way if self._up[child] not in self._kept] for way in (lower_way, upper_way)
            )
            if not lower_way and not upper_way:
                return None
        choice = index_below(len(lower_way) + len(upper_way), random)
        if choice < len(lower_way):
            cut, child, parent = lower_way[choice], added.lower, added.upper
        else:
            cut, child, parent = upper_way[choice - len(lower_way)], added.upper, added.lower
        removed = self._up[cut]
        if removed is None:
            raise ValueError("the root of a tree has no passage to a parent")
        return Exchange(self, place, added, removed, cut, child, parent)

    def sets_after(self, exchange: Exchange) -> list[int]:
        """Return what ``sets`` would be after an exchange."""
        sets = self.sets.copy()
        sets[exchange.added.along] ^= self._seen_at(exchange.added)
        sets[exchange.removed.along] ^= self._seen_at(exchange.removed)
        return sets

    def make(self, exchange: Exchange) -> None:
        """Do an exchange that was proposed for the tree as it is."""
        self.sets = self.sets_after(exchange)
        self._outside[exchange.place] = exchange.removed
        cell, parent, passage = exchange.new_child, exchange.new_parent, exchange.added
        # The part that was cut off hangs on its new child now, so the way from there to the cut turns round.
        while True:
            next_cell, next_passage = self._parents[cell], self._up[cell]
            self._parents[cell], self._up[cell] = parent, passage
            if cell == exchange.cut or next_passage is None:
                return
            cell, parent, passage = next_cell, cell, next_passage

    def face(self, exchange: Exchange | None = None) -> Face:
        """Return the face as it is now, or as it would be after an exchange."""
        bits = [0, 0]
        for passage in self._up:
            if passage is not None:
                bits[passage.along] |= 1 << passage.lower
        for passage in () if exchange is None else (exchange.added, exchange.removed):
            bits[passage.along] ^= 1 << passage.lower
        return Face(self.shape, *bits)


class ExchangeFaces:
    """The three faces, each a spanning tree at any time."""

    def __init__(self, size: Size, trees: Iterable[list[int]], fixed: Collection[Square] = ()) -> None:
        """Start from three trees, each given as the parent of every cell and -1 for the root."""
        self._size = size
        self._faces = [ExchangeFace(size, number, parents, fixed) for number, parents in enumerate(trees)]
        self._exchangeable = [number for number, face in enumerate(self._faces) if face.exchangeable]

    @classmethod
    def at_random(cls, size: Size, random: Random) -> ExchangeFaces:
        """Start from three independent random spanning trees."""
        return cls(size, [uniform_tree(face_shape(size, number), random) for number in range(3)])

    @classmethod
    def from_faces(cls, size: Size, faces: Faces, fixed: Collection[Square] = ()) -> ExchangeFaces:
        """Start from faces that are there, of which ``fixed`` squares stay as they are.

        Raises ValueError for one that is no spanning tree.
        """
        return cls(size, [_parents_of(face) for face in faces], fixed)

    @property
    def exchangeable(self) -> bool:
        """Whether any face has a passage to exchange for another."""
        return bool(self._exchangeable)

    def propose(self, random: Random) -> Exchange | None:
        """Draw an exchange for one of the faces; None where all that it could remove is fixed."""
        number = pick(self._exchangeable, random)
        return self._faces[number].propose(random)

    def space(self, exchange: Exchange | None = None) -> ConfigurationSpace:
        """Return the configuration space, as it is or as it would be after an exchange."""
        sets = [face.sets for face in self._faces]
        if exchange is not None:
            sets[FACE_AXES.index(exchange.face.axes)] = exchange.face.sets_after(exchange)
        xy, xz, yz = sets
        return ConfigurationSpace(self._size, (xy[0] & xz[0], xy[1] & yz[0], xz[1] & yz[1]))

    def faces(self) -> Faces:
        """Return the faces as they are now."""
        return triple(face.face() for face in self._faces)


def _parents_of(face: Face) -> list[int]:
    """Return a face as a tree with its root at the first cell that is not solid: the parent of every cell.

    Raises ValueError where it is no tree.
    """
    solid = face.solid
    neighbors = face.neighbors()
    root = next((cell for cell in range(len(neighbors)) if cell not in solid), 0)
    parents = tree_from(neighbors, root)
    passages = face.first.bit_count() + face.second.bit_count()
    if not len(parents) == len(neighbors) - len(solid) == passages + 1:
        raise ValueError(f"a face with {len(neighbors)} cells and {passages} passages is no tree")
    return [-1 if cell == root else parents.get(cell, -1) for cell in range(len(neighbors))]
