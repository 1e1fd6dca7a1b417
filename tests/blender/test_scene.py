# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles in a scene: what Generate makes, how it follows its dimensions, how it is kept."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import bpy
import numpy as np
import pytest

from tests.blender.puzzles import extent, faces_of, only_puzzle, scene_puzzles, vertices

PARTS = ("box", "cross", "trace")


def test_generate_makes_a_collection_with_three_colored_objects() -> None:
    bpy.ops.oskars_cube.generate(size=(4, 3, 5), seed=2)
    collection = only_puzzle()
    group = collection.oskars_cube
    objects = [getattr(group, part) for part in PARTS]
    assert set(collection.objects) == set(objects)
    assert len({tuple(part.color) for part in objects}) == 3
    assert len({part.active_material.name for part in objects}) == 3
    assert [part.visible_get() for part in objects] == [True, True, False]
    assert group.trace.hide_render
    assert bpy.context.view_layer.objects.active == group.box
    assert [selected.name for selected in bpy.context.selected_objects] == [group.box.name]
    assert tuple(group.size) == (4, 3, 5)
    assert (group.origin, group.seed) == ("Classic", "2")
    assert 1 <= group.straight_moves <= group.length < group.reachable <= group.positions == 60
    assert group.decisions <= group.bits <= 3 * group.decisions
    for part in objects:
        # What validate() would have to change is a fault of the mesh.
        assert not part.data.validate(verbose=True)
        assert not any(polygon.use_smooth for polygon in part.data.polygons)


@pytest.mark.parametrize(
    ("bits", "text"),
    [(0.0, "1 in 1"), (6.0, "1 in 64"), (13.2, "1 in 9,400"), (20.0, "1 in 1,000,000"), (99.0, "1 in 10^30")],
)
def test_the_odds_are_told_as_one_reads_them(bits: float, text: str) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().oskars_cube
    group.bits = bits
    assert group.bits_text == text


def test_puzzles_of_the_same_seed_are_numbered() -> None:
    for _ in range(3):
        bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    name = "Oskar's Cube 3x3x3 seed 1"
    assert [collection.name for collection in scene_puzzles()] == [name, f"{name} (2)", f"{name} (3)"]
    assert scene_puzzles()[1].oskars_cube.box.name == f"{name} (2) Box"


def test_sizes_in_the_scene_are_those_of_the_formulas() -> None:
    bpy.ops.oskars_cube.generate(size=(4, 3, 5), seed=2, overhang=2.0)
    group = only_puzzle().oskars_cube
    cells = np.array([4, 3, 5])
    assert extent(group.box) == (cells * 5 + (cells - 1) * 3 + 6 + 3).tolist()
    assert extent(group.cross) == (2 * ((cells - 1) * 8 + 2.5 + 3 + 2)).tolist()
    # The center of the top layer is the cell (2, 1, 4); the box stands on z = 0, centered on x = y = 0.
    place = np.array(group.cross.location) * 1000
    assert place == pytest.approx([3 + 2.5 + 2 * 8 - 35 / 2, 0, 3 + 2.5 + 4 * 8], abs=1e-4)


def test_the_same_seed_gives_the_same_puzzle_and_another_gives_another() -> None:
    for seed in (3, 3, 4):
        bpy.ops.oskars_cube.generate(size=(6, 6, 6), seed=seed)
    first, second, third = map(faces_of, scene_puzzles())
    assert first == second != third


def test_changing_a_dimension_rebuilds_in_place_from_the_same_maze() -> None:
    bpy.ops.oskars_cube.generate(size=(5, 5, 5), seed=7)
    collection = only_puzzle()
    group = collection.oskars_cube
    before = {part: (getattr(group, part).name, getattr(group, part).data.name) for part in PARTS}
    counts = {part: len(vertices(getattr(group, part))) for part in PARTS}
    faces, size = faces_of(collection), extent(group.box)[0]
    group.wall = 4.0
    assert only_puzzle() == collection
    assert faces_of(collection) == faces
    assert extent(group.box)[0] == size + 4
    assert {part: (getattr(group, part).name, getattr(group, part).data.name) for part in PARTS} == before
    assert {part: len(vertices(getattr(group, part))) for part in PARTS} == counts
    group.clearance = 0.5
    assert sorted(np.unique((vertices(group.cross) * 1000).round(3)).tolist())[1:3] == [-2, 2]


def test_what_the_user_did_to_the_objects_survives_a_rebuild() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=7)
    group = only_puzzle().oskars_cube
    box, mesh = group.box, group.box.data
    box.name, box.location, box.rotation_euler = "My Box", (1, 2, 3), (0, 0, 1)
    material = bpy.data.materials.new("Mine")
    mesh.materials[0] = material
    box.modifiers.new("Bevel", "BEVEL")
    group.wall = 2.0
    assert (box.name, tuple(box.location), box.rotation_euler.z) == ("My Box", (1, 2, 3), 1)
    assert box.data == mesh
    assert mesh.materials[0] == material
    assert [modifier.name for modifier in box.modifiers] == ["Bevel"]
    assert extent(box) == [15 + 2 * 2 + 6 + 3] * 3


def test_two_puzzles_stand_side_by_side_with_settings_of_their_own() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    bpy.ops.oskars_cube.generate(size=(4, 4, 4), seed=2, wall=2.0)
    first, second = (collection.oskars_cube for collection in scene_puzzles())
    bpy.context.view_layer.update()
    right = max((first.box.matrix_world @ vertex.co).x for vertex in first.box.data.vertices)
    left = min((second.box.matrix_world @ vertex.co).x for vertex in second.box.data.vertices)
    assert right < left
    size = extent(first.box)
    second.wall = 5.0
    assert first.wall == 3
    assert extent(first.box) == size
    assert extent(second.box) == [20 + 3 * 5 + 6 + 3] * 3
    # Rebuild works on the puzzle of the active object.
    bpy.context.view_layer.objects.active = first.cross
    bpy.ops.oskars_cube.rebuild(wall=1.5)
    assert (first.wall, second.wall) == (1.5, 5)
    assert extent(first.box) == [15 + 2 * 1.5 + 6 + 3] * 3


def test_deleting_one_puzzle_leaves_the_other_alive(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    bpy.ops.oskars_cube.generate(size=(4, 4, 4), seed=2)
    first, _ = scene_puzzles()
    with bpy.context.temp_override(selected_objects=list(first.objects)):
        bpy.ops.object.delete()
    bpy.data.collections.remove(first)
    second = only_puzzle()
    second.oskars_cube.wall = 2.0
    assert extent(second.oskars_cube.box) == [20 + 3 * 2 + 6 + 3] * 3
    assert bpy.ops.oskars_cube.export(directory=str(tmp_path)) == {"FINISHED"}


def test_rebuild_brings_a_deleted_object_back() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().oskars_cube
    count = len(vertices(group.cross))
    with bpy.context.temp_override(selected_objects=[group.cross]):
        bpy.ops.object.delete()
    assert len(only_puzzle().objects) == 2
    group.wall = 2.0
    assert len(only_puzzle().objects) == 2
    bpy.context.view_layer.objects.active = group.box
    bpy.ops.oskars_cube.rebuild()
    assert len(only_puzzle().objects) == 3
    assert len(vertices(group.cross)) == count


def test_saved_and_reloaded_puzzles_go_on(tmp_path: Path) -> None:
    for seed in (1, 2):
        bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=seed, clearance=0.3)
    faces = [faces_of(collection) for collection in scene_puzzles()]
    scene_puzzles()[1].oskars_cube.plate = 2.0
    bpy.context.scene.oskars_cube.seed = 77
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "cube.blend"))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert not scene_puzzles()
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "cube.blend"))
    assert bpy.context.scene.oskars_cube.seed == 77
    assert [faces_of(collection) for collection in scene_puzzles()] == faces
    first, second = (collection.oskars_cube for collection in scene_puzzles())
    assert (first.plate, second.plate) == (3, 2)
    assert first.clearance == pytest.approx(0.3)
    second.wall = 5.0
    assert extent(second.box) == [15 + 2 * 5 + 4 + 3] * 3
    bpy.context.view_layer.objects.active = second.box
    assert bpy.ops.oskars_cube.export(directory="//exported") == {"FINISHED"}
    assert (tmp_path / "exported" / "printableMaze.stl").exists()


def test_generate_leaves_edit_mode_of_another_object() -> None:
    bpy.ops.mesh.primitive_cube_add()
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.oskars_cube.generate(size=(2, 2, 2))
    assert bpy.context.mode == "OBJECT"
    assert only_puzzle().oskars_cube.box in bpy.context.selected_objects


def test_a_box_in_edit_mode_is_not_replaced_under_the_user() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().oskars_cube
    bpy.ops.object.mode_set(mode="EDIT")
    group.wall = 5.0
    with pytest.raises(RuntimeError, match="Edit Mode"):
        bpy.ops.oskars_cube.rebuild(plate=9.0)
    assert group.plate == 3
    bpy.ops.object.mode_set(mode="OBJECT")
    assert extent(group.box) == [15 + 6 + 6 + 3] * 3
    bpy.ops.oskars_cube.rebuild()
    assert extent(group.box) == [15 + 10 + 6 + 3] * 3


def test_new_seed_changes_the_seed() -> None:
    seeds = set()
    for _ in range(5):
        bpy.ops.oskars_cube.new_seed()
        seeds.add(bpy.context.scene.oskars_cube.seed)
    assert len(seeds) == 5


def test_opened_puzzle_is_the_saved_one(tmp_path: Path) -> None:
    bpy.ops.oskars_cube.generate(size=(4, 4, 4), seed=5, end="FIRST", start=(0, 1, 2))
    bpy.ops.oskars_cube.export(directory=str(tmp_path))
    bpy.ops.oskars_cube.load(filepath=str(tmp_path / "puzzle.json"), wall=2.0)
    made, opened = scene_puzzles()
    assert faces_of(made) == faces_of(opened)
    assert made.oskars_cube.length == opened.oskars_cube.length
    assert extent(opened.oskars_cube.box) == [20 + 3 * 2 + 6 + 3] * 3


def test_meshes_that_must_not_be_replaced_are_left_alone() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().oskars_cube
    # A second object with the same mesh is in Edit Mode.
    twin = group.box.copy()
    bpy.context.scene.collection.objects.link(twin)
    bpy.context.view_layer.objects.active = twin
    bpy.ops.object.mode_set(mode="EDIT")
    group.wall = 5.0
    bpy.context.view_layer.objects.active = twin
    with pytest.raises(RuntimeError, match="Edit Mode"):
        bpy.ops.oskars_cube.rebuild()
    bpy.ops.object.mode_set(mode="OBJECT")
    assert extent(group.box) == [15 + 6 + 6 + 3] * 3
    group.box.shape_key_add(name="Basis")
    bpy.context.view_layer.objects.active = group.box
    with pytest.raises(RuntimeError, match="has shape keys"):
        bpy.ops.oskars_cube.rebuild()
    assert extent(group.box) == [15 + 6 + 6 + 3] * 3


def test_a_cross_that_was_taken_off_the_box_stays_where_it_is() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().oskars_cube
    group.cross.parent = None
    group.cross.location = (7, 8, 9)
    group.wall = 5.0
    assert tuple(group.cross.location) == (7, 8, 9)


def test_rebuild_works_in_an_excluded_collection() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    collection = only_puzzle()
    bpy.data.objects.remove(collection.oskars_cube.trace)
    bpy.context.view_layer.layer_collection.children[collection.name].exclude = True
    bpy.ops.oskars_cube.rebuild(wall=5.0)
    assert extent(collection.oskars_cube.box) == [15 + 10 + 6 + 3] * 3
    assert len(collection.objects) == 3


def test_the_active_part_tells_the_puzzle_wherever_its_collection_is() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1)
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=2)
    outer, inner = scene_puzzles()
    bpy.context.scene.collection.children.unlink(inner)
    outer.children.link(inner)
    bpy.context.view_layer.objects.active = inner.oskars_cube.box
    bpy.ops.oskars_cube.rebuild(wall=5.0)
    assert (outer.oskars_cube.wall, inner.oskars_cube.wall) == (3, 5)
    # Moved out of its collection, the part still belongs to its puzzle.
    inner.objects.unlink(inner.oskars_cube.box)
    bpy.context.scene.collection.objects.link(inner.oskars_cube.box)
    bpy.context.view_layer.objects.active = inner.oskars_cube.box
    bpy.ops.oskars_cube.rebuild(wall=6.0)
    assert (outer.oskars_cube.wall, inner.oskars_cube.wall) == (3, 6)


def test_a_start_from_python_needs_no_further_choice() -> None:
    bpy.ops.oskars_cube.generate(size=(3, 3, 3), seed=1, start=(0, 1, 2))
    cross = only_puzzle().oskars_cube.cross
    assert np.array(cross.location) * 1000 == pytest.approx([-8, 0, 3 + 2.5 + 16], abs=1e-4)


def test_a_large_puzzle_and_a_small_one_never_reach_each_other() -> None:
    for cells in (10, 2, 10):
        bpy.ops.oskars_cube.generate(size=(cells, cells, cells), seed=1)
    bpy.context.view_layer.update()
    ends = []
    for collection in scene_puzzles():
        box = collection.oskars_cube.box
        half_box = (float(np.ptp(vertices(box)[:, 0])) - 0.003) / 2
        # Pushed fully to one side, a cross stands out of its box by all cells but one.
        reach = half_box + (collection.oskars_cube.size[0] - 1) * 0.008
        ends.append((box.matrix_world.translation.x - reach, box.matrix_world.translation.x + reach))
    assert ends == sorted(ends)
    assert all(first[1] < second[0] for first, second in pairwise(ends))
