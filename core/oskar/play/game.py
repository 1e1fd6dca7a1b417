# SPDX-License-Identifier: GPL-3.0-or-later
"""A game: somebody moves the cross through a puzzle, by the rules of its faces."""

from __future__ import annotations

from functools import cached_property

from ...common.playing import Direction
from ..making.puzzle import Puzzle
from ..maze.space import Position, distances, index_of, position_of


class Game:
    """The moves made so far in a puzzle, from the position where the game began.

    That must be one from which the end can be reached; a game that would begin at the end begins at the start.
    """

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.puzzle = puzzle
        self._way = [puzzle.start if position == puzzle.end else position]

    @property
    def position(self) -> Position:
        """The position of the cross."""
        return self._way[-1]

    @property
    def move_count(self) -> int:
        """The moves made, less those that were taken back."""
        return len(self._way) - 1

    @property
    def moves_to_end(self) -> int:
        """The fewest moves from here to the end."""
        return self._moves_from(self.position)

    @property
    def shortest(self) -> int:
        """The fewest moves from where the game began to the end."""
        return self._moves_from(self._way[0])

    @property
    def solved(self) -> bool:
        """Whether the cross is at the end."""
        return self.position == self.puzzle.end

    @property
    def hint(self) -> Direction | None:
        """The next move of a shortest way to the end; None at the end."""
        if self.solved:
            return None
        following = position_of(self.puzzle.size, self.puzzle.ways_to_end[self._index(self.position)])
        axis = next(axis for axis in range(3) if following[axis] != self.position[axis])
        return axis, following[axis] - self.position[axis]

    def move(self, direction: Direction) -> bool:
        """Move the cross by one cell, and report whether the faces allow it; if not, it stays."""
        there = moved(self.position, direction)
        size = self.puzzle.size
        inside = all(0 <= cell < cells for cell, cells in zip(there, size, strict=True))
        if not inside or not self.puzzle.space.is_legal(self.position, there):
            return False
        self._way.append(there)
        return True

    def take_back(self) -> bool:
        """Take the last move back, and report whether there was one."""
        if self.move_count == 0:
            return False
        self._way.pop()
        return True

    def restart(self) -> None:
        """Put the cross at the puzzle's start, with no moves made."""
        self._way = [self.puzzle.start]

    @cached_property
    def _distances(self) -> dict[int, int]:
        return distances(self.puzzle.ways_to_end)

    def _moves_from(self, position: Position) -> int:
        return self._distances[self._index(position)]

    def _index(self, position: Position) -> int:
        return index_of(self.puzzle.size, position)


def moved(position: Position, direction: Direction) -> Position:
    """Return the cell beside a position, whether the faces allow the move or not."""
    axis, step = direction
    x, y, z = (cell + step * (other == axis) for other, cell in enumerate(position))
    return x, y, z


def kept_position(puzzle: Puzzle, kept: Position) -> Position:
    """Return where the cross stands that was left at a position: there, or at the start if it cannot be there."""
    inside = all(0 <= cell < cells for cell, cells in zip(kept, puzzle.size, strict=True))
    return kept if inside and index_of(puzzle.size, kept) in puzzle.ways_to_end else puzzle.start
