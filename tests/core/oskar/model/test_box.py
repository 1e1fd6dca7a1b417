# SPDX-License-Identifier: GPL-3.0-or-later
"""The box has a wall exactly where its faces have one, and nothing inside."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import box_corner, middle_of_square, outer_length, square_edges
from tests.core.solids.measured import Floats, is_filled


def framed_squares(size: reference.Triple) -> NDArray[np.intp]:
    """Return all squares of the box from frame to frame, as three numbers each."""
    return np.array(list(product(*(range(2 * cells + 1) for cells in size))))


def is_wall(maze: reference.Maze, size: reference.Triple, square: reference.Triple) -> bool:
    """Report whether a framed square is filled: it lies in one of the six faces, and is not open in it."""
    in_frame = [square[axis] in (0, 2 * size[axis]) for axis in range(3)]
    if sum(in_frame) != 1:
        return any(in_frame)
    first, second = (axis for axis in range(3) if not in_frame[axis])
    return (square[first] - 1, square[second] - 1) not in maze[first, second]


def walls(puzzle: Puzzle) -> NDArray[np.bool_]:
    """Return for all framed squares whether they are filled."""
    maze = reference.maze_of(puzzle)
    return np.array([is_wall(maze, puzzle.size, (x, y, z)) for x, y, z in framed_squares(puzzle.size).tolist()])


def points_in_squares(size: reference.Triple, dimensions: Dimensions, part: float) -> Floats:
    """Return a point in each framed square, at a part of the way from its lowest to its highest corner."""
    along = []
    for cells in size:
        edges = np.array(square_edges(cells, dimensions))
        along.append(edges[:-1] + part * np.diff(edges))
    squares = framed_squares(size)
    points: Floats = np.stack([along[axis][squares[:, axis]] for axis in range(3)], axis=1)
    return np.add(points, box_corner(size, dimensions))


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_middle_of_every_square_is_wall_or_open(puzzle: Puzzle, dimensions: Dimensions) -> None:
    squares = framed_squares(puzzle.size)
    middles = [
        [middle_of_square(number, cells, dimensions) for number in range(2 * cells + 1)] for cells in puzzle.size
    ]
    points = np.array([[middles[axis][square[axis]] for axis in range(3)] for square in squares.tolist()])
    found = is_filled(box(puzzle, dimensions), points + box_corner(puzzle.size, dimensions))
    assert np.array_equal(found, walls(puzzle))


@pytest.mark.parametrize("part", [0.001, 0.999])
@given(puzzle=strategies.puzzles(4), dimensions=strategies.all_dimensions())
def test_squares_reach_to_their_edges(part: float, puzzle: Puzzle, dimensions: Dimensions) -> None:
    points = points_in_squares(puzzle.size, dimensions, part)
    assert np.array_equal(is_filled(box(puzzle, dimensions), points), walls(puzzle))


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_box_stands_on_zero_in_the_middle(puzzle: Puzzle, dimensions: Dimensions) -> None:
    vertices = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0)).mesh().vertices
    outer = [outer_length(cells, dimensions) for cells in puzzle.size]
    assert vertices.min(axis=0).tolist() == pytest.approx([-outer[0] / 2, -outer[1] / 2, 0])
    assert vertices.max(axis=0).tolist() == pytest.approx([outer[0] / 2, outer[1] / 2, outer[2]])


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_volume_is_that_of_the_walls(puzzle: Puzzle, dimensions: Dimensions) -> None:
    widths = [np.diff(square_edges(cells, dimensions)) for cells in puzzle.size]
    squares = framed_squares(puzzle.size)[walls(puzzle)]
    volume = sum(float(widths[0][x] * widths[1][y] * widths[2][z]) for x, y, z in squares.tolist())
    assert box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0)).volume == pytest.approx(volume)


@given(strategies.puzzles(4), strategies.all_dimensions())
def test_dimensions_never_change_the_maze_nor_the_other_way_round(puzzle: Puzzle, dimensions: Dimensions) -> None:
    before = reference.maze_of(puzzle), puzzle.solution
    plain, thick = box(puzzle, dimensions), box(puzzle, replace(dimensions, wall=dimensions.wall + 1))
    assert np.array_equal(plain.filled, thick.filled)
    assert (reference.maze_of(puzzle), puzzle.solution) == before
