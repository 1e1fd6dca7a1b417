# SPDX-License-Identifier: GPL-3.0-or-later
"""One form for all puzzles that have the same pieces and the same goal, however they lie, or mirrored."""

from __future__ import annotations

from collections import Counter

from ..puzzle import PolycubePuzzle
from ..terms.cells import Cell, Cells, lowest_corner, moved
from ..terms.goal import Goal
from ..terms.turns import MIRRORED_TURNS, ROTATIONS


def canonical_form(puzzle: PolycubePuzzle) -> bytes:
    """Return bytes that are the same for two such puzzles, and only for those; names count nothing."""
    return min(_form(puzzle, is_mirrored=False), _form(puzzle, is_mirrored=True))


def _form(puzzle: PolycubePuzzle, *, is_mirrored: bool) -> bytes:
    least: Counter[Cells] = Counter()
    most: Counter[Cells] = Counter()
    for piece in puzzle.pieces:
        shape = piece.shape.mirrored if is_mirrored else piece.shape
        least[shape.upright.cells] += piece.least
        most[shape.upright.cells] += piece.most
    pieces = sorted((cells, least[cells], most[cells]) for cells in most)
    return repr((pieces, _goal_form(puzzle.goal, is_mirrored=is_mirrored))).encode("ascii")


def _goal_form(goal: Goal, *, is_mirrored: bool) -> tuple[Cells, Cells] | Cell:
    if goal.is_box:
        x, y, z = sorted(goal.size)
        return x, y, z
    forms = []
    for turn in MIRRORED_TURNS if is_mirrored else ROTATIONS:
        x, y, z = lowest_corner(turn.of(goal.cells))
        filled, optional = (
            tuple(sorted(moved(turn.of(cells), (-x, -y, -z)))) for cells in (goal.filled, goal.optional)
        )
        forms.append((filled, optional))
    return min(forms)
