# SPDX-License-Identifier: GPL-3.0-or-later
"""Box, cross and trace are each one closed body, for every size, seed and dimensions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar import strategies
from tests.core.solids import judges
from tests.core.solids.measured import euler_genus, faces_look_outward, mesh_flaws, mesh_volume, volume

MakePart = Callable[[Puzzle, Dimensions], Solid]


def make_cross(puzzle: Puzzle, dimensions: Dimensions) -> Solid:
    """Return the cross of a puzzle."""
    return cross(puzzle.size, dimensions)


PARTS = pytest.mark.parametrize("make", [box, make_cross, trace])


@PARTS
@given(puzzle=strategies.puzzles(5), dimensions=strategies.all_dimensions())
def test_the_mesh_is_closed_and_faces_outward(make: MakePart, puzzle: Puzzle, dimensions: Dimensions) -> None:
    solid = make(puzzle, dimensions)
    assert mesh_flaws(solid.mesh()) == []
    assert faces_look_outward(solid, solid.mesh())


@PARTS
@given(puzzle=strategies.puzzles(5), dimensions=strategies.all_dimensions())
def test_all_volumes_agree(make: MakePart, puzzle: Puzzle, dimensions: Dimensions) -> None:
    solid = make(puzzle, dimensions)
    filled = volume(solid)
    assert solid.volume == pytest.approx(filled)
    assert mesh_volume(solid.mesh()) == pytest.approx(filled)
    judges.check_with_trimesh(solid.mesh(), filled)
    assert judges.manifold_of(solid.mesh()).volume() == pytest.approx(filled)


@pytest.mark.parametrize(("make", "handles"), [(box, 5), (make_cross, 0), (trace, 0)])
@given(puzzle=strategies.puzzles(5), dimensions=strategies.all_dimensions())
def test_each_part_is_one_body(make: MakePart, handles: int, puzzle: Puzzle, dimensions: Dimensions) -> None:
    # A hollow box with one hole a face has five handles: each hole but the first adds one.
    mesh = make(puzzle, dimensions).mesh()
    judged = judges.manifold_of(mesh)
    assert len(judged.decompose()) == 1
    assert judged.genus() == euler_genus(mesh) == handles
