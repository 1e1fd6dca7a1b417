# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets by Blender's own mechanism: those that come along are applied, the user's are kept and removed."""

from __future__ import annotations

import json
from pathlib import Path

import bpy
import pytest

from core.presets import PRESETS, Preset
from tests.blender.command_line import run_command
from tests.blender.puzzles import extent, only_puzzle

MENU = "OSKARS_CUBE_MT_presets"
DIMENSIONS = ("passage", "wall", "plate", "clearance", "overhang", "start_marker", "end_marker", "joint")


def files() -> dict[str, str]:
    """Return the presets that Blender's menu offers, by what it calls them."""
    found = {}
    for folder in bpy.utils.preset_paths("oskars_cube"):
        for file in Path(folder).glob("*.py"):
            found[bpy.path.display_name(file.name, title_case=False)] = str(file)
    return found


def apply(label: str) -> None:
    """Choose a preset as the menu does."""
    assert bpy.ops.script.execute_preset(filepath=files()[label], menu_idname=MENU) == {"FINISHED"}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.label)
def test_a_preset_changes_the_scene_and_the_active_puzzle(preset: Preset) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1, wall=2.7)
    settings, group = bpy.context.scene.oskars_cube, only_puzzle().oskars_cube
    settings.bed_x = 123
    apply(preset.label)
    for owner in (settings, group):
        for name in DIMENSIONS:
            assert getattr(owner, name) == pytest.approx(getattr(preset.dimensions, name)), name
    assert settings.nozzle == pytest.approx(preset.printer.nozzle)
    assert settings.material == preset.printer.material.upper()
    assert settings.bed_x == 123
    dimensions = preset.dimensions
    outer = dimensions.outer_size((3, 3, 3))[0] + max(dimensions.start_marker, dimensions.end_marker)
    assert extent(group.box)[0] == pytest.approx(outer, abs=1e-3)


def test_no_preset_is_offered_that_the_command_line_does_not_know() -> None:
    assert set(files()) == {preset.label for preset in PRESETS.values()}


def test_users_keep_and_remove_their_own() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1, wall=2.7)
    bpy.context.scene.oskars_cube.nozzle = 0.3
    assert bpy.ops.oskars_cube.add_preset(name="Mine") == {"FINISHED"}
    only_puzzle().oskars_cube.wall = 5.0
    bpy.context.scene.oskars_cube.nozzle = 0.8
    apply("Mine")
    assert only_puzzle().oskars_cube.wall == pytest.approx(2.7)
    assert bpy.context.scene.oskars_cube.nozzle == pytest.approx(0.3)
    assert bpy.ops.oskars_cube.add_preset(name="Mine", remove_name=True) == {"FINISHED"}
    assert "Mine" not in files()


def test_the_minus_sign_removes_the_preset_chosen_last_or_tells_why_not() -> None:
    apply(PRESETS["pocket"].label)
    assert bpy.ops.oskars_cube.add_preset(remove_active=True) == {"CANCELLED"}
    assert PRESETS["pocket"].label in files()
    bpy.ops.oskars_cube.add_preset(name="My Own")
    apply("My Own")
    assert bpy.ops.oskars_cube.add_preset(remove_active=True) == {"FINISHED"}
    assert "My Own" not in files()
    with pytest.raises(RuntimeError, match="No preset is chosen"):
        bpy.ops.oskars_cube.add_preset(remove_active=True)
    with pytest.raises(RuntimeError, match="The name is empty"):
        bpy.ops.oskars_cube.add_preset(name=" ")


def test_the_command_line_begins_with_a_preset(tmp_path: Path) -> None:
    done = run_command(
        *["--size", "3", "3", "3", "--preset", "large", "--wall", "4", "--check", "--json", "--out", str(tmp_path)]
    )
    assert done.returncode == 0, done.stderr
    dimensions = json.loads(done.stdout)["dimensions"]
    assert (dimensions["passage"], dimensions["wall"], dimensions["plate"]) == (10, 4, 5)
    unknown = run_command("--preset", "gold", "--out", str(tmp_path))
    assert unknown.returncode == 2
    assert "'pla', 'petg', 'resin', 'large', 'pocket'" in unknown.stderr
