# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls are shown solid, as wires or as glass, each face direction in its own color; nothing else changes by it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import bpy
import numpy as np
import pytest

from tests.blender.puzzles import (
    extent,
    kit_collection,
    make_puzzle,
    only_puzzle,
    part,
    parts_apart,
    save_and_open,
    vertices,
)
from tests.blender.scene.kits import make_kit
from tests.blender.scene.looks import (
    as_shown,
    light_seen,
    looks,
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
    box = part(make_puzzle(start_marker=0.0, end_marker=0.0), "box")
    assert [material.name for material in box.data.materials] == LOOKS
    assert shown_materials(box) == list(box.data.materials)
    colors = [tuple(material.diffuse_color) for material in box.data.materials]
    assert len(set(colors)) == 5
    for material, color in zip(box.data.materials, colors, strict=True):
        assert color[3] == 1
        shader = material.node_tree.nodes["Principled BSDF"]
        assert tuple(shader.inputs["Base Color"].default_value) == color
    low = vertices(box).min(axis=0)
    for axis in range(3):
        outside = {
            polygon.material_index
            for polygon in box.data.polygons
            if polygon.normal[axis] < -0.9 and polygon.center[axis] == pytest.approx(low[axis], abs=1e-6)
        }
        assert outside == {axis}


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
    box, mine = part(group, "box"), bpy.data.materials.new("Mine")
    mine.diffuse_color = (0.1, 0.2, 0.4, 1.0)
    box.data.materials.clear()
    box.data.materials.append(mine)
    group.display = display
    group.oskar.wall = 2.0
    bpy.ops.puzzle_cubes.rebuild(plate=2.0)
    assert list(box.data.materials) == [mine]
    assert [material.name for material in shown_materials(box)] == ["Mine Glass" if display == "GLASS" else "Mine"]
    assert materials_shown(as_shown(box)) == [mine]
    assert not box.data.validate(verbose=True)
    assert not as_shown(box).data.validate(verbose=True)
    group.display = "SOLID"
    assert shown_materials(box) == [mine]
    assert tuple(mine.diffuse_color) == pytest.approx((0.1, 0.2, 0.4, 1.0))
    group.oskar.way = "KIT"
    assert {part(group, plate).data.materials[0] for plate in PLATES} == {mine}
    group.oskar.way = "ONE_PIECE"
    box.data.materials.clear()
    for again in DISPLAYS:
        group.display = again
        group.oskar.wall += 0.5
    assert list(box.data.materials) == []


def test_glass_lets_look_through_in_its_direction_s_color() -> None:
    group = make_puzzle()
    box = part(group, "box")
    group.display = "GLASS"
    assert [material.name for material in box.data.materials] == LOOKS
    for material, own in zip(shown_materials(box), box.data.materials, strict=True):
        assert material.name == f"{own.name} Glass"
        assert material.diffuse_color[3] < 0.5
        # Brighter, in the same proportions.
        brighter = np.array(material.diffuse_color[:3]) / np.array(own.diffuse_color[:3])
        assert brighter == pytest.approx([brighter[0]] * 3, abs=1e-3)
        assert brighter[0] > 1
        assert material.surface_render_method == "BLENDED"
    assert box.color[3] < 0.5
    assert not box.hide_render
    group.oskar.way = "KIT"
    assert all(part(group, plate).color[3] < 0.5 for plate in PLATES)


def test_wires_are_not_outlined_until_the_user_selects_them() -> None:
    group = make_puzzle()
    box, cross = part(group, "box"), part(group, "cross")
    group.display = "WIRE"
    # Without the box the cross could be moved out of it.
    assert not bpy.context.selected_objects
    assert bpy.context.view_layer.objects.active == box
    box.select_set(True)
    group.oskar.wall = 2.0
    assert box.select_get()
    box.select_set(False)
    group.display = "GLASS"
    assert bpy.context.selected_objects == [box, cross]
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
    box = part(group, "box")
    box.display_type, box.hide_render, box.color[3] = "BOUNDS", True, 0.7
    box.modifiers.new("Bevel", "BEVEL").width = 0.0001
    solid = looks(group)
    for display in (*SEE_THROUGH, "SOLID"):
        group.display = display
        group.oskar.wall += 0.5
        assert (box.display_type, box.hide_render, box.color[3]) == ("BOUNDS", True, pytest.approx(0.7))
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
    box = part(group, "box")
    slot, glass = box.material_slots[0], [f"{name} Glass" for name in LOOKS]
    slot.link, slot.material = "OBJECT", bpy.data.materials.new("Mine")
    group.oskar.wall = 2.0
    assert slot.material.name == "Mine"
    group.display = "GLASS"
    assert [material.name for material in shown_materials(box)] == ["Mine", *glass[1:]]
    # What the user lays over it as glass is taken off with the rest, and comes again.
    box.material_slots[1].material = bpy.data.materials.new("My Glass")
    group.display = "WIRE"
    assert [material.name for material in shown_materials(box)] == LOOKS
    group.display = "GLASS"
    assert [material.name for material in shown_materials(box)] == ["Mine", "My Glass", *glass[2:]]


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
        assert extent(wires) == pytest.approx([side + 0.375 for side in extent(parts[plate])], abs=0.3)
    group.display = "SOLID"
    assert looks(group) == solid
    assert len(kit_collection(group).objects) == 9


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
    save_and_open(tmp_path)
    group = only_puzzle().puzzle_cubes
    assert group.display == display
    assert looks(group) == expected
    group.oskar.wall = 5.0
    assert looks(group) == expected
    if display == "WIRE":
        assert shown_extent(part(group, "box")) == pytest.approx([31 + 3 + 0.375] * 3, abs=0.04)
    group.display = "SOLID"
    assert looks(group) == solid


def test_the_cross_is_seen_inside_in_the_render(tmp_path: Path) -> None:
    group = make_puzzle()
    part(group, "solution").hide_render = False
    seen = {}
    for display in DISPLAYS:
        group.display = display
        seen[display] = light_seen(tmp_path / f"{display}.png")
    assert seen["GLASS"] > 1.2 * seen["SOLID"] > 0
    assert seen["WIRE"] > 1.2 * seen["SOLID"]
