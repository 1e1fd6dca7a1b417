# SPDX-License-Identifier: GPL-3.0-or-later
"""Completing what a style has grown changes nothing that a player can reach, and adds no loop anywhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.making.growing_faces import GrowingFaces
from puzzle_cubes.oskar.making.loop_free_faces import LoopFreeFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Faces
from puzzle_cubes.oskar.maze.space import Position
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

ONE_TREE = ("classic", "growing_tree", "hunt_and_kill", "prim")
"""The styles that grow one tree from the start until the faces allow no position more."""

GROWN = [name for name, style in STYLES.items() if style.start == "center"]
"""All styles that grow trees of positions."""


def without_symmetry(settings: Settings) -> Settings:
    """Return settings for faces that grow without images of their passages."""
    return replace(settings, of_styles=tuple(one for one in settings.of_styles if one[0] != "symmetry"))


def make_and_look(settings: Settings) -> tuple[list[reference.Maze], reference.Maze]:
    """Return the faces as each growth of a style leaves them, and as they are in the draft."""
    before: list[reference.Maze] = []
    complete = GrowingFaces.complete

    def look_and_complete(growth: GrowingFaces, random: Random) -> Faces:
        before.append(reference.maze_of_growth(growth))
        return complete(growth, random)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GrowingFaces, "complete", look_and_complete)
        draft = attempts.draft_of(settings)
    return before, reference.maze_of_faces(draft.faces)


def grow_and_complete(settings: Settings) -> tuple[reference.Maze, reference.Maze]:
    """Return the faces as the growth of a style leaves them, and as they are completed."""
    (*_, before), after = make_and_look(settings)
    return before, after


def root_of(settings: Settings) -> Position:
    """Return where the growth starts."""
    return settings.fixed_start or settings.center


def all_loops(maze: reference.Maze, size: reference.Triple) -> int:
    """Count the loops of the whole configuration space, also where the start does not reach."""
    return sum(reference.loops(maze, size, part) for part in reference.components(maze, size))


def check(settings: Settings, before: reference.Maze, after: reference.Maze) -> None:
    """Assert that the faces are spanning trees now, with no loop of moves added and no square closed."""
    for (first, second), opened in before.items():
        assert opened <= after[first, second]
        assert reference.is_spanning_tree(after[first, second], settings.size[first], settings.size[second])
    assert all_loops(after, settings.size) <= all_loops(before, settings.size)


@given(strategies.all_settings(7, GROWN).map(without_symmetry))
def test_faces_become_spanning_trees_with_no_loop_added_and_nothing_closed(settings: Settings) -> None:
    check(settings, *grow_and_complete(settings))


@given(strategies.all_settings(8, ONE_TREE).map(without_symmetry))
def test_what_is_reachable_and_how_far_it_is_stay_the_same(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    root = root_of(settings)
    assert reference.distances(after, settings.size, root) == reference.distances(before, settings.size, root)


@pytest.mark.thorough
@given(strategies.large_settings())
@run_with(max_examples=8)
def test_large_faces_of_which_the_growth_leaves_much_unvisited(settings: Settings) -> None:
    before, after = grow_and_complete(settings)
    check(settings, before, after)
    root = root_of(settings)
    assert reference.distances(after, settings.size, root) == reference.distances(before, settings.size, root)


@given(strategies.puzzles(5), draw.integers(0, 2**31), draw.data())
def test_trees_that_fell_into_any_parts_become_whole_again(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    arrays = [face.arrays() for face in puzzle.faces]
    share = data.draw(draw.sampled_from((0.0, 0.1, 0.5, 0.9, 1.0)))
    kept = np.random.default_rng(data.draw(draw.integers(0, 2**31)))
    for passages in (passages for pair in arrays for passages in pair):
        passages[kept.random(passages.shape) < share] = False
    left = [(first.copy(), second.copy()) for first, second in arrays]
    faces = LoopFreeFaces(puzzle.size, arrays).complete(Random(seed))
    maze = reference.maze_of_faces(faces)
    for (first_axis, second_axis), face, (first, second) in zip(reference.FACES.values(), faces, left, strict=True):
        columns, rows = puzzle.size[first_axis], puzzle.size[second_axis]
        assert reference.is_spanning_tree(maze[first_axis, second_axis], columns, rows)
        assert not np.any(first & ~face.arrays()[0])
        assert not np.any(second & ~face.arrays()[1])


@pytest.mark.parametrize("style", GROWN)
@pytest.mark.parametrize("side", [5, 8, 16])
def test_nearly_all_of_the_faces_is_cut_by_the_growth_itself(style: str, side: int) -> None:
    cut = passages = 0
    for seed in range(3):
        before, after = grow_and_complete(settings_with(size=(side, side, side), style=style, seed=seed))
        cut += sum(map(len, before.values()))
        passages += sum(map(len, after.values()))
    assert cut >= 0.8 * passages
