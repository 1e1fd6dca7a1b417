# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces in which moves are opened anywhere, one after another, and what is noted of each.

Loops are kept out by Kruskal's rule (1956): a union-find over the cells of every face, and one over all positions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np

from ...common.containers import UnionFind
from ...common.draws import take
from ..maze.faces import FACE_AXES, FaceArrays, Faces, Size, arrays_of, face_shape, faces_of, no_passages, passages_of
from ..maze.space import ConfigurationSpace, Position, index_of, position_of

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
        if any(map(self._cells_are_joined, closed)) or not self.open_all(closed):
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
            if self.open_all(passages):
                self.record.joined += passages
            else:
                closing.append(passages)
        for passages in closing:
            if not self.would_close_loop(passages):
                self.open_all(passages, loops_allowed=True)
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

    def _closed(self, axes: tuple[int, int]) -> Iterator[Passage]:
        """Yield the places of a face where no passage is."""
        for along, across in (axes, axes[::-1]):
            for i, j in np.argwhere(~self._passages[along, across][: self._size[along] - 1]).tolist():
                yield along, across, i, j

    def open_all(self, passages: list[Passage], *, loops_allowed: bool = False) -> bool:
        """Cut passages that close no loop on a face, unless that closes one among the positions; report if it was done.

        Where ``loops_allowed`` it is done all the same.
        """
        moves = []
        for passage in passages:
            moves += self._moves_opened(passage)
            along, across, i, j = passage
            self._passages[along, across][i, j] = True
        if not loops_allowed and self._positions.would_close_loop(moves):
            for along, across, i, j in passages:
                self._passages[along, across][i, j] = False
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
