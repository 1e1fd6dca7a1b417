# SPDX-License-Identifier: GPL-3.0-or-later
"""A blocking wall is shown where the solid of the box has it, and only where the move is not legal."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.playing import Direction
from puzzle_cubes.oskar.making.by_hand import is_drawable
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.play.game import moved
from puzzle_cubes.oskar.play.squares import obstacles, square_at, square_boxes
from tests.core.oskar import reference, strategies

DIRECTIONS: list[Direction] = list(product(range(3), (-1, 1)))


@given(draw.data(), strategies.puzzles(4), strategies.kit_dimensions(), draw.sampled_from(DIRECTIONS))
def test_squares_in_the_way_are_walls_of_the_box(
    data: draw.DataObject, puzzle: Puzzle, dimensions: Dimensions, direction: Direction
) -> None:
    x, y, z = (data.draw(draw.integers(0, cells - 1)) for cells in puzzle.size)
    found = obstacles(puzzle, (x, y, z), direction)
    legal = reference.neighbors(reference.maze_of(puzzle), puzzle.size, (x, y, z))
    assert (not found) == (moved((x, y, z), direction) in legal)
    solid = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    # The arms' middle lines, moved on by half a cell's passage and half a wall, meet each of the squares.
    there = np.array(dimensions.center(puzzle.size, (x, y, z)))
    axis, step = direction
    there[axis] += step * (dimensions.passage + min(dimensions.wall, dimensions.plate)) / 2
    for obstacle in found:
        for ends in square_boxes(obstacle, puzzle.size, dimensions):
            places = [
                np.searchsorted(line, end - 1e-6) for line, end in zip(solid.lines, ends.mean(axis=1), strict=True)
            ]
            assert solid.filled[tuple(place - 1 for place in places)]
            for line, end in zip(solid.lines, ends, strict=True):
                low, high = (np.abs(line - one).argmin() for one in end)
                assert (line[low], line[high], high - low) == (pytest.approx(end[0]), pytest.approx(end[1]), 1)
            assert sum(low - 1e-6 <= place <= high + 1e-6 for place, (low, high) in zip(there, ends, strict=True)) == 2


@given(draw.data(), strategies.puzzles(4), strategies.kit_dimensions())
def test_who_points_at_a_square_means_it(data: draw.DataObject, puzzle: Puzzle, dimensions: Dimensions) -> None:
    size = puzzle.size
    every = [
        one
        for face, (first, second) in enumerate(FACE_AXES)
        for place in product(range(2 * size[first] - 1), range(2 * size[second] - 1))
        if is_drawable(puzzle, one := Square(face, place))
    ]
    square = data.draw(draw.sampled_from(every))
    side = data.draw(draw.sampled_from((0, 1)))
    across = 3 - sum(FACE_AXES[square.face])
    aim = square_boxes(square, size, dimensions)[side].mean(axis=-1)
    far = 10 * max(dimensions.outer_size(size))
    eye = aim.copy()
    eye[across] += far if side else -far
    way = aim - eye
    assert square_at(puzzle, dimensions, (*eye,), (*way,)) == square
    assert square_at(puzzle, dimensions, (*eye,), (*-way,)) is None
    aside = eye.copy()
    aside[across - 1] += far
    assert square_at(puzzle, dimensions, (*aside,), (*way,)) is None
