# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross has three arms of the right width, and they stay in their faces at every position."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes.oskar.model.box_and_cross import cross
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import arms, box_corner, center_of_cell, outer_length


@given(strategies.sizes(8), strategies.all_dimensions())
def test_the_cross_is_the_union_of_its_arms(size: strategies.Triple, dimensions: Dimensions) -> None:
    solid = cross(size, dimensions)
    lowest, highest = np.moveaxis(arms(size, (0, 0, 0), dimensions) - center_of_cell(size, (0, 0, 0), dimensions), 1, 0)
    vertices = solid.mesh().vertices
    assert vertices.min(axis=0).tolist() == pytest.approx(lowest.min(axis=0).tolist())
    assert vertices.max(axis=0).tolist() == pytest.approx(highest.max(axis=0).tolist())
    # The three arms share a cube of the arm's width, which counts once.
    width = dimensions.passage - 2 * dimensions.clearance
    assert solid.volume == pytest.approx(np.prod(highest - lowest, axis=1).sum() - 2 * width**3)


@given(strategies.sizes(8), strategies.all_dimensions())
def test_each_arm_has_its_width(size: strategies.Triple, dimensions: Dimensions) -> None:
    vertices = cross(size, dimensions).mesh().vertices
    half = dimensions.passage / 2 - dimensions.clearance
    for axis in range(3):
        ends = vertices[np.isclose(vertices[:, axis], vertices[:, axis].max())]
        others = [other for other in range(3) if other != axis]
        assert len(ends) == 4
        assert np.abs(ends[:, others]).ravel().tolist() == pytest.approx([half] * 8)


@given(strategies.sizes(8), strategies.all_dimensions())
def test_arms_never_leave_a_face(size: strategies.Triple, dimensions: Dimensions) -> None:
    reach = cross(size, dimensions).mesh().vertices.max(axis=0)
    corner = box_corner(size, dimensions)
    for position in reference.positions(size):
        center = np.array(dimensions.center(size, position))
        for axis in range(3):
            outer = corner[axis] + outer_length(size[axis], dimensions)
            assert center[axis] - reach[axis] <= corner[axis] + 1e-9
            assert center[axis] + reach[axis] >= outer - 1e-9


@given(strategies.sizes(8), strategies.all_dimensions())
def test_an_arm_pushed_fully_to_one_side_ends_with_the_overhang(
    size: strategies.Triple, dimensions: Dimensions
) -> None:
    x, y, z = size
    reach = cross(size, dimensions).mesh().vertices.max(axis=0)
    first = np.array(dimensions.center(size, (0, 0, 0)))
    last = np.array(dimensions.center(size, (x - 1, y - 1, z - 1)))
    low = np.array(box_corner(size, dimensions))
    high = low + [outer_length(cells, dimensions) for cells in size]
    assert (first + reach - high).tolist() == pytest.approx([dimensions.overhang] * 3, abs=1e-9)
    assert (low - (last - reach)).tolist() == pytest.approx([dimensions.overhang] * 3, abs=1e-9)


@given(strategies.sizes(8), strategies.all_dimensions())
def test_without_overhang_arms_end_flush(size: strategies.Triple, dimensions: Dimensions) -> None:
    reach = cross(size, replace(dimensions, overhang=0.0)).mesh().vertices.max(axis=0)
    assert (reach[0] + dimensions.center(size, (0, 0, 0))[0]) == pytest.approx(outer_length(size[0], dimensions) / 2)
    assert dimensions.center(size, (0, 0, size[2] - 1))[2] - reach[2] == pytest.approx(0, abs=1e-9)


@given(strategies.sizes(8), strategies.all_dimensions())
def test_centers_of_cells(size: strategies.Triple, dimensions: Dimensions) -> None:
    for position in reference.positions(size):
        center = center_of_cell(size, position, dimensions).tolist()
        assert dimensions.center(size, position) == pytest.approx(center, abs=1e-9)
