# SPDX-License-Identifier: GPL-3.0-or-later
"""Chamfers cut what they should and no more: a closed mesh of the right volume, the same one however it is reached."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, product

import manifold3d
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn
from numpy.typing import NDArray

from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.chamfer_cuts import Skin
from puzzle_cubes.solids.chamfer_plan import SHARE
from puzzle_cubes.solids.edges import (
    EdgeChoice,
    Edges,
    both,
    edges_along,
    edges_between,
    either,
    every_edge,
    lowest_edges,
    no_edge,
)
from puzzle_cubes.solids.mesh import Mesh, edges_are_paired, enclosed_volume
from puzzle_cubes.solids.solid import NO_DIRECTION, Solid
from tests.core.oskar.strategies import lengths
from tests.core.solids import chamfered_boxes, judges, measured
from tests.core.solids.strategies import grids, solids

MUCH = 1000.0
"""A width for which no solid has room."""


@draw.composite
def any_edges(draw_one: DrawFn, solid: Solid) -> Edges:
    """Draw any choice of edges, from all to few."""
    share = draw_one(draw.sampled_from((1.0, 0.8, 0.4)))
    random = np.random.default_rng(draw_one(draw.integers(0, 2**32)))
    x, y, z = (random.random(chosen.shape) < share for chosen in every_edge(solid))
    return x, y, z


@draw.composite
def chamfers(draw_one: DrawFn, solid: Solid) -> Chamfer:
    """Draw a chamfer of any edges, narrow or wider than there is room for."""
    edges = draw_one(any_edges(solid))
    return Chamfer(draw_one(lengths(0.01, 3) | draw.just(MUCH)), partial(_chosen, edges))


def _chosen(edges: Edges, _: Solid) -> Edges:
    return edges


def check_surface(solid: Solid, mesh: Mesh, volume: float) -> None:
    """Assert that a mesh is closed, as good as that of the sharp solid, lies in it, and has a volume."""
    assert edges_are_paired(mesh.split()[0])
    assert set(measured.mesh_flaws(mesh)) <= {measured.TOUCHING} & set(measured.mesh_flaws(solid.mesh()))
    judges.check_with_trimesh(mesh, volume)
    corners = mesh.vertices[measured.triangles(mesh)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.linalg.norm(normals, axis=1) > 0).all()
    # Just inside of each triangle's middle there is something of the sharp solid.
    step = min(float(np.diff(line).min()) for line in solid.lines) / 1e4
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    assert measured.is_filled(solid, corners.mean(axis=1) - step * normals).all()


@given(draw.data())
def test_the_mesh_is_closed_two_manifold_and_of_the_volume_that_is_computed(data: draw.DataObject) -> None:
    solid = data.draw(solids())
    chamfer = data.draw(chamfers(solid))
    mesh = chamfer.mesh(solid)
    check_surface(solid, mesh, chamfer.skin(solid).volume)
    assert measured.mesh_flaws(mesh) == []
    assert judges.manifold_of(mesh).volume() == pytest.approx(chamfer.skin(solid).volume)
    assert chamfer.skin(solid).volume <= solid.volume * (1 + 1e-12)


@given(draw.data())
def test_chamfers_of_several_widths_are_one_closed_mesh(data: draw.DataObject) -> None:
    solid = data.draw(solids())
    chamfer, two, three = (data.draw(chamfers(solid)) for _ in range(3))
    several = replace(chamfer, others=(two, three))
    mesh = several.mesh(solid)
    check_surface(solid, mesh, several.skin(solid).volume)
    assert measured.mesh_flaws(mesh) == []
    assert judges.manifold_of(mesh).volume() == pytest.approx(several.skin(solid).volume)


@pytest.mark.parametrize("apart", [False, True])
def test_what_is_left_of_an_edge_has_room_for_the_ends_of_both_cuts(apart: bool) -> None:
    # An edge is cut up to half a millimeter before its end, where another one begins that is cut, too.
    solid = Solid((np.array([0.0, 9.5, 10.0]), np.array([0.0, 10.0]), np.array([0.0, 10.0])), np.ones((2, 1, 1), bool))
    along, across = no_edge(solid), no_edge(solid)
    along[0][0, 0, 0] = across[2][2, 0, 0] = True
    chosen = either(along, across)
    if apart:
        chamfer_along, chamfer_across = (Chamfer(2.0, partial(_chosen, edges)) for edges in (along, across))
        chamfer = replace(chamfer_along, others=(chamfer_across,))
    else:
        chamfer = Chamfer(2.0, partial(_chosen, chosen))
        assert chamfer.skin(solid).widths[0] == pytest.approx(0.2)
    mesh = chamfer.mesh(solid)
    check_surface(solid, mesh, chamfer.skin(solid).volume)
    assert measured.mesh_flaws(mesh) == []


@given(solids(), draw.floats(0.05, 1), draw.floats(0.05, 1))
def test_chamfers_that_do_not_meet_are_as_wide_as_alone(solid: Solid, low_share: float, high_share: float) -> None:
    # Two layers that are filled, and wider than the rest, keep the highest edges from meeting the lowest ones.
    x, y, z = solid.lines
    wide_x, wide_y = (np.concatenate(([line[0] - 1], line, [line[-1] + 1])) for line in (x, y))
    padded = np.pad(solid.filled, [(1, 1), (1, 1), (0, 2)])
    padded[:, :, -2:] = True
    high = Solid((wide_x, wide_y, np.append(z, [z[-1] + 1, z[-1] + 2])), padded)
    upper_edges = partial(lowest_edges, downward=True)
    low, top = (
        Chamfer(share * Chamfer(MUCH, edges).skin(high).widths[0], edges)
        for share, edges in ((low_share, lowest_edges), (high_share, upper_edges))
    )
    mesh = replace(low, others=(top,)).mesh(high)
    lost = [high.volume - cut_edges.skin(high).volume for cut_edges in (low, top)]
    assert replace(low, others=(top,)).skin(high).volume == pytest.approx(high.volume - sum(lost))
    check_surface(high, mesh, high.volume - sum(lost))
    assert judges.manifold_of(mesh).volume() == pytest.approx(high.volume - sum(lost))


def test_of_two_chamfers_that_meet_the_first_one_counts() -> None:
    line = np.array([0.0, 10.0])
    cube = Solid((line, line, line), np.ones((1, 1, 1), dtype=bool))
    on_bed, rest = Chamfer(1.0, lowest_edges), Chamfer(2.0)
    both_of_them = replace(on_bed, others=(rest,))
    assert both_of_them.skin(cube).volume == Chamfer(1.0).skin(cube).volume
    assert np.array_equal(both_of_them.mesh(cube).vertices, Chamfer(1.0).mesh(cube).vertices)


@given(grids(), draw.floats(0.01, 1))
def test_boxes_that_touch_are_taken_apart(solid: Solid, share: float) -> None:
    chamfer = Chamfer(share * Chamfer(MUCH).skin(solid).widths[0])
    check_surface(solid, chamfer.mesh(solid), chamfer.skin(solid).volume)


@pytest.mark.thorough
def test_each_neighborhood_of_a_corner_with_each_choice_of_its_edges() -> None:
    line = np.array([-2.0, 0.0, 2.0])
    count = 0
    for case in range(1, 256):
        filled = np.array([case >> number & 1 for number in range(8)], dtype=bool).reshape(2, 2, 2)
        solid = Solid((line, line, line), filled)
        flaws = measured.mesh_flaws(solid.mesh())
        convex = [(axis, place) for axis, place in EDGES_AT_THE_CORNER if _is_convex(filled, axis, place)]
        for cut in product((False, True), repeat=len(convex)):
            edges = no_edge(solid)
            for (axis, place), wanted in zip(convex, cut, strict=True):
                edges[axis][place] = wanted
            chamfer = Chamfer(0.5, partial(_chosen, edges))
            mesh = chamfer.mesh(solid)
            corners = mesh.vertices[measured.triangles(mesh)]
            assert enclosed_volume(corners) == pytest.approx(chamfer.skin(solid).volume)
            # Where boxes touch along an edge, and that is not cut, they still do.
            assert edges_are_paired(mesh.split()[0]) or LOOSE in flaws
            if sum(cut) in {1, len(cut)}:
                assert set(measured.mesh_flaws(mesh)) <= set(flaws)
            count += 1
    assert count == 2463


LOOSE = "an edge with several faces on one side"

EDGES_AT_THE_CORNER = [
    (axis, tuple(side if along == axis else 1 for along in range(3))) for axis in range(3) for side in (0, 1)
]


def _is_convex(filled: NDArray[np.bool_], axis: int, place: tuple[int, ...]) -> bool:
    """Report whether an edge at the middle of two by two by two boxes is convex for one box or for two."""
    around = np.take(filled, place[axis], axis=axis)
    return bool(around.sum() == 1 or (around.sum() == 2 and around[0, 0] == around[1, 1]))


@given(draw.data(), draw.floats(0.05, 1))
def test_what_is_left_is_that_of_blocks_that_lose_their_edges(data: draw.DataObject, share: float) -> None:
    solid = data.draw(solids())
    edges = partial(_chosen, data.draw(any_edges(solid)))
    chamfer = Chamfer(share * Chamfer(MUCH, edges).skin(solid).widths[0], edges)
    body = judges.manifold_of(chamfer.mesh(solid))
    expected = chamfered_boxes.rebuilt(solid, edges(solid), chamfer.width)
    for difference in (body - expected, expected - body):
        assert difference.volume() == pytest.approx(0, abs=1e-6 * solid.volume)


@given(solids(), draw.floats(0.05, 1))
def test_what_lies_on_the_bed_grows_from_a_smaller_outline(solid: Solid, share: float) -> None:
    chamfer = Chamfer(share * Chamfer(MUCH, lowest_edges).skin(solid).widths[0], lowest_edges)
    body = judges.manifold_of(chamfer.mesh(solid))
    bottom = int(solid.filled.any(axis=(0, 1)).argmax())
    low, width = float(solid.lines[2][bottom]), chamfer.width
    x, y = solid.lines[:2]
    outline = manifold3d.CrossSection()
    for i, j in np.argwhere(solid.filled[:, :, bottom]):
        side = manifold3d.CrossSection.square((x[i + 1] - x[i], y[j + 1] - y[j]))
        outline += side.translate((x[i], y[j]))
    for part in (0.02, 0.3, 0.9):
        expected = outline.offset(-(1 - part) * width, manifold3d.JoinType.Miter, 2.0)
        assert body.slice(low + part * width).area() == pytest.approx(expected.area(), rel=1e-5)
    assert body.bounding_box()[2] == pytest.approx(low)


@given(draw.data())
def test_flat_faces_stay_where_they_were(data: draw.DataObject) -> None:
    solid = data.draw(solids())
    mesh = data.draw(chamfers(solid)).mesh(solid)
    sharp = solid.mesh()
    for axis in range(3):
        for direction in (-1, 1):
            places = [_planes(surface, axis, direction) for surface in (mesh, sharp)]
            assert places[1] <= places[0]
    assert mesh.vertices.min(axis=0) == pytest.approx(sharp.vertices.min(axis=0))
    assert mesh.vertices.max(axis=0) == pytest.approx(sharp.vertices.max(axis=0))


def _planes(mesh: Mesh, axis: int, direction: int) -> set[float]:
    """Return where a mesh has faces that look in a direction along an axis."""
    corners = mesh.vertices[measured.triangles(mesh)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = (np.ptp(corners[:, :, axis], axis=1) == 0) & (direction * normals[:, axis] > 0)
    return set(corners[flat, 0, axis].tolist())


@given(grids(), draw.sampled_from((every_edge, no_edge, lowest_edges)))
def test_a_width_of_0_and_no_edges_give_the_sharp_mesh(solid: Solid, edges: EdgeChoice) -> None:
    for chamfer in (Chamfer(0.0, edges), Chamfer(1.0, no_edge)):
        mesh, sharp = chamfer.mesh(solid), solid.mesh()
        assert np.array_equal(mesh.vertices, sharp.vertices)
        assert np.array_equal(mesh.faces.corners, sharp.faces.corners)
        assert chamfer.skin(solid).volume == solid.volume


def test_a_cube_with_its_edges_cut() -> None:
    line = np.array([0.0, 10.0])
    solid = Solid((line, line, line), np.ones((1, 1, 1), dtype=bool))
    mesh = Chamfer(1.0).mesh(solid)
    # Six squares, and twelve hexagons that meet by threes.
    assert mesh.vertices.shape == (6 * 4 + 8, 3)
    assert sorted(mesh.faces.sizes.tolist()) == [4] * 6 + [6] * 12
    assert mesh.vertices.min() == 0
    assert mesh.vertices.max() == 10
    assert {tuple(vertex) for vertex in mesh.vertices.tolist()} >= set(product((0.5, 9.5), repeat=3))


@pytest.mark.parametrize("width", [0.1, 0.39, 0.5, 3.0])
def test_a_thin_wall_keeps_a_fifth(width: float) -> None:
    x, y, z = np.array([0.0, 20.0]), np.array([0.0, 1.0]), np.array([0.0, 10.0])
    wall = Solid((x, y, z), np.ones((1, 1, 1), dtype=bool))
    chamfer = Chamfer(width)
    assert chamfer.skin(wall).widths[0] == pytest.approx(min(width, SHARE))
    ridge = [vertex for vertex in chamfer.mesh(wall).vertices if vertex[2] == 10]
    assert np.ptp(np.array(ridge)[:, 1]) == pytest.approx(1 - 2 * min(width, SHARE))


def test_lines_that_bound_nothing_nearby_take_no_room() -> None:
    """A step at one end of a bar, and another 0.01 mm beside it at the other end."""
    x = np.array([0.0, 5.0, 5.01, 10.0])
    y, z = np.array([0.0, 5.0, 45.0, 50.0]), np.array([0.0, 5.0])
    filled = np.ones((3, 3, 1), dtype=bool)
    filled[1:, 0] = filled[2:, 2] = False
    assert Chamfer(1.0).skin(Solid((x, y, z), filled)).widths[0] == 1.0
    mesh = Chamfer(1.0).mesh(Solid((x, y, z), filled))
    assert measured.mesh_flaws(mesh) == []


def test_the_end_of_an_arm_by_its_region() -> None:
    x, y = np.array([0.0, 8.0, 10.0]), np.array([0.0, 4.0])
    arm = Solid((x, y, y), np.ones((2, 1, 1), dtype=bool))
    end = Chamfer(0.5, lambda solid: edges_between(solid, (9, -1, -1), (11, 5, 5)))
    mesh = end.mesh(arm)
    assert measured.mesh_flaws(mesh) == []
    # Four edges of 4 mm, less what two share at each corner: a sixth of a cube.
    assert arm.volume - end.skin(arm).volume == pytest.approx(4 * 4 * 0.5**2 / 2 - 4 * 0.5**3 / 3)
    assert {tuple(vertex) for vertex in mesh.vertices.tolist()} >= set(product((0.0,), (0.0, 4.0), (0.0, 4.0)))


@given(grids())
def test_choices_are_combined(solid: Solid) -> None:
    x_or_y = either(edges_along(solid, [0]), edges_along(solid, [1]))
    assert all(map(np.array_equal, x_or_y, edges_along(solid, (0, 1))))
    for axis, second_axis in combinations(range(3), 2):
        assert not any(edges.any() for edges in both(edges_along(solid, [axis]), edges_along(solid, [second_axis])))


@given(solids(), draw.integers(0, 100))
def test_a_face_keeps_its_direction_and_a_cut_has_that_of_a_box(plain: Solid, seed: int) -> None:
    directions = np.random.default_rng(seed).integers(NO_DIRECTION, 3, plain.filled.shape, dtype=np.int8)
    for solid in (replace(plain, directions=directions), replace(plain, directions=np.full_like(directions, 2))):
        mesh = Chamfer(0.2).mesh(solid)
        directions_of = mesh.split()[1]
        corners = mesh.vertices[measured.triangles(mesh)]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        assert solid.directions is not None
        # Where cuts nearly meet, a triangle may lie over two boxes, and has the direction of one of them.
        middle = corners.mean(axis=1, keepdims=True)
        inside = np.moveaxis(0.98 * corners + 0.02 * middle - 1e-4 * normals[:, None], 2, 0)
        own = solid.directions[
            tuple(np.searchsorted(line, at) - 1 for line, at in zip(solid.lines, inside, strict=True))
        ]
        flat = np.abs(normals).max(axis=1) > 0.99
        assert ((directions_of[:, None] == own) | (own == NO_DIRECTION)).any(axis=1)[flat].all()
        assert set(directions_of.tolist()) <= ({0, 1, 2} if solid.directions is directions else {2})


@pytest.mark.parametrize("width", [-0.1, float("nan"), float("inf")])
def test_what_is_no_width_is_refused(width: float) -> None:
    with pytest.raises(ValueError, match="mm wide"):
        Chamfer(width)


CHOICES: tuple[EdgeChoice, ...] = (every_edge, lowest_edges, lambda solid: edges_along(solid, [1]))


@draw.composite
def on_other_lines(draw_one: DrawFn, solid: Solid) -> Solid:
    """Draw a solid with the same boxes and other lengths."""
    lines = []
    for line in solid.lines:
        widths = draw_one(draw.lists(lengths(0.05, 20), min_size=len(line) - 1, max_size=len(line) - 1))
        lines.append(np.cumsum([draw_one(lengths(-50, 50)), *widths]))
    return replace(solid, lines=(lines[0], lines[1], lines[2]))


@draw.composite
def chamfer_pairs(draw_one: DrawFn) -> Chamfer:
    """Draw one or two chamfers, of which any may cut nothing."""
    width = draw.just(0.0) | lengths(0.01, 2)
    first, second = (Chamfer(draw_one(width), draw_one(draw.sampled_from(CHOICES))) for _ in range(2))
    return replace(first, others=(second,)) if draw_one(draw.booleans()) else first


@draw.composite
def followed(draw_one: DrawFn) -> list[tuple[Chamfer, Solid]]:
    """Draw solids and chamfers that follow each other: most have the boxes, or the chamfer, of the one before."""
    solid, chamfer = draw_one(directed()), draw_one(chamfer_pairs())
    states = [(chamfer, solid)]
    for _ in range(draw_one(draw.integers(1, 3))):
        solid = draw_one(on_other_lines(solid) | on_other_lines(solid) | directed())
        chamfer = draw_one(draw.just(chamfer) | chamfer_pairs())
        states.append((chamfer, solid))
    return states


@draw.composite
def directed(draw_one: DrawFn) -> Solid:
    """Draw a solid, with directions or without."""
    solid = draw_one(grids())
    if draw_one(draw.booleans()):
        return solid
    random = np.random.default_rng(draw_one(draw.integers(0, 2**32)))
    return replace(solid, directions=random.integers(-1, 3, solid.filled.shape).astype(np.int8))


@given(states=followed())
def test_a_moved_mesh_is_that_which_is_built_anew(states: list[tuple[Chamfer, Solid]]) -> None:
    skin: Skin | None = None
    for chamfer, solid in states:
        skin = chamfer.skin(solid, skin)
        mesh = chamfer.mesh(solid)
        measured.assert_equal(skin.mesh, mesh)
        assert np.array_equal(skin.positions(0.001), (mesh.vertices * 0.001).astype(np.float32))


@given(solid=directed(), data=draw.data())
def test_lengths_alone_leave_the_faces_of_a_sharp_solid_as_they_are(solid: Solid, data: draw.DataObject) -> None:
    earlier = Chamfer(0.0).skin(solid)
    moved = Chamfer(0.0).skin(data.draw(on_other_lines(solid)), earlier)
    assert moved.faces is earlier.faces


@given(solid=directed(), factor=lengths(0.5, 2))
def test_a_chamfered_solid_of_another_scale_has_the_same_faces(solid: Solid, factor: float) -> None:
    x, y, z = (factor * line for line in solid.lines)
    earlier = Chamfer(0.5).skin(solid)
    assert Chamfer(0.5 * factor).skin(replace(solid, lines=(x, y, z)), earlier).faces is earlier.faces
