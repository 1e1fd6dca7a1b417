# SPDX-License-Identifier: GPL-3.0-or-later
"""The views of a Packing Cube: layers, placements of a piece, and a game; the files stay the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest
from mathutils import Euler, Matrix

from tests.blender.packing.test_packing_scene import all_bounds, made, pieces
from tests.blender.puzzles import installed, kit_collection, scene_puzzle, world_bounds

OPERATORS: Any = bpy.ops.puzzle_cubes


def seen(collection: Any) -> dict[str, Any]:
    """Return all meshes that are seen and rendered, by their names."""
    return {body.name: body for body in collection.all_objects if body.type == "MESH" and not body.hide_render}


def test_layers_are_seen_from_below_and_go_again() -> None:
    collection = made()
    own = collection.puzzle_cubes.packing
    before = {key: world_bounds(piece).tolist() for key, piece in pieces(collection).items()}
    own.view = "LAYERS"
    heights = []
    for layers in (1, 2, 3, 9):
        own.layers = layers
        low, high = all_bounds(seen(collection).values())
        assert np.allclose(low, [-22.4, -22.4, 2.0], atol=1e-3)
        assert np.allclose(high[:2], 22.4, atol=1e-3)
        heights.append(high[2])
        assert not pieces(collection)
    assert np.allclose(heights, [16.8, 31.8, 46.8, 46.8], atol=1e-3)
    own.view = "SOLUTION"
    assert {key: world_bounds(piece).tolist() for key, piece in pieces(collection).items()} == before
    assert not [mesh for mesh in bpy.data.meshes if "Layers" in mesh.name]
    assert not [group for group in bpy.data.collections if "Layers" in group.name]


def test_what_the_user_puts_to_the_layers_stays() -> None:
    collection = made()
    own = collection.puzzle_cubes.packing
    own.view = "LAYERS"
    cube = bpy.data.objects.new("Mine", bpy.data.meshes.new("Mine"))
    inner = bpy.data.collections.new("Inner")
    own.layered.objects.link(cube)
    own.layered.children.link(inner)
    own.layers = 2
    assert "Mine" in bpy.context.scene.objects
    assert inner in bpy.context.scene.collection.children_recursive
    own.view = "SOLUTION"
    assert not [mesh for mesh in bpy.data.meshes if "Layers" in mesh.name]
    OPERATORS.remove()
    assert [known.name for known in bpy.data.objects] == ["Mine"]
    assert inner in bpy.context.scene.collection.children_recursive


def test_the_slider_goes_through_the_placements_of_a_piece() -> None:
    collection = made()
    own = collection.puzzle_cubes.packing
    own.view = "PLACES"
    for piece, count in ((1, 72), (6, 96)):
        own.piece = piece
        places = set()
        for number in range(1, count + 2):
            own.placement = number
            (cube,) = pieces(collection).values()
            low, high = world_bounds(cube)
            places.add(
                frozenset(tuple(round(x, 4) + 0.0 for x in cube.matrix_world @ v.co) for v in cube.data.vertices)
            )
            assert (low >= [-22.401, -22.401, 1.999]).all()
            assert (high <= [22.401, 22.401, 46.801]).all()
        assert len(places) == count
    assert [outline for outline in bpy.data.objects if outline.name.endswith("Outline")]
    own.view = "SOLUTION"
    assert len(pieces(collection)) == 6
    assert not [outline for outline in bpy.data.objects if outline.name.endswith("Outline")]


def test_a_game_that_was_never_played_lets_all_pieces_wait_before_the_box() -> None:
    collection = made()
    collection.puzzle_cubes.packing.view = "GAME"
    waiting_pieces = pieces(collection)
    assert len(waiting_pieces) == 6
    assert all(world_bounds(piece)[1][1] < -22.4 - 14 for piece in waiting_pieces.values())
    assert all(abs(world_bounds(piece)[0][2] - 2.0) < 1e-3 for piece in waiting_pieces.values())


@pytest.mark.parametrize("view", ["LAYERS", "PLACES", "GAME"])
def test_a_view_follows_dimensions_and_the_slider_ends_it(view: str) -> None:
    collection = made(puzzle="DIABOLICAL")
    group = collection.puzzle_cubes
    group.packing.view = view
    before = all_bounds(seen(collection).values())
    group.packing.cube = 30.0
    after = all_bounds(seen(collection).values())
    assert np.ptp(after, axis=0)[2] == pytest.approx(2 * np.ptp(before, axis=0)[2], rel=0.02)
    group.packing.solution = 7
    assert group.packing.view == view
    group.explode = 0.5
    assert group.packing.view == "SOLUTION"
    assert len(pieces(collection)) == 6
    assert not group.parts["tray"].part.hide_viewport


def test_a_piece_that_was_taken_off_stays_where_it_is_whatever_is_seen() -> None:
    collection = made()
    own = collection.puzzle_cubes.packing
    piece = collection.puzzle_cubes.parts["piece_a"].part
    piece.parent, piece.location = None, (0.2, 0.2, 0.2)
    for view in ("GAME", "PLACES", "SOLUTION"):
        own.view = view
        assert tuple(piece.location) == pytest.approx((0.2, 0.2, 0.2)), view
    OPERATORS.animate_solutions()
    assert tuple(piece.delta_location) == (0.0, 0.0, 0.0)
    assert piece.animation_data is None


@pytest.mark.parametrize("view", ["LAYERS", "PLACES", "GAME"])
def test_the_files_are_the_same_whatever_is_seen(view: str, tmp_path: Path) -> None:
    collection = made()
    assert OPERATORS.export(directory=str(tmp_path / "solution")) == {"FINISHED"}
    collection.puzzle_cubes.packing.view = view
    assert OPERATORS.export(directory=str(tmp_path / "view")) == {"FINISHED"}
    for file in (tmp_path / "solution").iterdir():
        assert (tmp_path / "view" / file.name).read_bytes() == file.read_bytes(), file.name


def test_another_puzzle_in_its_place_is_seen_as_solution_and_removed_with_all() -> None:
    collection = made(puzzle="DESIGN", design=5, seed=4)
    own = collection.puzzle_cubes.packing
    own.view = "LAYERS"
    assert OPERATORS.replace(puzzle="DESIGN", design=5, seed=5) == {"FINISHED"}
    assert own.view == "SOLUTION"
    # What is called by the puzzle, is called by the new one.
    assert "seed 5" in collection.name
    assert not [known.name for known in bpy.data.objects if not known.name.startswith(collection.name)]
    for view in ("LAYERS", "GAME"):
        own.view = view
    assert OPERATORS.remove() == {"FINISHED"}
    assert not bpy.data.objects
    assert not bpy.data.collections
    assert not bpy.data.meshes


def test_keys_turn_a_piece_as_it_is_seen() -> None:
    own = installed("blender_addon.packing.play")
    shared = installed("blender_addon.window.game")
    known = set(bpy.types.Event.bl_rna.properties["type"].enum_items.keys())
    keys_of_game = {own.NEXT, own.HOP, own.HINT, own.TAKE_BACK, own.RESTART, *own.TURNS}
    assert keys_of_game <= known
    assert not keys_of_game & {*shared.KEYS, *shared.KEEP, shared.LEAVE}
    assert not any(shared.is_for_blender(kind, ctrl=False, alt=False) for kind in keys_of_game)

    class View:
        view_matrix = Euler((np.pi / 2, 0, 0)).to_matrix().to_4x4().inverted()

    axes = shared.directions_in_view(View, Matrix())
    # From the front x is to the right, z up and y away.
    assert own.turn_in_view("I", axes) == ((2, 1), (1, 1))
    assert own.turn_in_view("L", axes) == ((1, -1), (0, 1))
    assert own.turn_in_view("O", axes) == ((2, 1), (0, 1))
    for key, back in ("IK", "JL", "OU"):
        (begin, end), (again, opposite) = own.turn_in_view(key, axes), own.turn_in_view(back, axes)
        assert begin == again
        assert opposite == (end[0], -end[1])


def test_pieces_that_are_printed_in_parts_are_seen_whole_but_where_these_lie() -> None:
    OPERATORS.generate(kind="PACKING", puzzle="DESIGN", design=4, seed=2, most_solutions=10)
    puzzle = scene_puzzle()
    whole = set(seen(puzzle.collection))
    puzzle.own.way = "CUT"
    cut = set(seen(puzzle.collection))
    parts = {name for name in cut if name.startswith("Part ")}
    # Two pieces are cut in two.
    assert len(parts) == 4
    assert len({name for name in cut if "Piece" in name}) == 2
    assert any(name.startswith("Peg") for name in cut)
    assert not whole & cut
    pieces_only = {name for name in whole if "Piece" in name}
    for view in ("GAME", "PLACES", "LAYERS"):
        puzzle.own.view = view
        shown = {name for name in seen(puzzle.collection) if "Outline" not in name}
        assert shown == pieces_only if view == "GAME" else shown and not shown & cut
    puzzle.own.view = "SOLUTION"
    assert set(seen(puzzle.collection)) == cut
    puzzle.own.way = "PARTS"
    assert kit_collection(puzzle.group).hide_render
    assert set(seen(puzzle.collection)) - cut == whole
