# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles with all that a file can hold, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as draw

from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.terms.goal import Goal
from puzzle_cubes.polycubes.terms.piece import Piece
from tests.core.polycubes.strategies import cell_sets, polycubes

NAMES = draw.text(draw.characters(codec="utf-8", exclude_categories=["C", "Z"]) | draw.just(" "), max_size=12)


@draw.composite
def pieces(pick: draw.DrawFn) -> Piece:
    """Return pieces with everything."""
    least = pick(draw.integers(0, 3))
    return Piece(
        pick(polycubes()),
        least,
        least + pick(draw.integers(0, 5)),
        pick(NAMES),
        pick(draw.integers(-5, 5)),
        tuple(pick(draw.lists(draw.tuples(draw.integers(1, 9), draw.integers(1, 9)), max_size=2))),
    )


@draw.composite
def unsolved_puzzles(pick: draw.DrawFn) -> PolycubePuzzle:
    """Return puzzles of which nothing is known; most have no solution."""
    filled, optional = pick(cell_sets()), pick(cell_sets())
    several = tuple(pick(draw.lists(pieces(), min_size=1, max_size=4)))
    return PolycubePuzzle(several, Goal.of(filled, optional - filled), pick(NAMES))
