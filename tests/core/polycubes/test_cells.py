# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.polycubes.shape import Cell, are_connected, box_cells, extent, moved, neighbors, normalized
from tests.core.polycubes.strategies import cell_sets


@given(cell_sets())
def test_cells_hang_together_if_a_power_of_their_matrix_is_full(cells: frozenset[Cell]) -> None:
    beside = np.array([[neighbor == cell or neighbor in neighbors(cell) for neighbor in cells] for cell in cells])
    assert are_connected(cells) == bool(np.linalg.matrix_power(beside.astype(int), len(cells)).all())


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
