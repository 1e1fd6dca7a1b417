# SPDX-License-Identifier: GPL-3.0-or-later
"""The hints of a design on its blocks for taking apart: their drawing and weight, and which stay together.

The rules are BurrTools': a group is a set of pieces that need not come apart; a piece may be in it so many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from ..puzzle import PolycubePuzzle
from ..terms.cells import Cells, normalized
from ..terms.piece import Piece
from ..terms.shape import Shape
from ..terms.turns import ROTATIONS, Turn


@dataclass(frozen=True)
class Hints:
    """The piece that each of some blocks is, its number among the pieces, and the cells that all may fill."""

    pieces: tuple[Piece, ...]
    numbers: tuple[int, ...]
    goal: Cells

    @classmethod
    def of(cls, puzzle: PolycubePuzzle, numbers: Sequence[int]) -> Hints:
        """Return what a puzzle says of its pieces with some numbers."""
        return cls(tuple(puzzle.pieces[number] for number in numbers), tuple(numbers), puzzle.goal.cells)

    @classmethod
    def of_blocks(cls, blocks: Sequence[Cells]) -> Hints:
        """Return what is true of any blocks: each is a piece, drawn as it lies."""
        pieces = tuple(Piece(Shape.of(cells)) for cells in blocks)
        return cls(pieces, tuple(range(len(blocks))), tuple(chain(*blocks)))

    def turn_as_drawn(self, blocks: Sequence[Cells]) -> Turn:
        """Return how blocks are turned, with the goal onto itself, so that the pieces lie as they are drawn.

        The first one does if it can, then the second one, and so on. So it makes no difference how all were turned.
        """
        whole = normalized(self.goal)
        found = [turn for turn in ROTATIONS if normalized(turn.of(whole)) == whole]
        for block in self.in_order():
            if len(found) == 1:
                break
            drawn = _as_turned(self.pieces[block].shape)
            ranks = [drawn.index(normalized(turn.of(blocks[block]))) for turn in found]
            found = [turn for turn, rank in zip(found, ranks, strict=True) if rank == min(ranks)]
        return found[0]

    def in_order(self) -> tuple[int, ...]:
        """Return the blocks in the order of their pieces."""
        return tuple(sorted(range(len(self.numbers)), key=lambda block: self.numbers[block]))

    def are_a_group(self, blocks: Sequence[int]) -> bool:
        """Report whether blocks stay together in any case: each is in one group only, all in the same."""
        groups = {own[0][0] if len(own) == 1 else 0 for own in (self.pieces[block].groups for block in blocks)}
        return len(groups) == 1 and groups != {0}

    def may_stay_together(self, sets: Sequence[Sequence[int]]) -> bool:
        """Report whether each set of blocks can be in a group, of no piece more in a group than it may be."""
        left = {
            (self.numbers[block], group): count
            for block in chain(*sets)
            for group, count in self.pieces[block].groups
            if group
        }
        return _fit([Counter(self.numbers[block] for block in blocks) for blocks in sets], left)


@lru_cache(1_000)
def _as_turned(shape: Shape) -> tuple[Cells, ...]:
    """Return the cells of a shape after each rotation."""
    return tuple(normalized(turn.of(shape.cells)) for turn in ROTATIONS)


def _fit(sets: Sequence[Counter[int]], left: dict[tuple[int, int], int]) -> bool:
    if not sets:
        return True
    first, *others = sets
    for group in {group for _, group in left}:
        if all(left.get((number, group), 0) >= count for number, count in first.items()):
            rest = {(number, of): count - first[number] * (of == group) for (number, of), count in left.items()}
            if _fit(others, rest):
                return True
    return False
