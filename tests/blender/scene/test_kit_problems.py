# SPDX-License-Identifier: GPL-3.0-or-later
"""An impossible kit keeps its parts as they are, and both the panel and the export say why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.puzzles import make_puzzle, part, parts_apart, refusal
from tests.blender.scene.kits import check_lies_on_beds, kit_state, make_kit
from tests.core.export.written import PARTS

TOO_SMALL = "Cross, flat piece is 43.0 x 43.0 mm: the bed of 28 x 220 mm is too small for it."
TOO_LOOSE = re.compile(r"Joint gap is 0\.4 mm: .* at most 0\.312 mm; print in one piece, or make them larger\.")


def check_export_fails(folder: Path, sentence: str) -> None:
    """Check that the export fails with this sentence and writes nothing."""
    assert refusal(bpy.ops.puzzle_cubes.export, directory=str(folder / "new")) == sentence
    assert not list(folder.iterdir())


def test_a_bed_that_is_too_small_leaves_the_kit_as_it_was(tmp_path: Path) -> None:
    group = make_kit()
    state = kit_state(group)
    bpy.context.scene.puzzle_cubes.bed_x = 28.0
    assert group.problem == TOO_SMALL
    assert kit_state(group) == state
    check_export_fails(tmp_path, TOO_SMALL)
    # In one piece it is another question.
    group.oskar.way = "ONE_PIECE"
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "one")) == {"FINISHED"}
    group.oskar.way = "KIT"
    assert group.problem == TOO_SMALL
    bpy.context.scene.puzzle_cubes.bed_x = 44.0
    assert group.problem == ""
    check_lies_on_beds(group)


def test_a_joint_gap_that_is_too_large_leaves_the_kit_as_it_was(tmp_path: Path) -> None:
    group = make_kit()
    state = kit_state(group)
    group.oskar.joint = 0.4
    assert TOO_LOOSE.fullmatch(group.problem)
    assert kit_state(group) == state
    check_export_fails(tmp_path, group.problem)
    group.oskar.joint = 0.312
    assert group.problem == ""
    assert kit_state(group) != state


def test_as_long_as_there_is_no_kit_the_box_stays_in_sight(tmp_path: Path) -> None:
    group = make_kit(joint=0.4)
    assert not parts_apart(group)
    assert part(group, "box").visible_get()
    assert part(group, "cross").visible_get()
    check_export_fails(tmp_path, group.problem)
    group.oskar.joint = 0.1
    assert list(parts_apart(group)) == PARTS
    assert not part(group, "box").visible_get()


def test_a_printer_that_cannot_be_is_refused(tmp_path: Path) -> None:
    group = make_kit()
    state = kit_state(group)
    bpy.context.scene.puzzle_cubes.spacing = -1.0
    assert group.problem.startswith("Spacing is -1 mm")
    assert kit_state(group) == state
    check_export_fails(tmp_path, group.problem)
    # The box follows its dimensions all the same.
    group.oskar.wall = 4.0
    bpy.context.scene.puzzle_cubes.spacing = 5.0
    assert group.problem == ""
    assert kit_state(group) != state
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}


def test_what_kept_a_kit_from_being_may_be_over(tmp_path: Path) -> None:
    bpy.context.scene.puzzle_cubes.nozzle = 0.0
    group = make_kit()
    assert group.problem.startswith("Nozzle is 0 mm")
    bpy.context.scene.puzzle_cubes.nozzle = 0.4
    assert group.problem == ""
    assert len(parts_apart(group)) == 9
    group.oskar.way = "ONE_PIECE"
    bpy.context.view_layer.objects.active = part(group, "box")
    bpy.ops.object.mode_set(mode="EDIT")
    group.oskar.way = "KIT"
    assert "Edit Mode" in group.problem
    bpy.ops.object.mode_set(mode="OBJECT")
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert group.problem == ""


def test_a_wrong_dimension_does_not_keep_the_kit_from_being_shown() -> None:
    group = make_puzzle()
    group.oskar.wall = -1.0
    group.oskar.way = "KIT"
    assert list(parts_apart(group)) == PARTS
    group.oskar.wall = 3.0
    state = kit_state(group)
    bpy.ops.puzzle_cubes.rebuild()
    assert kit_state(group) == state


def test_a_part_in_edit_mode_is_not_replaced_under_the_user(tmp_path: Path) -> None:
    group = make_kit()
    state = kit_state(group)
    piece: Any = parts_apart(group)["cross_flat"]
    bpy.context.view_layer.objects.active = piece
    piece.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    group.oskar.wall = 5.0
    with pytest.raises(RuntimeError, match=r"'Cross, flat piece' is in Edit Mode"):
        bpy.ops.puzzle_cubes.rebuild(wall=5.0)
    bpy.context.scene.puzzle_cubes.bed_x = 100.0
    assert group.problem == "'Cross, flat piece' is in Edit Mode: leave it to rebuild the puzzle."
    bpy.ops.object.mode_set(mode="OBJECT")
    assert kit_state(group) == state
    bpy.ops.puzzle_cubes.rebuild()
    assert group.problem == ""
    assert kit_state(group) != state
    check_lies_on_beds(group)


def test_a_part_with_shape_keys_is_left_alone() -> None:
    group = make_kit()
    state = kit_state(group)
    parts_apart(group)["plate_1_x_min"].shape_key_add(name="Basis")
    with pytest.raises(RuntimeError, match=r"'Plate 1 \(x min\)' has shape keys"):
        bpy.ops.puzzle_cubes.rebuild(wall=5.0)
    assert group.oskar.wall == 3
    assert kit_state(group) == state
    # In one piece nobody minds.
    group.oskar.way = "ONE_PIECE"
    assert bpy.ops.puzzle_cubes.rebuild(wall=5.0) == {"FINISHED"}


def test_a_kit_without_live_update_follows_when_it_is_exported(tmp_path: Path) -> None:
    group = make_kit()
    state = kit_state(group)
    group.live = False
    group.oskar.wall = 5.0
    group.oskar.way = "ONE_PIECE"
    group.oskar.way = "KIT"
    assert kit_state(group) == state
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert kit_state(group) != state
