# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of a scene are chosen, duplicated, and removed with all that belongs to them."""

from __future__ import annotations

from typing import Any

import bpy
import pytest

from tests.blender.puzzles import data_names, faces_of, make_puzzle, only_puzzle, part, parts_apart, scene_puzzles


def lived_in() -> Any:
    """Make a puzzle that was shown, printed and animated in all ways, and return its properties."""
    group = make_puzzle()
    group.display = "GLASS"
    group.display = "WIRE"
    bpy.ops.puzzle_cubes.show_solution()
    bpy.ops.puzzle_cubes.animate()
    bpy.ops.puzzle_cubes.add_turntable()
    bpy.ops.puzzle_cubes.watch(watched="MOUSE")
    group.oskar.way = "KIT"
    bpy.ops.puzzle_cubes.animate_assembly()
    return group


def listed() -> int:
    """Return which puzzle the list shows as chosen."""
    place: int = bpy.context.scene.puzzle_cubes.listed
    return place


def choose(collection: Any) -> None:
    """Choose a puzzle in the list."""
    bpy.context.scene.puzzle_cubes.listed = list(bpy.data.collections).index(collection)


@pytest.mark.parametrize("beside", [False, True])
def test_nothing_is_left_of_a_removed_puzzle_and_another_loses_nothing(*, beside: bool) -> None:
    if beside:
        make_puzzle(seed=2)
    before = data_names()
    lived_in()
    assert bpy.context.scene.camera is not None
    assert bpy.ops.puzzle_cubes.remove() == {"FINISHED"}
    assert data_names() == before
    assert bpy.context.scene.camera is None
    if beside:
        assert part(only_puzzle().puzzle_cubes, "box").material_slots[0].material is not None


def test_what_is_the_users_own_stays() -> None:
    group = make_puzzle()
    own = bpy.data.objects.new("Mine", bpy.data.meshes.new("Mine"))
    only_puzzle().objects.link(own)
    own.parent = part(group, "box")
    own.location = (1.0, 0.0, 0.0)
    part(group, "box").location = (0.0, 2.0, 0.0)
    bpy.context.view_layer.update()
    bpy.ops.puzzle_cubes.remove()
    bpy.context.view_layer.update()
    assert [member.name for member in bpy.context.scene.objects] == ["Mine"]
    assert own.matrix_world.translation[:] == (1, 2, 0)


def test_collections_that_lie_in_that_of_a_puzzle_stay() -> None:
    make_puzzle(seed=1)
    holder = only_puzzle()
    make_puzzle(seed=2)
    neighbor = next(puzzle for puzzle in scene_puzzles() if puzzle != holder)
    inner = bpy.data.collections.new("Mine")
    inner.objects.link(bpy.data.objects.new("Mine", None))
    bpy.context.scene.collection.children.unlink(neighbor)
    for collection in (inner, neighbor):
        holder.children.link(collection)
    choose(holder)
    bpy.ops.puzzle_cubes.remove()
    assert {*bpy.context.scene.collection.children} >= {inner, neighbor}
    assert scene_puzzles() == [neighbor]
    assert "Mine" in bpy.context.scene.objects


def test_a_box_that_is_deleted_by_hand_is_noticed_and_the_rest_removed() -> None:
    before = data_names()
    group = make_puzzle()
    bpy.data.objects.remove(part(group, "box"))
    assert bpy.ops.puzzle_cubes.remove.poll()
    bpy.ops.puzzle_cubes.remove()
    after = data_names()
    assert [after[kind] for kind in ("objects", "collections")] == [before["objects"], before["collections"]]


def test_the_list_chooses_the_puzzle_that_is_worked_on() -> None:
    for seed in (1, 2, 3):
        make_puzzle(seed=seed)
    first, second, third = scene_puzzles()
    assert bpy.data.collections[listed()] == third
    choose(first)
    assert bpy.data.collections[listed()] == first
    assert bpy.context.active_object == part(first.puzzle_cubes, "box")
    bpy.ops.puzzle_cubes.remove()
    assert scene_puzzles() == [second, third]
    assert listed() == list(bpy.data.collections).index(third)


def test_of_several_none_is_worked_on_until_one_is_chosen() -> None:
    view_layer = bpy.context.view_layer
    for chosen in (True, False):
        make_puzzle()
        view_layer.objects.active, view_layer.active_layer_collection = None, view_layer.layer_collection
        assert bpy.ops.puzzle_cubes.rebuild.poll() == chosen
    choose(scene_puzzles()[0])
    assert bpy.ops.puzzle_cubes.rebuild.poll()


def test_the_only_puzzle_that_lacks_a_part_is_worked_on_where_nothing_is_active() -> None:
    view_layer, lamp = bpy.context.view_layer, bpy.data.objects.new("Lamp", None)
    bpy.context.scene.collection.objects.link(lamp)
    for seed in (1, 2):
        make_puzzle(seed=seed)
    first, second = scene_puzzles()
    for damaged, active, is_chosen in ((first, None, True), (first, lamp, False), (second, None, False)):
        if box := damaged.puzzle_cubes.parts["box"].part:
            bpy.data.objects.remove(box)
        view_layer.objects.active, view_layer.active_layer_collection = active, view_layer.layer_collection
        assert bpy.ops.puzzle_cubes.rebuild.poll() == is_chosen
        assert not is_chosen or bpy.data.collections[listed()] == first


def test_a_puzzle_without_its_box_can_be_chosen_too() -> None:
    make_puzzle(seed=1)
    make_puzzle(seed=2)
    first, second = scene_puzzles()
    for key in ("box", "cross"):
        bpy.data.objects.remove(part(first.puzzle_cubes, key))
    choose(second)
    choose(first)
    assert bpy.data.collections[listed()] == first
    bpy.ops.puzzle_cubes.rebuild()
    assert part(first.puzzle_cubes, "box").users_scene


def test_a_puzzle_that_is_watched_is_selected_where_it_is_chosen() -> None:
    make_puzzle(seed=1)
    bpy.ops.puzzle_cubes.watch()
    watched = only_puzzle()
    make_puzzle(seed=2)
    bpy.context.scene.puzzle_cubes.listed = list(bpy.data.collections).index(watched)
    (chosen,) = bpy.context.selected_objects
    assert chosen == bpy.context.active_object
    assert chosen.name in watched.all_objects
    # What is watched goes, selected as it is, and box and cross are selected in its place.
    assert bpy.ops.puzzle_cubes.remove_watch() == {"FINISHED"}
    assert {part(watched.puzzle_cubes, key) for key in ("box", "cross")} <= set(bpy.context.selected_objects)


def test_a_duplicate_stands_beside_and_is_its_own() -> None:
    group = make_puzzle()
    group.display, group.folder, group.oskar.wall = "GLASS", "//mine", 4.0
    group.oskar.way = "KIT"
    group.origin, group.live = "CORNER", False
    assert bpy.ops.puzzle_cubes.duplicate() == {"FINISHED"}
    first, second = scene_puzzles()
    new = second.puzzle_cubes
    assert faces_of(first) == faces_of(second)
    assert (new.display, new.folder, new.oskar.wall, new.oskar.way) == ("GLASS", "//mine", 4.0, "KIT")
    assert (new.origin, tuple(new.from_origin), new.live) == ("CORNER", tuple(group.from_origin), False)
    assert len(parts_apart(new)) == len(parts_apart(group)) == 9
    assert part(new, "box").data != part(group, "box").data
    assert part(new, "box").location.x > part(group, "box").location.x
    new.live = True
    new.oskar.wall = 2.0
    assert group.oskar.wall == 4.0
