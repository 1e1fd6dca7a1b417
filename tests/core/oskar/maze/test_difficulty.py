# SPDX-License-Identifier: GPL-3.0-or-later
"""The difficulty is what players with some memory waste beside the original cube: as they play, and at both ends."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.difficulty import (
    FORGETFUL_ORIGINAL,
    FULL,
    KEPT,
    LEVELS,
    LOOK_AHEADS,
    ORIGINAL,
    level_of,
    likely_moves,
    nearly_wasted,
    share_of_scale,
    times_original,
)
from puzzle_cubes.oskar.maze.measures import sides_without_loops, wasted_moves
from puzzle_cubes.oskar.maze.space import index_of
from tests.core.oskar import strategies
from tests.core.oskar.original_cube import original_cube
from tests.core.oskar.players import in_sight_left_out, played_moves, solved_moves, ways_of
from tests.core.oskar.reference import maze_of


def likely(puzzle: Puzzle, kept: float = KEPT) -> tuple[float, ...]:
    """Return the expected moves of players who keep the thread at a dead end by a chance."""
    return likely_moves(puzzle.ways_to_end, index_of(puzzle.size, puzzle.start), kept=kept)


@given(strategies.puzzles(5))
def test_who_always_loses_the_thread_remembers_nothing(puzzle: Puzzle) -> None:
    assert likely(puzzle, 0.0) == pytest.approx(puzzle.measures.expected_moves, abs=0.001)


@given(strategies.puzzles(5))
def test_who_never_loses_it_wastes_a_move_for_each_position_aside(puzzle: Puzzle) -> None:
    ways = ways_of(maze_of(puzzle), puzzle.size, puzzle.start)
    seen = [in_sight_left_out(ways, puzzle.start, puzzle.end, look_ahead) for look_ahead in LOOK_AHEADS]
    assert likely(puzzle, 1.0) == pytest.approx([len(ways) - 1 for ways in seen])


@given(strategies.puzzles(5))
def test_who_looks_further_never_needs_more_and_nobody_less_than_the_length(puzzle: Puzzle) -> None:
    moves = [puzzle.likely_moves(look_ahead) for look_ahead in LOOK_AHEADS]
    assert list(moves) == sorted(moves, reverse=True)
    assert moves[-1] >= puzzle.measures.length


@given(strategies.puzzles_of_any_faces(4))
def test_with_loops_the_tree_of_shortest_ways_counts(puzzle: Puzzle) -> None:
    start, end = puzzle.space.longest_way(puzzle.start)
    if start != end:
        ways = puzzle.space.ways_to(end)
        first = index_of(puzzle.size, start)
        # Of what leads to the end by another side nobody sees anything.
        goal = index_of(puzzle.size, end)
        along = first
        while ways[along] != goal:
            along = ways[along]
        inside = {along}
        for here, nearer in ways.items():
            inside |= {here} if nearer in inside else set()
        assert likely_moves(ways, first, (0,), kept=1.0) == pytest.approx([len(inside)])


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["original", "eller", "prim", "hard"])
def test_players_who_play_need_as_many(name: str) -> None:
    settings = settings_with(size=(4, 4, 4), seed=3, style="eller" if name == "original" else name, effort=500)
    puzzle = original_cube() if name == "original" else generate(settings)
    ways = ways_of(maze_of(puzzle), puzzle.size, puzzle.start)
    for look_ahead, moves in enumerate(likely(puzzle)):
        seen = in_sight_left_out(ways, puzzle.start, puzzle.end, look_ahead)
        played, error = played_moves(seen, puzzle.start, puzzle.end, 1000, Random(look_ahead), kept=KEPT)
        assert played == pytest.approx(moves, abs=4 * error)
        assert error < 0.05 * moves


@given(strategies.puzzles(5))
def test_what_a_search_aims_at_is_near_and_exact_without_memory(puzzle: Puzzle) -> None:
    length, sides = sides_without_loops(puzzle.ways_to_end, index_of(puzzle.size, puzzle.start))
    for moves, seen in zip(likely(puzzle), sides, strict=True):
        assert 0.6 * (1 + moves - length) <= 1 + nearly_wasted(seen) <= 1.2 * (1 + moves - length)
        if all(count == 1 for _, (count, *_) in seen):
            assert nearly_wasted(seen, 0.0) == pytest.approx(wasted_moves(seen))


def test_seventeen_moves_are_not_extreme_in_a_box_of_any_size() -> None:
    words = set()
    for seed in range(1, 40):
        puzzle = generate(settings_with(size=(8, 8, 8), style="prim", seed=seed))
        if puzzle.measures.length == 17:
            words.add(level_of(puzzle.times_original()).label)
    assert words == {"Very Hard"}


MOVES = draw.floats(0, 1e6)


def test_the_unit_is_the_original_cube() -> None:
    puzzle = original_cube()
    ways = ways_of(maze_of(puzzle), puzzle.size, puzzle.start)
    for look_ahead, wasted in enumerate(FORGETFUL_ORIGINAL):
        seen = in_sight_left_out(ways, puzzle.start, puzzle.end, look_ahead)
        assert solved_moves(seen, puzzle.start, puzzle.end) - 45 == pytest.approx(wasted)
    assert [moves - 45 for moves in likely(puzzle)] == pytest.approx(ORIGINAL, abs=1e-6)
    figures = OSKAR.figures_of(puzzle)
    assert (figures["difficulty"], figures["forgetful_difficulty"]) == (1.0, 1.0)
    rating = OSKAR.rating(puzzle)
    assert rating is not None
    assert (rating.word, rating.sentence) == ("Medium", "A player who looks one move ahead needs about 161 moves.")


@given(MOVES, MOVES, MOVES, MOVES)
def test_more_wasted_moves_are_never_easier(
    first: float, more_of_first: float, second: float, more_of_second: float
) -> None:
    easier = times_original({1: first, 2: second})
    harder = times_original({1: first + more_of_first, 2: second + more_of_second})
    assert easier <= harder * (1 + 1e-9)
    assert 0 <= share_of_scale(easier) <= share_of_scale(harder) + 1e-9 <= 1 + 1e-9


def test_who_looks_one_move_ahead_counts_twice() -> None:
    # Eight times as many moves for the one are as much as 64 times as many for the other.
    wasted = {1: ORIGINAL[1] + 1, 2: ORIGINAL[2] + 1}
    for_one = times_original({1: 8 * wasted[1] - 1, 2: ORIGINAL[2]})
    for_two = times_original({1: ORIGINAL[1], 2: 64 * wasted[2] - 1})
    assert for_one == pytest.approx(4.0)
    assert for_two == pytest.approx(4.0)


def test_the_levels_follow_each_other_and_each_is_two_and_a_half_times_as_hard() -> None:
    levels = list(LEVELS.values())
    assert [level.label for level in levels] == ["Very Easy", "Easy", "Medium", "Hard", "Very Hard", "Extreme"]
    assert (levels[0].begin, levels[-1].end) == (0.0, inf)
    for level, following in pairwise(levels):
        assert level.end == following.begin
        if level.begin:
            assert level.end / level.begin == pytest.approx(2.5, abs=0.05)
        assert level_of(level.begin) == level
        assert level_of(level.end) == following
        assert level_of(level.end - 1e-9) == level


def test_all_levels_are_as_wide_on_the_bar_which_fills_evenly_within_each() -> None:
    for number, level in enumerate(LEVELS.values()):
        end = min(level.end, FULL)
        for share in (0.0, 0.1, 0.5, 0.9):
            times = level.begin + share * (end - level.begin)
            assert share_of_scale(times) == pytest.approx((number + share) / len(LEVELS)), level.label
    assert share_of_scale(FULL) == share_of_scale(10 * FULL) == 1.0


def test_a_way_without_forks_is_very_easy_however_long() -> None:
    for size in ((4, 4, 4), (10, 10, 10)):
        puzzle = generate(settings_with(size=size, style="serpentine"))
        assert level_of(puzzle.times_original()).label == "Very Easy"
        assert puzzle.times_original() < 0.02


@pytest.mark.thorough
def test_the_styles_are_in_order() -> None:
    def middle(style: str, seeds: int = 5) -> float:
        puzzles = [
            generate(settings_with(size=(5, 5, 5), seed=seed, style=style, start="best", end="farthest", effort=3000))
            for seed in range(seeds)
        ]
        return median(map(Puzzle.times_original, puzzles))

    serpentine, longest, classic, hard = map(middle, ("serpentine", "longest", "classic", "hard"))
    # Where all is one way there is nothing to go wrong.
    assert serpentine == longest < classic < 1.0 < hard
