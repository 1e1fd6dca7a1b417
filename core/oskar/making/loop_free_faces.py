# SPDX-License-Identifier: GPL-3.0-or-later
"""Cutting passages so that no face gets a loop, nor the configuration space.

This is Kruskal's rule (1956), kept by a union-find over the cells of every face and by one over all
positions. It allows trees that grow apart from each other on one face, and joins them at last.

A record of how mazes were made, event by event: to show them growing, and to count what a style cut itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from ...common.draws import take
from ...common.sets import UnionFind
from ..maze.faces import FACE_AXES, Face, Faces, Size, face_shape
from ..maze.space import ConfigurationSpace, FaceArrays, Position, index_of, position_of

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
    one, other = (across for across in range(3) if across != axis)
    return (axis, one, cell, position[one]), (axis, other, cell, position[other])


class LoopFreeFaces:
    """The three faces while passages are cut into them."""

    def __init__(
        self, size: Size, faces: Iterable[FaceArrays] | None = None, record: GrowthRecord | None = None
    ) -> None:
        """Start with the passages of the faces XY, XZ and YZ, or with none; go on with a record, or begin one."""
        self._size = size
        self.record = GrowthRecord() if record is None else record
        self._arrays = list(faces or (_empty(face_shape(size, number)) for number in range(3)))
        # Views of the passages by (axis along, axis across), indexed [cell along, cell across].
        self._views = {}
        for (first_axis, second_axis), (first, second) in zip(FACE_AXES, self._arrays, strict=True):
            self._views[first_axis, second_axis] = first.T
            self._views[second_axis, first_axis] = second
        xy, xz, yz = self._arrays
        space = ConfigurationSpace.from_arrays(size, xy, xz, yz)
        self._steps = space.steps
        self._positions = UnionFind(space.components().tolist())
        self._cells = [UnionFind(range(first.size)) for first, _ in self._arrays]
        for (along, across), view in self._views.items():
            for i, j in np.argwhere(view).tolist():
                self._join_cells((along, across, i, j))

    def open_move(self, axis: int, position: Position) -> bool:
        """Make the move from a position to the next one up the axis legal where no loop forbids it.

        Report whether the move is legal now.
        """
        closed = [
            (axis, across, position[axis], position[across])
            for across in range(3)
            if across != axis and not self._views[axis, across][position[axis], position[across]]
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
        passages = sum(int(np.count_nonzero(view)) for view in self._views.values())
        return passages == sum(first.size - 1 for first, _ in self._arrays)

    def complete(self, random: Random) -> Faces:
        """Join the trees and single cells of every face at random until it is a spanning tree.

        A passage that would close a loop in the configuration space is taken only where nothing
        else joins its cells.
        """
        for axes in FACE_AXES:
            candidates = [passage for passage in self._closed(axes) if not self._cells_are_joined(passage)]
            closing = []
            while candidates:
                passage = take(candidates, random)
                if self._cells_are_joined(passage):
                    continue
                if self._open([passage]):
                    self.record.joined.append(passage)
                else:
                    closing.append(passage)
            for passage in closing:
                if not self._cells_are_joined(passage):
                    self._open([passage], loops_allowed=True)
                    self.record.joined.append(passage)
        return self.faces()

    def faces(self) -> Faces:
        """Return the faces as they are now."""
        xy, xz, yz = (Face.from_arrays(first, second) for first, second in self._arrays)
        return xy, xz, yz

    def is_open(self, passage: Passage) -> bool:
        """Report whether a passage is cut."""
        along, across, i, j = passage
        return bool(self._views[along, across][i, j])

    def closed(self) -> Iterator[Passage]:
        """Yield the places of all faces where no passage is."""
        for axes in FACE_AXES:
            yield from self._closed(axes)

    def are_connected(self, one: int, other: int) -> bool:
        """Report whether legal moves lead from one position to another, both given by their indices."""
        return self._positions.root(one) == self._positions.root(other)

    def region(self, position: int) -> int:
        """Return the position that stands for all that one is connected with, until anything more is opened."""
        return self._positions.root(position)

    def would_close_loop(self, passages: Iterable[Passage]) -> bool:
        """Report whether passages that are not cut yet would together close a loop on a face."""
        pairs: tuple[list[tuple[int, int]], ...] = ([], [], [])
        for passage in passages:
            face, one, other = self._cells_of(passage)
            pairs[face].append((one, other))
        return any(cells.would_close_loop(joined) for cells, joined in zip(self._cells, pairs, strict=True))

    def open_together(self, passages: list[Passage]) -> bool:
        """Cut passages that are not cut yet, unless that closes a loop; report whether it was done."""
        return not self.would_close_loop(passages) and self._open(passages)

    def open_all(self, passages: list[Passage]) -> None:
        """Cut passages that close no loop on a face, even where they close one among the positions."""
        self._open(passages, loops_allowed=True)

    def _closed(self, axes: tuple[int, int]) -> Iterator[Passage]:
        """Yield the places of a face where no passage is."""
        for along, across in (axes, axes[::-1]):
            view = self._views[along, across]
            for i, j in np.argwhere(~view[: self._size[along] - 1]).tolist():
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
        levels = np.flatnonzero(self._views[along, over][i])
        sources = (levels * self._steps[over] + (i * self._steps[along] + j * self._steps[across])).tolist()
        return [(source, source + self._steps[along]) for source in sources]

    def _set(self, passage: Passage, opened: bool) -> None:
        along, across, i, j = passage
        self._views[along, across][i, j] = opened

    def _cells_are_joined(self, passage: Passage) -> bool:
        face, one, other = self._cells_of(passage)
        return self._cells[face].root(one) == self._cells[face].root(other)

    def _join_cells(self, passage: Passage) -> None:
        face, one, other = self._cells_of(passage)
        self._cells[face].join(one, other)

    def _cells_of(self, passage: Passage) -> tuple[int, int, int]:
        """Return a passage's face and the indices of its two cells."""
        along, across, i, j = passage
        if along < across:
            cell = i + self._size[along] * j
            return along + across - 1, cell, cell + 1
        columns = self._size[across]
        cell = j + columns * i
        return along + across - 1, cell, cell + columns


def _empty(shape: tuple[int, int]) -> FaceArrays:
    columns, rows = shape
    return np.zeros((rows, columns), dtype=bool), np.zeros((rows, columns), dtype=bool)
