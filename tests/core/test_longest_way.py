# SPDX-License-Identifier: GPL-3.0-or-later
"""The longest way of all is found exactly, in mazes with loops as in those without."""

from __future__ import annotations

from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from core.puzzle import Puzzle
from tests.core import reference, strategies


@given(strategies.puzzles(4) | strategies.puzzles_of_any_faces(4), draw.data())
@run_with(max_examples=150)
def test_no_other_two_positions_are_farther_apart(puzzle: Puzzle, data: draw.DataObject) -> None:
    inside = data.draw(strategies.positions(puzzle.size))
    start, end = puzzle.space.longest_way(inside)
    maze = reference.maze_of(puzzle)
    part = reference.distances(maze, puzzle.size, inside)
    assert start in part
    longest = max(max(reference.distances(maze, puzzle.size, one).values()) for one in part)
    assert reference.distances(maze, puzzle.size, start)[end] == longest
