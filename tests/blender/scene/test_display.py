# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls are shown solid, as wires or as glass, each face direction in its own color; nothing else changes by it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import bpy
import numpy as np
import pytest

from tests.blender.puzzles import PLAIN, extent, make_puzzle, moved_to_another_file, only_puzzle, part, parts_apart
from tests.blender.scene.kits import make_kit
from tests.blender.scene.looks import (
    as_shown,
    light_seen,
    looks,
    material_numbers,
    materials_shown,
    shown_extent,
    shown_materials,
)
from tests.core.export.written import PLATES, folder_state

DISPLAYS = ("SOLID", "WIRE", "GLASS")
SEE_THROUGH = DISPLAYS[1:]
DIRECTIONS = ["Oskar's Cube X Plates", "Oskar's Cube Y Plates", "Oskar's Cube Z Plates"]
LOOKS = [*DIRECTIONS, "Oskar's Cube Start", "Oskar's Cube End"]


def test_each_direction_has_a_color_of_its_own() -> None:
    group = make_puzzle(start_marker=0.0, end_marker=0.0)
    assert [material.name for material in part(group, "box").data.materials] == LOOKS
    assert [material.name for material in shown_materials(part(group, "box"))] == LOOKS
    colors = [tuple(material.diffuse_color) for material in part(group, "box").data.materials]
    assert len(set(colors)) == 5
    for material, color in zip(part(group, "box").data.materials, colors, strict=True):
        assert color[3] == 1
        shader = material.node_tree.nodes["Principled BSDF"]
        assert tuple(shader.inputs["Base Color"].default_value) == color
    numbers = material_numbers(part(group, "box"))
    for axis in range(3):
        outside = [
            number
            for number, polygon in zip(numbers, part(group, "box").data.polygons, strict=True)
            if polygon.normal[axis] < -0.9
            and all(
                part(group, "box").data.vertices[vertex].co[axis] == pytest.approx(0 if axis == 2 else -27e-3 / 2)
                for vertex in polygon.vertices
            )
        ]
        assert set(outside) == {axis}


def test_puzzles_share_the_materials_and_keep_what_the_user_did_to_them() -> None:
    first = make_puzzle()
    part(first, "box").data.materials[1].diffuse_color = (0.0, 0.0, 1.0, 1.0)
    second = make_puzzle()
    first.oskar.wall = second.oskar.wall = 2.0
    assert list(part(first, "box").data.materials) == list(part(second, "box").data.materials)
    assert tuple(part(second, "box").data.materials[1].diffuse_color) == (0.0, 0.0, 1.0, 1.0)
    assert not any("." in material.name for material in bpy.data.materials)


@pytest.mark.parametrize("display", DISPLAYS)
def test_fewer_materials_of_the_user_s_own_stay(display: str) -> None:
    group = make_puzzle()
    mine = bpy.data.materials.new("Mine")
    mine.diffuse_color = (0.1, 0.2, 0.4, 1.0)
    part(group, "box").data.materials.clear()
    part(group, "box").data.materials.append(mine)
    group.display = display
    group.oskar.wall = 2.0
    bpy.ops.puzzle_cubes.rebuild(plate=2.0)
    assert list(part(group, "box").data.materials) == [mine]
    assert not part(group, "box").data.validate(verbose=True)
    assert not part(group, "box").evaluated_get(bpy.context.evaluated_depsgraph_get()).data.validate(verbose=True)
    group.display = "SOLID"
    assert shown_materials(part(group, "box")) == [mine]
    assert tuple(mine.diffuse_color) == pytest.approx((0.1, 0.2, 0.4, 1.0))
    part(group, "box").data.materials.clear()
    for again in DISPLAYS:
        group.display = again
        group.oskar.wall += 0.5
    assert list(part(group, "box").data.materials) == []


def test_a_rebuild_adds_no_attributes() -> None:
    group = make_puzzle()
    before = sorted(part(group, "box").data.attributes.keys())
    for wall in (2.0, 2.5):
        group.oskar.wall = wall
    assert sorted(part(group, "box").data.attributes.keys()) == before
    assert not any(polygon.use_smooth for polygon in part(group, "box").data.polygons)


def test_glass_lets_look_through_in_its_direction_s_color() -> None:
    group = make_puzzle()
    solid = looks(group)
    group.display = "GLASS"
    assert [material.name for material in part(group, "box").data.materials] == LOOKS
    for material, own in zip(shown_materials(part(group, "box")), part(group, "box").data.materials, strict=True):
        assert material.name == f"{own.name} Glass"
        assert material.diffuse_color[3] < 0.5
        # Brighter, in the same proportions.
        brighter = np.array(material.diffuse_color[:3]) / np.array(own.diffuse_color[:3])
        assert brighter == pytest.approx([brighter[0]] * 3, abs=1e-3)
        assert brighter[0] > 1
        assert material.surface_render_method == "BLENDED"
    assert part(group, "box").color[3] < 0.5
    assert not part(group, "box").hide_render
    group.display = "SOLID"
    assert looks(group) == solid


def test_wires_are_not_outlined_until_the_user_selects_them() -> None:
    group = make_puzzle()
    whole = [part(group, "box"), part(group, "cross")]
    assert bpy.context.selected_objects == whole
    group.display = "WIRE"
    # Without the box the cross could be moved out of it.
    assert not bpy.context.selected_objects
    assert bpy.context.view_layer.objects.active == part(group, "box")
    part(group, "box").select_set(True)
    group.oskar.wall = 2.0
    assert part(group, "box").select_get()
    part(group, "box").select_set(False)
    group.display = "GLASS"
    assert bpy.context.selected_objects == whole
    bpy.ops.object.select_all(action="DESELECT")
    group.oskar.wall = 3.0
    assert not bpy.context.selected_objects


def test_walls_are_shown_otherwise_where_the_view_layer_has_them_not() -> None:
    group = make_puzzle()
    bpy.context.scene.collection.children.unlink(only_puzzle())
    solid = looks(group)
    for display in SEE_THROUGH:
        group.display = display
        assert looks(group) != solid
        group.display = "SOLID"
        assert looks(group) == solid


def test_what_the_user_chose_for_the_object_stays_under_wires_and_glass() -> None:
    group = make_puzzle()
    part(group, "box").display_type, part(group, "box").hide_render = "BOUNDS", True
    part(group, "box").color[3] = 0.7
    part(group, "box").modifiers.new("Bevel", "BEVEL").width = 0.0001
    solid = looks(group)
    for display in (*SEE_THROUGH, "SOLID"):
        group.display = display
        group.oskar.wall += 0.5
        assert (part(group, "box").display_type, part(group, "box").hide_render) == ("BOUNDS", True)
        assert part(group, "box").color[3] == pytest.approx(0.7)
    assert looks(group) == solid


@pytest.mark.parametrize("display", SEE_THROUGH)
def test_the_choice_of_one_puzzle_leaves_the_others_alone(display: str) -> None:
    first, second = make_puzzle(), make_puzzle(seed=2)
    before = looks(second)
    first.display = display
    assert looks(second) == before
    assert all(material.diffuse_color[3] == 1 for material in shown_materials(part(second, "box")))
    second.display = display
    first.display = "SOLID"
    assert looks(first) == before
    assert looks(second) != before


def test_any_display_can_follow_any_other() -> None:
    group = make_puzzle()
    expected = {"SOLID": looks(group)}
    # Each after each, and after itself.
    for display in ("SOLID", "WIRE", "WIRE", "GLASS", "GLASS", "WIRE", "SOLID", "GLASS", "SOLID"):
        group.display = display
        assert looks(group) == expected.setdefault(display, looks(group))
        group.oskar.wall = 5.0 - group.oskar.wall
        assert looks(group) == expected[display]
    assert len({str(seen) for seen in expected.values()}) == 3


def test_materials_that_the_user_laid_over_the_box_stay() -> None:
    group = make_puzzle()
    mine = bpy.data.materials.new("Mine")
    slot = part(group, "box").material_slots[0]
    slot.link, slot.material = "OBJECT", mine
    group.oskar.wall = 2.0
    assert slot.material == mine
    group.display = "GLASS"
    assert [material.name for material in shown_materials(part(group, "box"))] == [
        "Mine",
        *(f"{n} Glass" for n in LOOKS[1:]),
    ]
    # What the user lays over it as glass is taken off with the rest, and comes again.
    glass = bpy.data.materials.new("My Glass")
    part(group, "box").material_slots[1].material = glass
    group.display = "WIRE"
    assert [material.name for material in shown_materials(part(group, "box"))] == LOOKS
    group.display = "GLASS"
    assert [material.name for material in shown_materials(part(group, "box"))] == [
        "Mine",
        "My Glass",
        *(f"{name} Glass" for name in LOOKS[2:]),
    ]


def test_a_kit_s_plates_have_the_color_of_their_direction_and_follow_the_display() -> None:
    group = make_kit()
    parts = parts_apart(group)
    expected = [name for name in DIRECTIONS for _ in range(2)]
    assert [parts[plate].data.materials[0].name for plate in PLATES] == expected
    assert all(tuple(parts[p].color) == tuple(parts[p].data.materials[0].diffuse_color) for p in PLATES)
    solid = looks(group)
    group.display = "GLASS"
    assert [shown_materials(parts[plate])[0].name for plate in PLATES] == [f"{name} Glass" for name in expected]
    assert parts["cross_flat"].color[3] == 1
    group.display = "WIRE"
    assert [name for name, plate in parts.items() if plate.modifiers] == PLATES
    for plate in PLATES:
        wires = as_shown(parts[plate])
        assert materials_shown(wires) == list(parts[plate].data.materials)
        assert extent(wires) == pytest.approx([side + 0.375 for side in extent(parts[plate])], abs=0.04)
    group.display = "SOLID"
    assert looks(group) == solid
    assert len(group.apart.objects) == 9


def test_a_plate_that_is_made_while_the_walls_are_glass_is_glass() -> None:
    group = make_puzzle()
    group.display = "GLASS"
    group.oskar.way = "KIT"
    assert all(part(group, plate).color[3] < 0.5 for plate in PLATES)


@pytest.mark.parametrize("way", ["ONE_PIECE", "KIT"])
def test_the_files_do_not_depend_on_the_display(tmp_path: Path, way: str) -> None:
    group = make_puzzle()
    group.oskar.way = way
    files = []
    for display in DISPLAYS:
        group.display = display
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path / display))
        files.append(folder_state(tmp_path / display))
    assert len(files[0]) >= 4
    assert all(earlier == later for earlier, later in pairwise(files))


@pytest.mark.parametrize("display", SEE_THROUGH)
def test_the_display_is_saved_and_goes_on(tmp_path: Path, display: str) -> None:
    group = make_puzzle()
    solid = looks(group)
    group.display = display
    expected = looks(group)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "cube.blend"))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "cube.blend"))
    group = only_puzzle().puzzle_cubes
    assert group.display == display
    assert looks(group) == expected
    group.oskar.wall = 5.0
    assert looks(group) == expected
    if display == "WIRE":
        assert shown_extent(part(group, "box")) == pytest.approx([31 + 3 + 0.375] * 3, abs=0.04)
    group.display = "SOLID"
    assert looks(group) == solid


@pytest.mark.parametrize("display", SEE_THROUGH)
def test_the_display_is_undone_and_redone(display: str) -> None:
    bpy.ops.ed.undo_push(message="Start")
    bpy.ops.puzzle_cubes.generate("EXEC_DEFAULT", True, size=(3, 3, 3), seed=1, **PLAIN)
    solid = looks(only_puzzle().puzzle_cubes)
    only_puzzle().puzzle_cubes.display = display
    bpy.ops.ed.undo_push(message="Display")
    expected = looks(only_puzzle().puzzle_cubes)
    bpy.ops.ed.undo()
    assert only_puzzle().puzzle_cubes.display == "SOLID"
    assert looks(only_puzzle().puzzle_cubes) == solid
    assert len(only_puzzle().objects) == 3
    bpy.ops.ed.redo()
    assert only_puzzle().puzzle_cubes.display == display
    assert looks(only_puzzle().puzzle_cubes) == expected
    only_puzzle().puzzle_cubes.display = "SOLID"
    assert looks(only_puzzle().puzzle_cubes) == solid


def test_walls_linked_from_another_file_are_shown_as_they_are_there(tmp_path: Path) -> None:
    make_puzzle()
    moved_to_another_file(tmp_path, link=True)
    group = only_puzzle().puzzle_cubes
    solid = looks(group)
    for display in (*SEE_THROUGH, "SOLID"):
        group.display = display
        assert looks(group) == solid
    assert len(bpy.data.objects) == 3


def test_a_box_of_an_earlier_version_with_one_material_can_be_seen_through() -> None:
    group = make_puzzle()
    box = bpy.data.materials.new("Oskar's Cube Box")
    box.diffuse_color = (0.8, 0.34, 0.07, 1.0)
    part(group, "box").data.materials.clear()
    part(group, "box").data.materials.append(box)
    group.oskar.way = "KIT"
    assert {part(group, plate).data.materials[0].name for plate in PLATES} == {box.name}
    group.oskar.way = "ONE_PIECE"
    group.display = "GLASS"
    assert [material.name for material in shown_materials(part(group, "box"))] == ["Oskar's Cube Box Glass"]
    group.display = "WIRE"
    assert materials_shown(as_shown(part(group, "box"))) == [box]
    group.display = "SOLID"
    assert shown_materials(part(group, "box")) == [box]


def test_the_cross_is_seen_inside_in_the_render(tmp_path: Path) -> None:
    group = make_puzzle()
    part(group, "solution").hide_render = False
    seen = {}
    for display in DISPLAYS:
        group.display = display
        seen[display] = light_seen(tmp_path / f"{display}.png")
    assert seen["GLASS"] > 1.2 * seen["SOLID"] > 0
    assert seen["WIRE"] > 1.2 * seen["SOLID"]
