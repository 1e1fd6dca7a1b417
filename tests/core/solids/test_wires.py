# SPDX-License-Identifier: GPL-3.0-or-later
"""The wire model has a bar along every edge of a solid, and nowhere else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.oskar.kind import KIT, ONE_PIECE, OskarModel
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.edges import EdgeChoice, edges_along, every_edge, lowest_edges
from puzzle_cubes.solids.mesh import Mesh
from puzzle_cubes.solids.solid import Solid
from puzzle_cubes.solids.wires import wires
from tests.core.oskar import strategies
from tests.core.solids.measured import area_vectors

Floats = NDArray[np.float64]


def wires_of(mesh: Mesh, width: float) -> Mesh:
    """Return the wire model of a mesh; one without directions is all of direction 0."""
    faces = mesh.faces
    begins, ends = faces.corners, faces.following
    edges, corner_edges = np.unique(np.sort(np.stack((begins, ends), axis=1), axis=1), axis=0, return_inverse=True)
    normals = area_vectors(mesh)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    directions = np.zeros(len(faces), dtype=np.int32) if faces.directions is None else faces.directions
    normals = np.repeat(normals, faces.sizes, axis=0)
    directions = np.repeat(directions.astype(np.int32), faces.sizes)
    numbers = corner_edges.ravel().astype(np.int32)
    return wires((mesh.vertices, edges.astype(np.int32), numbers, normals, directions), width=width)


def bars(model: Mesh) -> list[tuple[Floats, Floats]]:
    """Return the lowest and the highest corner of each bar."""
    corners = model.vertices.reshape(-1, 8, 3)
    return list(zip(corners.min(axis=1), corners.max(axis=1), strict=True))


def bars_seen(model: Mesh) -> list[tuple[float, ...]]:
    """Return the bars in an order of their own: their lowest and their highest corners, and their directions."""
    assert model.faces.directions is not None
    directions = model.faces.directions[::4].tolist()
    return sorted(
        (*lowest.round(3).tolist(), *highest.round(3).tolist(), direction)
        for (lowest, highest), direction in zip(bars(model), directions, strict=True)
    )


def block(*lengths: float) -> Solid:
    """Return a solid block that is cut into two boxes along each axis."""
    x, y, z = (np.array([0.0, length / 3, length]) for length in lengths)
    return Solid((x, y, z), np.ones((2, 2, 2), dtype=bool), np.full((2, 2, 2), -1, dtype=np.int8))


def test_a_block_has_twelve_bars_four_of_each_direction_that_comes_next_in_the_cycle() -> None:
    model = wires_of(block(3, 5, 9).mesh(), 0.2)
    assert model.faces.directions is not None
    assert len(model.vertices) == 12 * 8
    for number, (lowest, highest) in enumerate(bars(model)):
        along = int(np.argmax(highest - lowest))
        assert round(float((highest - lowest).max())) == (3, 5, 9)[along]
        assert model.faces.directions[4 * number : 4 * number + 4].tolist() == [(along + 1) % 3] * 4
    assert Counter(model.faces.directions.tolist()) == dict.fromkeys(range(3), 4 * 4)
    for axis, length in enumerate((3, 5, 9)):
        assert model.vertices[:, axis].min() == pytest.approx(-0.1, abs=0.02)
        assert model.vertices[:, axis].max() == pytest.approx(length + 0.1, abs=0.02)


@given(puzzle=strategies.puzzles(4), dimensions=strategies.all_dimensions())
def test_the_bars_are_as_long_together_as_the_edges(puzzle: Puzzle, dimensions: Dimensions) -> None:
    width = 0.002
    solid = box(puzzle, dimensions)
    total = sum(
        float((highest - lowest).max()) - 0.9 * width for lowest, highest in bars(wires_of(solid.mesh(), width))
    )
    assert total == pytest.approx(edge_length(solid), rel=1e-3)


def edge_length(solid: Solid) -> float:
    """Return the length of all edges of a solid: where an odd number of the four boxes round a grid line is filled."""
    total = 0.0
    for axis, line in enumerate(solid.lines):
        filled = np.moveaxis(np.pad(solid.filled, 1), axis, 0)[1:-1]
        odd = filled[:, 1:, 1:] ^ filled[:, :-1, 1:] ^ filled[:, 1:, :-1] ^ filled[:, :-1, :-1]
        total += float(odd.sum(axis=(1, 2)) @ np.diff(line))
    return total


@pytest.mark.parametrize("edges", [every_edge, lowest_edges, lambda solid: edges_along(solid, [1])])
def test_a_block_has_the_same_bars_with_its_edges_cut(edges: EdgeChoice) -> None:
    solid = block(3, 5, 9)
    cut = Chamfer(0.4, edges).mesh(solid)
    assert len(cut.vertices) != len(solid.mesh().vertices)
    assert bars_seen(wires_of(cut, 0.2)) == bars_seen(wires_of(solid.mesh(), 0.2))


@given(puzzle=strategies.puzzles(2), chamfer=draw.sampled_from([0.05, 0.3, 0.4]))
@run_with(max_examples=4)
def test_what_is_cut_at_the_bed_changes_no_bar(puzzle: Puzzle, chamfer: float) -> None:
    model, dimensions, width = OskarModel(), replace(Dimensions(), bed_chamfer=chamfer), 0.4
    for way in (ONE_PIECE, KIT):
        for part in model.parts(puzzle, dimensions, way):
            if part.walls:
                cut, sharp = (Counter(bars_seen(wires_of(mesh, width))) for mesh in (part.mesh(), part.solid.mesh()))
                assert not sharp - cut, part.key
                # Where a cut ends beside a mark there may be a stub, as long as it is wide.
                longest = [max(np.subtract(bar[3:6], bar[:3])) for bar in cut - sharp]
                assert all(length < chamfer + width for length in longest), part.key
                assert len(longest) < 0.02 * len(sharp), part.key


def test_an_open_mesh_shows_its_rim_and_a_slanting_edge_gets_a_bar_of_the_same_width() -> None:
    triangle = np.array([(0.0, 0.0, 0.0), (3.0, 4.0, 0.0), (0.0, 4.0, 0.0)])
    edges = np.array([(0, 1), (1, 2), (2, 0)], dtype=np.int32)
    numbers = np.arange(3, dtype=np.int32)
    normals, directions = np.tile([0.0, 0.0, 1.0], (3, 1)), np.zeros(3, dtype=np.int32)
    model = wires((triangle, edges, numbers, normals, directions), width=0.1)
    assert len(model.vertices) == 3 * 8
    (slanting,) = (bar for bar in model.vertices.reshape(-1, 8, 3) if (np.ptp(bar, axis=0)[:2] > 1).all())
    along = slanting @ [0.6, 0.8, 0.0]
    across = slanting @ [0.8, -0.6, 0.0]
    assert np.ptp(along) == pytest.approx(5 + 0.09, abs=0.002)
    assert np.ptp(across) == pytest.approx(0.1, abs=0.01)
