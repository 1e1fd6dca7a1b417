# SPDX-License-Identifier: GPL-3.0-or-later
"""A cube from sheets lies on them in the view, goes together there, and is drawn as by the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.puzzles import installed, laid, make_puzzle, part, scene_puzzle, world_bounds

pytestmark = pytest.mark.once


def seen(group: Any) -> set[str]:
    """Return the ways of the parts that are seen."""
    bpy.context.view_layer.update()
    return {item.way for item in group.parts if item.part.visible_get()}


def test_each_way_shows_its_own_parts_only() -> None:
    group = make_puzzle()
    for way in ("SHEET", "KIT", "SHEET", "ONE_PIECE", "SHEET"):
        group.oskar.way = way
        assert seen(group) - {""} == {way.lower()}
        assert group.apart.name.endswith({"KIT": "Kit"}.get(way, "Sheet"))


def test_parts_lie_on_sheets_that_follow_their_sides() -> None:
    drawing = installed("blender_addon.tab.print_panel")
    group = make_puzzle(size=(4, 4, 4), seed=2)
    group.oskar.way = "SHEET"

    def sheets() -> tuple[float, float]:
        bpy.context.view_layer.update()
        edges, _ = drawing.bed_lines(bpy.context.scene, scene_puzzle())
        places = np.array([end[:] for line in edges for end in line])
        low, high = places.min(axis=0), places.max(axis=0)
        for key in laid(group):
            ends = world_bounds(part(group, key)) / 1000
            assert (ends[0, :2] > low[:2] + 0.002).all()
            assert (ends[1, :2] < high[:2] - 0.002).all()
            assert np.ptp(ends[:, 2]) == pytest.approx(0.001 * group.oskar.thickness, abs=1e-6)
        width, depth, _ = (high - low).tolist()
        return width, depth

    assert sheets() == pytest.approx((0.6, 0.4))
    group.oskar.sheet_x, group.oskar.sheet_y = 300, 200
    beds = 1 + max(place["bed"] for place in laid(group).values())
    assert sheets() == pytest.approx((0.3 * beds + 0.02 * (beds - 1), 0.2))
    assert beds > 1
    group.oskar.thickness = 2.5
    sheets()


def test_the_assembly_is_animated_and_ends_in_the_puzzle() -> None:
    group = make_puzzle(size=(3, 3, 3), seed=1)
    group.oskar.way = "SHEET"
    assert bpy.ops.puzzle_cubes.animate_assembly() == {"FINISHED"}
    bpy.context.scene.frame_set(bpy.context.scene.frame_end)
    ends = np.concatenate([world_bounds(part(group, key)) for key in laid(group) if key.startswith("panel")])
    assert np.ptp(ends, axis=0) == pytest.approx(scene_puzzle().as_built.lengths.outer_size((3, 3, 3)), abs=1e-3)


def test_what_is_edited_by_hand_is_not_cut(tmp_path: Path) -> None:
    group = make_puzzle(size=(3, 3, 3), seed=1)
    group.oskar.way = "SHEET"
    part(group, "panel_1_x_min").data.vertices[0].co.x += 0.01
    with pytest.raises(RuntimeError, match="Sheets are cut as built"):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert not list(tmp_path.iterdir())
