# SPDX-License-Identifier: GPL-3.0-or-later
"""A face and its inflated grid show the same maze."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.maze.faces import Face
from tests.core.oskar import strategies

SHAPES = draw.tuples(draw.integers(1, 6), draw.integers(1, 6))
FACES = SHAPES.flatmap(strategies.faces)


@given(FACES)
def test_the_grid_is_two_n_minus_one_squares_of_zero_and_one(face: Face) -> None:
    grid = face.inflate()
    assert grid.shape == (2 * face.shape[0] - 1, 2 * face.shape[1] - 1)
    assert set(grid.ravel().tolist()) <= {0, 1}


@given(FACES)
def test_cells_are_open_and_posts_are_wall(face: Face) -> None:
    grid = face.inflate()
    for i, j in np.ndindex(grid.shape):
        if i % 2 == j % 2:
            assert grid[i, j] == i % 2


@given(FACES)
def test_passages_stand_between_their_cells(face: Face) -> None:
    grid = face.inflate()
    columns, rows = face.shape
    for i in range(columns):
        for j in range(rows):
            cell = i + columns * j
            if i < columns - 1:
                assert (grid[2 * i + 1, 2 * j] == 0) == bool(face.first >> cell & 1)
            if j < rows - 1:
                assert (grid[2 * i, 2 * j + 1] == 0) == bool(face.second >> cell & 1)


@given(SHAPES, draw.data())
def test_any_grid_comes_back_from_its_face(shape: tuple[int, int], data: draw.DataObject) -> None:
    grid = np.array(
        [
            [i % 2 if i % 2 == j % 2 else data.draw(draw.integers(0, 1)) for j in range(2 * shape[1] - 1)]
            for i in range(2 * shape[0] - 1)
        ],
        dtype=np.uint8,
    )
    assert np.array_equal(Face.deflate(grid).inflate(), grid)


@given(FACES)
def test_any_face_comes_back_from_its_grid_and_its_arrays(face: Face) -> None:
    assert Face.deflate(face.inflate()) == face
    assert Face.from_arrays(*face.arrays()) == face


@given(FACES, draw.data())
def test_a_closed_cell_or_an_open_post_is_refused(face: Face, data: draw.DataObject) -> None:
    grid = face.inflate()
    fixed = [(i, j) for i, j in np.ndindex(grid.shape) if i % 2 == j % 2]
    i, j = data.draw(draw.sampled_from(fixed))
    grid[i, j] = 1 - grid[i, j]
    kind = "post" if i % 2 else "cell"
    with pytest.raises(InputError, match=f"column {i}, row {j} is a {kind}"):
        Face.deflate(grid)


@pytest.mark.parametrize(("first", "second"), [(0b100, 0), (0b100000, 0), (0, 0b1000), (0b1000000, 0), (-1, 0)])
def test_a_passage_out_of_the_face_is_refused(first: int, second: int) -> None:
    with pytest.raises(InputError, match="leads out of it"):
        Face((3, 2), first, second)
