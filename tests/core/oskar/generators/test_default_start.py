# SPDX-License-Identifier: GPL-3.0-or-later
"""A start that is left to the style is never in a region of a few positions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.generators.growing_tree import CHOICES
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

SIZES = ((3, 3, 3), (5, 5, 5), (8, 8, 8), (10, 10, 2), (2, 3, 9), (1, 9, 9), (16, 2, 2))
SEEDS = range(6)
EFFORT = 2000


def share_of_largest(puzzle: Puzzle) -> float:
    """Return how large the start's region is, measured by the largest one."""
    regions = reference.components(reference.maze_of(puzzle), puzzle.size)
    (own,) = (region for region in regions if puzzle.start in region)
    return len(own) / max(map(len, regions))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_the_start_lies_in_a_large_region(style: str, size: tuple[int, int, int]) -> None:
    for seed in SEEDS:
        puzzle = generate(settings_with(size=size, seed=seed, style=style, effort=EFFORT))
        assert share_of_largest(puzzle) >= 0.5


@pytest.mark.parametrize("choice", CHOICES)
def test_it_does_so_wherever_the_tree_grows_on(choice: str) -> None:
    for seed in SEEDS:
        puzzle = generate(settings_with(size=(8, 8, 8), seed=seed, style="growing_tree", choice=choice))
        assert share_of_largest(puzzle) >= 0.5


@pytest.mark.parametrize("style", ["kruskal"])
def test_no_default_puzzle_is_over_after_a_move(style: str) -> None:
    lengths = [generate(settings_with(size=(8, 8, 8), seed=seed, style=style)).measures.length for seed in range(20)]
    assert min(lengths) >= 20
    # The center of the top layer would not do.
    at_center = settings_with(size=(8, 8, 8), style=style, start="center")
    assert min(generate(replace(at_center, seed=seed)).measures.length for seed in range(20)) <= 2


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
@run_with(max_examples=15)
def test_a_puzzle_is_made_as_with_its_styles_start_and_keeps_what_the_user_asked(
    style: str, data: draw.DataObject
) -> None:
    settings = replace(data.draw(strategies.all_settings(5, [style])), start="auto")
    puzzle = generate(settings)
    assert puzzle.settings == settings
    explicit = generate(replace(settings, start=STYLES[style].start))
    assert replace(explicit, settings=settings) == puzzle


@pytest.mark.parametrize("style", STYLES)
def test_what_grows_from_the_start_begins_at_the_center_and_all_else_where_it_becomes_longest(style: str) -> None:
    settings = settings_with(size=(5, 4, 5), style=style, effort=30)
    grows_there = attempts.draft_of(settings).root == settings.center
    assert STYLES[style].start == ("center" if grows_there else "best")
