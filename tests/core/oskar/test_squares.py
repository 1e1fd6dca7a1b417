# SPDX-License-Identifier: GPL-3.0-or-later
"""A blocking wall is shown where the box has it, and an animation takes the frames that it was given."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.playing import Direction
from puzzle_cubes.oskar.game import keyframes, moved, obstacles, square_at, square_boxes
from puzzle_cubes.oskar.making.by_hand import is_drawable
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies

DIRECTIONS: list[Direction] = list(product(range(3), (-1, 1)))


@given(draw.data(), strategies.puzzles(4), strategies.kit_dimensions(), draw.sampled_from(DIRECTIONS))
def test_squares_in_the_way_are_walls_of_the_box(
    data: draw.DataObject, puzzle: Puzzle, dimensions: Dimensions, direction: Direction
) -> None:
    x, y, z = (data.draw(draw.integers(0, cells - 1)) for cells in puzzle.size)
    obstacles_there = obstacles(puzzle, (x, y, z), direction)
    legal = reference.neighbors(reference.maze_of(puzzle), puzzle.size, (x, y, z))
    assert (not obstacles_there) == (moved((x, y, z), direction) in legal)
    solid = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    # The arms' middle lines, moved on by half a cell's passage and half a wall, meet each of the squares.
    middle = np.array(dimensions.center(puzzle.size, (x, y, z)))
    axis, step = direction
    middle[axis] += step * (dimensions.passage + min(dimensions.wall, dimensions.plate)) / 2
    for obstacle in obstacles_there:
        for ends in square_boxes(obstacle, puzzle.size, dimensions):
            places = [
                np.searchsorted(line, end - 1e-6) for line, end in zip(solid.lines, ends.mean(axis=1), strict=True)
            ]
            assert solid.filled[tuple(place - 1 for place in places)]
            for line, end in zip(solid.lines, ends, strict=True):
                low, high = (np.abs(line - coordinate).argmin() for coordinate in end)
                assert (line[low], line[high], high - low) == (pytest.approx(end[0]), pytest.approx(end[1]), 1)
            assert sum(low - 1e-6 <= place <= high + 1e-6 for place, (low, high) in zip(middle, ends, strict=True)) == 2


@given(draw.data(), strategies.puzzles(4), strategies.kit_dimensions())
def test_who_points_at_a_square_means_it(data: draw.DataObject, puzzle: Puzzle, dimensions: Dimensions) -> None:
    size = puzzle.size
    every = [
        candidate
        for face, (first, second) in enumerate(FACE_AXES)
        for place in product(range(2 * size[first] - 1), range(2 * size[second] - 1))
        if is_drawable(puzzle, candidate := Square(face, place))
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


@given(strategies.puzzles(5), draw.integers(-50, 1000), draw.integers(1, 40), draw.integers(0, 20))
def test_every_move_takes_its_frames_and_every_turn_its_pause(
    puzzle: Puzzle, first: int, move: int, pause: int
) -> None:
    path = puzzle.solution
    keys = keyframes(path, first, move, pause)
    assert keys[0] == (first, path[0])
    visited = [path[0]]
    for (frame, here), (later, neighbor) in pairwise(keys):
        if here == neighbor:
            assert later - frame == pause > 0
        else:
            assert later - frame == move
            visited.append(neighbor)
    assert visited == path
    turns = reference.count_straight_moves(path) - 1
    assert keys[-1][0] == first + move * (len(path) - 1) + pause * turns


def test_it_waits_at_a_turn_and_nowhere_else() -> None:
    path = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0)]
    waits = [(20, (2, 0, 0)), (23, (2, 0, 0))]
    assert keyframes(path, 0, 10, 3) == [
        (0, (0, 0, 0)),
        (10, (1, 0, 0)),
        *waits,
        (33, (2, 1, 0)),
        (36, (2, 1, 0)),
        (46, (1, 1, 0)),
    ]
    # Back the way it came is a turn, too.
    assert [frame for frame, _ in keyframes([(0, 0, 0), (1, 0, 0), (0, 0, 0)], 1, 2, 5)] == [1, 3, 8, 10]


@pytest.mark.parametrize(
    ("move", "pause", "sentence"),
    [(0, 0, "Frames per move is 0"), (-3, 0, "at least 1"), (1, -1, "Pause at turns is -1")],
)
def test_frames_that_cannot_be_are_refused(move: int, pause: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        keyframes([(0, 0, 0), (1, 0, 0)], 1, move, pause)
