# SPDX-License-Identifier: GPL-3.0-or-later
"""Any solid gives a closed, outward-facing mesh of the right volume."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn
from numpy.typing import NDArray

from core.solids import Solid
from tests.core import judges, reference_geometry, strategies

Filled = NDArray[np.bool_]


@draw.composite
def solids(draw_one: DrawFn) -> Solid:
    """Draw a solid in which no boxes touch only along an edge or at a corner."""
    shape = draw_one(draw.tuples(*[draw.integers(1, 4)] * 3))
    count = int(np.prod(shape))
    filled = np.array(draw_one(draw.lists(draw.booleans(), min_size=count, max_size=count))).reshape(shape)
    filled.flat[draw_one(draw.integers(0, count - 1))] = True
    lines = []
    for length in shape:
        widths = draw_one(draw.lists(strategies.lengths(0.05, 20), min_size=length, max_size=length))
        lines.append(np.cumsum([draw_one(strategies.lengths(-50, 50)), *widths]))
    return Solid((lines[0], lines[1], lines[2]), without_loose_touches(filled))


def without_loose_touches(filled: Filled) -> Filled:
    """Fill up the boxes round every corner where filled or empty ones meet, but not side by side."""
    padded = np.pad(filled, 1)
    inside = np.pad(np.ones_like(filled), 1)
    changed = True
    while changed:
        changed = False
        for i, j, k in product(*(range(length + 1) for length in filled.shape)):
            around = np.s_[i : i + 2, j : j + 2, k : k + 2]
            if not (hangs_together(padded[around]) and hangs_together(~padded[around])):
                padded[around] = inside[around]
                changed = True
    return padded[1:-1, 1:-1, 1:-1]


def hangs_together(boxes: Filled) -> bool:
    """Tell whether the set ones of eight boxes are connected side by side."""
    left = set(map(tuple, np.argwhere(boxes).tolist()))
    queue = [left.pop()] if left else []
    while queue:
        here = queue.pop()
        beside = {there for there in left if sum(a != b for a, b in zip(here, there, strict=True)) == 1}
        left -= beside
        queue += beside
    return not left


@given(solids())
@run_with(max_examples=150)
def test_the_mesh_is_closed_and_two_manifold(solid: Solid) -> None:
    assert reference_geometry.mesh_flaws(solid.mesh()) == []


@given(solids())
@run_with(max_examples=150)
def test_quads_separate_filled_from_empty(solid: Solid) -> None:
    assert reference_geometry.quads_face_outward(solid, solid.mesh())


@given(solids())
@run_with(max_examples=150)
def test_all_volumes_agree(solid: Solid) -> None:
    mesh = solid.mesh()
    volume = reference_geometry.volume(solid)
    assert solid.volume == pytest.approx(volume)
    assert reference_geometry.mesh_volume(mesh) == pytest.approx(volume)
    judges.check_with_trimesh(mesh, volume)
    assert judges.manifold_of(mesh).volume() == pytest.approx(volume)


@given(draw.lists(strategies.lengths(0.01, 9), min_size=6, max_size=6))
def test_one_box_is_six_quads(sides: list[float]) -> None:
    x, y, z = (np.array([low, low + width]) for low, width in zip(sides[:3], sides[3:], strict=True))
    mesh = Solid((x, y, z), np.ones((1, 1, 1), dtype=bool)).mesh()
    assert mesh.quads.shape == (6, 4)
    assert sorted(map(tuple, mesh.vertices)) == sorted(product(x, y, z))


def test_boxes_side_by_side_have_nothing_between_them() -> None:
    x = y = z = np.array([0.0, 1.0, 3.0])
    mesh = Solid((x, y, z), np.ones((2, 2, 2), dtype=bool)).mesh()
    assert len(mesh.quads) == 24
    assert (1.0, 1.0, 1.0) not in set(map(tuple, mesh.vertices.tolist()))


def test_boxes_that_touch_along_an_edge_are_noticed() -> None:
    line = np.array([0.0, 1.0, 2.0])
    flat = np.array([0.0, 1.0])
    mesh = Solid((line, line, flat), np.eye(2, dtype=bool)[:, :, None]).mesh()
    assert "an edge with several faces on one side" in reference_geometry.mesh_flaws(mesh)


def test_boxes_that_touch_at_a_corner_are_noticed() -> None:
    line = np.array([0.0, 1.0, 2.0])
    filled = np.zeros((2, 2, 2), dtype=bool)
    filled[0, 0, 0] = filled[1, 1, 1] = True
    flaws = reference_geometry.mesh_flaws(Solid((line, line, line), filled).mesh())
    assert flaws == ["a vertex where two parts of the surface touch"]
