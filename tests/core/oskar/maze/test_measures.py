# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures are what plain counting finds, and the difficulty is what players waste beside the original cube."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import accumulate, pairwise
from math import inf
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.measures import (
    FULL,
    LEVELS,
    ORIGINAL,
    corner_positions,
    level_of,
    share_of_scale,
    straight_moves,
    times_original,
    turns_of,
    wasted_by_player,
)
from tests.core.oskar import reference, strategies
from tests.core.oskar.original_cube import original_cube
from tests.core.oskar.players import in_sight_left_out, solved_moves, ways_of
from tests.core.oskar.reference import maze_of

STEPS = draw.lists(draw.tuples(draw.integers(0, 2), draw.sampled_from((-1, 1))), max_size=20)


def walk(steps: list[tuple[int, int]]) -> list[reference.Triple]:
    """Return the positions of a walk of steps, each an axis and how far it goes."""
    path = [(0, 0, 0)]
    for axis, step in steps:
        x, y, z = (cell + step * (axis == other) for other, cell in enumerate(path[-1]))
        path.append((x, y, z))
    return path


def check(puzzle: Puzzle) -> None:
    """Assert that all measures of a puzzle are those of the reference, and the expected moves are rounded."""
    found = asdict(puzzle.measures)
    for moves in found.pop("expected_moves"):
        assert moves is None or moves == round(moves, 3)
    assert found == reference.measures(reference.maze_of(puzzle), puzzle.size, puzzle.start, puzzle.solution)


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


MOVES = draw.floats(0, 1e6)


def times(puzzle: Puzzle) -> float:
    """Return how many times as hard as the original a puzzle is."""
    wasted = wasted_by_player(puzzle.measures.expected_moves, puzzle.measures.length)
    assert wasted is not None
    return times_original(wasted)


def test_the_unit_is_the_original_cube() -> None:
    puzzle = original_cube()
    ways = ways_of(maze_of(puzzle), puzzle.size, puzzle.start)
    for look_ahead, wasted in enumerate(ORIGINAL):
        seen = in_sight_left_out(ways, puzzle.start, puzzle.end, look_ahead)
        assert solved_moves(seen, puzzle.start, puzzle.end) - 45 == pytest.approx(wasted)
    rating = OSKAR.rating(puzzle)
    assert rating is not None
    assert (rating.word, rating.sentence) == ("Medium", "A player who looks one move ahead needs about 431 moves.")


@given(MOVES, MOVES, MOVES, MOVES)
def test_more_wasted_moves_are_never_easier(one: float, more_of_one: float, two: float, more_of_two: float) -> None:
    easier = times_original({1: one, 2: two})
    harder = times_original({1: one + more_of_one, 2: two + more_of_two})
    assert easier <= harder * (1 + 1e-9)
    assert 0 <= share_of_scale(easier) <= share_of_scale(harder) + 1e-9 <= 1 + 1e-9


def test_who_looks_one_move_ahead_counts_twice() -> None:
    # Eight times as many moves for the one are as much as 64 times as many for the other.
    wasted = {1: ORIGINAL[1] + 1, 2: ORIGINAL[2] + 1}
    for_one = times_original({1: 8 * wasted[1] - 1, 2: ORIGINAL[2]})
    for_two = times_original({1: ORIGINAL[1], 2: 64 * wasted[2] - 1})
    assert for_one == pytest.approx(4.0)
    assert for_two == pytest.approx(4.0)


def test_the_levels_follow_each_other_and_each_asks_for_half_as_much_again() -> None:
    levels = list(LEVELS.values())
    assert [level.label for level in levels] == ["Very Easy", "Easy", "Medium", "Hard", "Very Hard", "Extreme"]
    assert (levels[0].begin, levels[-1].end) == (0.0, inf)
    for level, following in pairwise(levels):
        assert level.end == following.begin
        if level.begin:
            assert level.end / level.begin == pytest.approx(1.5, abs=0.02)
        assert level_of(level.begin) == level
        assert level_of(level.end) == following
        assert level_of(level.end - 1e-9) == level


def test_all_levels_are_as_wide_on_the_bar() -> None:
    begins = [share_of_scale(level.begin) for level in LEVELS.values()]
    assert begins == pytest.approx([0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6])
    assert share_of_scale(FULL) == share_of_scale(10 * FULL) == 1.0
    assert share_of_scale(0.99 * FULL) < 1.0


def test_within_a_level_the_bar_fills_evenly() -> None:
    for number, level in enumerate(LEVELS.values()):
        end = min(level.end, FULL)
        for share in (0.1, 0.5, 0.9):
            times = level.begin + share * (end - level.begin)
            assert share_of_scale(times) == pytest.approx((number + share) / len(LEVELS)), level.label


def test_a_way_without_forks_is_very_easy_however_long() -> None:
    for size in ((4, 4, 4), (10, 10, 10)):
        puzzle = generate(settings_with(size=size, style="serpentine"))
        assert level_of(times(puzzle)).label == "Very Easy"
        assert times(puzzle) < 0.01


@pytest.mark.thorough
def test_the_styles_are_in_order() -> None:
    def middle(style: str, seeds: int = 5) -> float:
        found = [
            generate(settings_with(size=(5, 5, 5), seed=seed, style=style, start="best", end="farthest", effort=3000))
            for seed in range(seeds)
        ]
        return median(map(times, found))

    serpentine, longest, classic, hard = map(middle, ("serpentine", "longest", "classic", "hard"))
    # Where all is one way there is nothing to go wrong.
    assert serpentine == longest < classic < 1.0 < hard
