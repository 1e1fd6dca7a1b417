# SPDX-License-Identifier: GPL-3.0-or-later
"""All that lies in one plane is one face, with no more triangles than another library finds necessary."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.kind import KIT, OskarModel
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.mesh import Faces, Mesh
from puzzle_cubes.solids.solid import Solid
from tests.core.solids import judges, measured

CHAMFERED = Dimensions(bed_chamfer=0.4, arm_chamfer=0.4)


@pytest.mark.parametrize("dimensions", [Dimensions(), CHAMFERED], ids=["sharp", "chamfered"])
@pytest.mark.parametrize("size", [(3, 3, 3), (10, 10, 10), (2, 6, 4)])
def test_plates_have_the_triangles_that_they_need(size: tuple[int, int, int], dimensions: Dimensions) -> None:
    triangles = least = 0
    for part in OskarModel().parts(generate(Settings(size)), dimensions, KIT):
        if part.walls:
            mesh = part.mesh()
            triangles += len(mesh.split()[0])
            least += judges.manifold_of(mesh).as_original().simplify(1e-5).num_tri()
    assert triangles <= 1.05 * least


@pytest.mark.parametrize("dimensions", [Dimensions(), CHAMFERED], ids=["sharp", "chamfered"])
def test_no_triangle_is_so_thin_that_single_precision_loses_where_it_looks(dimensions: Dimensions) -> None:
    for part in OskarModel().parts(generate(Settings((10, 10, 10))), dimensions, KIT):
        mesh = part.mesh()
        corners = mesh.vertices[mesh.split()[0]]
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
        areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
        assert (areas / sides).min() > 0.003


def solid_of(*rows: str) -> Solid:
    """Return a solid of the heights that rows of digits say."""
    heights = np.array([[int(digit) for digit in row] for row in rows])
    x, y, z = (np.arange(count + 1.0) for count in (*heights.shape, heights.max()))
    return Solid((x, y, z), np.arange(heights.max()) < heights[:, :, None])


def faces_at(solid: Solid, height: float) -> list[int]:
    """Return how many corners each of the faces has that look up at a height."""
    mesh = solid.mesh()
    assert measured.mesh_flaws(mesh) == []
    assert measured.mesh_volume(mesh) == pytest.approx(solid.volume)
    level = np.logical_and.reduceat(mesh.vertices[mesh.faces.corners, 2] == height, mesh.faces.begins)
    return sorted(mesh.faces.sizes[level & (measured.area_vectors(mesh)[:, 2] > 0)].tolist())


def test_what_has_no_hole_is_one_face() -> None:
    assert faces_at(solid_of("222", "211", "222"), 2) == [8]
    assert faces_at(solid_of("222", "222", "222"), 2) == [4]


def test_a_hole_is_cut_to_both_sides() -> None:
    assert faces_at(solid_of("222", "212", "222"), 2) == [6, 8]
    # Holes beside each other share a cut.
    assert faces_at(solid_of("22222", "21212", "22222", "21212", "22222"), 2) == [8, 12, 16]


def test_a_hole_in_an_island_in_a_hole() -> None:
    rows = ("2222222", "2111112", "2122212", "2121212", "2122212", "2111112", "2222222")
    assert faces_at(solid_of(*rows), 2) == [6, 6, 8, 8]
    assert faces_at(solid_of(*rows), 1) == [4, 6, 8]


def test_a_face_that_touches_itself_is_divided() -> None:
    # A tower and a pit that meet at a corner.
    assert faces_at(solid_of("2222", "2322", "2212", "2222"), 2) == [4, 4, 5, 5, 6, 6]


@given(draw.integers(3, 40), draw.integers(0, 2**32))
def test_any_outline_is_divided_into_triangles_that_are_it(count: int, seed: int) -> None:
    random = Random(seed)
    outline = [
        (radius * cos(angle), radius * sin(angle), 0.0)
        for angle, radius in ((2 * pi * place / count, random.uniform(1, 9)) for place in range(count))
    ]
    turned = np.array(outline) @ np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    mesh = Mesh(turned, Faces.alike([range(count)]))
    first, second, third = np.moveaxis(turned[mesh.split()[0]], 1, 0)
    (whole,) = measured.area_vectors(mesh)
    parts = np.cross(second - first, third - first) / 2
    assert len(parts) == count - 2
    assert parts.sum(axis=0) == pytest.approx(whole)
    assert np.linalg.norm(parts, axis=1).sum() == pytest.approx(np.linalg.norm(whole))
