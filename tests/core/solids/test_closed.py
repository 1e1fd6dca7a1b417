# SPDX-License-Identifier: GPL-3.0-or-later
"""Only polygons that bound something on all sides have their edges in pairs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.solids.solid import Solid, edges_are_paired, ways_are_paired
from tests.core.solids.strategies import grids, solids

TETRAHEDRON = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)])


def plainly_paired(polygons: list[list[int]]) -> bool:
    """Return whether each edge is there once, and its reverse too."""
    edges = Counter((a, b) for polygon in polygons for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
    return all(count == 1 and edges[b, a] == 1 for (a, b), count in dict(edges).items())


@given(draw.lists(draw.permutations(range(4)).map(lambda order: order[:3]), max_size=6))
def test_few_triangles_are_judged_as_by_a_count(polygons: list[list[int]]) -> None:
    assert edges_are_paired(np.array(polygons, dtype=np.int64).reshape(-1, 3)) == plainly_paired(polygons)


@given(solids())
def test_the_mesh_of_a_solid_is_closed(solid: Solid) -> None:
    mesh = solid.mesh()
    assert ways_are_paired(mesh.faces.corners, mesh.faces.following)
    assert edges_are_paired(mesh.split()[0])


@given(grids())
def test_the_mesh_of_any_boxes_is_judged_as_by_a_count(solid: Solid) -> None:
    mesh = solid.mesh()
    polygons = [some.tolist() for some in np.split(mesh.faces.corners, mesh.faces.begins[1:])]
    assert ways_are_paired(mesh.faces.corners, mesh.faces.following) == plainly_paired(polygons)


@given(solids(), draw.data())
def test_a_missing_a_turned_and_a_doubled_triangle_are_noticed(solid: Solid, data: draw.DataObject) -> None:
    triangles = solid.mesh().split()[0]
    place = data.draw(draw.integers(0, len(triangles) - 1))
    turned = triangles.copy()
    turned[place] = turned[place, ::-1]
    assert not edges_are_paired(np.delete(triangles, place, axis=0))
    assert not edges_are_paired(turned)
    assert not edges_are_paired(np.concatenate((triangles, triangles[[place]])))


@pytest.mark.parametrize("most", [2**31, 2**64])
def test_keys_may_be_counted_or_spread_over_64_bits(most: int) -> None:
    corners = np.random.default_rng(3).integers(most, size=4, dtype=np.uint64)[TETRAHEDRON]
    assert edges_are_paired(corners)
    assert not edges_are_paired(corners[1:])
    corners[0, 0] = 7
    assert not edges_are_paired(corners)
