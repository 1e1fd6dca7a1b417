# SPDX-License-Identifier: GPL-3.0-or-later
"""With the best start and the farthest end, a puzzle has the longest way that its maze has at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.kind.making import generate
from tests.core.oskar import reference, strategies

MAZES_FIRST = [name for name, style in STYLES.items() if not style.searched]
"""The styles that choose the ends in faces that are there already."""


@pytest.mark.parametrize("style", MAZES_FIRST)
@given(data=draw.data())
@run_with(max_examples=15)
def test_the_length_is_the_longest_of_all_shortest_ways(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(5, [style]))
    puzzle = generate(replace(settings, start="best", end="farthest"))
    maze = reference.maze_of(puzzle)
    inside = reference.distances(maze, puzzle.size, puzzle.start)
    assert puzzle.measures.length == max(max(reference.distances(maze, puzzle.size, one).values()) for one in inside)


@pytest.mark.parametrize("style", ["independent", "kruskal", "growing_forest", "serpentine"])
@given(data=draw.data())
@run_with(max_examples=15)
def test_what_grows_from_nowhere_is_entered_at_its_largest_part(style: str, data: draw.DataObject) -> None:
    puzzle = generate(replace(data.draw(strategies.all_settings(6, [style])), start="best"))
    assert puzzle.measures.reachable == puzzle.measures.largest_component


@pytest.mark.parametrize("style", ["classic", "backtracker", "growing_tree", "hunt_and_kill", "prim"])
@given(data=draw.data())
@run_with(max_examples=15)
def test_what_grew_from_the_center_is_entered_where_it_grew(style: str, data: draw.DataObject) -> None:
    puzzle = generate(replace(data.draw(strategies.all_settings(6, [style])), start="best"))
    x, y, z = puzzle.size
    assert (x // 2, y // 2, z - 1) in reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.start)
