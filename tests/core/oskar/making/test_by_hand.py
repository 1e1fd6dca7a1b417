# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls that are drawn are there, whatever is drawn or searched for later, and the puzzle is a whole one each time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.oskar.generating import completed_in_steps, generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.by_hand import changed, is_drawable, is_wall, lettered, pictured
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Square
from tests.core.oskar import reference, strategies


def squares(puzzle: Puzzle) -> list[Square]:
    """Return all squares of a puzzle's faces that can be drawn."""
    framed = [
        Square(face, (along, across))
        for face in range(3)
        for along in range(2 * puzzle.faces[face].shape[0])
        for across in range(2 * puzzle.faces[face].shape[1])
    ]
    return [square for square in framed if is_drawable(puzzle, square)]


def check(puzzle: Puzzle) -> None:
    """Check with the plain search of the tests that a puzzle is whole."""
    assert puzzle.flaws == ()
    reached = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.end)
    assert reached[puzzle.start] == len(puzzle.solution) - 1 > 0


def walls(puzzle: Puzzle) -> set[Square]:
    """Return the squares that are walls, by the inflated grids."""
    grids = [face.inflate() for face in puzzle.faces]
    return {square for square in squares(puzzle) if grids[square.face][square.place]}


@given(draw.data(), strategies.puzzles(4))
@run_with(max_examples=60)
def test_what_is_drawn_stays_and_one_other_wall_changes(data: draw.DataObject, puzzle: Puzzle) -> None:
    places, drawn = squares(puzzle), dict[Square, bool]()
    for square in data.draw(draw.lists(draw.sampled_from(places), min_size=1, max_size=12)) if places else ():
        before = walls(puzzle)
        assert is_wall(puzzle, square) == (square in before)
        try:
            change = changed(puzzle, square, drawn)
        except InputError as error:
            reasons = "drawn", "has none", "move left", "filled", "solid", "Solid"
            assert any(reason in str(error) for reason in reasons)  # noqa: PT017  (it need not be raised)
            continue
        drawn[square] = square not in before
        puzzle = change.puzzle
        check(puzzle)
        after = walls(puzzle)
        cells = {cell for cell in after ^ before if cell.place[0] % 2 == cell.place[1] % 2 == 0}
        assert (after ^ before) - cells == {square, *change.instead} - cells
        # A cell is filled where it is clicked, and opens with any passage to it.
        assert cells <= {square} or (cells <= before and change.instead == ())
        assert {opened.face for opened in change.instead} <= {square.face}
        # A cell that becomes solid takes what was drawn between it and others, and may need new ways round it.
        if not cells:
            assert len(change.instead) == 1
            assert all((kept in after) == is_there for kept, is_there in drawn.items())
        drawn = {kept: filled for kept, filled in drawn.items() if (kept in after) == filled}


def test_what_would_leave_neither_start_nor_end_a_move_is_not_what_changes_instead() -> None:
    puzzle, square = generate(settings_with(size=(3, 3, 3), style="kruskal", seed=4)), Square(1, (4, 1))
    # That is one of seven walls that could change.
    change = changed(puzzle, square, {})
    assert is_wall(change.puzzle, square) != is_wall(puzzle, square)
    check(change.puzzle)


def test_a_passage_in_a_single_row_cannot_be_closed() -> None:
    with pytest.raises(InputError, match="another wall goes where the face falls in two, and this face has none"):
        changed(generate(settings_with(size=(4, 1, 3))), Square(0, (1, 0)), {})


def with_hard_rest(puzzle: Puzzle, drawn: Mapping[Square, bool]) -> Puzzle:
    """Return a puzzle with its rest made hard; at each step it is whole, and all that is drawn is there."""
    best = puzzle
    for progress in completed_in_steps(puzzle, drawn, 300):
        best = progress.best or puzzle
        check(best)
        assert walls(best) >= drawn.keys()
    return best


@pytest.mark.parametrize("word", ["A", "OS", "XY8"])
def test_letters_are_drawn_and_kept_while_the_rest_becomes_hard(word: str) -> None:
    puzzle = generate(settings_with(size=(14, 7, 3), seed=3))
    now, drawn = lettered(puzzle, 0, word)
    check(now)
    assert walls(now) - walls(puzzle)
    assert now.faces[1:] == puzzle.faces[1:]
    best = with_hard_rest(now, drawn)
    reach = [reference.distances(reference.maze_of(cube), cube.size, cube.end) for cube in (now, best)]
    assert len(reach[1]) > len(reach[0])


def test_a_letter_is_where_it_is_expected_with_a_gap_in_its_loop() -> None:
    grid = lettered(generate(settings_with(size=(4, 6, 4), seed=3)), 0, "O")[0].faces[0].inflate()
    ring = [(x, y) for x in range(1, 6) for y in range(1, 10) if x in (1, 5) or y in (1, 9)]
    assert len(ring) - sum(grid[place] for place in ring) == 1


@pytest.mark.parametrize(("word", "sentence"), [("AB", "needs 8 by 6 cells"), ("é", "cannot"), (" ", "cannot")])
def test_letters_that_cannot_be_drawn_are_refused(word: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        lettered(generate(settings_with(size=(6, 6, 6), seed=1)), 1, word)


def ring(size: int) -> NDArray[np.float64]:
    """Return a picture of a dark ring on white."""
    x, y = np.mgrid[:size, :size] / (size - 1) * 2 - 1
    return np.where(abs(np.hypot(x, y) - 0.65) < 0.2, 0.0, 1.0)


@pytest.mark.parametrize("solid", [False, True])
def test_a_picture_is_drawn_with_a_gap_in_its_ring_and_kept(solid: bool) -> None:
    puzzle = generate(settings_with(size=(8, 3, 8), seed=2))
    now, drawn = pictured(puzzle, 1, ring(64), solid=solid)
    check(now)
    assert now.faces[0] == puzzle.faces[0]
    assert all(is_wall(now, square) for square in drawn)
    assert all(is_there and (square.place[0] % 2 == square.place[1] % 2) == solid for square, is_there in drawn.items())
    # The ring of some 24 cells, or its two outlines, but for a gap or two, and for start and end.
    assert len(drawn) >= 12
    best = with_hard_rest(now, drawn)
    assert puzzle_of_code(code_of(OSKAR, best) or "", [OSKAR])[1].faces == best.faces


def test_a_picture_keeps_its_sides() -> None:
    grays = np.ones((40, 20))
    grays[:20, :10] = 0.0
    puzzle = replace(generate(settings_with(size=(4, 4, 4), seed=2)), start=(3, 3, 3), end=(3, 3, 2))
    now, _ = pictured(puzzle, 0, grays, solid=True)
    assert now.faces[0].solid == {0, 1, 4, 5}


def test_a_picture_of_one_gray_is_refused() -> None:
    with pytest.raises(InputError, match="one gray"):
        pictured(generate(settings_with(size=(4, 4, 4), seed=2)), 0, np.full((9, 9), 0.4), solid=True)
