# SPDX-License-Identifier: GPL-3.0-or-later
"""Promises of single styles: a way through all positions, corners in one region, whole boxes, forms and ratios."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.maze.measures import Measures, corner_positions
from tests.core.oskar import strategies

seeds = draw.integers(0, LARGEST_SEED)


def measured(**values: Any) -> Measures:
    """Return the measures of a puzzle."""
    return generate(settings_with(**values)).measures


@given(strategies.sizes(9), seeds)
def test_a_unicursal_way_goes_through_every_position(size: strategies.Triple, seed: int) -> None:
    measures = measured(style="unicursal", size=size, seed=seed)
    assert measures.length == measures.positions - 1
    assert (measures.loops, measures.decisions) == (0, 0)


@pytest.mark.parametrize("size", [(6, 6, 6), (7, 7, 7), (8, 8, 8), (12, 12, 1)])
def test_a_unicursal_way_is_another_one_in_every_seed(size: strategies.Triple) -> None:
    made = {generate(settings_with(style="unicursal", size=size, seed=seed)).faces for seed in range(30)}
    assert len(made) == 30


@given(strategies.sizes(8), seeds)
def test_divided_boxes_are_whole_and_have_no_loop(size: strategies.Triple, seed: int) -> None:
    measures = measured(style="division", size=size, seed=seed)
    assert measures.reachable == measures.positions
    assert measures.loops == 0


@given(draw.tuples(*[draw.integers(4, 8)] * 3), seeds)
def test_a_divided_face_has_a_wall_from_side_to_side_with_one_gap(size: strategies.Triple, seed: int) -> None:
    for face in generate(settings_with(style="division", size=size, seed=seed)).faces:
        grid = face.inflate()
        walls = [grid[place] for place in range(1, grid.shape[0], 2)]
        walls += [grid[:, place] for place in range(1, grid.shape[1], 2)]
        assert any(np.count_nonzero(wall == 0) == 1 for wall in walls)


@given(strategies.sizes(8), seeds, draw.integers(1, 30), draw.floats(0, 1))
def test_a_forest_has_all_corners_in_one_region(
    size: strategies.Triple, seed: int, trees: int, sprouting: float
) -> None:
    measures = measured(style="growing_forest", size=size, seed=seed, trees=trees, sprouting=sprouting)
    assert measures.corners == len(corner_positions(size))


@pytest.mark.parametrize("seed", range(4))
def test_a_large_forest_has_all_corners_in_one_region(seed: int) -> None:
    assert measured(style="growing_forest", size=(20, 20, 20), seed=seed).corners == 8


def lengths(**values: Any) -> float:
    """Return the mean length over some seeds."""
    return fmean(measured(size=(8, 8, 8), seed=seed, **values).length for seed in range(12))


def test_the_more_often_the_newest_is_taken_the_longer_the_way() -> None:
    rising = [lengths(style="growing_tree", newest_share=share) for share in (0.0, 0.5, 1.0)]
    assert rising == sorted(rising)


def test_one_of_few_newest_makes_longer_ways_than_one_of_many() -> None:
    falling = [lengths(style="growing_tree", choice="recent", newest_count=count) for count in (1, 5, 1000)]
    assert falling == sorted(falling, reverse=True)


def test_an_eager_hunter_makes_shorter_ways() -> None:
    falling = [lengths(style="hunt_and_kill", eagerness=share) for share in (0.0, 0.2, 1.0)]
    assert falling == sorted(falling, reverse=True)


def test_the_forms_of_prim_are_three() -> None:
    true, simplified, modified = (
        [generate(settings_with(style="prim", form=form, size=(8, 8, 8), seed=seed)) for seed in range(12)]
        for form in ("true", "simplified", "modified")
    )
    assert not {puzzle.faces for puzzle in true} & {puzzle.faces for puzzle in simplified}
    assert not {puzzle.faces for puzzle in modified} & {puzzle.faces for puzzle in simplified}
    # By weights a tree goes along the light moves, which lead far.
    assert fmean(puzzle.measures.length for puzzle in true) > fmean(puzzle.measures.length for puzzle in simplified)
