# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that version 0.1.0 has saved opens, and its puzzles go on as they were left.

The file was saved by that version in Blender 4.2. It holds "Animated", 3x3x3 with a wall of 2.5 mm and a clearance of
0.3 mm, as glass, with an animation and a turntable; and "Kit", 3x2x3, not live, a kit on its way apart, as wires.
The scene has settings of its own: a bed of 100 mm, PETG, the style hard with little effort.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import bpy
import pytest
from installed_extension import MODULE

from tests.blender.puzzles import extent, laid, measures, part, parts_apart, scene_puzzles, vertices

FILE = Path(__file__).with_name("version_0_1.blend")


@pytest.fixture
def puzzles() -> dict[str, Any]:
    """Open the file and return the properties of its puzzles by the names of their collections."""
    bpy.ops.wm.open_mainfile(filepath=str(FILE))
    return {collection.name: collection.puzzle_cubes for collection in scene_puzzles()}


def test_the_puzzles_are_there_with_all_that_belongs_to_them(puzzles: dict[str, Any]) -> None:
    assert set(puzzles) == {"Animated", "Kit"}
    for group in puzzles.values():
        assert (group.format, group.kind) == (2, "oskar")
        assert group.carrier == part(group, "box")
    animated, kit = puzzles["Animated"], puzzles["Kit"]
    assert (animated.oskar.wall, animated.oskar.clearance) == (pytest.approx(2.5), pytest.approx(0.3))
    assert (animated.oskar.way, animated.display, animated.folder, animated.live) == (
        "ONE_PIECE",
        "GLASS",
        "//mine",
        True,
    )
    assert (animated.oskar.frames_per_move, animated.oskar.turn_pause) == (5, 2)
    # It was saved with settings that are gone.
    assert {"no_loops", "deceptiveness"} <= set(json.loads(animated.puzzle)["settings"])
    assert measures(animated)["length"] == 4
    assert animated.oskar.length_text == "4 moves"
    assert (kit.oskar.way, kit.display, kit.live) == ("KIT", "WIRE", False)
    assert kit.explode == pytest.approx(0.25)
    assert len(parts_apart(kit)) == 9


def test_the_settings_of_the_scene_are_as_they_were(puzzles: dict[str, Any]) -> None:
    scene: Any = bpy.context.scene.puzzle_cubes
    assert (scene.bed_x, scene.bed_y, scene.material) == (100, 100, "PETG")
    own = scene.oskar
    assert (own.seed, own.style, own.effort_choice, own.start_choice) == (99, "HARD", "QUICK", "BEST")
    assert tuple(own.size) == (3, 4, 5)


def test_a_puzzle_follows_its_dimensions_and_its_keys_go_along(puzzles: dict[str, Any]) -> None:
    group = puzzles["Animated"]
    before = extent(part(group, "box"))
    bpy.context.scene.frame_set(bpy.context.scene.frame_end)
    end = part(group, "cross").location.copy()
    group.oskar.wall = 4.5
    # Two walls a side, each 2 mm wider.
    assert extent(part(group, "box")) == pytest.approx([side + 4 for side in before], abs=1e-3)
    bpy.context.scene.frame_set(bpy.context.scene.frame_end)
    assert part(group, "cross").location != end
    assert group.oskar.turntable.users_scene


def test_the_walls_are_shown_as_before_and_can_be_shown_otherwise(puzzles: dict[str, Any]) -> None:
    group = puzzles["Kit"]
    plates = [item.part for item in group.parts if item.walls and item.way == "kit"]
    assert all([modifier.type for modifier in plate.modifiers] == ["NODES"] for plate in plates)
    group.display = "SOLID"
    assert all(not plate.modifiers for plate in plates)


def test_the_slider_moves_the_kit_as_it_was_laid(puzzles: dict[str, Any]) -> None:
    group = puzzles["Kit"]
    assert set(laid(group)) == set(parts_apart(group))
    group.explode = 0.0
    for key, place in laid(group).items():
        assert [1000 * value for value in parts_apart(group)[key].location] == pytest.approx(
            place["assembled"], abs=0.01
        )


def test_both_can_be_exported_and_made_anew(puzzles: dict[str, Any], tmp_path: Path) -> None:
    for collection in scene_puzzles():
        group = collection.puzzle_cubes
        bpy.context.view_layer.objects.active = part(group, "box")
        shape = vertices(part(group, "box")).tobytes()
        assert bpy.ops.puzzle_cubes.rebuild() == {"FINISHED"}
        assert vertices(part(group, "box")).tobytes() == shape
        assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / collection.name)) == {"FINISHED"}
    assert len(list((tmp_path / "Kit").glob("plate_*.stl"))) == 6


def test_a_file_that_was_upgraded_is_not_upgraded_again(puzzles: dict[str, Any], tmp_path: Path) -> None:
    puzzles["Animated"].oskar.wall = 3.5
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "again.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "again.blend"))
    (group,) = [collection.puzzle_cubes for collection in scene_puzzles() if collection.name == "Animated"]
    assert group.oskar.wall == pytest.approx(3.5)
    assert len(group.parts) == 3


def test_a_part_on_the_second_bed_stays_there() -> None:
    # The kept file has one bed, so this is a part as that version kept it, in Blender units.
    module = importlib.import_module(f"{MODULE}.blender_addon.oskar.version_0_1")
    kept = {"bed": 1, "bed_offset": 0.24, "printed": (0.25, 0.02, 0.005), "up": 1, "turned": 1}
    place = module._laid(kept, 1000.0)
    assert (place.bed, place.printed, place.up, place.turned) == (1, (10.0, 20.0, 5.0), 1, True)
