# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes by users to a kit's objects, scenes and files survive, and what they delete comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from mathutils import Euler

from tests.blender.puzzles import (
    kit_collection,
    only_puzzle,
    part,
    parts_apart,
    save_and_open,
    scene_puzzles,
    world_vertices,
)
from tests.blender.scene.kits import check_lies_on_beds, kit_state, make_kit
from tests.core.export.written import PARTS


def test_names_materials_and_modifiers_of_the_parts_stay() -> None:
    group = make_kit()
    parts: dict[str, Any] = parts_apart(group)
    mine = bpy.data.materials.new("Mine")
    for name, piece in parts.items():
        assert piece.active_material.name.endswith("Plates" if name.startswith("plate") else "Cross")
        piece.name = f"My {name}"
        piece.data.materials[0] = mine
        piece.modifiers.new("Bevel", "BEVEL").width = 0.0001
    materials = {name: list(piece.data.materials) for name, piece in parts.items()}
    kit_collection(group).name = "My Kit"
    group.oskar.wall = 2.0
    bpy.context.scene.puzzle_cubes.bed_x = 80.0
    bpy.ops.puzzle_cubes.rebuild()
    assert parts_apart(group) == parts
    assert list(only_puzzle().children) == [kit_collection(group)]
    for name, piece in parts.items():
        assert piece.name == f"My {name}"
        assert list(piece.data.materials) == materials[name]
        assert piece.data.materials[0] == mine
        assert [modifier.name for modifier in piece.modifiers] == ["Bevel"]


def test_a_part_and_a_kit_that_were_moved_elsewhere_stay_there() -> None:
    group = make_kit()
    parts = parts_apart(group)
    elsewhere = bpy.data.collections.new("Elsewhere")
    bpy.context.scene.collection.children.link(elsewhere)
    only_puzzle().children.unlink(kit_collection(group))
    elsewhere.children.link(kit_collection(group))
    moved = parts["plate_6_z_max"]
    kit_collection(group).objects.unlink(moved)
    bpy.context.scene.collection.objects.link(moved)
    group.oskar.wall = 2.0
    assert not only_puzzle().children
    assert list(moved.users_collection) == [bpy.context.scene.collection]
    # It still belongs to its puzzle, also if there are two.
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), seed=2)
    bpy.context.view_layer.objects.active = moved
    bpy.ops.puzzle_cubes.rebuild(wall=4.0)
    assert [puzzle.puzzle_cubes.oskar.wall for puzzle in scene_puzzles()] == [4, 3]


def test_a_parent_of_the_user_s_own_stays() -> None:
    group = make_kit()
    piece = parts_apart(group)["plate_6_z_max"]
    piece.parent = bpy.data.objects.new("Holder", None)
    group.oskar.wall = 2.0
    assert piece.parent.name == "Holder"


def test_a_kit_in_another_scene_follows_its_dimensions_and_its_printer() -> None:
    group = make_kit()
    bpy.context.window.scene = bpy.data.scenes.new("Other")
    (scene,) = (scene for scene in bpy.data.scenes if scene.name != "Other")
    places = [[tuple(piece.location) for piece in parts_apart(group).values()]]
    for owner, name, length in ((group.oskar, "wall", 2.0), (scene.puzzle_cubes, "spacing", 20.0)):
        setattr(owner, name, length)
        places.append([tuple(piece.location) for piece in parts_apart(group).values()])
        assert places[-1] != places[-2]


@pytest.mark.parametrize("thoroughly", [False, True])
def test_deleted_parts_stop_the_export_and_come_back_with_rebuild(tmp_path: Path, thoroughly: bool) -> None:
    group = make_kit()
    state = kit_state(group)
    parts = parts_apart(group)
    gone = [parts["plate_2_x_max"], parts["cross_half_arm_peg"]]
    if thoroughly:
        for piece in gone:
            bpy.data.objects.remove(piece)
    else:
        with bpy.context.temp_override(selected_objects=gone):
            bpy.ops.object.delete()
    assert len(kit_collection(group).objects) == 7
    with pytest.raises(RuntimeError, match=r"A part of this kit was deleted: press Rebuild to get it back\."):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "out"))
    assert not list(tmp_path.iterdir())
    bpy.ops.puzzle_cubes.rebuild()
    assert list(parts_apart(group)) == PARTS
    assert len(kit_collection(group).objects) == 9
    assert kit_state(group) == state
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "out")) == {"FINISHED"}


@pytest.mark.parametrize("thoroughly", [False, True])
def test_a_deleted_kit_comes_back_with_rebuild(thoroughly: bool) -> None:
    group = make_kit()
    state = kit_state(group)
    if thoroughly:
        bpy.data.batch_remove([kit_collection(group), *parts_apart(group).values()])
    else:
        bpy.data.collections.remove(kit_collection(group))
    bpy.context.view_layer.objects.active = part(group, "box")
    bpy.ops.puzzle_cubes.rebuild()
    assert kit_state(group) == state
    assert all(piece.visible_get() for piece in parts_apart(group).values())
    assert list(only_puzzle().children) == [kit_collection(group)]


def test_the_kit_moves_and_turns_with_the_box() -> None:
    group = make_kit(size=(2, 3, 2))
    before = {name: world_vertices(piece) for name, piece in parts_apart(group).items()}
    part(group, "box").location, part(group, "box").rotation_euler = (1, 2, 3), (0, 0.5, 1)
    turned = np.array(Euler((0, 0.5, 1)).to_matrix())
    for wall in (3.0, 4.0, 3.0):
        group.oskar.wall = wall
    for name, piece in parts_apart(group).items():
        assert world_vertices(piece) == pytest.approx(before[name] @ turned.T + [1000, 2000, 3000], abs=0.01), name


def test_a_part_that_was_moved_by_hand_goes_back_with_the_slider() -> None:
    group = make_kit()
    state = kit_state(group)
    piece: Any = parts_apart(group)["plate_1_x_min"]
    piece.location.z += 1
    piece.rotation_quaternion = (0, 1, 0, 0)
    group.explode = 0.3
    group.explode = 1.0
    assert kit_state(group) == state


def test_a_saved_and_reopened_kit_goes_on(tmp_path: Path) -> None:
    group = make_kit()
    group.explode = 0.25
    state = kit_state(group)
    save_and_open(tmp_path)
    group = only_puzzle().puzzle_cubes
    assert (group.oskar.way, group.explode) == ("KIT", 0.25)
    assert kit_state(group) == state
    assert not part(group, "box").visible_get()
    group.explode = 1.0
    group.oskar.wall = 4.0
    bpy.context.scene.puzzle_cubes.bed_x = bpy.context.scene.puzzle_cubes.bed_y = 80.0
    assert check_lies_on_beds(group) > 1
    assert bpy.ops.puzzle_cubes.export(directory="//exported") == {"FINISHED"}
    assert {f"{name}.stl" for name in PARTS} < {file.name for file in (tmp_path / "exported").iterdir()}


def test_a_stand_comes_with_the_kit_and_goes_again() -> None:
    group = make_kit()
    group.oskar.stand = 2.0
    (stand,) = (item.part for item in group.parts if item.name == "stand")
    assert (stand.visible_get(), len(kit_collection(group).objects)) == (True, 10)
    group.explode = 0.0
    assert stand.visible_get()
    assert bpy.ops.puzzle_cubes.animate_assembly() == {"FINISHED"}
    group.oskar.stand = 0.0
    assert not stand.visible_get()
