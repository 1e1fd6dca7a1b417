# SPDX-License-Identifier: GPL-3.0-or-later
"""A new puzzle is selected as a whole, so what Blender does with the selection is done with all of it."""

from __future__ import annotations

from typing import Any

import bpy
import pytest
from mathutils import Vector

from tests.blender.puzzles import make_puzzle, part, parts_apart, scene_puzzles


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


def test_a_move_is_undone_and_redone() -> None:
    make_puzzle()
    bpy.ops.ed.undo_push(message="Start")
    before = places(scene_puzzles()[0].puzzle_cubes)
    bpy.ops.transform.translate("EXEC_DEFAULT", True, value=(10, 20, 30))
    moved = places(scene_puzzles()[0].puzzle_cubes)
    assert moved != before
    bpy.ops.ed.undo()
    assert places(scene_puzzles()[0].puzzle_cubes) == before
    assert selected() == whole(scene_puzzles()[0].puzzle_cubes)
    bpy.ops.ed.redo()
    assert places(scene_puzzles()[0].puzzle_cubes) == moved


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
