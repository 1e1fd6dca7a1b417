# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of a puzzle, and puzzles linked or appended from other files: each follows only its own dimensions."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.blender.puzzles import extent, moved_to_another_file, only_puzzle, taken_from

PARTS = ("box", "cross", "trace")


def test_a_puzzle_linked_from_another_file_is_not_changed(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    moved_to_another_file(tmp_path, link=True)
    with pytest.raises(RuntimeError, match="linked from another file"):
        bpy.ops.oskars_cube.rebuild(wall=5.0)
    assert extent(only_puzzle().oskars_cube.box) == [15 + 6 + 6 + 3] * 3
    assert bpy.ops.oskars_cube.export(directory=str(tmp_path / "out")) == {"FINISHED"}


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_a_copy_of_the_scene_has_a_puzzle_of_its_own(way: str) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    first = only_puzzle().oskars_cube
    first.way = way
    bpy.ops.scene.new(type="FULL_COPY")
    second = only_puzzle().oskars_cube
    second.wall = 5.0
    assert (first.wall, second.wall) == (3, 5)
    assert extent(first.box) == [15 + 6 + 6 + 3] * 3
    assert extent(second.box) == [15 + 10 + 6 + 3] * 3
    assert {item.part for item in first.kit_parts}.isdisjoint(item.part for item in second.kit_parts)


def test_a_puzzle_appended_from_another_file_is_one_of_its_own(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    name = only_puzzle().name
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"), copy=True)
    first = only_puzzle().oskars_cube
    appended = taken_from(tmp_path / "library.blend", name, link=False)
    second = appended.oskars_cube
    second.wall = 5.0
    assert extent(first.box) == [15 + 6 + 6 + 3] * 3
    assert extent(second.box) == [15 + 10 + 6 + 3] * 3
    bpy.context.view_layer.objects.active = second.box
    assert bpy.ops.oskars_cube.export(directory=str(tmp_path / "out")) == {"FINISHED"}


def test_linked_duplicates_do_not_change_each_other(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    first = only_puzzle()
    # What the Outliner's Duplicate Linked makes.
    second = first.copy()
    bpy.context.scene.collection.children.link(second)
    for part in PARTS:
        twin = getattr(first.oskars_cube, part).copy()
        second.objects.unlink(getattr(first.oskars_cube, part))
        second.objects.link(twin)
        setattr(second.oskars_cube, part, twin)
    second.oskars_cube.wall = 5.0
    assert extent(first.oskars_cube.box) == [15 + 6 + 6 + 3] * 3
    bpy.context.view_layer.objects.active = second.oskars_cube.box
    with pytest.raises(RuntimeError, match=f"'{first.name}' has the same meshes"):
        bpy.ops.oskars_cube.rebuild()
    # Made single-user they are two puzzles.
    for part in PARTS:
        twin = getattr(second.oskars_cube, part)
        twin.data = twin.data.copy()
    bpy.ops.oskars_cube.rebuild()
    assert extent(first.oskars_cube.box) == [15 + 6 + 6 + 3] * 3
    assert extent(second.oskars_cube.box) == [15 + 10 + 6 + 3] * 3


def test_a_linked_duplicate_that_is_in_no_scene_hinders_nobody() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    first = only_puzzle()
    second = first.copy()
    second.use_fake_user = False
    first.oskars_cube.wall = 5.0
    assert second.users == 0
    assert extent(first.oskars_cube.box) == [15 + 10 + 6 + 3] * 3


def test_an_overridden_puzzle_is_told_with_a_sentence(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    linked = moved_to_another_file(tmp_path, link=True)
    linked.override_hierarchy_create(bpy.context.scene, bpy.context.view_layer)
    bpy.context.scene.collection.children.unlink(linked)
    collection = only_puzzle()
    assert collection.override_library
    bpy.context.view_layer.objects.active = collection.oskars_cube.box
    collection.oskars_cube.display = "WIRE"
    with pytest.raises(RuntimeError, match="linked from another file"):
        bpy.ops.oskars_cube.add_turntable()
    with pytest.raises(RuntimeError, match="linked from another file"):
        bpy.ops.oskars_cube.rebuild()


def test_the_solution_stays_hidden_wherever_the_puzzle_is_taken(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    collection = only_puzzle()
    layer = bpy.context.scene.view_layers.new("Second")
    assert not collection.oskars_cube.trace.visible_get(view_layer=layer)
    collection.oskars_cube.way = "KIT"
    assert not collection.oskars_cube.box.visible_get(view_layer=layer)
    appended = moved_to_another_file(tmp_path, link=False)
    group = appended.oskars_cube
    assert not any(part.visible_get() for part in (group.box, group.cross, group.trace))
    group.way = "ONE_PIECE"
    assert [part.visible_get() for part in (group.box, group.cross, group.trace)] == [True, True, False]
