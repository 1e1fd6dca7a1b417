# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells and pieces come and go, as they are drawn by hand."""

from __future__ import annotations

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.making.by_hand import (
    GOAL,
    empty_puzzle,
    is_box,
    with_box,
    with_cells,
    with_mirror_image,
    with_other_need,
    with_piece,
    without_cells,
    without_piece,
)
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from tests.core.polycubes import known

L = known.shape("000 100 200 010")


def with_l() -> PolycubePuzzle:
    """Return an empty box and an L as the second piece."""
    return with_piece(empty_puzzle((3, 3, 3)), Piece(L, 2, 3)).puzzle


def test_cells_come_and_go() -> None:
    change = with_cells(with_l(), 1, [(-1, 0, 0), (-2, 0, 0)])
    assert change.puzzle.pieces[1] == Piece(known.shape("000 100 200 300 400 210"), 2, 3)
    assert change.shifts == {1: (-2, 0, 0)}
    back = without_cells(change.puzzle, 1, [(0, 0, 0), (1, 0, 0)])
    assert back.puzzle == with_l()
    assert back.shifts == {1: (2, 0, 0)}


def test_the_goal_is_drawn_on_too() -> None:
    change = with_cells(with_l(), GOAL, [(0, 0, -1)])
    assert change.shifts == {GOAL: (0, 0, -1)}
    assert len(change.puzzle.goal.filled) == 28
    optional = with_other_need(change.puzzle, (0, 0, 1)).puzzle
    assert optional.goal.optional == {(0, 0, 1)}
    assert with_other_need(optional, (0, 0, 1)).puzzle == change.puzzle
    assert without_cells(change.puzzle, GOAL, [(0, 0, 0)]).puzzle == with_l()


def test_what_was_known_and_the_name_of_a_classic_are_forgotten() -> None:
    soma = CLASSICS["soma"].puzzle
    solved = PolycubePuzzle(soma.pieces, soma.goal, soma.name, solve(soma, first=True))
    now = without_piece(solved, 0).puzzle
    assert (now.name, now.found.solutions) == ("", ())
    assert now.pieces == soma.pieces[1:]


def test_a_piece_becomes_its_mirror_image() -> None:
    soma = CLASSICS["soma"].puzzle
    now = with_mirror_image(soma, 4).puzzle
    assert now.pieces[4].shape.upright == soma.pieces[5].shape.upright
    assert with_mirror_image(now, 4).puzzle.pieces == soma.pieces


def test_something_is_always_left() -> None:
    puzzle = empty_puzzle((1, 1, 1))
    with pytest.raises(InputError, match="Piece A has no other cube"):
        without_cells(puzzle, 0, [(0, 0, 0)])
    with pytest.raises(InputError, match="no cell to fill"):
        without_cells(puzzle, GOAL, [(0, 0, 0)])
    # What may stay empty is still something.
    assert with_other_need(puzzle, (0, 0, 0)).puzzle.goal.optional == {(0, 0, 0)}
    with pytest.raises(InputError, match="must have a piece"):
        without_piece(puzzle, 0)


def test_a_box_around_is_opened_and_holds_the_pieces_on_their_way() -> None:
    """Two pairs of cells lie in a box: through an opening of one cell they come one after the other."""
    domino = Piece(known.shape("000 100"), 2, 2)
    inside = PolycubePuzzle((domino,), Goal.box((4, 1, 1)))
    boxed = with_box(inside).puzzle
    assert boxed.goal.size == (6, 3, 3)
    assert len(boxed.pieces[1].shape.cells) == 6 * 3 * 3 - 4
    assert is_box(boxed, 1)
    with pytest.raises(InputError, match="a box already"):
        with_box(boxed)
    closed = solve(boxed)
    assert closed.counts.up_to_rotation == 1
    assert take_solution_apart(boxed, closed.solutions[0]) is None

    opened = without_cells(boxed, 1, [(5, 1, 1)]).puzzle
    assert len(opened.goal.filled) == 6 * 3 * 3 - 1
    assert is_box(opened, 1)
    answer = solve(opened)
    taken = take_solution_apart(opened, answer.solutions[0])
    assert taken is not None
    assert len(taken.partings) == 2
    # The box is the heaviest: what leaves is what lies in it.
    box = opened.pieces_of(answer.solutions[0]).index(1)
    assert all(box not in parting.moves[-1].blocks for parting in taken.partings)

    # What is drawn inside takes room from the pieces, and gives it back.
    filled = with_cells(opened, 1, [(1, 1, 1)]).puzzle
    assert filled.goal == opened.goal
    assert without_cells(filled, 1, [(1, 1, 1)]).puzzle == opened
    # And what is drawn outside is a cell of the goal, too.
    assert with_cells(opened, 1, [(5, 1, 1)]).puzzle == boxed


def test_a_box_goes_around_any_goal() -> None:
    goal = Goal.of([(0, 0, 0), (1, 0, 0)], [(0, 1, 0)])
    boxed = with_box(PolycubePuzzle((Piece(L, weight=4),), goal)).puzzle
    assert boxed.goal.size == (4, 4, 3)
    assert len(boxed.goal.optional) == 1
    assert boxed.pieces[1].weight == 5
    assert len(boxed.goal.cells) == len(boxed.pieces[1].shape.cells) + 3
