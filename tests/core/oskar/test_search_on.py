# SPDX-License-Identifier: GPL-3.0-or-later
"""A search goes on from the puzzle that it has led to, and never ends with a worse one."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.facts import Wish, is_farther
from puzzle_cubes.oskar.generating import generate, generate_in_steps
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.composing import is_composed, plans
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from puzzle_cubes.oskar.maze.faces import Size


@pytest.mark.parametrize("seed", range(3))
def test_a_hard_one_becomes_harder_and_never_easier(seed: int) -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", difficulty="extreme", effort=200, seed=seed))
    before = puzzle.times_original()
    for effort in (400, 800, 1600):
        earlier, puzzle = puzzle, finish(OSKAR.search_on(puzzle))
        assert puzzle == finish(OSKAR.search_on(earlier))
        assert dict(puzzle.settings.of_styles)["effort"] == effort if puzzle.settings else False
        assert puzzle.measures.positions == puzzle.measures.reachable == 64
    assert puzzle.times_original() > before


def test_what_was_found_is_there_at_every_step_with_the_effort_so_far() -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", difficulty="extreme", effort=1000))
    share = 0.0
    for progress in OSKAR.search_on(puzzle):
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
        earlier, puzzle = puzzle, finish(OSKAR.search_on(puzzle))
        assert puzzle.measures.length >= earlier.measures.length
        assert copies(puzzle) <= copies(earlier) or start != "auto"
    assert start != "auto" or copies(puzzle) < copies(first)


def test_what_the_last_exchanges_find_is_kept() -> None:
    # The effort is enough for one maze, and the second one, which is longer, goes on beyond it.
    settings = settings_with(size=(5, 5, 5), style="longest", effort=340, seed=3, start=(0, 0, 0))
    puzzle = generate(settings)
    assert finish(OSKAR.search_on(puzzle)).measures.length > puzzle.measures.length


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
        assert OSKAR.is_over(puzzle) == why
        with pytest.raises(InputError, match=why):
            finish(OSKAR.search_on(puzzle))


@pytest.mark.parametrize("difficulty", ["very_easy", "easy", "extreme"])
def test_whoever_stops_a_search_is_never_farther_from_a_wish_than_before(difficulty: str) -> None:
    settings = settings_with(size=(6, 6, 6), style="hard", difficulty=difficulty, effort=1000, length_share=0.4)
    best: Puzzle | None = None
    for progress in generate_in_steps(settings):
        best = assert_no_farther(best, progress.best)
        if progress.share > 0.02:
            break
    for _ in range(3):
        assert best is not None
        for progress in OSKAR.search_on(best):
            best = assert_no_farther(best, progress.best)


def assert_no_farther(before: Puzzle | None, now: Puzzle | None) -> Puzzle | None:
    """Look that no wish is farther off than before, and return what there is now."""
    if before is not None:
        assert now is not None
        offs, earlier = ({wish.name: wish.off for wish in OSKAR.wishes(puzzle)} for puzzle in (now, before))
        assert all(off <= max(0.0, earlier[name]) for name, off in offs.items())
        assert not is_farther(OSKAR.wishes(before), OSKAR.wishes(now))
    return now


def test_a_wish_that_is_not_met_is_told_by_how_much() -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", difficulty="very_hard", effort=1000))
    for asked, words in (("very_easy", " times too hard"), ("hard", "")):
        settings = settings_with(size=(4, 4, 4), style="hard", difficulty=asked)
        by = puzzle.times_original() / LEVELS[asked].end if words else LEVELS[asked].begin / puzzle.times_original()
        wishes = OSKAR.wishes(replace(puzzle, settings=settings))
        difficulty = next(wish for wish in wishes if wish.name == "difficulty")
        assert difficulty.off == pytest.approx(log2(by))
        if difficulty.off > 0:
            assert difficulty.words == f"{by:.1f} times too {'hard' if words else 'easy'}"
            assert difficulty.words in difficulty.sentence
            assert OSKAR.brief_with_distance(replace(puzzle, settings=settings)).endswith(difficulty.words)


def test_of_wishes_that_are_met_the_nearer_one_counts_where_no_other_is_nearer() -> None:
    before = [Wish("whole", 3), Wish("difficulty", -2.0)]
    assert not is_farther(before, [Wish("whole", 0), Wish("difficulty", -1.0)])
    assert is_farther(before, [Wish("whole", 0), Wish("difficulty", 0.1)])
    assert is_farther(before, [Wish("whole", 3), Wish("difficulty", -1.0)])
    assert not is_farther(before, [Wish("whole", 3), Wish("difficulty", -3.0)])
