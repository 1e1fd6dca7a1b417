# SPDX-License-Identifier: GPL-3.0-or-later
"""The style hard makes puzzles as hard as is asked for, and says so where it cannot."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from statistics import median

import pytest

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making import annealing
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import EFFORTS
from puzzle_cubes.oskar.maze.difficulty import LEVELS, PLAYERS
from tests.core.oskar import reference
from tests.core.oskar.original_cube import original_cube
from tests.core.oskar.players import in_sight_left_out, solved_moves, ways_of

FIVE = (5, 5, 5)


def times(puzzle: Puzzle, look_ahead: str = "any") -> float:
    """Return how many times as hard as the original a puzzle is for some players."""
    return puzzle.times_original(PLAYERS if look_ahead == "any" else {int(look_ahead): 1.0})


def word(puzzle: Puzzle) -> str:
    """Return the difficulty that a user reads."""
    rating = OSKAR.rating(puzzle)
    assert rating is not None
    return rating.word


@pytest.mark.parametrize("difficulty", [name for name in LEVELS if name != "extreme"])
@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.thorough)])
def test_the_word_that_is_asked_for(difficulty: str, seed: int) -> None:
    # So many times as hard as the original cube is nothing that has its size.
    size = (6, 6, 6) if difficulty == "very_hard" else FIVE
    puzzle = generate(settings_with(size=size, style="hard", difficulty=difficulty, seed=seed, effort=5000))
    assert word(puzzle) == LEVELS[difficulty].label
    assert (puzzle.measures.reachable, puzzle.measures.loops, puzzle.measures.components) == (prod(size), 0, 1)
    assert OSKAR.missed(puzzle) == ()


def test_ends_that_are_drawn_for_what_is_offered_on_the_way_change_no_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    # How many cubes are offered depends on the processes, and a seed gives the same one with any number of them.
    monkeypatch.setattr(annealing, "LEAST", 640)
    first, farthest = (
        generate(settings_with(size=(3, 3, 3), style="hard", effort=640, end=end)) for end in ("first", "farthest")
    )
    assert first.faces == farthest.faces
    assert first.end != farthest.end


@pytest.mark.thorough
def test_extreme_is_far_harder_than_the_original_cube_by_plain_equations() -> None:
    puzzle = generate(settings_with(size=FIVE, style="hard", effort=EFFORTS["quick"]))
    original = original_cube()
    for look_ahead in (0, 1, 2, 3):
        theirs, ours = (
            solved_moves(
                in_sight_left_out(
                    ways_of(reference.maze_of(cube), cube.size, cube.start), cube.start, cube.end, look_ahead
                ),
                cube.start,
                cube.end,
            )
            for cube in (original, puzzle)
        )
        assert ours > (1.0, 1.6, 2.5, 1.0)[look_ahead] * theirs


@pytest.mark.parametrize("share", [0.25, 0.75])
def test_a_length_that_is_asked_for(share: float) -> None:
    settings = settings_with(size=(4, 4, 4), style="hard", effort=2000, length_share=share)
    for seed in range(2):
        puzzle = generate(replace(settings, seed=seed))
        assert puzzle.measures.length == pytest.approx(63 * share, rel=0.05, abs=1)


@pytest.mark.thorough
def test_whom_it_is_hard_for() -> None:
    means = {
        look_ahead: median(
            times(
                generate(settings_with(size=(4, 4, 4), style="hard", look_ahead=look_ahead, seed=seed, effort=4000)),
                "3",
            )
            for seed in range(3)
        )
        for look_ahead in ("1", "3")
    }
    assert means["3"] > 1.5 * means["1"]


def test_what_could_not_be_met_is_said_with_what_was_reached() -> None:
    puzzle = generate(settings_with(size=(3, 3, 2), style="hard", difficulty="very_hard", effort=3000))
    (sentence,) = OSKAR.missed(puzzle)
    assert sentence.startswith(f"Difficulty should be Very Hard, but is {word(puzzle)}, ")
    hardness = times(puzzle)
    assert (f"{hardness:.2g} times" if hardness >= 0.1 else "less than 0.1 times") + " the original cube" in sentence
    for_one = generate(
        settings_with(size=(3, 3, 2), style="hard", difficulty="hard", look_ahead="1", length_share=1.0, effort=200)
    )
    difficulty, length = OSKAR.missed(for_one)
    assert "Hard for a player who looks 1 move ahead, but is" in difficulty
    assert length.startswith(f"The solution should have about 17 moves, but has {for_one.measures.length}.")


def test_nothing_is_missed_in_a_puzzle_of_another_style_or_from_a_file() -> None:
    puzzle = generate(settings_with(size=(3, 3, 3)))
    assert OSKAR.missed(puzzle) == OSKAR.missed(replace(puzzle, settings=None)) == ()
