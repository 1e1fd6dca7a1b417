# SPDX-License-Identifier: GPL-3.0-or-later
"""An object becomes a puzzle of pieces that interlock, and is hidden; so does a model in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from tests.blender.packing.test_packing_scene import made, pieces
from tests.blender.puzzles import only_puzzle, scene_puzzles

OPERATORS: Any = bpy.ops.puzzle_cubes


def test_suzanne_with_her_modifiers_becomes_a_puzzle_and_is_hidden() -> None:
    bpy.ops.mesh.primitive_monkey_add()
    model: Any = bpy.context.active_object
    model.modifiers.new("Subdivision", "SUBSURF")
    before = len(model.data.vertices)
    assert OPERATORS.from_object(across=8, shape_pieces=4, seed=1) == {"FINISHED"}
    collection = only_puzzle()
    assert collection.name == "Packing Cube Suzanne seed 1"
    puzzle = puzzle_from_json(collection.puzzle_cubes.puzzle)
    assert sum(piece.least for piece in puzzle.pieces) == len(collection.puzzle_cubes.parts) == 4
    # It is divided as it is seen, and stays as it is, but covers the puzzle neither in the view nor in a picture.
    assert (model.hide_get(), model.hide_render) == (True, True)
    assert len(model.data.vertices) == before
    OPERATORS.check()
    assert "put together by 3 straight moves" in collection.puzzle_cubes.checks
    # Another one is of the same model.
    assert OPERATORS.another() == {"FINISHED"}
    assert len(scene_puzzles()) == 1


def test_what_is_made_from_a_shape_lies_in_no_box_unless_that_is_asked_for() -> None:
    shape = {"kind": "PACKING", "puzzle": "SHAPE", "across": 6, "shape_pieces": 3, "seed": 1}
    for walls, parts in (({}, 3), ({"tray_wall": 3.0}, 5)):
        assert OPERATORS.generate(**shape, **walls) == {"FINISHED"}
        own = scene_puzzles()[-1].puzzle_cubes
        assert (own.packing.tray_wall, len(own.parts)) == (walls.get("tray_wall", 0.0), parts)


def test_a_cube_becomes_a_puzzle_as_its_settings_are_at_first(capfd: pytest.CaptureFixture[str]) -> None:
    bpy.ops.mesh.primitive_cube_add(size=0.06)
    # One that is mirrored is no less sound.
    bpy.context.active_object.scale.x = -1.0
    assert OPERATORS.from_object("INVOKE_DEFAULT") == {"FINISHED"}
    said = capfd.readouterr().out
    assert (
        "The puzzle is 179.8 x 179.8 x 179.8 mm, the object 60 x 60 x 60 mm: a Cube of 5.01 mm makes it as large"
        in said
    )
    assert "Warning" not in said
    puzzle = puzzle_from_json(only_puzzle().puzzle_cubes.puzzle)
    assert sum(len(piece.shape.cells) for piece in puzzle.pieces) == 12**3
    # The next object has other cells.
    bpy.ops.mesh.primitive_monkey_add()
    assert OPERATORS.from_object("INVOKE_DEFAULT") == {"FINISHED"}
    assert [own.name for own in scene_puzzles()] == ["Packing Cube Cube seed 0", "Packing Cube Suzanne seed 0"]


def test_a_model_that_is_no_shape_is_refused_and_stays_in_sight() -> None:
    bpy.ops.mesh.primitive_plane_add()
    plane: Any = bpy.context.active_object
    with pytest.raises(RuntimeError, match="Plane: The model is flat"):
        OPERATORS.from_object()
    assert not plane.hide_get()
    assert scene_puzzles() == []


def test_a_part_of_a_puzzle_is_no_model() -> None:
    OPERATORS.generate(kind="PACKING")
    assert not OPERATORS.from_object.poll()


def test_pieces_have_the_objects_own_surface_and_follow_its_dimensions() -> None:
    bpy.ops.mesh.primitive_monkey_add()
    model: Any = bpy.context.active_object
    model.modifiers.new("Subdivision", "SUBSURF")
    scenes, meshes = len(bpy.data.scenes), len(bpy.data.meshes)
    assert OPERATORS.from_object(across=12, shape_pieces=5, seed=1, skin="MODEL") == {"FINISHED"}
    collection = only_puzzle()
    group = collection.puzzle_cubes
    parts = [item.part for item in group.parts]
    assert len(parts) == 5
    # Nothing is left of what was made to carve.
    assert (len(bpy.data.scenes), len(bpy.data.meshes)) == (scenes, meshes + 5)

    def longest() -> float:
        bpy.context.view_layer.update()
        return float(max(max(part.dimensions) for part in parts))

    assert all(len(part.data.vertices) > 300 for part in parts)
    puzzle = puzzle_from_json(group.puzzle)
    assert puzzle.model.source == "object:Suzanne"
    OPERATORS.check()
    assert "5 bodies, each in one piece" in group.checks
    # Hidden as it is, the model is cut anew.
    before = longest()
    group.packing.cube /= 2
    assert not group.problem
    assert longest() == pytest.approx(before / 2, rel=0.02)
    model.scale.x = 2.0
    bpy.context.view_layer.update()
    group.packing.cube = 8.0
    assert longest() == pytest.approx(before / 2, rel=0.02)
    with pytest.raises(RuntimeError, match="has changed since the puzzle was made from it"):
        OPERATORS.rebuild()


def test_a_surface_that_crosses_itself_is_cut_or_it_is_said_what_helps() -> None:
    bpy.ops.mesh.primitive_monkey_add()
    model: Any = bpy.context.active_object
    wish = {"across": 12, "shape_pieces": 6, "seed": 0, "skin": "MODEL"}
    solvers: Any = bpy.types.BooleanModifier.bl_rna.properties["solver"]
    if "MANIFOLD" not in {solver.identifier for solver in solvers.enum_items}:
        with pytest.raises(RuntimeError, match="cannot cut the model: give it a Remesh modifier"):
            OPERATORS.from_object(**wish)
        assert not model.hide_get()
        model.modifiers.new("Remesh", "REMESH").mode = "VOXEL"
    assert OPERATORS.from_object(**wish) == {"FINISHED"}
    assert len(only_puzzle().puzzle_cubes.parts) == 6


@pytest.mark.filterwarnings("error:.*does not support blend relative")
def test_suzanne_from_a_file_beside_the_blend_file_comes_apart_piece_by_piece(tmp_path: Path) -> None:
    bpy.ops.mesh.primitive_monkey_add()
    file = tmp_path / "suzanne.stl"
    bpy.ops.wm.stl_export(filepath=str(file), export_selected_objects=True)
    bpy.ops.object.delete()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "mine.blend"))
    bpy.context.scene.puzzle_cubes.packing.shape = "//suzanne.stl"
    collection = made(puzzle="SHAPE", shape="//suzanne.stl", across=7, shape_pieces=3, seed=1)
    assert collection.name == "Packing Cube suzanne seed 1"
    assert len(pieces(collection)) == 3
    OPERATORS.check()
    assert "put together by 2 straight moves" in collection.puzzle_cubes.checks


@pytest.mark.filterwarnings("error:.*does not support blend relative")
def test_a_model_is_found_that_was_moved_with_the_blend_file(tmp_path: Path) -> None:
    first, models = tmp_path / "first", tmp_path / "first/models"
    models.mkdir(parents=True)
    bpy.ops.mesh.primitive_ico_sphere_add()
    bpy.ops.wm.stl_export(filepath=str(models / "ball.stl"), export_selected_objects=True)
    bpy.ops.object.delete()
    bpy.ops.wm.save_as_mainfile(filepath=str(first / "mine.blend"))
    made(puzzle="SHAPE", shape="//models/ball.stl", across=6, shape_pieces=3, seed=1, skin="MODEL")
    bpy.ops.wm.save_mainfile()
    first.rename(tmp_path / "second")
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "second/mine.blend"))
    assert OPERATORS.rebuild(cube=9.0) == {"FINISHED"}
    (tmp_path / "second/models/ball.stl").unlink()
    with pytest.raises(RuntimeError, match=f"Shape '{models}/ball.stl' cannot be read"):
        OPERATORS.rebuild(cube=10.0)
