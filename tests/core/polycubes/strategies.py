# SPDX-License-Identifier: GPL-3.0-or-later
"""Small shapes, goals and puzzles, for hypothesis."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as draw

from puzzle_cubes.packing.making.dissections import Dissections
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Colors, Shape, neighbors
from tests.core.polycubes import known


@draw.composite
def polycubes(pick: draw.DrawFn, least: int = 1, most: int = 6) -> Shape:
    cells: list[Cell] = [(0, 0, 0)]
    for _ in range(pick(draw.integers(least, most)) - 1):
        cells.append(
            pick(draw.sampled_from(sorted({beside for cell in cells for beside in neighbors(cell)} - {*cells})))
        )
    return Shape.of(cells)


def cell_sets(largest: int = 3) -> draw.SearchStrategy[frozenset[Cell]]:
    """Return sets of cells, near each other but not hanging together."""
    along = draw.integers(-1, largest - 2)
    return draw.frozensets(draw.tuples(along, along, along), min_size=1, max_size=8)


@draw.composite
def puzzles(pick: draw.DrawFn) -> PolycubePuzzle:
    """Return small puzzles with ranges and optional cells; of most there are solutions."""
    size = pick(draw.sampled_from([(2, 2, 2), (1, 2, 3), (2, 2, 3), (2, 2, 1), (1, 1, 5), (1, 2, 4)]))
    cells = Goal.box(size).cells
    optional = pick(draw.sets(draw.sampled_from(cells), max_size=min(4, len(cells) - 1)))
    goal = Goal.of(set(cells) - optional, optional)
    pieces = [
        Piece(shape, least, least + more)
        for shape, least, more in pick(
            draw.lists(
                draw.tuples(polycubes(most=4), draw.sampled_from([0, 0, 1, 2]), draw.sampled_from([0, 1, 2, 9])),
                min_size=1,
                max_size=4,
            )
        )
    ]
    if pick(draw.booleans()):
        pieces.append(Piece(known.shape("000"), 0, 3))
    return PolycubePuzzle(tuple(pieces), goal)


@draw.composite
def cut_boxes(pick: draw.DrawFn) -> PolycubePuzzle:
    """Return boxes that are cut into pieces, each of which is used as often as it was cut: there is a solution."""
    goal = Goal.box(pick(draw.sampled_from([(3, 3, 1), (2, 2, 2), (4, 2, 1), (3, 2, 2), (3, 3, 2), (2, 2, 4)])))
    dissections = Dissections(goal, pick(draw.integers(2, 5)))
    shapes = dissections.shapes(dissections.grown(pick(draw.randoms(use_true_random=False))))
    return PolycubePuzzle(tuple(Piece(shape) for shape in shapes), goal)


@draw.composite
def colored_puzzles(pick: draw.DrawFn) -> PolycubePuzzle:
    """Return puzzles with colors, and some with a limit of empty cells."""
    plain = pick(puzzles().filter(lambda puzzle: len(puzzle.goal.cells) <= 8))
    numbers = draw.sampled_from([0, 1, 1, 2])
    pairs = pick(draw.sets(draw.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2)]), min_size=1))

    def colored(shape: Shape) -> Shape:
        return Shape.of(shape.cells, {cell: pick(numbers) for cell in shape.cells})

    goal = plain.goal
    on = {cell: pick(numbers) for cell in goal.cells} if pick(draw.booleans()) else {}
    limit = pick(draw.none() | draw.integers(0, 2))
    pieces = [replace(piece, shape=colored(piece.shape)) for piece in plain.pieces]
    if pick(draw.booleans()):
        pieces += plain.pieces
    return PolycubePuzzle(
        tuple(pieces),
        Goal.of(goal.filled, goal.optional, on, limit),
        colors=Colors(("#ff0000", "#0000ff"), frozenset(pairs)),
    )
