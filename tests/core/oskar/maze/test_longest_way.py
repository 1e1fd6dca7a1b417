# SPDX-License-Identifier: GPL-3.0-or-later
"""The longest way of all is found exactly, in mazes with loops as in those without."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.texture import uniform_tree
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.space import ConfigurationSpace
from tests.core.oskar import reference, strategies

SIZE = (4, 3, 4)
MAZES_WITH_LOOPS = 150


def tree_and_more(shape: tuple[int, int], more: int, random: Random) -> Face:
    """Return a tree with some passages more, which close loops."""
    first, second = Face.from_tree(shape, uniform_tree(shape, random)).arrays()
    for _ in range(more):
        passages = random.choice((first[:, :-1], second[:-1]))
        row, column = (random.randrange(length) for length in passages.shape)
        passages[row, column] = True
    return Face.from_arrays(first, second)


def eccentricities(
    maze: reference.Maze, size: reference.Triple, inside: reference.Triple
) -> dict[reference.Triple, int]:
    """Return, for all that a position is connected with, how far away the farthest position is."""
    return {
        position: max(reference.distances(maze, size, position).values())
        for position in reference.distances(maze, size, inside)
    }


@given(strategies.puzzles(4) | strategies.puzzles_of_any_faces(4), draw.data())
def test_no_other_two_positions_are_farther_apart(puzzle: Puzzle, data: draw.DataObject) -> None:
    inside = data.draw(strategies.positions(puzzle.size))
    start, end = puzzle.space.longest_way(inside)
    maze = reference.maze_of(puzzle)
    farthest = eccentricities(maze, puzzle.size, inside)
    assert reference.distances(maze, puzzle.size, start)[end] == max(farthest.values())
    assert start in farthest


@pytest.mark.thorough
def test_many_loops_do_not_mislead() -> None:
    random = Random(6)
    misleading = 0
    for number in range(MAZES_WITH_LOOPS):
        xy, xz, yz = (
            tree_and_more((SIZE[first], SIZE[second]), 4 + number % 6, random) for first, second in strategies.SHAPES
        )
        inside = random.choice(reference.positions(SIZE))
        maze = reference.maze_of_faces((xy, xz, yz))
        start, end = ConfigurationSpace.from_faces(SIZE, (xy, xz, yz)).longest_way(inside)
        farthest = eccentricities(maze, SIZE, inside)
        assert reference.distances(maze, SIZE, start)[end] == max(farthest.values())
        # Without loops the position that is farthest from any other is an end of the longest way.
        misleading += farthest[list(reference.distances(maze, SIZE, inside))[-1]] < max(farthest.values())
    assert misleading > MAZES_WITH_LOOPS / 20
