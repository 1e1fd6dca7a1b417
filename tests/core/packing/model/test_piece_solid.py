# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid of a piece is where it should be: a point is in it if nothing within the inset belongs to other cubes."""

from __future__ import annotations

from math import floor

import manifold3d
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from core.kind.part import centered
from core.packing.model.piece_solid import piece_solid
from core.packing.terms.shape import Shape
from core.solids.bodies import body_count
from core.solids.chamfer import Chamfer
from core.solids.closed import edges_are_paired
from core.solids.solid import Mesh, Solid
from tests.core.packing.strategies import polycubes

CUBE, INSET = 15.0, 0.1


def manifold(mesh: Mesh) -> manifold3d.Manifold:
    """Return a mesh as a body of another library, which refuses what is not closed."""
    triangles = np.concatenate([mesh.quads[:, [0, 1, 2]], mesh.quads[:, [0, 2, 3]], mesh.triangles])
    return manifold3d.Manifold(manifold3d.Mesh(mesh.vertices.astype(np.float32), triangles.astype(np.uint32)))


def is_inside(solid: Solid, point: tuple[float, float, float]) -> bool:
    """Report whether a point is in a solid."""
    places = [int(np.searchsorted(line, value)) - 1 for line, value in zip(solid.lines, point, strict=True)]
    if any(not 0 <= place < count for place, count in zip(places, solid.filled.shape, strict=True)):
        return False
    return bool(solid.filled[tuple(places)])


OFFSETS = draw.sampled_from([0.03, 0.07, 0.13, 0.2, 7.0, 14.8, 14.87, 14.93, 14.97])


@given(polycubes(), draw.data())
def test_a_point_is_in_it_if_nothing_within_the_inset_is_another_cubes(shape: Shape, data: draw.DataObject) -> None:
    solid = piece_solid(shape.cells, CUBE, INSET)
    cell = data.draw(draw.sampled_from(shape.cells))
    x, y, z = point = tuple(CUBE * one + data.draw(OFFSETS) for one in cell)
    corners = [
        (floor((x + i * INSET) / CUBE), floor((y + j * INSET) / CUBE), floor((z + k * INSET) / CUBE))
        for i in (-1, 1)
        for j in (-1, 1)
        for k in (-1, 1)
    ]
    assert is_inside(solid, (point[0], point[1], point[2])) == all(corner in shape.cells for corner in corners)


@given(polycubes(most=8), draw.sampled_from([0.0, 0.4, 2.0]))
def test_it_is_one_closed_body_with_a_bevel_too(shape: Shape, bevel: float) -> None:
    solid, _ = centered(piece_solid(shape.cells, CUBE, INSET))
    chamfer = Chamfer(bevel)
    mesh = chamfer.mesh(solid)
    assert body_count(solid) == 1
    assert edges_are_paired(mesh.quads, mesh.triangles)
    body = manifold(mesh)
    assert body.status() == manifold3d.Error.NoError
    assert len(body.decompose()) == 1
    assert body.volume() == pytest.approx(chamfer.volume(solid), rel=1e-5)


def test_a_bevel_leaves_inner_edges_and_joints_whole() -> None:
    # Two cubes in a row: the section at their joint is that of a cube, but for the four edges along them.
    solid = piece_solid(((0, 0, 0), (1, 0, 0)), CUBE, INSET)
    body = manifold(Chamfer(0.4).mesh(solid))
    side = CUBE - 2 * INSET
    half = body.trim_by_plane((1.0, 0.0, 0.0), CUBE)
    assert half.bounding_box()[0] == pytest.approx(CUBE, abs=1e-4)
    assert body.trim_by_plane((0.0, 0.0, 1.0), side - 1e-3 + INSET).volume() > 0
    section = body.rotate((0.0, 90.0, 0.0)).slice(-CUBE).area()
    assert section == pytest.approx(side**2 - 4 * 0.4**2 / 2, rel=1e-4)
    # Round an inner corner nothing is cut.
    corner = piece_solid(((0, 0, 0), (1, 0, 0), (0, 1, 0)), CUBE, INSET)
    lost = corner.volume - manifold(Chamfer(0.4).mesh(corner)).volume()
    straight = solid.volume - body.volume()
    assert lost < 1.4 * straight
