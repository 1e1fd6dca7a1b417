# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest
from hypothesis import given

from puzzle_cubes.polycubes.board import SHOWN, Board, why_it_cannot_fit
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solver import solve
from tests.core.polycubes import second_solver
from tests.core.polycubes.known import SOMA, shape
from tests.core.polycubes.strategies import puzzles

DOMINO, BAR = shape("000 100"), shape("000 100 200")


@pytest.mark.parametrize(
    ("pieces", "goal", "sentence"),
    [
        pytest.param(
            [Piece(DOMINO, 2, 2)],
            Goal.box((3, 1, 1)),
            "The pieces have 4 cells at least, but the goal has 3 cells.",
            id="too_many",
        ),
        pytest.param(
            [Piece(DOMINO, 0, 1)],
            Goal.box((3, 1, 1)),
            "The pieces have 2 cells at most, but the goal has 3 cells.",
            id="too_few",
        ),
        pytest.param(
            [Piece(DOMINO, 0, 9)],
            Goal.box((3, 1, 1)),
            "No allowed number of pieces has 3 cells together, as the goal has.",
            id="not_even",
        ),
        pytest.param(
            [Piece(DOMINO, 0, 1), Piece(BAR, 0, 1)],
            Goal.box((4, 1, 1)),
            "No allowed number of pieces has 4 cells together, as the goal has.",
            id="not_twice",
        ),
        pytest.param(
            [Piece(DOMINO), Piece(BAR, 0, 1)],
            Goal.box((4, 1, 1)),
            "No allowed number of pieces has 4 cells together, as the goal has.",
            id="not_once_more",
        ),
        pytest.param(
            [Piece(BAR)],
            Goal.of([(0, 0, 0), (1, 0, 0), (1, 1, 0)]),
            "Piece A fits nowhere.",
            id="no_place",
        ),
        pytest.param(
            [Piece(DOMINO), Piece(BAR, 0, 1)],
            Goal.of([(0, 0, 0), (2, 0, 0)], [(3, 0, 0), (4, 0, 0)]),
            "No piece reaches the cell (0, 0, 0).",
            id="not_reached",
        ),
    ],
)
def test_why_there_is_no_solution_is_said(pieces: list[Piece], goal: Goal, sentence: str) -> None:
    assert sentence in why_it_cannot_fit(Board(pieces, goal))
    answer = solve(PolycubePuzzle(tuple(pieces), goal))
    assert answer.is_complete
    assert answer.counts.total == 0


def test_many_cells_out_of_reach_are_not_all_named() -> None:
    goal = Goal.of([(2 * x, 0, 0) for x in range(6)])
    (sentence,) = why_it_cannot_fit(Board([Piece(DOMINO, 3, 3)], goal))[1:]
    assert sentence.endswith("the cells (0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0) and 2 more.")


def test_so_many_that_all_are_named() -> None:
    goal = Goal.of([(2 * x, 0, 0) for x in range(SHOWN)])
    (sentence,) = why_it_cannot_fit(Board([Piece(DOMINO, 2, 2)], goal))[1:]
    assert sentence.endswith("the cells (0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0).")


def test_nothing_is_said_of_a_puzzle_with_solutions() -> None:
    assert why_it_cannot_fit(Board(SOMA.puzzle.pieces, SOMA.puzzle.goal)) == ()


@given(puzzles())
def test_what_is_said_to_be_impossible_is(puzzle: PolycubePuzzle) -> None:
    if why_it_cannot_fit(Board(puzzle.pieces, puzzle.goal)):
        assert second_solver.packings(puzzle) == set()


def test_the_deepest_arrangement_shows_where_a_search_fails() -> None:
    # Volumes fit, and each piece has a place; but beside the square only one bar has room.
    pieces = [Piece(shape("000 100 010 110"), 1, 1), Piece(shape("000 100 200 300"), 2, 2)]
    goal = Goal.box((3, 4, 1))
    assert why_it_cannot_fit(Board(pieces, goal)) == ()
    answer = solve(PolycubePuzzle(tuple(pieces), goal))
    assert answer.counts.total == 0
    mask, second_mask = answer.deepest
    assert mask & second_mask == 0
    assert mask.bit_count() == second_mask.bit_count() == 4
