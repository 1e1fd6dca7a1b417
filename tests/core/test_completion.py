# SPDX-License-Identifier: GPL-3.0-or-later
"""Completing the faces changes nothing that a player can reach, and adds no loop anywhere."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import settings as run_with

from core.completion import complete
from core.generators import classic
from core.puzzle import Puzzle
from core.settings import Settings
from tests.core import reference, strategies


def grow_and_complete(settings: Settings) -> tuple[reference.Maze, reference.Maze]:
    """Return the faces as the classic growth leaves them, and as they are completed."""
    random = Random(settings.seed)
    growth = classic.grow(settings, random)
    before = reference.maze_of_growth(growth)
    faces = complete(settings.size, growth.faces, random)
    return before, reference.maze_of(Puzzle(settings.size, faces, growth.start, growth.end))


def all_loops(maze: reference.Maze, size: reference.Triple) -> int:
    """Count the loops of the whole configuration space, also where the start does not reach."""
    return sum(reference.loops(maze, size, part) for part in reference.components(maze, size))


@given(strategies.all_settings(8))
def test_what_is_reachable_and_how_far_it_is_stay_the_same(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    assert reference.distances(after, settings.size, settings.start_position) == reference.distances(
        before, settings.size, settings.start_position
    )


@given(strategies.all_settings(8))
def test_no_loop_is_added(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    assert all_loops(after, settings.size) <= all_loops(before, settings.size)


@given(strategies.all_settings(8))
def test_nothing_that_was_open_is_closed(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    for axes, opened in before.items():
        assert opened <= after[axes]


@given(strategies.all_settings(8))
def test_completed_faces_are_spanning_trees(settings: Settings) -> None:
    _, after = grow_and_complete(settings)
    for (first, second), opened in after.items():
        assert reference.is_spanning_tree(opened, settings.size[first], settings.size[second])


@given(strategies.large_settings())
@run_with(max_examples=12)
def test_large_faces_of_which_the_growth_leaves_much_unvisited(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    for (first, second), opened in before.items():
        assert opened <= after[first, second]
        assert reference.is_spanning_tree(after[first, second], settings.size[first], settings.size[second])
    assert all_loops(after, settings.size) <= all_loops(before, settings.size)
    assert reference.distances(after, settings.size, settings.start_position) == reference.distances(
        before, settings.size, settings.start_position
    )
