# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of a model that pieces have the surface of: none is left out, and pieces of them interlock."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.making.from_shape import ModelCells, model_cells
from puzzle_cubes.packing.making.interlocking import interlocking_in_steps
from puzzle_cubes.polycubes.taking_apart import take_apart
from tests.core.packing.making.held_together import order_out
from tests.core.solids.test_voxels import ball, box


def pebble(across: int = 10) -> ModelCells:
    """Return the cells of a ball that is pressed flat."""
    return model_cells((ball(20, 30) * np.array([1, 0.8, 0.7])).astype("f4"), across)


def test_each_corner_of_the_surface_is_in_a_cell() -> None:
    cells = pebble()
    inward = cells.corners * (1 - 1e-3) + 1e-3 * cells.corners.mean(axis=(0, 1))
    assert set(map(tuple, np.floor(inward).astype(int).reshape(-1, 3).tolist())) <= set(cells.goal.cells)
    # What is filled by half is a unit of its own, as many as cubes would have.
    filled = np.prod([10, 8, 7]) * np.pi / 6
    assert max(cells.units.of_cell) + 1 == pytest.approx(filled, rel=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_pieces_interlock_where_only_what_is_well_filled_holds(seed: int) -> None:
    model, pieces = pebble(), 5
    units = max(model.units.of_cell) + 1
    sizes = units // (3 * pieces), 3 * units // pieces
    division = finish(interlocking_in_steps(model.goal, pieces, sizes, Random(seed), model.units))
    assert division is not None
    assert not division.off
    blocks: list[list[tuple[int, int, int]]] = [[] for _ in range(pieces)]
    for cell, unit in zip(model.goal.cells, model.units.of_cell, strict=True):
        blocks[division.owners[unit]].append(cell)
    holds = {(model.goal.cells[held], model.goal.cells[holder]) for held, holder in model.units.holds}
    assert len(holds) < len(model.sides)
    placed = [tuple(block) for block in blocks]
    assert order_out(placed, holds) == list(range(pieces - 2))
    # The engine says the same of all cells, by straight moves that meet none of the others.
    taken = take_apart(placed)
    assert taken is not None
    assert [set(move.blocks) for move in taken.moves[: pieces - 2]] == [{number} for number in range(pieces - 2)]


def test_a_cell_that_is_hardly_filled_belongs_to_the_neighbor_with_the_largest_side() -> None:
    # In the middle of the grid the upper layer is filled by 0.35, and by 0.65 below what stands on it.
    parts = [box((0, 0, 0), (5, 4, 4)), box((1, 1, 4), (3, 3, 4.3))]
    model = model_cells(np.concatenate(parts).astype("f4"), 5)
    unit_at = dict(zip(model.goal.cells, model.units.of_cell, strict=True))
    assert (len(unit_at), len(set(unit_at.values()))) == (100, 84)
    assert unit_at[0, 0, 4] == unit_at[0, 0, 3] != unit_at[0, 0, 2]
    assert unit_at[1, 1, 4] != unit_at[1, 1, 3]


def test_faces_of_both_directions_have_no_inside() -> None:
    triangles = box((0, 0, 0), (4, 4, 4))
    triangles[0] = triangles[0, ::-1]
    with pytest.raises(InputError, match="Turn its faces outward, or take cubes as the skin"):
        model_cells(triangles.astype("f4"), 4)
