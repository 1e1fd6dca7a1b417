# SPDX-License-Identifier: GPL-3.0-or-later
"""A record of how mazes were made, event by event: to show them growing, and to count what a style cut itself."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from ..maze.faces import Size
from ..maze.space import Position, position_of

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
