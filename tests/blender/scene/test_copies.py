# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of a puzzle, and puzzles linked or appended from other files: each follows only its own dimensions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.puzzles import extent, make_puzzle, moved_to_another_file, only_puzzle, part
from tests.blender.scene.full_state import mesh_values
from tests.blender.scene.looks import looks
from tests.blender.tab.registered import operators

PARTS = ("box", "cross", "solution")


def overridden(folder: Path) -> Any:
    """Make a puzzle, link it from another file with a library override, and return its properties."""
    make_puzzle()
    linked = moved_to_another_file(folder, link=True)
    linked.override_hierarchy_create(bpy.context.scene, bpy.context.view_layer)
    bpy.context.scene.collection.children.unlink(linked)
    group = only_puzzle().puzzle_cubes
    bpy.context.view_layer.objects.active = part(group, "box")
    assert group.id_data.override_library
    assert group.carrier.override_library
    return group


ON_LINKED = {
    "ONE_PIECE": ("rebuild", "animate", "add_turntable", "show_solution", "watch", "put_cross"),
    "KIT": ("rebuild", "animate_assembly"),
}
"""Of each way to print, what can be asked for and not be done with what is linked."""


@pytest.mark.parametrize("way", ON_LINKED)
def test_a_puzzle_linked_from_another_file_is_not_changed(way: str, tmp_path: Path) -> None:
    make_puzzle().oskar.way = way
    linked = moved_to_another_file(tmp_path, link=True)
    before, shown = whole_puzzle(linked), looks(linked.puzzle_cubes)
    for operator in ON_LINKED[way]:
        with pytest.raises(RuntimeError, match="linked from another file"):
            getattr(bpy.ops.puzzle_cubes, operator)()
    for display in ("WIRE", "GLASS", "SOLID"):
        linked.puzzle_cubes.display = display
        assert looks(linked.puzzle_cubes) == shown
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "out")) == {"FINISHED"}
    bpy.context.scene.puzzle_cubes.bed_x = 70.0
    assert whole_puzzle(linked) == before
    assert not bpy.data.actions
    assert not bpy.data.cameras
    if way == "KIT":
        # Its parts lie as on another bed.
        with pytest.raises(RuntimeError, match="linked from another file: make it local to rebuild it"):
            bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "out"))


@pytest.mark.parametrize("door", ["print", "export"])
def test_what_comes_from_a_scene_with_a_larger_bed_is_laid_out_anew_before_it_is_written(
    door: str, tmp_path: Path
) -> None:
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle="SOMA")
    group = moved_to_another_file(tmp_path, link=False).puzzle_cubes
    bpy.context.scene.puzzle_cubes.bed_x = bpy.context.scene.puzzle_cubes.bed_y = 220.0
    bpy.context.view_layer.objects.active = group.carrier
    folder = tmp_path / "out"
    for bed, beds in ((80.0, 4), (220.0, 1)):
        # As by a scene of its own: no puzzle of this one is told.
        bpy.context.scene.puzzle_cubes["bed_x"] = bpy.context.scene.puzzle_cubes["bed_y"] = bed
        assert getattr(bpy.ops.puzzle_cubes, door)(directory=str(folder), overwrite=True) == {"FINISHED"}
        assert len([*folder.glob("bed_*.stl")]) == beds


def test_dimensions_and_display_of_a_library_override_change_nothing(tmp_path: Path) -> None:
    group = overridden(tmp_path)
    before, shown = whole_puzzle(group.id_data), looks(group)
    group.display = "WIRE"
    group.oskar.wall = 5.0
    assert (whole_puzzle(group.id_data), looks(group)) == (before, shown)


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_a_copy_of_the_scene_has_a_puzzle_of_its_own(way: str) -> None:
    first = make_puzzle()
    first.oskar.way = way
    bpy.ops.scene.new(type="FULL_COPY")
    second = only_puzzle().puzzle_cubes
    second.oskar.wall = 5.0
    assert (first.oskar.wall, second.oskar.wall) == (3, 5)
    assert extent(part(first, "box")) == [15 + 6 + 6 + 3] * 3
    assert extent(part(second, "box")) == [15 + 10 + 6 + 3] * 3
    assert {item.part for item in first.parts}.isdisjoint(item.part for item in second.parts)


def test_linked_duplicates_do_not_change_each_other(tmp_path: Path) -> None:
    first = make_puzzle().id_data
    # What the Outliner's Duplicate Linked makes.
    second = first.copy()
    bpy.context.scene.collection.children.link(second)
    for key in PARTS:
        twin = part(first.puzzle_cubes, key).copy()
        second.objects.unlink(part(first.puzzle_cubes, key))
        second.objects.link(twin)
        second.puzzle_cubes.parts[key].part = twin
    second.puzzle_cubes.oskar.wall = 5.0
    assert extent(part(first.puzzle_cubes, "box")) == [15 + 6 + 6 + 3] * 3
    bpy.context.view_layer.objects.active = part(second.puzzle_cubes, "box")
    with pytest.raises(RuntimeError, match=f"'{first.name}' has the same meshes"):
        bpy.ops.puzzle_cubes.rebuild()
    # Made single-user they are two puzzles.
    for key in PARTS:
        twin = part(second.puzzle_cubes, key)
        twin.data = twin.data.copy()
    bpy.ops.puzzle_cubes.rebuild()
    assert extent(part(first.puzzle_cubes, "box")) == [15 + 6 + 6 + 3] * 3
    assert extent(part(second.puzzle_cubes, "box")) == [15 + 10 + 6 + 3] * 3


def test_a_linked_duplicate_that_is_in_no_scene_hinders_nobody() -> None:
    first = make_puzzle().id_data
    second = first.copy()
    second.use_fake_user = False
    first.puzzle_cubes.oskar.wall = 5.0
    assert second.users == 0
    assert extent(part(first.puzzle_cubes, "box")) == [15 + 10 + 6 + 3] * 3


@pytest.mark.once
@pytest.mark.usefixtures("my_printer_removed")
def test_no_operator_changes_an_overridden_puzzle_or_its_file(tmp_path: Path) -> None:
    overridden(tmp_path)
    name, scene, library = only_puzzle().name, tmp_path / "scene.blend", tmp_path / "library.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(scene))
    saved, before = library.read_bytes(), whole_puzzle(bpy.data.collections[name, None])
    answers = []
    for operator in sorted(operators().keys() - {"help"}):
        bpy.ops.wm.open_mainfile(filepath=str(scene))
        bpy.context.view_layer.objects.active = next(
            piece for piece in bpy.data.collections[name, None].all_objects if piece.name.endswith("Box")
        )
        answers.append(f"{operator}: {answer_of(getattr(bpy.ops.puzzle_cubes, operator))}")
        assert whole_puzzle(bpy.data.collections[name, None]) == before, operator
    # It is said what is so: nothing was deleted.
    assert not [answer for answer in answers if "Traceback" in answer or "deleted: press" in answer]
    assert sum("is linked from another file" in answer for answer in answers) >= 10
    assert {"check: {'FINISHED'}", "export: {'FINISHED'}"} <= {*answers}
    assert library.read_bytes() == saved


def answer_of(operator: Callable[[], object]) -> str:
    """Return how an operator ended, or what it said."""
    try:
        return str(operator())
    except RuntimeError as error:
        return str(error)


def whole_puzzle(collection: Any) -> dict[str, object]:
    """Return all of a puzzle: its texts, and its objects with their meshes and places."""
    bpy.context.view_layer.update()
    group = collection.puzzle_cubes
    return {
        "texts": (group.puzzle, group.built, group.kind),
        **{
            piece.name: (piece.matrix_world.copy().freeze(), piece.type == "MESH" and mesh_values(piece.data))
            for piece in collection.all_objects
        },
    }


def test_the_solution_stays_hidden_wherever_the_puzzle_is_taken(tmp_path: Path) -> None:
    collection = make_puzzle().id_data
    layer = bpy.context.scene.view_layers.new("Second")
    assert not part(collection.puzzle_cubes, "solution").visible_get(view_layer=layer)
    collection.puzzle_cubes.oskar.way = "KIT"
    assert not part(collection.puzzle_cubes, "box").visible_get(view_layer=layer)
    appended = moved_to_another_file(tmp_path, link=False)
    parts = [part(appended.puzzle_cubes, key) for key in PARTS]
    assert not any(piece.visible_get() for piece in parts)
    appended.puzzle_cubes.oskar.way = "ONE_PIECE"
    assert [piece.visible_get() for piece in parts] == [True, True, False]
