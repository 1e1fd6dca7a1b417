# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from dataclasses import replace

from puzzle_cubes.common.task import finish
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape, box_cells
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import one_that_comes_apart_first, take_solution_apart, with_first

OPEN = set(box_cells((3, 3, 3))) - {(1, 1, 1), (1, 1, 2)}
"""A box whose lid has a hole."""


def box_and_cube() -> PolycubePuzzle:
    """Return a puzzle whose two solutions come apart: a cube lies in the box, or in the hole of its lid."""
    puzzle = PolycubePuzzle(
        (Piece(Shape.of(OPEN)), Piece(Shape.of([(0, 0, 0)]))), Goal.of(OPEN, [(1, 1, 1), (1, 1, 2)])
    )
    return replace(puzzle, found=solve(puzzle))


def closed_and_open() -> PolycubePuzzle:
    """Return a puzzle with a solution that is locked, a cube in a shut box, and one in which it lies beside the box."""
    shut = set(box_cells((3, 3, 3))) - {(1, 1, 1)}
    pieces = Piece(Shape.of(shut), name="box"), Piece(Shape.of([(0, 0, 0)]))
    puzzle = PolycubePuzzle(pieces, Goal.of(shut, [(1, 1, 1), (4, 0, 0)]))
    return replace(puzzle, found=solve(puzzle))


def test_a_solution_that_comes_apart_is_before_those_that_do_not() -> None:
    for puzzle in (closed_and_open(), the_other_way_round(closed_and_open())):
        solutions = puzzle.found.solutions
        assert [take_solution_apart(puzzle, solution) is not None for solution in solutions].count(True) == 1
        ordered = finish(one_that_comes_apart_first(puzzle))
        assert take_solution_apart(puzzle, ordered.found.solutions[0]) is not None
        assert sorted(ordered.found.solutions) == sorted(solutions)


def the_other_way_round(puzzle: PolycubePuzzle) -> PolycubePuzzle:
    """Return a puzzle with its last solution first."""
    return with_first(puzzle, puzzle.found.solutions[-1])


def test_where_the_first_comes_apart_the_order_stays() -> None:
    puzzle = box_and_cube()
    assert len(puzzle.found.solutions) > 1
    assert finish(one_that_comes_apart_first(puzzle)) == puzzle
