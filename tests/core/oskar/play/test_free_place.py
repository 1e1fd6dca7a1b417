# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross can be put anywhere in the box, and a sentence says what that means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.space import Position
from puzzle_cubes.oskar.play.game import Game, check_place, kept_position, place_sentence, standing_position
from tests.core.oskar.strategies import marked_puzzles, puzzles

CELL = draw.integers(-2, 5)


@given(puzzles(4) | marked_puzzles(4), draw.tuples(CELL, CELL, CELL))
def test_the_sentence_says_what_can_be_done_from_there(puzzle: Puzzle, position: Position) -> None:
    sentence = place_sentence(puzzle, position)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    if not all(0 <= cell < cells for cell, cells in zip(position, puzzle.size, strict=True)):
        with pytest.raises(InputError, match="counted from 0 to"):
            check_place(puzzle, position)
        assert "counted from 0 to" in sentence
        assert standing_position(puzzle, position) == puzzle.start
        return
    check_place(puzzle, position)
    assert standing_position(puzzle, position) == position
    if kept_position(puzzle, position) != position:
        assert "no way leads" in sentence
    elif position == puzzle.end:
        assert sentence == "That is the end."
    else:
        game = Game(puzzle, position)
        moves = f"{game.moves_to_end} move{'s' * (game.moves_to_end > 1)} away."
        assert sentence.endswith(f" {moves}")


@given(puzzles(3))
def test_the_axis_that_is_left_is_named(puzzle: Puzzle) -> None:
    x, y, z = puzzle.size
    for position, sentence in (
        ((x, 0, 0), f"X is {x}: the cells along X are counted from 0 to {x - 1}."),
        ((0, -1, 0), f"Y is -1: the cells along Y are counted from 0 to {y - 1}."),
        ((0, 0, z), f"Z is {z}: the cells along Z are counted from 0 to {z - 1}."),
    ):
        assert place_sentence(puzzle, position) == sentence
