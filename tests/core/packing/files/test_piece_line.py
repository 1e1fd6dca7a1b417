# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.files.pieces_text import (
    cells_of_line,
    goal_of_line,
    is_pieces_text,
    line_of_cells,
    line_of_goal,
    pieces_from_text,
)
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape
from puzzle_cubes.polycubes.solver import solve
from tests.core.packing.files.strategies import unsolved_puzzles
from tests.core.polycubes import known


@given(unsolved_puzzles())
def test_what_was_written_is_read_again(puzzle: PolycubePuzzle) -> None:
    for piece in puzzle.pieces:
        assert Shape.of(cells_of_line(line_of_cells(piece.shape.cells))) == piece.shape
    if not puzzle.goal.colors:
        assert goal_of_line(line_of_goal(puzzle.goal)).cells == puzzle.goal.cells
        assert goal_of_line(line_of_goal(puzzle.goal)).optional == puzzle.goal.optional


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("xxx|.x.", "000 100 200 110"),
        # A screw of the Soma cube: rows go along y and layers upward, as in BurrTools' files.
        ("xx|.x,..|.x", "000 100 110 111"),
        ('["xx|x.", "..|x."],', "000 100 010 011"),
        ("x X", "000 100"),
        ("x|xx", "000 010 110"),
    ],
)
def test_a_line_is_read(line: str, cells: str) -> None:
    assert Shape.of(cells_of_line(line)) == known.shape(cells)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "has no cell"),
        ("..|..", "has no cell"),
        ("xx{connect=mz+y+}", "A line has '{': it may have x . | and commas only"),
        ("x+", r"A line has '\+'"),
        ("x" * 100_001, "100,001 letters"),
    ],
)
def test_a_damaged_line_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        cells_of_line(line)


def test_a_goal_may_have_only_cells_that_may_stay_empty() -> None:
    goal = goal_of_line("+++|+++")
    assert (len(goal.filled), len(goal.optional)) == (0, 6)
    # As with Hoffman's blocks in a box with room to spare: all pieces go in, wherever they lie.
    solutions = solve(PolycubePuzzle(pieces_from_text("2 xx"), goal), first=True)
    assert solutions.solutions
    assert solve(PolycubePuzzle(pieces_from_text("2 xx"), goal)).counts.total == 11
    with pytest.raises(InputError, match="no cell to fill"):
        goal_of_line("..|..")
    with pytest.raises(InputError, match="it may have x"):
        goal_of_line("xy")


def test_what_is_far_apart_has_no_line() -> None:
    with pytest.raises(InputError, match="too far apart"):
        line_of_cells([(0, 0, 0), (1000, 1000, 1000)])


def test_a_file_may_have_lines() -> None:
    text = '# Half Hour begins so\n["xxx|.x.", "...|.x."],\n2 .xx|xx.\n0-3 x # a cube\n1 0 0 0 1 0 0\n'
    pieces = pieces_from_text(text)
    assert is_pieces_text(text)
    assert [(piece.least, piece.most, len(piece.shape.cells)) for piece in pieces] == [
        (1, 1, 5),
        (2, 2, 4),
        (0, 3, 1),
        (1, 1, 2),
    ]
    with pytest.raises(InputError, match="line 1: '5-x' is how many"):
        pieces_from_text("5-x xxx")
