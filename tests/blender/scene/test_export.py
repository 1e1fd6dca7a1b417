# SPDX-License-Identifier: GPL-3.0-or-later
"""Export writes checked files in millimeters, or nothing, and leaves the user's scene as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
import trimesh
from mathutils import Vector

from tests.blender.puzzles import PLAIN, extent, installed, make_puzzle, only_puzzle, part, scene_puzzle
from tests.core.export.written import FILE_NAMES, folder_state, model_in

FIVE_CELLS = 25 + 4 * 3 + 6


def read_extents(path: Path) -> list[float]:
    """Return the size of everything in an STL file."""
    extents: list[float] = trimesh.load_mesh(path).extents.round(3).tolist()
    return extents


@pytest.mark.parametrize(
    ("system", "scale"), [("METRIC", 1.0), ("METRIC", 0.001), ("IMPERIAL", 1.0), ("IMPERIAL", 0.0254), ("NONE", 1.0)]
)
def test_stl_is_in_millimeters_whatever_the_scene_is_in(tmp_path: Path, system: Any, scale: float) -> None:
    bpy.context.scene.unit_settings.system = system
    bpy.context.scene.unit_settings.scale_length = scale
    group = make_puzzle(size=(5, 5, 5), seed=7)
    assert extent(part(group, "box"), scale) == [FIVE_CELLS + 3] * 3
    folder = tmp_path / "new" / "folder"
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    assert {file.name for file in folder.iterdir()} == FILE_NAMES
    assert read_extents(folder / "solutionMaze.stl") == [FIVE_CELLS + 3] * 3


def test_what_was_written_is_said_as_it_is_in_the_files(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make_puzzle(size=(4, 4, 4), seed=7)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    triangles = sum(len(trimesh.load_mesh(file).faces) for file in tmp_path.glob("*.stl"))
    triangles += sum(model_in(file).count("<triangle ") for file in tmp_path.glob("*.3mf"))
    said = f"Info: Exported {len(FILE_NAMES)} files with {triangles:,} triangles, all closed, to '{tmp_path}': "
    (names,) = (line.removeprefix(said) for line in capfd.readouterr().out.splitlines() if line.startswith(said))
    assert {*names.split(", ")} == FILE_NAMES


def test_units_changed_after_generating_change_nothing_in_the_file(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(5, 5, 5), seed=7, **PLAIN)
    bpy.context.scene.unit_settings.scale_length = 0.001
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert read_extents(tmp_path / "solutionMaze.stl") == [FIVE_CELLS + 3] * 3


def scene_view() -> object:
    """Return what the user sees of the scene and could miss: selection, visibility, mode, places."""
    context: Any = bpy.context
    return (
        context.scene.name,
        context.mode,
        context.view_layer.objects.active.name,
        [
            (item.name, item.select_get(), item.hide_get(), item.hide_viewport, item.hide_render, tuple(item.location))
            for item in context.scene.objects
        ],
        [scene.name for scene in bpy.data.scenes],
        sorted(item.name for item in bpy.data.objects),
        sorted(item.name for item in bpy.data.meshes),
    )


@pytest.mark.parametrize("mode", ["OBJECT", "EDIT", "SCULPT"])
def test_selection_visibility_and_mode_are_kept(tmp_path: Path, mode: Any) -> None:
    group = make_puzzle(seed=7)
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.hide_render = True
    part(group, "box").hide_set(True)
    part(group, "box").hide_viewport = True
    part(group, "cross").location.x += 1.0
    part(group, "cross").select_set(True)
    bpy.context.view_layer.objects.active = part(group, "cross")
    bpy.ops.object.mode_set(mode=mode)
    before = scene_view()
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert scene_view() == before
    # The hidden box and the moved cross are in the file, at their places in the puzzle.
    bodies = trimesh.load_mesh(tmp_path / "printableMaze.stl").split()
    assert len(bodies) == 2
    assert sorted(body.extents.max().round(3) for body in bodies) == [15 + 6 + 6 + 3, 2 * (16 + 2.5 + 3)]


def test_moved_turned_and_animated_objects_are_exported_as_designed(tmp_path: Path) -> None:
    group = make_puzzle(seed=7)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "before"))
    box, cross = part(group, "box"), part(group, "cross")
    box.location, box.rotation_euler = (5, 6, 7), (1, 2, 3)
    cross.delta_location = (0.01, 0.02, 0.03)
    cross.keyframe_insert("location", frame=1)
    cross.location = (9, 9, 9)
    cross.keyframe_insert("location", frame=10)
    bpy.context.scene.frame_set(10)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "after"))
    assert folder_state(tmp_path / "before") == folder_state(tmp_path / "after")


def test_modifiers_are_exported(tmp_path: Path) -> None:
    group = make_puzzle(seed=7)
    bevel = part(group, "cross").modifiers.new("Bevel", "BEVEL")
    bevel.width = 0.0005
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    cross = max(trimesh.load_mesh(tmp_path / "printableMaze.stl").split(), key=lambda body: body.extents.max())
    assert cross.is_watertight
    assert len(cross.faces) > 60


def test_export_uses_dimensions_that_were_not_yet_built(tmp_path: Path) -> None:
    group = make_puzzle()
    group.live = False
    group.oskar.wall = 5.0
    assert extent(part(group, "box")) == [15 + 6 + 6 + 3] * 3
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert read_extents(tmp_path / "solutionMaze.stl") == [15 + 10 + 6 + 3] * 3
    assert np.allclose(extent(part(group, "box")), [15 + 10 + 6 + 3] * 3)


@pytest.mark.parametrize("kind", ["OBJECT", "COLLECTION"])
def test_what_another_object_cuts_off_is_exported_as_it_is_seen(tmp_path: Path, kind: str) -> None:
    group = make_puzzle(seed=7)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "before"))
    box = part(group, "box")
    box.location, box.rotation_euler = (0.05, 0.06, 0.07), (0, 0, 1)
    bpy.ops.mesh.primitive_cube_add(size=0.02, rotation=(0, 0, 1))
    cutter: Any = bpy.context.object
    cutter.hide_viewport = True
    # A corner of the box is cut off, where both were moved, at the frame that is shown.
    bpy.context.view_layer.update()
    corner = box.matrix_world @ Vector(box.bound_box[6])
    for frame, place in (1, (1, 1, 1)), (10, corner):
        cutter.location = place
        cutter.keyframe_insert("location", frame=frame)
    modifier: Any = box.modifiers.new("Cut", "BOOLEAN")
    modifier.operand_type = kind
    if kind == "OBJECT":
        modifier.object = cutter
    else:
        modifier.collection = bpy.data.collections.new("Cutters")
        modifier.collection.objects.link(cutter)
    bpy.context.scene.frame_set(10)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "after"))
    before, after = (trimesh.load_mesh(tmp_path / folder / "solutionMaze.stl") for folder in ("before", "after"))
    assert after.is_watertight
    cutters = trimesh.creation.box((20, 20, 20)).apply_translation(before.bounds[1])
    assert after.volume == pytest.approx(trimesh.boolean.difference([before, cutters]).volume)
    is_exported = installed("blender_addon.scene.exports").is_exported
    assert is_exported(scene_puzzle())
    bpy.context.scene.frame_set(1)
    assert not is_exported(scene_puzzle())
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "away"))
    assert trimesh.load_mesh(tmp_path / "away" / "solutionMaze.stl").volume == pytest.approx(before.volume)


def test_geometry_nodes_export_real_geometry_and_no_instances(tmp_path: Path) -> None:
    group = make_puzzle(seed=7)
    nodes: Any = bpy.data.node_groups.new("Mine", "GeometryNodeTree")
    nodes.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
    nodes.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    given, taken = nodes.nodes.new("NodeGroupInput"), nodes.nodes.new("NodeGroupOutput")
    instance, real = nodes.nodes.new("GeometryNodeGeometryToInstance"), nodes.nodes.new("GeometryNodeRealizeInstances")
    nodes.links.new(given.outputs[0], instance.inputs[0])
    nodes.links.new(instance.outputs[0], taken.inputs[0])
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "before"))
    modifier: Any = part(group, "cross").modifiers.new("Mine", "NODES")
    modifier.node_group = nodes
    with pytest.raises(RuntimeError, match=r"^Error: '.* Cross' shows instances, which no file has"):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "refused"))
    assert not (tmp_path / "refused").exists()
    nodes.links.new(instance.outputs[0], real.inputs[0])
    nodes.links.new(real.outputs[0], taken.inputs[0])
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "after"))
    assert folder_state(tmp_path / "before") == folder_state(tmp_path / "after")


def test_an_emptied_box_is_refused(tmp_path: Path) -> None:
    group = make_puzzle(seed=7)
    part(group, "box").data.clear_geometry()
    group.display = "WIRE"
    with pytest.raises(RuntimeError, match="has no faces: press Restore"):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert not list(tmp_path.iterdir())
    bpy.ops.puzzle_cubes.restore()
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}


def test_one_puzzle_in_two_scenes_of_different_units(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(5, 5, 5), seed=7, **PLAIN)
    collection = only_puzzle()
    scene = bpy.data.scenes.new("Millimeters")
    scene.unit_settings.scale_length = 0.001
    scene.collection.children.link(collection)
    with bpy.context.temp_override(scene=scene, view_layer=scene.view_layers[0]):
        bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    assert read_extents(tmp_path / "solutionMaze.stl") == [FIVE_CELLS + 3] * 3
    assert extent(part(collection.puzzle_cubes, "box")) == [FIVE_CELLS + 3] * 3
