# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls shown as wires, a bar along every edge: a modifier shows them, so all that is done to the walls goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bmesh
import bpy
import numpy as np
import pytest

from tests.blender.puzzles import extent, installed, make_puzzle, only_puzzle, part
from tests.blender.scene.looks import as_shown, looks, material_numbers, materials_shown, shown_extent
from tests.core.export.written import folder_state


def test_wires_are_shown_in_place_of_the_box() -> None:
    group = make_puzzle()
    solid = looks(group)
    group.display = "WIRE"
    assert extent(part(group, "box")) == pytest.approx([27 + 3] * 3, abs=0.01)
    assert not part(group, "box").hide_render
    wires = as_shown(part(group, "box"))
    assert materials_shown(wires) == list(part(group, "box").data.materials)
    assert not wires.data.validate(verbose=True)
    # The plates of three directions, the start and the end.
    assert set(material_numbers(wires)) == {0, 1, 2, 3, 4}
    # A wire is as thick as an eighth of a plate of 3 mm, half of it outside.
    assert extent(wires) == pytest.approx([27 + 3 + 0.375] * 3, abs=0.04)
    group.display = "SOLID"
    assert looks(group) == solid
    assert len(only_puzzle().objects) == 3
    for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.node_groups):
        assert not any("Wire" in item.name for item in kind)


def test_wires_follow_dimensions_units_and_the_user_s_materials() -> None:
    group = make_puzzle()
    group.display = "WIRE"
    part(group, "box").modifiers[0].name = "My Name"
    mine = bpy.data.materials.new("Mine")
    part(group, "box").data.materials[2] = mine
    group.oskar.wall = 5.0
    assert shown_extent(part(group, "box")) == pytest.approx([31 + 3 + 0.375] * 3, abs=0.04)
    assert materials_shown(as_shown(part(group, "box")))[2] == mine
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.rebuild(plate=1.6)
    assert shown_extent(part(group, "box"), 0.001) == pytest.approx([31 - 2.8 + 3 + 0.2] * 3, abs=0.02)
    assert [modifier.name for modifier in part(group, "box").modifiers] == ["My Name"]
    # With dimensions that are not built yet, the wires are those of the box that is seen.
    group.live = False
    group.oskar.plate = 9.0
    group.display = "SOLID"
    group.display = "WIRE"
    assert shown_extent(part(group, "box"), 0.001) == pytest.approx([31 - 2.8 + 3 + 0.2] * 3, abs=0.02)


def test_wires_go_where_their_walls_go() -> None:
    group = make_puzzle()
    group.display = "WIRE"
    part(group, "box").hide_set(True)
    assert [piece for piece in bpy.context.scene.objects if piece.visible_get()] == [part(group, "cross")]
    part(group, "box").hide_set(False)
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    assert not [piece for piece in bpy.context.scene.objects if piece.visible_get()]


def test_modifiers_added_to_wires_work_on_the_walls(tmp_path: Path) -> None:
    group = make_puzzle()
    group.display = "WIRE"
    shown = len(as_shown(part(group, "box")).data.polygons)
    part(group, "box").modifiers.new("Double", "ARRAY").relative_offset_displace = (2.0, 0.0, 0.0)
    assert len(as_shown(part(group, "box")).data.polygons) == 2 * shown
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "wire"))
    group.display = "SOLID"
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "solid"))
    assert folder_state(tmp_path / "wire") == folder_state(tmp_path / "solid")
    assert shown_extent(part(group, "box"))[0] == pytest.approx(3 * 30, abs=0.1)


@pytest.mark.parametrize("linked", [False, True])
def test_a_duplicate_keeps_its_wires(*, linked: bool) -> None:
    group = make_puzzle()
    group.display = "WIRE"
    bpy.ops.object.select_all(action="DESELECT")
    part(group, "box").select_set(True)
    bpy.ops.object.duplicate(linked=linked)
    (duplicate,) = bpy.context.selected_objects
    assert duplicate != part(group, "box")
    before = shown_extent(duplicate)
    group.oskar.wall = 5.0
    assert shown_extent(part(group, "box")) == pytest.approx([31 + 3 + 0.375] * 3, abs=0.04)
    # What is linked has the very same walls.
    expected = shown_extent(part(group, "box")) if linked else before
    assert shown_extent(duplicate) == pytest.approx(expected, abs=0.04)
    group.display = "SOLID"
    assert shown_extent(duplicate) == pytest.approx(expected, abs=0.04)
    assert shown_extent(part(group, "box")) == pytest.approx([31 + 3] * 3, abs=0.01)


def test_wires_are_those_of_what_is_shown_box_or_kit() -> None:
    group = make_puzzle()
    group.display = "WIRE"
    group.oskar.way = "KIT"
    plate = part(group, "plate_1_x_min")
    assert shown_extent(plate) == pytest.approx([side + 0.375 for side in extent(plate)], abs=0.04)
    group.oskar.wall = 5.0
    assert shown_extent(plate) == pytest.approx([side + 0.375 for side in extent(plate)], abs=0.04)
    group.oskar.way = "ONE_PIECE"
    assert shown_extent(part(group, "box")) == pytest.approx([31 + 3 + 0.375] * 3, abs=0.04)
    group.oskar.way = "KIT"
    group.display = "SOLID"
    assert part(group, "box").hide_render
    assert not part(group, "box").visible_get()
    group.oskar.way = "ONE_PIECE"
    assert not part(group, "box").hide_render
    assert part(group, "box").visible_get()


def older_nodes() -> Any:
    """Return nodes as older versions had them, which show the mesh of an object that is in no scene."""
    nodes: Any = bpy.data.node_groups.new("Old Wire", "GeometryNodeTree")
    nodes["puzzle_cubes_wire"] = True
    nodes.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    source, taken = nodes.nodes.new("GeometryNodeObjectInfo"), nodes.nodes.new("NodeGroupOutput")
    source.inputs["Object"].default_value = bpy.data.objects.new("Old Wire", bpy.data.meshes.new("Old Wire"))
    nodes.links.new(source.outputs["Geometry"], taken.inputs[0])
    return nodes


def bars(owner: bpy.types.Object) -> list[list[float]]:
    """Return the lengths of the bars that an object shows along x, y and z, sorted."""
    faces = as_shown(owner).data.polygons
    corners = np.array([face.center for face in faces], np.float64).reshape(-1, 6, 3)
    return sorted(np.ptp(corners, axis=1).round(1).tolist())


@pytest.mark.parametrize("change", ["none", "chamfer", "open"])
def test_a_block_has_a_bar_along_each_of_its_twelve_edges(change: str) -> None:
    bpy.ops.mesh.primitive_cube_add(size=1, scale=(3, 5, 9))
    bpy.ops.object.transform_apply()
    block: Any = bpy.context.object
    if change == "chamfer":
        block.modifiers.new("Bevel", "BEVEL").width = 0.02
    elif change == "open":
        mesh = bmesh.new()
        mesh.from_mesh(block.data)
        bmesh.ops.delete(mesh, geom=[*mesh.faces][:1], context="FACES_ONLY")
        mesh.to_mesh(block.data)
    installed("blender_addon.data.geometry_nodes").show_wire(block, 0.1, 0.04)
    # Each is longer than its edge by nine tenths of its width.
    assert bars(block) == [[0.1, 0.1, 9.1]] * 4 + [[0.1, 5.1, 0.1]] * 4 + [[3.1, 0.1, 0.1]] * 4


@pytest.mark.parametrize("removed", ["box", "modifier", "nodes"])
def test_what_the_user_deleted_comes_back_as_it_was_shown(removed: str) -> None:
    group = make_puzzle()
    group.display = "WIRE"
    expected = shown_extent(part(group, "box"))
    if removed == "box":
        bpy.data.objects.remove(part(group, "box"))
    elif removed == "modifier":
        part(group, "box").modifiers.clear()
    else:
        part(group, "box").modifiers[0].node_group = older_nodes()
    bpy.context.view_layer.objects.active = part(group, "cross")
    bpy.ops.puzzle_cubes.rebuild()
    assert shown_extent(part(group, "box")) == pytest.approx(expected, abs=0.04)
    assert len(part(group, "box").modifiers) == 1
