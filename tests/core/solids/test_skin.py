# SPDX-License-Identifier: GPL-3.0-or-later
"""A mesh that is moved to other lengths is the one that is built anew, to the last bit, whatever came before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.chamfer_cuts import Skin
from puzzle_cubes.solids.edges import EdgeChoice, edges_along, every_edge, lowest_edges
from puzzle_cubes.solids.mesh import Mesh
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar.strategies import lengths
from tests.core.solids.strategies import grids

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
def chamfers(draw_one: DrawFn) -> Chamfer:
    """Draw one or two chamfers, of which any may cut nothing."""
    width = draw.just(0.0) | lengths(0.01, 2)
    first, second = (Chamfer(draw_one(width), draw_one(draw.sampled_from(CHOICES))) for _ in range(2))
    return replace(first, others=(second,)) if draw_one(draw.booleans()) else first


@draw.composite
def followed(draw_one: DrawFn) -> list[tuple[Chamfer, Solid]]:
    """Draw solids and chamfers that follow each other: most have the boxes, or the chamfer, of the one before."""
    solid, chamfer = draw_one(directed()), draw_one(chamfers())
    states = [(chamfer, solid)]
    for _ in range(draw_one(draw.integers(1, 3))):
        solid = draw_one(on_other_lines(solid) | on_other_lines(solid) | directed())
        chamfer = draw_one(draw.just(chamfer) | chamfers())
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


def assert_equal(mesh: Mesh, second_mesh: Mesh) -> None:
    """Compare two meshes, to the last bit and in all their order."""
    assert np.array_equal(mesh.vertices, second_mesh.vertices)
    assert np.array_equal(mesh.faces.corners, second_mesh.faces.corners)
    assert np.array_equal(mesh.faces.begins, second_mesh.faces.begins)
    if mesh.faces.directions is None or second_mesh.faces.directions is None:
        assert mesh.faces.directions is second_mesh.faces.directions
    else:
        assert np.array_equal(mesh.faces.directions, second_mesh.faces.directions)


@given(states=followed())
def test_a_moved_mesh_is_that_which_is_built_anew(states: list[tuple[Chamfer, Solid]]) -> None:
    skin: Skin | None = None
    for chamfer, solid in states:
        skin = chamfer.skin(solid, skin)
        mesh = chamfer.mesh(solid)
        assert_equal(skin.mesh, mesh)
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
