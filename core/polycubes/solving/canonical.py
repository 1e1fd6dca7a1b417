# SPDX-License-Identifier: GPL-3.0-or-later
"""One form for all puzzles that have the same pieces and the same goal, however they lie, or mirrored."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..puzzle import PolycubePuzzle
from ..terms.cells import Cells, lowest_corner, moved
from ..terms.goal import Goal
from ..terms.turns import MIRRORED_TURNS, ROTATIONS

_Piece = Cells | tuple[Cells, tuple[int, ...]]


def canonical_form(puzzle: PolycubePuzzle) -> bytes:
    """Return bytes that are the same for two such puzzles, and only for those; names count nothing."""
    return min(_form(puzzle, is_mirrored=False), _form(puzzle, is_mirrored=True))


def _form(puzzle: PolycubePuzzle, *, is_mirrored: bool) -> bytes:
    least: Counter[_Piece] = Counter()
    most: Counter[_Piece] = Counter()
    for piece in puzzle.pieces:
        shape = (piece.shape.mirrored if is_mirrored else piece.shape).upright
        # What has no colors has the form that it had before there were any: shelves keep it.
        form = (shape.cells, shape.colors) if shape.colors else shape.cells
        least[form] += piece.least
        most[form] += piece.most
    pieces = sorted(((form, least[form], most[form]) for form in most), key=repr if puzzle.has_colors else None)
    goal = _goal_form(puzzle.goal, is_mirrored=is_mirrored)
    rules = [sorted(puzzle.colors.pairs)] if puzzle.has_colors else []
    return repr((pieces, goal, *rules)).encode("ascii")


def _goal_form(goal: Goal, *, is_mirrored: bool) -> tuple[Any, ...]:
    if goal.is_box and not goal.colors:
        return tuple(sorted(goal.size))
    forms: list[tuple[Any, ...]] = []
    for turn in MIRRORED_TURNS if is_mirrored else ROTATIONS:
        x, y, z = lowest_corner(turn.of(goal.cells))
        filled, optional, colored = (
            moved(turn.of(cells), (-x, -y, -z)) for cells in (goal.filled, goal.optional, goal.color_of)
        )
        form = tuple(sorted(filled)), tuple(sorted(optional))
        more = [tuple(sorted(zip(colored, goal.color_of.values(), strict=True)))] if colored else []
        forms.append((*form, *more))
    limit = [] if goal.most_empty is None else [goal.most_empty]
    return (*min(forms), *limit)
