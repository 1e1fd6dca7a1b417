# SPDX-License-Identifier: GPL-3.0-or-later
"""Cutting passages so that no face gets a loop, nor the configuration space.

This is Kruskal's rule (1956), kept by a union-find over the cells of every face and by one over all
positions. It allows trees that grow apart from each other on one face, and joins them at last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import numpy as np

from ...common.draws import take
from ...common.union_find import UnionFind
from ..maze.faces import FACE_AXES, Face, Faces, Size, face_shape
from ..maze.space import ConfigurationSpace, FaceArrays, Position

_Passage = tuple[int, int, int, int]
"""(axis along, axis across, cell along, cell across): from that cell of a face to the next one along."""


class LoopFreeFaces:
    """The three faces while passages are cut into them."""

    def __init__(self, size: Size, faces: Iterable[FaceArrays] | None = None) -> None:
        """Start with the passages of the faces XY, XZ and YZ, or with none."""
        self._size = size
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
        return not closed or (not any(map(self._cells_are_joined, closed)) and self._open(closed))

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
                if not self._cells_are_joined(passage) and not self._open([passage]):
                    closing.append(passage)
            for passage in closing:
                if not self._cells_are_joined(passage):
                    self._open([passage], loops_allowed=True)
        xy, xz, yz = (Face.from_arrays(first, second) for first, second in self._arrays)
        return xy, xz, yz

    def _closed(self, axes: tuple[int, int]) -> Iterator[_Passage]:
        """Yield the places of a face where no passage is."""
        for along, across in (axes, axes[::-1]):
            view = self._views[along, across]
            for i, j in np.argwhere(~view[: self._size[along] - 1]).tolist():
                yield along, across, i, j

    def _open(self, passages: list[_Passage], loops_allowed: bool = False) -> bool:
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

    def _moves_opened(self, passage: _Passage) -> list[tuple[int, int]]:
        """Return both ends of the moves that a passage makes legal, as indices of positions.

        These are the moves along its axis, at all cells of the axis that crosses the face, where the
        other face that sees the move has its passage already.
        """
        along, across, i, j = passage
        over = 3 - along - across
        levels = np.flatnonzero(self._views[along, over][i])
        sources = (levels * self._steps[over] + (i * self._steps[along] + j * self._steps[across])).tolist()
        return [(source, source + self._steps[along]) for source in sources]

    def _set(self, passage: _Passage, opened: bool) -> None:
        along, across, i, j = passage
        self._views[along, across][i, j] = opened

    def _cells_are_joined(self, passage: _Passage) -> bool:
        face, one, other = self._cells_of(passage)
        return self._cells[face].root(one) == self._cells[face].root(other)

    def _join_cells(self, passage: _Passage) -> None:
        face, one, other = self._cells_of(passage)
        self._cells[face].join(one, other)

    def _cells_of(self, passage: _Passage) -> tuple[int, int, int]:
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
