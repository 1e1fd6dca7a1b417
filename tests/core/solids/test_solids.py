# SPDX-License-Identifier: GPL-3.0-or-later
"""Any solid gives a closed, outward-facing mesh of the right volume."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.solids.solid import NO_DIRECTION, Solid
from tests.core.oskar.strategies import lengths
from tests.core.solids import judges, measured
from tests.core.solids.strategies import grids, solids


@given(solids())
def test_the_mesh_is_closed_and_two_manifold(solid: Solid) -> None:
    assert measured.mesh_flaws(solid.mesh()) == []


@given(solids())
def test_faces_separate_filled_from_empty(solid: Solid) -> None:
    assert measured.faces_look_outward(solid, solid.mesh())


@given(solids())
def test_all_volumes_agree(solid: Solid) -> None:
    mesh = solid.mesh()
    volume = measured.volume(solid)
    assert solid.volume == pytest.approx(volume)
    assert measured.mesh_volume(mesh) == pytest.approx(volume)
    judges.check_with_trimesh(mesh, volume)
    assert judges.manifold_of(mesh).volume() == pytest.approx(volume)


@given(draw.lists(lengths(0.01, 9), min_size=6, max_size=6))
def test_one_box_has_six_faces(sides: list[float]) -> None:
    x, y, z = (np.array([low, low + width]) for low, width in zip(sides[:3], sides[3:], strict=True))
    mesh = Solid((x, y, z), np.ones((1, 1, 1), dtype=bool)).mesh()
    assert mesh.faces.sizes.tolist() == [4] * 6
    assert sorted(map(tuple, mesh.vertices)) == sorted(product(x, y, z))


def test_boxes_side_by_side_are_one() -> None:
    x = y = z = np.array([0.0, 1.0, 3.0])
    mesh = Solid((x, y, z), np.ones((2, 2, 2), dtype=bool)).mesh()
    assert mesh.faces.sizes.tolist() == [4] * 6
    assert set(map(tuple, mesh.vertices.tolist())) == set(product((0.0, 3.0), repeat=3))


@given(grids(), draw.integers(0, 2**32))
def test_each_direction_has_the_sides_of_its_boxes(plain: Solid, seed: int) -> None:
    given = np.random.default_rng(seed).integers(NO_DIRECTION, 3, plain.filled.shape, dtype=np.int8)
    mesh = replace(plain, directions=given).mesh()
    assert mesh.faces.directions is not None
    areas: Counter[tuple[int, int, int]] = Counter()
    for direction, area in zip(mesh.faces.directions.tolist(), measured.area_vectors(mesh), strict=True):
        axis = int(np.abs(area).argmax())
        areas[direction, axis, int(np.sign(area[axis]))] += np.abs(area).max()
    expected: Counter[tuple[int, int, int]] = Counter()
    filled, directions = np.pad(plain.filled, 1), np.pad(given, 1, constant_values=NO_DIRECTION)
    for place in np.argwhere(filled).tolist():
        widths = [line[at] - line[at - 1] for line, at in zip(plain.lines, place, strict=True)]
        for axis, sign in product(range(3), (-1, 1)):
            beside = tuple(at + sign * (along == axis) for along, at in enumerate(place))
            if not filled[beside]:
                wanted = [own for own in (directions[tuple(place)], directions[beside], axis) if own != NO_DIRECTION]
                expected[int(wanted[0]), axis, sign] += np.prod(widths) / widths[axis]
    assert areas == pytest.approx(expected)


def test_boxes_that_touch_along_an_edge_are_noticed() -> None:
    line = np.array([0.0, 1.0, 2.0])
    flat = np.array([0.0, 1.0])
    mesh = Solid((line, line, flat), np.eye(2, dtype=bool)[:, :, None]).mesh()
    assert "an edge with several faces on one side" in measured.mesh_flaws(mesh)


def test_boxes_that_touch_at_a_corner_are_noticed() -> None:
    line = np.array([0.0, 1.0, 2.0])
    filled = np.zeros((2, 2, 2), dtype=bool)
    filled[0, 0, 0] = filled[1, 1, 1] = True
    flaws = measured.mesh_flaws(Solid((line, line, line), filled).mesh())
    assert flaws == ["a vertex where two parts of the surface touch"]


@given(solids(), draw.tuples(lengths(-20, 20), lengths(-20, 20), lengths(-20, 20)))
def test_a_solid_that_is_moved_is_the_same_elsewhere(solid: Solid, offset: tuple[float, float, float]) -> None:
    directions = np.arange(solid.filled.size, dtype=np.int8).reshape(solid.filled.shape) % 3
    copy = replace(solid, directions=directions).moved(offset)
    assert copy.mesh().vertices == pytest.approx(replace(solid, directions=directions).mesh().vertices + offset)
    assert np.array_equal(copy.mesh().faces.corners, replace(solid, directions=directions).mesh().faces.corners)
    assert copy.directions is directions
