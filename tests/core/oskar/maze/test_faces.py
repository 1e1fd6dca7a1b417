# SPDX-License-Identifier: GPL-3.0-or-later
"""A face and its inflated grid show the same maze."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw
from numpy.typing import NDArray

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


def is_walled_in(grid: NDArray[np.uint8], i: int, j: int) -> bool:
    """Report whether no square beside a cell is open, in a face of several cells."""
    beside = [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    inside = [place for place in beside if all(0 <= one < most for one, most in zip(place, grid.shape, strict=True))]
    return bool(inside) and all(grid[place] for place in inside)


@given(FACES)
def test_posts_are_wall_and_cells_are_open_but_where_no_passage_leads(face: Face) -> None:
    grid = face.inflate()
    for i, j in np.ndindex(grid.shape):
        if i % 2 == j % 2:
            assert grid[i, j] == (i % 2 or is_walled_in(grid, i, j))


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
    face = Face.deflate(grid)
    for i, j in np.ndindex(grid.shape):
        if i % 2 == j % 2 == 0 and is_walled_in(grid, i, j):
            grid[i, j] = 1
    assert np.array_equal(face.inflate(), grid)
    assert Face.deflate(grid) == face


@given(FACES)
def test_any_face_comes_back_from_its_grid_and_its_arrays(face: Face) -> None:
    assert Face.deflate(face.inflate()) == face
    assert Face.from_arrays(*face.arrays()) == face


@given(FACES, draw.data())
def test_a_closed_cell_beside_a_passage_or_an_open_post_is_refused(face: Face, data: draw.DataObject) -> None:
    grid = face.inflate()
    fixed = [(i, j) for i, j in np.ndindex(grid.shape) if i % 2 == j % 2 and (i % 2 or not is_walled_in(grid, i, j))]
    assume(fixed)
    assume(grid.size > 1)
    i, j = data.draw(draw.sampled_from(fixed))
    grid[i, j] = 1 - grid[i, j]
    kind = "post" if i % 2 else "cell"
    with pytest.raises(InputError, match=f"column {i}, row {j} is a {kind}"):
        Face.deflate(grid)


@pytest.mark.parametrize(("first", "second"), [(0b100, 0), (0b100000, 0), (0, 0b1000), (0b1000000, 0), (-1, 0)])
def test_a_passage_out_of_the_face_is_refused(first: int, second: int) -> None:
    with pytest.raises(InputError, match="leads out of it"):
        Face((3, 2), first, second)
