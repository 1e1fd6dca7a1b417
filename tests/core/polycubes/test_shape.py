# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells, their turns and the shapes they make, judged by matrices and by the numbers that mathematicians counted."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.polycubes.shape import (
    ALL_TURNS,
    MIRRORED_TURNS,
    ROTATIONS,
    Cell,
    Shape,
    Turn,
    are_connected,
    box_cells,
    extent,
    moved,
    neighbors,
    normalized,
)
from tests.core.polycubes.strategies import cell_sets, polycubes


@given(cell_sets())
def test_cells_hang_together_if_a_power_of_their_matrix_is_full(cells: frozenset[Cell]) -> None:
    beside = np.array([[neighbor == cell or neighbor in neighbors(cell) for neighbor in cells] for cell in cells])
    assert (
        Shape.of(cells).is_connected
        == are_connected(cells)
        == bool(np.linalg.matrix_power(beside.astype(int), len(cells)).all())
    )


@given(cell_sets(), draw.tuples(*3 * [draw.integers(-9, 9)]))
def test_normalized_cells_forget_where_they_were(cells: frozenset[Cell], way: Cell) -> None:
    cells_at_zero = normalized(moved(cells, way))
    assert cells_at_zero == normalized(cells)
    assert [min(along) for along in zip(*cells_at_zero, strict=True)] == [0, 0, 0]
    assert len(cells_at_zero) == len(cells)


def test_a_box_is_as_long_as_its_size() -> None:
    cells = box_cells((2, 3, 4))
    assert len(cells) == len(set(cells)) == 24
    assert extent(cells) == (2, 3, 4)
    assert extent([(5, 5, 5)]) == (1, 1, 1)


def matrix(turn: Turn) -> np.ndarray[tuple[int, int], np.dtype[np.int_]]:
    """Return the matrix of a turn, whose columns are what the axes become."""
    return np.array(turn.of([(1, 0, 0), (0, 1, 0), (0, 0, 1)])).T


def test_rotations_are_the_24_matrices_of_determinant_1_and_the_others_mirror() -> None:
    determinants = {tuple(matrix(turn).ravel()): round(np.linalg.det(matrix(turn))) for turn in ALL_TURNS}
    assert len(determinants) == 48
    assert [round(np.linalg.det(matrix(turn))) for turn in ROTATIONS] == 24 * [1]
    assert [round(np.linalg.det(matrix(turn))) for turn in MIRRORED_TURNS] == 24 * [-1]
    assert [turn.is_mirrored for turn in ALL_TURNS] == 24 * [False] + 24 * [True]


def test_two_turns_one_after_the_other_are_a_turn() -> None:
    matrices = {tuple(matrix(turn).ravel()) for turn in ROTATIONS}
    assert {
        tuple((matrix(turn) @ matrix(second_turn)).ravel()) for turn in ROTATIONS for second_turn in ROTATIONS
    } == matrices


def test_the_first_turn_changes_nothing() -> None:
    assert ALL_TURNS[0].of([(1, 2, 3)]) == ((1, 2, 3),)


@cache
def all_polycubes(cells: int) -> frozenset[Shape]:
    """Return all shapes of so many cubes that hang together, mirror images being different ones."""
    if cells == 1:
        return frozenset({Shape(((0, 0, 0),))})
    return frozenset(
        Shape.of([*shape.cells, beside]).upright
        for shape in all_polycubes(cells - 1)
        for cell in shape.cells
        for beside in set(neighbors(cell)) - {*shape.cells}
    )


@pytest.mark.parametrize(
    ("cells", "one_sided", "free", "planar"), [(1, 1, 1, 1), (2, 1, 1, 1), (3, 2, 2, 2), (4, 8, 7, 5), (5, 29, 23, 12)]
)
def test_there_are_as_many_polycubes_as_are_known(cells: int, one_sided: int, free: int, planar: int) -> None:
    # OEIS A000162, A038119 and A000105.
    shapes = all_polycubes(cells)
    assert len(shapes) == one_sided
    assert len([shape for shape in shapes if shape.mirrored.upright != shape.upright]) == 2 * (one_sided - free)
    assert len([shape for shape in shapes if shape.is_planar]) == planar


def test_tetracubes_lie_in_as_many_ways_as_their_symmetry_leaves() -> None:
    # By hand: bar 3, square 3, T 12, L 24, S 12, two screws 12 each, tripod 8.
    assert sorted(len(shape.orientations) for shape in all_polycubes(4)) == [3, 3, 8, 12, 12, 12, 12, 24]


def test_no_tetracube_is_without_symmetry_and_some_pentacubes_are() -> None:
    assert [shape for shape in all_polycubes(4) if not shape.is_symmetric] == []
    without = [shape for shape in all_polycubes(5) if not shape.is_symmetric]
    assert without
    assert all(len({Shape.of(turn.of(shape.cells)) for turn in ALL_TURNS}) == 48 for shape in without)


@given(polycubes(), draw.sampled_from(ROTATIONS))
def test_a_rotated_shape_is_congruent(shape: Shape, turn: Turn) -> None:
    turned = Shape.of(turn.of(shape.cells))
    assert turned.cells in shape.orientations
    assert turned.upright == shape.upright
    assert 24 % len(shape.orientations) == 0


@given(polycubes(), draw.sampled_from(MIRRORED_TURNS))
def test_all_mirror_images_of_a_shape_are_congruent(shape: Shape, turn: Turn) -> None:
    turned = Shape.of(turn.of(shape.cells))
    assert turned.upright == shape.mirrored.upright
