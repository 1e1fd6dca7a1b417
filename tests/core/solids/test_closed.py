# SPDX-License-Identifier: GPL-3.0-or-later
"""Only polygons that bound something on all sides have their edges in pairs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.solids.closed import edges_are_paired
from puzzle_cubes.solids.solid import Solid
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
    assert edges_are_paired(solid.mesh().quads)


@given(grids())
def test_the_mesh_of_any_boxes_is_judged_as_by_a_count(solid: Solid) -> None:
    quads = solid.mesh().quads
    assert edges_are_paired(quads) == plainly_paired(quads.tolist())


@given(solids(), draw.data())
def test_a_missing_a_turned_and_a_doubled_quad_are_noticed(solid: Solid, data: draw.DataObject) -> None:
    quads = solid.mesh().quads
    place = data.draw(draw.integers(0, len(quads) - 1))
    turned = quads.copy()
    turned[place] = turned[place, ::-1]
    assert not edges_are_paired(np.delete(quads, place, axis=0))
    assert not edges_are_paired(turned)
    assert not edges_are_paired(np.concatenate((quads, quads[[place]])))


@pytest.mark.parametrize("keys", [[0, 1, 2, 3], [2**64 - 1, 0, 2**63, 2**62]])
def test_keys_may_be_any_numbers(keys: list[int]) -> None:
    corners = np.array(keys, dtype=np.uint64)[TETRAHEDRON]
    assert edges_are_paired(corners)
    assert not edges_are_paired(corners[1:])
    corners[0, 0] = 7
    assert not edges_are_paired(corners)
