# SPDX-License-Identifier: GPL-3.0-or-later
"""A search goes on from the puzzle that it has led to, and never ends with a worse one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.making import generate, search_on_in_steps, why_not_on
from puzzle_cubes.oskar.making.composing import is_composed, plans
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.measures import PLAYERS, times_original, wasted_by_player


def times(puzzle: Puzzle) -> float:
    """Return how many times as hard as the original cube a puzzle is."""
    wasted = wasted_by_player(puzzle.measures.expected_moves, puzzle.measures.length)
    assert wasted is not None
    return times_original(wasted, PLAYERS)


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_one_becomes_harder_and_never_easier(seed: int) -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", difficulty="extreme", effort=200, seed=seed))
    before = times(puzzle)
    for effort in (400, 800, 1600):
        earlier, puzzle = puzzle, finish(search_on_in_steps(puzzle))
        assert puzzle == finish(search_on_in_steps(earlier))
        assert dict(puzzle.settings.of_styles)["effort"] == effort if puzzle.settings else False
        assert puzzle.measures.positions == puzzle.measures.reachable == 64
    assert times(puzzle) > before


def test_what_was_found_is_there_at_every_step_with_the_effort_so_far() -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", difficulty="extreme", effort=1000))
    share = 0.0
    for progress in search_on_in_steps(puzzle):
        assert progress.share >= share
        share = progress.share
        assert progress.best is not None
        assert progress.best.settings is not None
        assert dict(progress.best.settings.of_styles)["effort"] == 1000 + round(share * 1000)
    assert share > 0.9


@pytest.mark.parametrize("start", ["auto", (0, 0, 0)])
def test_a_longest_one_stays_as_long_and_becomes_less_regular(start: str | tuple[int, int, int]) -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="longest", effort=100, start=start))
    first = puzzle
    for _ in range(4):
        earlier, puzzle = puzzle, finish(search_on_in_steps(puzzle))
        assert puzzle.measures.length >= earlier.measures.length
        assert copies(puzzle) <= copies(earlier) or start != "auto"
    assert start != "auto" or copies(puzzle) < copies(first)


def copies(puzzle: Puzzle) -> int:
    """Return of how many mirrored copies a puzzle consists."""
    return next(
        plan.copies for plan in reversed(plans(puzzle.size)) if is_composed(puzzle.faces, puzzle.size, plan.base)
    )


@pytest.mark.parametrize("size", [(6, 4, 2), (3, 5, 9)])
def test_a_regular_way_is_seen_to_be_one(size: Size) -> None:
    regular = generate(settings_with(size=size, style="longest", irregular=False))
    assert copies(regular) > 1
    assert copies(generate(settings_with(size=size, style="classic"))) == 1


def test_what_no_search_has_made_is_refused() -> None:
    classic = generate(settings_with(size=(3, 3, 3), style="classic"))
    for puzzle, why in (
        (classic, "The style Classic does not search"),
        (replace(classic, settings=None), "How the puzzle was made is not known"),
    ):
        assert why_not_on(puzzle) == why
        with pytest.raises(InputError, match=why):
            finish(search_on_in_steps(puzzle))
