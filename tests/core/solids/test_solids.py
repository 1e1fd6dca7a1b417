# SPDX-License-Identifier: GPL-3.0-or-later
"""A solid is filled where its boxes are, and gives a closed, outward-facing mesh of the right volume."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.polycubes.shape import connected_parts
from puzzle_cubes.solids.mesh import edges_are_paired, ways_are_paired
from puzzle_cubes.solids.solid import NEAREST, NO_DIRECTION, Box, Solid, body_count, cut_out, solid_from_boxes
from tests.core.oskar.strategies import lengths
from tests.core.solids import judges, measured
from tests.core.solids.measured import Floats
from tests.core.solids.strategies import Filled, grids, solids


@draw.composite
def boxes(draw_one: DrawFn) -> Box:
    """Draw a box of at least a hundredth of a millimeter along each axis."""
    x, y, z = (
        (low, round(low + draw_one(lengths(0.01, 4)), 2)) for low in (draw_one(lengths(-2, 2)) for _ in range(3))
    )
    return x, y, z


def covered(filled: list[Box], points: Floats) -> Filled:
    """Return for points, shape (n, 3), whether they lie in any of some boxes."""
    inside = [
        np.all([(low < column) & (column < high) for (low, high), column in zip(box, points.T, strict=True)], axis=0)
        for box in filled
    ]
    is_covered: Filled = np.any([np.zeros(len(points), dtype=bool), *inside], axis=0)
    return is_covered


@given(draw.lists(boxes(), min_size=1, max_size=4), draw.lists(boxes(), max_size=3), draw.data())
def test_points_are_filled_where_a_box_is_that_is_not_cut_out(
    filled: list[Box], removed: list[Box], data: draw.DataObject
) -> None:
    solid = solid_from_boxes(filled, removed)
    # Never on a line: all ends are whole hundredths.
    place = lengths(-2, 6).map(lambda hundredths: hundredths + 0.005)
    points = np.array(data.draw(draw.lists(draw.tuples(place, place, place), min_size=1, max_size=20)))
    expected = covered(filled, points) & ~covered(removed, points)
    assert np.array_equal(measured.is_filled(solid, points), expected)


@given(draw.lists(boxes(), min_size=1, max_size=4), draw.lists(boxes(), max_size=3))
def test_there_is_a_line_just_where_a_box_ends(filled: list[Box], removed: list[Box]) -> None:
    solid = solid_from_boxes(filled, removed)
    for axis in range(3):
        assert solid.lines[axis].tolist() == sorted({end for box in filled + removed for end in box[axis]})
    assert solid.directions is None


@given(boxes(), boxes())
def test_boxes_may_be_arrays(box: Box, second_box: Box) -> None:
    solid, of_arrays = solid_from_boxes([box, second_box]), solid_from_boxes(np.array([box, second_box]))
    assert np.array_equal(solid.filled, of_arrays.filled)
    assert all(map(np.array_equal, solid.lines, of_arrays.lines))


def test_no_box_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        solid_from_boxes([])


SPAN = draw.tuples(draw.integers(0, 5), draw.integers(1, 4)).map(lambda span: (float(span[0]), float(sum(span))))
BOX = draw.tuples(SPAN, SPAN, SPAN)


@given(draw.lists(BOX, min_size=1, max_size=3), draw.lists(BOX, min_size=1, max_size=3))
def test_it_is_as_if_the_boxes_had_never_been_filled(filled: list[Box], removed: list[Box]) -> None:
    cut = cut_out(solid_from_boxes(filled), removed)
    assert cut.volume == solid_from_boxes(filled, removed).volume


def test_an_end_beside_a_line_is_moved_there_and_leaves_no_sliver() -> None:
    block = solid_from_boxes([((0, 4), (0, 4), (0, 4)), ((0, 1), (0, 4), (0, 4))])
    near = 0.6 * NEAREST
    cut = cut_out(block, [((1 + near, 2), (near, 1), (3, 4))])
    assert cut.lines[0].tolist() == [0, 1, 2, 4]
    assert cut.lines[1].tolist() == [0, 1, 4]
    assert cut.volume == 64 - 1


def test_boxes_of_the_grid_keep_their_directions() -> None:
    line = np.array([0.0, 1.0, 2.0])
    directions = np.full((2, 2, 2), NO_DIRECTION, dtype=np.int8)
    directions[1] = 2
    cut = cut_out(Solid((line, line, line), np.ones((2, 2, 2), dtype=bool), directions), [((0.5, 1.5), (0, 1), (0, 1))])
    assert cut.directions is not None
    assert cut.directions[:, 0, 0].tolist() == [NO_DIRECTION, NO_DIRECTION, 2, 2]


@given(solids())
def test_the_mesh_is_closed_separates_filled_from_empty_and_has_the_volume(solid: Solid) -> None:
    mesh = solid.mesh()
    assert measured.mesh_flaws(mesh) == []
    assert measured.faces_look_outward(solid, mesh)
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


TETRAHEDRON = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)])


def plainly_paired(polygons: list[list[int]]) -> bool:
    """Return whether each edge is there once, and its reverse too."""
    edges = Counter((a, b) for polygon in polygons for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
    return all(count == 1 and edges[b, a] == 1 for (a, b), count in dict(edges).items())


@given(draw.lists(draw.permutations(range(4)).map(lambda order: order[:3]), max_size=6))
def test_few_triangles_are_judged_as_by_a_count(polygons: list[list[int]]) -> None:
    assert edges_are_paired(np.array(polygons, dtype=np.int64).reshape(-1, 3)) == plainly_paired(polygons)


@given(grids())
def test_the_mesh_of_any_boxes_is_judged_as_by_a_count(solid: Solid) -> None:
    mesh = solid.mesh()
    polygons = [polygon.tolist() for polygon in np.split(mesh.faces.corners, mesh.faces.begins[1:])]
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


@given(grids())
def test_bodies_are_counted_as_those_of_cells_are(solid: Solid) -> None:
    assert body_count(solid) == len(connected_parts([(x, y, z) for x, y, z in np.argwhere(solid.filled).tolist()]))


def test_a_long_winding_body_is_one_and_two_if_it_is_cut() -> None:
    filled = np.zeros((41, 41, 1), dtype=bool)
    filled[::2] = True
    filled[1::4, -1] = filled[3::4, 0] = True
    line, flat = np.arange(42.0), np.array([0.0, 1.0])
    assert body_count(Solid((line, line, flat), filled)) == 1
    filled[20, 20] = False
    assert body_count(Solid((line, line, flat), filled)) == 2


def test_nothing_has_no_body() -> None:
    line = np.array([0.0, 1.0])
    assert body_count(Solid((line, line, line), np.zeros((1, 1, 1), dtype=bool))) == 0
