# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes and heads of arrows as they are painted into the view: all of them, and each once."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from mathutils import Vector

from tests.blender.puzzles import installed

CORNERS = [Vector((number & 1, number >> 1 & 1, number >> 2)) for number in range(8)]


def test_all_sides_of_a_box_are_painted_once() -> None:
    sides = installed("blender_addon.window.drawing").box_sides()
    corners = np.array(CORNERS)
    painted = trimesh.Trimesh(corners, sides, process=False)
    # Triangles that lie askew, or twice in a place, would have another area or leave an edge open.
    assert len(sides) == 12
    assert painted.area == pytest.approx(6)
    assert painted.facets_area == pytest.approx([1] * 6)
    assert painted.is_watertight


def test_all_edges_of_a_box_are_painted_once() -> None:
    edges = installed("blender_addon.window.drawing").box_edges(CORNERS)
    assert len({frozenset((begin[:], end[:])) for begin, end in edges}) == 12
    assert [(end - begin).length for begin, end in edges] == [1] * 12


def test_the_head_of_an_arrow_points_along_its_way() -> None:
    arrow_head = installed("blender_addon.oskar.solution").arrow_head
    middle = Vector((100, 50))
    for way in ((1, 0), (0, 1), (-0.6, 0.8)):
        tip, *ends = (np.array(corner) - middle for corner in arrow_head(middle, Vector(way), 5))
        assert tip == pytest.approx(5 * np.array(way))
        assert np.mean(ends, axis=0) == pytest.approx(-tip)
        assert np.linalg.norm(np.subtract(*ends)) == pytest.approx(10)
