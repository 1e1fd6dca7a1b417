# SPDX-License-Identifier: GPL-3.0-or-later
"""The serpentine way goes through every position and asks for no decision, in any size."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest
from hypothesis import given

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Size
from tests.core.oskar import reference, strategies


@given(strategies.all_settings(7, ["serpentine"]))
def test_by_default_the_way_goes_through_every_position(settings: Settings) -> None:
    puzzle = generate(replace(settings, start="auto"))
    assert puzzle.measures.length == prod(settings.size) - 1
    assert puzzle.measures.decisions == 0
    assert puzzle.measures.loops == 0
    assert set(puzzle.solution) == set(reference.positions(settings.size))


@pytest.mark.parametrize("size", [(100, 2, 1), (1, 1, 100), (2, 40, 3)])
def test_long_sides(size: Size) -> None:
    assert generate(Settings(size=size, style="serpentine")).measures.length == prod(size) - 1


@pytest.mark.parametrize(("size", "ways"), [((2, 3, 4), 24), ((3, 3, 2), 24), ((1, 4, 3), 4)])
def test_the_lines_lie_along_any_axis_and_begin_at_any_side(size: Size, ways: int) -> None:
    made = {generate(Settings(size=size, style="serpentine", seed=seed)).faces for seed in range(200)}
    assert len(made) == ways
