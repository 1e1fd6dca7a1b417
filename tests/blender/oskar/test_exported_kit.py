# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of an exported kit: what is on them, which are written, and what changes in them and what does not."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.blender.oskar.exported_meshes import Dimensions, read_bodies, solid
from tests.blender.puzzles import installed, laid, make_puzzle, only_puzzle, part, scene_puzzle
from tests.blender.scene.kits import make_kit
from tests.core.export.written import FILE_NAMES, PARTS, folder_state, kit_files
from tests.core.oskar.model.read_letters import FRONT, read

pytestmark = pytest.mark.once


def test_a_code_is_on_the_print_and_in_the_file(tmp_path: Path) -> None:
    group = make_kit()
    group.oskar.label_height = 2.0
    group.oskar.label_text = "CODE"
    # Saved and opened again it is what it was, and there is nothing to be built anew.
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "code.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "code.blend"))
    group = only_puzzle().puzzle_cubes
    assert group.oskar.label_text == "CODE"
    assert installed("blender_addon.scene.build").is_current(scene_puzzle(), bpy.context.scene)
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "code")) == {"FINISHED"}
    flat = read_bodies(tmp_path / "code" / "cross_flat.stl")[0]
    (x, _, z), half = flat.bounds[1], Dimensions().arm_width / 2
    left, right = ((-x, -half), (-half, half)), ((half, -half), (x, half))
    lines = [text for low, high in (left, right) for text in read(solid(flat), z, low, high, FRONT)]
    assert len(lines) == 2
    assert "".join(lines) == group.code
    group.oskar.label_text = "SEED"
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "again"), overwrite=True) == {"FINISHED"}
    flat = read_bodies(tmp_path / "again" / "cross_flat.stl")[0]
    assert read(solid(flat), z, *left, FRONT) == ["3x3x3 1"]


def test_only_the_way_that_is_printed_is_written_and_the_other_ones_files_stay(tmp_path: Path) -> None:
    group = make_puzzle()
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "both"))
    in_one_piece = folder_state(tmp_path / "both")
    assert in_one_piece.keys() == FILE_NAMES
    group.oskar.way = "KIT"
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "kit"))
    as_kit = folder_state(tmp_path / "kit")
    assert as_kit.keys() == kit_files(beds=1)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "both"))
    assert folder_state(tmp_path / "both") == in_one_piece | as_kit
    # A kit that stands elsewhere, turned and put together, is the same.
    box = part(group, "box")
    box.location, box.rotation_euler, group.explode = (1, 2, 3), (1, 2, 3), 0.2
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "again"))
    assert folder_state(tmp_path / "again") == as_kit


def test_the_file_of_a_part_is_the_same_on_every_bed(tmp_path: Path) -> None:
    group, printer = make_kit(size=(2, 4, 3)), bpy.context.scene.puzzle_cubes
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    turned = [place["turned"] for place in laid(group).values()]
    printer.bed_x = 40.0
    assert [place["turned"] for place in laid(group).values()] != turned
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "narrow"))
    for name in (f"{key}.stl" for key in PARTS):
        assert (tmp_path / name).read_bytes() == (tmp_path / "narrow" / name).read_bytes()


def test_a_modifier_does_the_same_to_a_file_wherever_its_part_lies(tmp_path: Path) -> None:
    group = make_kit()
    displace = part(group, "plate_1_x_min").modifiers.new("Displace", "DISPLACE")
    displace.space, displace.direction, displace.strength, displace.mid_level = "GLOBAL", "Z", 0.00008, 0.0
    for name, explode in (("together", 0.0), ("lying", 1.0)):
        group.explode = explode
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path / name))
    files = [(tmp_path / name / "plate_1_x_min.stl").read_bytes() for name in ("together", "lying")]
    assert files[0] == files[1]
