# SPDX-License-Identifier: GPL-3.0-or-later
"""An object becomes a puzzle of pieces that interlock, and is hidden."""

from __future__ import annotations

from typing import Any

import bpy
import pytest

from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from tests.blender.puzzles import only_puzzle, scene_puzzles

OPERATORS: Any = bpy.ops.puzzle_cubes


def test_suzanne_with_her_modifiers_becomes_a_puzzle_and_is_hidden() -> None:
    bpy.ops.mesh.primitive_monkey_add()
    model: Any = bpy.context.active_object
    model.modifiers.new("Subdivision", "SUBSURF")
    before = len(model.data.vertices)
    assert OPERATORS.from_object(across=12, shape_pieces=6, seed=1) == {"FINISHED"}
    collection = only_puzzle()
    assert collection.name == "Packing Cube Suzanne seed 1"
    puzzle = puzzle_from_json(collection.puzzle_cubes.puzzle)
    assert sum(piece.least for piece in puzzle.pieces) == len(collection.puzzle_cubes.parts) == 6
    # It is divided as it is seen, and stays as it is.
    assert model.hide_get()
    assert len(model.data.vertices) == before
    OPERATORS.check()
    assert "put together by 5 straight moves" in collection.puzzle_cubes.checks
    # Another one is of the same model.
    assert OPERATORS.another() == {"FINISHED"}
    assert len(scene_puzzles()) == 1


def test_what_is_made_from_a_shape_lies_in_no_box_unless_that_is_asked_for() -> None:
    shape = {"kind": "PACKING", "puzzle": "SHAPE", "across": 6, "shape_pieces": 3, "seed": 1}
    for walls, parts in (({}, 3), ({"tray_wall": 3.0}, 5)):
        assert OPERATORS.generate(**shape, **walls) == {"FINISHED"}
        own = scene_puzzles()[-1].puzzle_cubes
        assert (own.packing.tray_wall, len(own.parts)) == (walls.get("tray_wall", 0.0), parts)


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
