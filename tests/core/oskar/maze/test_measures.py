# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures are what plain counting finds."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.measures import corner_positions, straight_moves, turns_of
from tests.core.oskar import reference, strategies

STEPS = draw.lists(draw.tuples(draw.integers(0, 2), draw.sampled_from((-1, 1))), max_size=20)


def walk(steps: list[tuple[int, int]]) -> list[reference.Triple]:
    """Return the positions of a walk of steps, each an axis and how far it goes."""
    path = [(0, 0, 0)]
    for axis, step in steps:
        x, y, z = (cell + step * (axis == direction) for direction, cell in enumerate(path[-1]))
        path.append((x, y, z))
    return path


def check(puzzle: Puzzle) -> None:
    """Assert that all measures of a puzzle are those of the reference, and the expected moves are rounded."""
    measures = asdict(puzzle.measures)
    for moves in measures.pop("expected_moves"):
        assert moves is None or moves == round(moves, 3)
    assert measures == reference.measures(reference.maze_of(puzzle), puzzle.size, puzzle.start, puzzle.solution)


@given(strategies.puzzles(8))
def test_measures_are_true(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.parametrize("style", ["classic", "eller", "independent"])
def test_measures_are_true_from_one_end_of_a_maze_to_the_other(style: str) -> None:
    for seed in range(12):
        puzzle = generate(settings_with(size=(5, 4, 4), style=style, seed=seed, start="best", end="farthest"))
        check(puzzle)
        check(replace(puzzle, start=puzzle.end, end=puzzle.start))


@given(strategies.puzzles_of_any_faces(4))
def test_measures_are_true_of_faces_with_loops(puzzle: Puzzle) -> None:
    start, end = puzzle.space.longest_way(puzzle.start)
    if start != end:
        check(replace(puzzle, start=start, end=end))


def test_a_flat_box_has_four_corners() -> None:
    assert corner_positions((4, 1, 3)) == [(0, 0, 0), (0, 0, 2), (3, 0, 0), (3, 0, 2)]


@given(STEPS)
def test_straight_moves_lead_the_same_way(steps: list[tuple[int, int]]) -> None:
    joined = straight_moves(walk(steps))
    assert [(axis, 1 if cells > 0 else -1) for axis, cells in joined for _ in range(abs(cells))] == steps
    ends = accumulate((abs(cells) for _, cells in joined), initial=0)
    assert turns_of(walk(steps)) == [walk(steps)[moves] for moves in ends]


@given(STEPS)
def test_no_two_in_one_direction_follow_each_other(steps: list[tuple[int, int]]) -> None:
    assert len(straight_moves(walk(steps))) == reference.count_straight_moves(walk(steps))


def test_back_and_forth_are_two() -> None:
    assert straight_moves([(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 0, 0)]) == [(0, 2), (0, -1)]
