# SPDX-License-Identifier: GPL-3.0-or-later
"""The button for the test coupon writes four bodies for the dimensions that the panel shows, and leaves no trace."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.blender.oskar.exported_meshes import EXACT, read_bodies, solid
from tests.blender.puzzles import only_puzzle, scene_state
from tests.core.export.written import folder_state


def arm_width(file: Path) -> float:
    """Return the width of the coupon's arm, the only body that is as wide as it is high."""
    bodies = read_bodies(file)
    assert len(bodies) == 4
    assert all(solid(body).volume() > 0 for body in bodies)
    (width,) = (body.extents[2] for body in bodies if abs(body.extents[1] - body.extents[2]) < EXACT)
    return float(width)


def test_the_coupon_has_the_dimensions_that_the_panel_shows(tmp_path: Path) -> None:
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.context.scene.puzzle_cubes.oskar.clearance = 0.3
    assert bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "scene")) == {"FINISHED"}
    assert arm_width(tmp_path / "scene.stl") == pytest.approx(4.4, abs=EXACT)
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), clearance=0.5)
    before = scene_state()
    assert bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "puzzle.stl")) == {"FINISHED"}
    assert arm_width(tmp_path / "puzzle.stl") == pytest.approx(4.0, abs=EXACT)
    assert scene_state() == before
    assert set(folder_state(tmp_path)) == {"scene.stl", "puzzle.stl"}


def test_a_coupon_that_cannot_be_is_refused(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2))
    before = scene_state()
    with pytest.raises(RuntimeError, match="has not been saved yet"):
        bpy.ops.puzzle_cubes.export_coupon(filepath="//coupon.stl")
    (tmp_path / "coupon.stl").mkdir()
    with pytest.raises(RuntimeError, match=r"coupon\.stl' cannot be written: Is a directory"):
        bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
    assert scene_state() == before
    only_puzzle().puzzle_cubes.oskar.wall = -1.0
    with pytest.raises(RuntimeError, match="Wall is -1 mm"):
        bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "other.stl"))
    assert [item.name for item in tmp_path.iterdir()] == ["coupon.stl"]
