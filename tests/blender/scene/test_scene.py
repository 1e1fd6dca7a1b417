# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles in a scene: what Generate makes and selects, how it follows its dimensions, how it is kept."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from mathutils import Vector

from puzzle_cubes.oskar.facts import MEASURE_LINES
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from tests.blender.puzzles import (
    PLAIN,
    extent,
    faces_of,
    make_puzzle,
    measures,
    only_puzzle,
    part,
    parts_apart,
    save_and_open,
    scene_puzzles,
    size_of,
    vertices,
)

PARTS = ("box", "cross", "solution")


def test_generate_makes_a_collection_with_three_colored_objects() -> None:
    group = make_puzzle(size=(4, 3, 5), seed=2)
    collection = group.id_data
    objects = [part(group, key) for key in PARTS]
    assert set(collection.objects) == set(objects)
    assert len({tuple(piece.color) for piece in objects}) == 3
    assert len({piece.active_material.name for piece in objects}) == 3
    assert [piece.visible_get() for piece in objects] == [True, True, False]
    assert part(group, "solution").hide_render
    assert bpy.context.view_layer.objects.active == part(group, "box")
    assert bpy.context.selected_objects == [part(group, "box"), part(group, "cross")]
    assert (group.oskar.made_text, group.oskar.seed_text) == ("Classic", "2")
    for piece in objects:
        # What validate() would have to change is a fault of the mesh.
        assert not piece.data.validate(verbose=True)
        assert not any(polygon.use_smooth for polygon in piece.data.polygons)


def test_the_measures_are_shown_as_one_reads_them_and_cannot_be_changed() -> None:
    group = make_puzzle()
    assert group.oskar.length_text == f"{measures(group)['length']} moves"
    puzzle = puzzle_from_json(group.puzzle)
    for line in MEASURE_LINES:
        shown = line.text(puzzle)
        setattr(group.oskar, f"{line.name}_text", "typed over")
        assert getattr(group.oskar, f"{line.name}_text") == shown


def test_puzzles_of_the_same_seed_are_numbered() -> None:
    groups = [make_puzzle() for _ in range(3)]
    name = "Oskar's Cube 3x3x3 seed 1"
    assert [group.id_data.name for group in groups] == [name, f"{name} (2)", f"{name} (3)"]
    assert part(groups[1], "box").name == f"{name} (2) Box"


def test_sizes_in_the_scene_are_those_of_the_formulas() -> None:
    group = make_puzzle(size=(4, 3, 5), seed=2, overhang=2.0)
    cells = np.array([4, 3, 5])
    assert extent(part(group, "box")) == (cells * 5 + (cells - 1) * 3 + 6 + 3).tolist()
    assert extent(part(group, "cross")) == (2 * ((cells - 1) * 8 + 2.5 + 3 + 2)).tolist()
    # The center of the top layer is the cell (2, 1, 4); the box stands on z = 0, centered on x = y = 0.
    place = np.array(part(group, "cross").location) * 1000
    assert place == pytest.approx([3 + 2.5 + 2 * 8 - 35 / 2, 0, 3 + 2.5 + 4 * 8], abs=1e-4)


def test_changing_a_dimension_rebuilds_in_place_from_the_same_maze() -> None:
    group = make_puzzle(size=(5, 5, 5), seed=7)
    collection = group.id_data
    before = {key: (part(group, key).name, part(group, key).data.name) for key in PARTS}
    counts = {key: len(vertices(part(group, key))) for key in PARTS}
    faces, size = faces_of(collection), extent(part(group, "box"))[0]
    group.oskar.wall = 4.0
    assert only_puzzle() == collection
    assert faces_of(collection) == faces
    assert extent(part(group, "box"))[0] == size + 4
    assert {key: (part(group, key).name, part(group, key).data.name) for key in PARTS} == before
    assert {key: len(vertices(part(group, key))) for key in PARTS} == counts
    group.oskar.clearance = 0.5
    assert sorted(np.unique((vertices(part(group, "cross")) * 1000).round(3)).tolist())[1:3] == [-2, 2]


def test_what_the_user_did_to_the_objects_survives_a_rebuild() -> None:
    group = make_puzzle(seed=7)
    box, mesh = part(group, "box"), part(group, "box").data
    box.name, box.location, box.rotation_euler = "My Box", (1, 2, 3), (0, 0, 1)
    material = bpy.data.materials.new("Mine")
    mesh.materials[0] = material
    box.modifiers.new("Bevel", "BEVEL")
    group.oskar.wall = 2.0
    assert (box.name, tuple(box.location), box.rotation_euler.z) == ("My Box", (1, 2, 3), 1)
    assert box.data == mesh
    assert mesh.materials[0] == material
    assert [modifier.name for modifier in box.modifiers] == ["Bevel"]
    assert extent(box) == [15 + 2 * 2 + 6 + 3] * 3


def test_two_puzzles_have_settings_of_their_own() -> None:
    first, second = make_puzzle(), make_puzzle(size=(4, 4, 4), seed=2, wall=2.0)
    second.oskar.wall = 5.0
    assert first.oskar.wall == 3
    assert extent(part(first, "box")) == [15 + 2 * 3 + 6 + 3] * 3
    assert extent(part(second, "box")) == [20 + 3 * 5 + 6 + 3] * 3
    # Rebuild works on the puzzle of the active object.
    bpy.context.view_layer.objects.active = part(first, "cross")
    bpy.ops.puzzle_cubes.rebuild(wall=1.5)
    assert (first.oskar.wall, second.oskar.wall) == (1.5, 5)
    assert extent(part(first, "box")) == [15 + 2 * 1.5 + 6 + 3] * 3


def test_deleting_one_puzzle_leaves_the_other_alive(tmp_path: Path) -> None:
    first, second = make_puzzle().id_data, make_puzzle(size=(4, 4, 4), seed=2)
    with bpy.context.temp_override(selected_objects=list(first.objects)):
        bpy.ops.object.delete()
    bpy.data.collections.remove(first)
    second.oskar.wall = 2.0
    assert extent(part(second, "box")) == [20 + 3 * 2 + 6 + 3] * 3
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}


def test_rebuild_brings_a_deleted_object_back() -> None:
    group = make_puzzle()
    count = len(vertices(part(group, "cross")))
    with bpy.context.temp_override(selected_objects=[part(group, "cross")]):
        bpy.ops.object.delete()
    assert len(only_puzzle().objects) == 2
    group.oskar.wall = 2.0
    assert len(only_puzzle().objects) == 2
    bpy.context.view_layer.objects.active = part(group, "box")
    bpy.ops.puzzle_cubes.rebuild()
    assert len(only_puzzle().objects) == 3
    assert len(vertices(part(group, "cross"))) == count


def test_saved_and_reloaded_puzzles_go_on(tmp_path: Path) -> None:
    for seed in (1, 2):
        bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=seed, clearance=0.3, **PLAIN)
    faces = [faces_of(collection) for collection in scene_puzzles()]
    scene_puzzles()[1].puzzle_cubes.oskar.plate = 2.0
    bpy.context.scene.puzzle_cubes.oskar.seed = 77
    save_and_open(tmp_path)
    assert bpy.context.scene.puzzle_cubes.oskar.seed == 77
    assert [faces_of(collection) for collection in scene_puzzles()] == faces
    first, second = (collection.puzzle_cubes for collection in scene_puzzles())
    assert (first.oskar.plate, second.oskar.plate) == (3, 2)
    assert first.oskar.clearance == pytest.approx(0.3)
    second.oskar.wall = 5.0
    assert extent(part(second, "box")) == [15 + 2 * 5 + 4 + 3] * 3
    bpy.context.view_layer.objects.active = part(second, "box")
    assert bpy.ops.puzzle_cubes.export(directory="//exported") == {"FINISHED"}
    assert (tmp_path / "exported" / "printableMaze.stl").exists()


def test_generate_leaves_edit_mode_of_another_object() -> None:
    bpy.ops.mesh.primitive_cube_add()
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), **PLAIN)
    assert bpy.context.mode == "OBJECT"
    assert bpy.context.active_object == part(only_puzzle().puzzle_cubes, "box")


def test_new_seed_changes_the_seed() -> None:
    seeds = set()
    for _ in range(5):
        bpy.ops.puzzle_cubes.new_seed()
        seeds.add(bpy.context.scene.puzzle_cubes.oskar.seed)
    assert len(seeds) == 5


def test_a_mesh_that_another_object_has_in_edit_mode_is_left_alone() -> None:
    group = make_puzzle()
    twin = part(group, "box").copy()
    bpy.context.scene.collection.objects.link(twin)
    bpy.context.view_layer.objects.active = twin
    bpy.ops.object.mode_set(mode="EDIT")
    group.oskar.wall = 5.0
    with pytest.raises(RuntimeError, match="Edit Mode"):
        bpy.ops.puzzle_cubes.rebuild()
    bpy.ops.object.mode_set(mode="OBJECT")
    assert extent(part(group, "box")) == [15 + 6 + 6 + 3] * 3


def test_a_cross_that_was_taken_off_the_box_stays_where_it_is() -> None:
    group = make_puzzle()
    part(group, "cross").parent = None
    part(group, "cross").location = (7, 8, 9)
    group.oskar.wall = 5.0
    assert tuple(part(group, "cross").location) == (7, 8, 9)


def test_rebuild_and_a_kit_work_in_an_excluded_collection() -> None:
    group = make_puzzle()
    bpy.data.objects.remove(part(group, "solution"))
    bpy.context.view_layer.layer_collection.children[group.id_data.name].exclude = True
    bpy.ops.puzzle_cubes.rebuild(wall=5.0)
    assert extent(part(group, "box")) == [15 + 10 + 6 + 3] * 3
    assert len(group.id_data.objects) == 3
    group.oskar.way = "KIT"
    assert len(parts_apart(group)) == 9
    assert group.problem == ""


def test_the_active_part_names_the_puzzle_wherever_its_collection_is() -> None:
    outer, inner = make_puzzle(), make_puzzle(seed=2)
    box, collection = part(inner, "box"), inner.id_data
    bpy.context.scene.collection.children.unlink(collection)
    outer.id_data.children.link(collection)
    bpy.context.view_layer.objects.active = box
    bpy.ops.puzzle_cubes.rebuild(wall=5.0)
    assert (outer.oskar.wall, inner.oskar.wall) == (3, 5)
    # Moved out of its collection, the part still belongs to its puzzle.
    collection.objects.unlink(box)
    bpy.context.scene.collection.objects.link(box)
    bpy.context.view_layer.objects.active = box
    bpy.ops.puzzle_cubes.rebuild(wall=6.0)
    assert (outer.oskar.wall, inner.oskar.wall) == (3, 6)


def test_what_else_lies_in_a_puzzles_collection_names_the_puzzle_too() -> None:
    first, second = (make_puzzle(seed=seed) for seed in (1, 2))
    beside = bpy.data.objects.new("Lamp", None)
    first.id_data.objects.link(beside)
    layers = bpy.context.view_layer.layer_collection.children
    bpy.context.view_layer.active_layer_collection = layers[second.id_data.name]
    bpy.context.view_layer.objects.active = beside
    bpy.ops.puzzle_cubes.rebuild(wall=4.0)
    assert (first.oskar.wall, second.oskar.wall) == (4, 3)
    # Without it the active collection names the puzzle.
    bpy.context.view_layer.objects.active = None
    bpy.ops.puzzle_cubes.rebuild(wall=5.0)
    assert (first.oskar.wall, second.oskar.wall) == (4, 5)


def test_a_large_puzzle_and_a_small_one_never_reach_each_other() -> None:
    groups = [make_puzzle(size=(cells, cells, cells)) for cells in (10, 2, 10)]
    bpy.context.view_layer.update()
    ends = []
    for group in groups:
        box = part(group, "box")
        half_box = (float(np.ptp(vertices(box)[:, 0])) - 0.003) / 2
        # Pushed fully to one side, a cross stands out of its box by all cells but one.
        reach = half_box + (size_of(group)[0] - 1) * 0.008
        ends.append((box.matrix_world.translation.x - reach, box.matrix_world.translation.x + reach))
    assert ends == sorted(ends)
    assert all(first[1] < second[0] for first, second in pairwise(ends))


def selected() -> set[Any]:
    """Return what is selected."""
    return set(bpy.context.selected_objects)


def whole(group: Any) -> set[Any]:
    """Return the carrier of a puzzle and all of its parts that are seen."""
    parts = {item.part for item in group.parts if item.part is not None and item.part.visible_get()}
    return parts | {group.carrier}


def places(group: Any) -> dict[str, Vector]:
    """Return where a puzzle is in the world, and all of it that is seen."""
    bpy.context.view_layer.update()
    return {piece.name: piece.matrix_world.translation.copy() for piece in whole(group)}


@pytest.mark.parametrize("kind", ["OSKAR", "PACKING"])
def test_the_new_one_alone_is_selected_and_moved_and_deleted_as_a_whole(kind: str) -> None:
    first = make_puzzle()
    bpy.ops.puzzle_cubes.generate(kind=kind, seed=2)
    second = scene_puzzles()[-1].puzzle_cubes
    assert selected() == whole(second)
    assert bpy.context.view_layer.objects.active == second.carrier
    before, of_first = places(second), places(first)
    bpy.ops.transform.translate(value=(10, 20, 30))
    way = {key: (place - before[key]).to_tuple(4) for key, place in places(second).items()}
    assert set(way.values()) == {(10, 20, 30)}
    assert places(first) == of_first
    gone = whole(second)
    names = {piece.name for piece in gone}
    bpy.ops.object.delete()
    assert not names & {member.name for member in bpy.context.scene.objects}
    assert part(first, "box").users_scene


def test_another_one_and_the_chosen_one_are_selected() -> None:
    first = make_puzzle(seed=1)
    make_puzzle(seed=2)
    bpy.context.scene.puzzle_cubes.listed = list(bpy.data.collections).index(scene_puzzles()[0])
    assert selected() == whole(first)
    bpy.ops.object.select_all(action="DESELECT")
    bpy.ops.puzzle_cubes.another()
    assert selected() == whole(scene_puzzles()[0].puzzle_cubes)
    bpy.ops.puzzle_cubes.duplicate()
    assert selected() == whole(scene_puzzles()[-1].puzzle_cubes)


def test_a_kit_is_not_selected_whose_box_would_stay_behind() -> None:
    group = make_puzzle()
    one_piece = whole(group)
    group.oskar.way = "KIT"
    bpy.context.view_layer.update()
    assert parts_apart(group)
    assert not selected()
    assert bpy.context.view_layer.objects.active == group.carrier
    group.oskar.way = "ONE_PIECE"
    bpy.context.view_layer.update()
    assert selected() == one_piece
