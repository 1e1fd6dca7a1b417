# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles with all that a file can hold, for hypothesis."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as draw

from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Colors, Shape
from tests.core.polycubes.strategies import cell_sets, polycubes

NAMES = draw.text(draw.characters(codec="utf-8", exclude_categories=["C", "Z"]) | draw.just(" "), max_size=12)


@draw.composite
def pieces(pick: draw.DrawFn) -> Piece:
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
    """Return puzzles without colors of which nothing is known; most have no solution."""
    filled, optional = pick(cell_sets()), pick(cell_sets())
    several = tuple(pick(draw.lists(pieces(), min_size=1, max_size=4)))
    return PolycubePuzzle(several, Goal.of(filled, optional - filled), pick(NAMES))


@draw.composite
def unsolved_colored_puzzles(pick: draw.DrawFn) -> PolycubePuzzle:
    """Return such puzzles with colors, and with a limit of empty cells, of which some have neither."""
    plain = pick(unsolved_puzzles())
    palette = pick(draw.lists(draw.from_regex(r"#[0-9a-f]{6}", fullmatch=True), min_size=1, max_size=63))
    number = draw.integers(1, len(palette))
    color = draw.just(0) | number
    on = {cell: pick(color) for cell in plain.goal.cells}
    several = tuple(
        replace(piece, shape=Shape.of(piece.shape.cells, {cell: pick(color) for cell in piece.shape.cells}))
        for piece in plain.pieces
    )
    fewest = max(len(plain.goal.filled), sum(len(piece.shape.cells) * piece.least for piece in several))
    room = len(plain.goal.cells) - fewest
    limit = pick(draw.integers(0, room - 1)) if room > 0 and pick(draw.booleans()) else None
    pairs = pick(draw.frozensets(draw.tuples(number, number), max_size=5))
    goal = Goal.of(plain.goal.filled, plain.goal.optional, on, limit)
    colored = replace(plain, pieces=several, goal=goal, colors=Colors(tuple(palette), pairs))
    # Colors of which none is used are not kept.
    return colored if colored.has_colors else plain
