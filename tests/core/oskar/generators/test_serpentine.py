# SPDX-License-Identifier: GPL-3.0-or-later
"""The serpentine way goes through every position and asks for no decision, in any size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as run_with

from core.oskar.generate import generate
from core.oskar.making.settings import Settings
from tests.core.oskar import reference, strategies


@given(strategies.all_settings(7, ["serpentine"]))
@run_with(max_examples=150)
def test_by_default_the_way_goes_through_every_position(settings: Settings) -> None:
    puzzle = generate(replace(settings, start="auto"))
    x, y, z = settings.size
    assert puzzle.measures.length == x * y * z - 1
    assert puzzle.measures.decisions == 0
    assert puzzle.measures.loops == 0
    assert set(puzzle.solution) == set(reference.positions(settings.size))


@given(strategies.all_settings(7, ["serpentine"]))
def test_no_position_has_more_than_two_neighbors(settings: Settings) -> None:
    puzzle = generate(settings)
    maze = reference.maze_of(puzzle)
    neighbors = [
        len(reference.neighbors(maze, settings.size, position)) for position in reference.positions(settings.size)
    ]
    assert sorted(neighbors)[:2] == [1, 1]
    assert set(sorted(neighbors)[2:]) <= {2}


def test_the_seed_turns_and_mirrors_it() -> None:
    made = {generate(Settings(size=(3, 3, 3), style="serpentine", seed=seed)).faces for seed in range(300)}
    # Six roles of the axes and eight mirror images, two of which are one way in both directions.
    assert len(made) == 24


@pytest.mark.parametrize("size", [(100, 2, 1), (1, 1, 100), (2, 40, 3)])
def test_long_sides(size: tuple[int, int, int]) -> None:
    puzzle = generate(Settings(size=size, style="serpentine", minimum_length=size[0] * size[1] * size[2] - 1))
    assert puzzle.measures.length == size[0] * size[1] * size[2] - 1
