# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces whose cells are no cubes: they cannot be turned onto every side, so some solutions are none any more."""

from __future__ import annotations

from collections import Counter
from functools import cache

from ...kind.part import Point
from ...polycubes.puzzle import PolycubePuzzle, Solution
from ...polycubes.shape import ROTATIONS, Cells, Turn, normalized


def buildable(puzzle: PolycubePuzzle, shown: Solution, pitch: Point) -> int:
    """Return how many known solutions, up to rotation, can be built of pieces as they are made for the shown one.

    ``pitch`` are the sides of a cell. A piece can be turned only so that its cells stay what they are.
    """
    goal = normalized(puzzle.goal.cells)
    onto_itself = [turn for turn in ROTATIONS if normalized(turn.of(goal)) == goal]
    keeping = [turn for turn in ROTATIONS if all(pitch[axis] == pitch[new] for new, axis in enumerate(turn.axes))]

    @cache
    def as_made(cells: Cells, turn: Turn) -> Cells:
        turned = turn.of(cells)
        return min(normalized(keep.of(turned)) for keep in keeping)

    def pieces(solution: Solution, turn: Turn) -> Counter[tuple[int, Cells]]:
        placed = zip(puzzle.pieces_of(solution), puzzle.blocks_of(solution), strict=True)
        return Counter((piece, as_made(cells, turn)) for piece, cells in placed)

    made = pieces(shown, ROTATIONS[0])
    return sum(any(pieces(solution, turn) == made for turn in onto_itself) for solution in puzzle.found.solutions)
