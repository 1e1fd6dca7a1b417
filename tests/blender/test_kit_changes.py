# SPDX-License-Identifier: GPL-3.0-or-later
"""What users do to a kit's objects, scenes and files survives, and what they delete comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from mathutils import Euler

from tests.blender.kits import PARTS, check_lies_on_beds, kit_objects, kit_state, make_kit, world_vertices
from tests.blender.puzzles import moved_to_another_file, only_puzzle, scene_puzzles


def test_names_materials_and_modifiers_of_the_parts_stay() -> None:
    group = make_kit()
    parts: dict[str, Any] = kit_objects(group)
    mine = bpy.data.materials.new("Mine")
    for name, part in parts.items():
        assert part.active_material.name.endswith("Plates" if name.startswith("plate") else "Cross")
        part.name = f"My {name}"
        part.data.materials[0] = mine
        part.modifiers.new("Bevel", "BEVEL").width = 0.0001
    group.kit.name = "My Kit"
    group.wall = 2.0
    bpy.context.scene.oskars_cube.bed_x = 80.0
    bpy.ops.oskars_cube.rebuild()
    assert kit_objects(group) == parts
    assert list(only_puzzle().children) == [group.kit]
    for name, part in parts.items():
        assert part.name == f"My {name}"
        assert [material.name for material in part.data.materials] == ["Mine"]
        assert [modifier.name for modifier in part.modifiers] == ["Bevel"]


def test_a_part_and_a_kit_that_were_moved_elsewhere_stay_there() -> None:
    group = make_kit()
    parts = kit_objects(group)
    elsewhere = bpy.data.collections.new("Elsewhere")
    bpy.context.scene.collection.children.link(elsewhere)
    only_puzzle().children.unlink(group.kit)
    elsewhere.children.link(group.kit)
    moved = parts["plate_6_z_max"]
    group.kit.objects.unlink(moved)
    bpy.context.scene.collection.objects.link(moved)
    group.wall = 2.0
    assert not only_puzzle().children
    assert list(moved.users_collection) == [bpy.context.scene.collection]
    # It still belongs to its puzzle, also if there are two.
    bpy.ops.oskars_cube.generate(size=(2, 2, 2), seed=2)
    bpy.context.view_layer.objects.active = moved
    bpy.ops.oskars_cube.rebuild(wall=4.0)
    assert [puzzle.oskars_cube.wall for puzzle in scene_puzzles()] == [4, 3]


def test_a_parent_of_the_user_s_own_stays() -> None:
    group = make_kit()
    part = kit_objects(group)["plate_6_z_max"]
    part.parent = bpy.data.objects.new("Holder", None)
    group.wall = 2.0
    assert part.parent.name == "Holder"


def test_a_kit_in_another_scene_follows_its_dimensions_and_its_printer() -> None:
    group = make_kit()
    bpy.context.window.scene = bpy.data.scenes.new("Other")
    before = [tuple(item.part.location) for item in group.kit_parts]
    group.wall = 2.0
    after = [tuple(item.part.location) for item in group.kit_parts]
    assert after != before
    (scene,) = (scene for scene in bpy.data.scenes if scene.name != "Other")
    scene.oskars_cube.spacing = 20.0
    assert [tuple(item.part.location) for item in group.kit_parts] != after


@pytest.mark.parametrize("thoroughly", [False, True])
def test_deleted_parts_stop_the_export_and_come_back_with_rebuild(tmp_path: Path, thoroughly: bool) -> None:
    group = make_kit()
    state = kit_state(group)
    parts = kit_objects(group)
    gone = [parts["plate_2_x_max"], parts["cross_half_arm_peg"]]
    if thoroughly:
        for part in gone:
            bpy.data.objects.remove(part)
    else:
        with bpy.context.temp_override(selected_objects=gone):
            bpy.ops.object.delete()
    assert len(group.kit.objects) == 7
    with pytest.raises(RuntimeError, match=r"A part of this kit was deleted: press Rebuild to get it back\."):
        bpy.ops.oskars_cube.export(directory=str(tmp_path / "out"))
    assert not list(tmp_path.iterdir())
    bpy.ops.oskars_cube.rebuild()
    assert list(kit_objects(group)) == PARTS
    assert len(group.kit.objects) == 9
    assert kit_state(group) == state
    assert bpy.ops.oskars_cube.export(directory=str(tmp_path / "out")) == {"FINISHED"}


@pytest.mark.parametrize("thoroughly", [False, True])
def test_a_deleted_kit_comes_back_with_rebuild(thoroughly: bool) -> None:
    group = make_kit()
    state = kit_state(group)
    if thoroughly:
        bpy.data.batch_remove([group.kit, *kit_objects(group).values()])
    else:
        bpy.data.collections.remove(group.kit)
    bpy.context.view_layer.objects.active = group.box
    bpy.ops.oskars_cube.rebuild()
    assert kit_state(group) == state
    assert all(part.visible_get() for part in kit_objects(group).values())
    assert list(only_puzzle().children) == [group.kit]


def test_the_kit_moves_and_turns_with_the_box() -> None:
    group = make_kit(size=(2, 3, 2))
    before = {name: world_vertices(part) for name, part in kit_objects(group).items()}
    group.box.location, group.box.rotation_euler = (1, 2, 3), (0, 0.5, 1)
    turned = np.array(Euler((0, 0.5, 1)).to_matrix())
    for wall in (3.0, 4.0, 3.0):
        group.wall = wall
    for name, part in kit_objects(group).items():
        assert world_vertices(part) == pytest.approx(before[name] @ turned.T + [1000, 2000, 3000], abs=0.01), name


def test_a_part_that_was_moved_by_hand_goes_back_with_the_slider(tmp_path: Path) -> None:
    group = make_kit()
    state = kit_state(group)
    bpy.ops.oskars_cube.export(directory=str(tmp_path / "before"))
    part: Any = kit_objects(group)["plate_1_x_min"]
    part.location.z += 1
    part.rotation_quaternion = (0, 1, 0, 0)
    bpy.ops.oskars_cube.export(directory=str(tmp_path / "after"))
    names = [f"{name}.stl" for name in PARTS]
    contents = [[(tmp_path / folder / name).read_bytes() for name in names] for folder in ("before", "after")]
    assert contents[0] == contents[1]
    group.explode = 0.3
    group.explode = 1.0
    assert kit_state(group) == state


def test_switching_and_changing_are_undone_and_redone() -> None:
    bpy.ops.ed.undo_push(message="Start")
    bpy.ops.oskars_cube.generate("EXEC_DEFAULT", True, size=(3, 3, 3), seed=1)
    only_puzzle().oskars_cube.way = "KIT"
    bpy.ops.ed.undo_push(message="Kit")
    as_kit = kit_state(only_puzzle().oskars_cube)
    only_puzzle().oskars_cube.wall = 4.5
    bpy.ops.ed.undo_push(message="Wall")
    wider = kit_state(only_puzzle().oskars_cube)
    only_puzzle().oskars_cube.explode = 0.0
    bpy.ops.ed.undo_push(message="Explode")

    bpy.ops.ed.undo()
    assert kit_state(only_puzzle().oskars_cube) == wider
    bpy.ops.ed.undo()
    assert kit_state(only_puzzle().oskars_cube) == as_kit
    bpy.ops.ed.undo()
    group = only_puzzle().oskars_cube
    assert group.way == "ONE_PIECE"
    assert group.box.visible_get()
    assert not only_puzzle().children
    assert not group.kit_parts
    assert {item.name for item in bpy.data.objects} == {group.box.name, group.cross.name, group.trace.name}
    bpy.ops.ed.redo()
    bpy.ops.ed.redo()
    group = only_puzzle().oskars_cube
    assert not group.box.visible_get()
    assert kit_state(group) == wider
    # The kit is alive after the redo.
    group.wall = 3.0
    assert kit_state(group) == as_kit


def test_a_saved_and_reopened_kit_goes_on(tmp_path: Path) -> None:
    group = make_kit()
    group.explode = 0.25
    state = kit_state(group)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "kit.blend"))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "kit.blend"))
    group = only_puzzle().oskars_cube
    assert (group.way, group.explode) == ("KIT", 0.25)
    assert kit_state(group) == state
    assert not group.box.visible_get()
    group.explode = 1.0
    group.wall = 4.0
    bpy.context.scene.oskars_cube.bed_x = bpy.context.scene.oskars_cube.bed_y = 80.0
    assert check_lies_on_beds(group) > 1
    assert bpy.ops.oskars_cube.export(directory="//exported") == {"FINISHED"}
    assert {f"{name}.stl" for name in PARTS} < {file.name for file in (tmp_path / "exported").iterdir()}


def test_a_kit_works_in_an_excluded_collection() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    collection = only_puzzle()
    bpy.context.view_layer.layer_collection.children[collection.name].exclude = True
    collection.oskars_cube.way = "KIT"
    assert list(kit_objects(collection.oskars_cube)) == PARTS
    assert collection.oskars_cube.kit_problem == ""


def test_a_kit_linked_from_another_file_is_not_changed(tmp_path: Path) -> None:
    make_kit()
    moved_to_another_file(tmp_path, link=True)
    group = only_puzzle().oskars_cube
    state = kit_state(group)
    bpy.context.scene.oskars_cube.bed_x = 70.0
    with pytest.raises(RuntimeError, match="linked from another file"):
        bpy.ops.oskars_cube.rebuild(wall=5.0)
    assert kit_state(group) == state
