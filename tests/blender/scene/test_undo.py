# SPDX-License-Identifier: GPL-3.0-or-later
"""Undo and redo go back and forth through generating, changing a dimension, and rebuilding."""

from __future__ import annotations

import bpy
import pytest

from tests.blender.puzzles import PLAIN, extent, faces_of, only_puzzle, part, scene_puzzles

# 3 passages of 5 mm, 2 walls and 2 plates of 3 mm, and a start marker of 3 mm on the upper side.
THREE_CELLS = 15 + 2 * 3 + 2 * 3 + 3


@pytest.fixture(autouse=True)
def undo_history() -> None:
    """Start the history: without a window Blender keeps none until it is asked to."""
    bpy.ops.ed.undo_push(message="Start")


def test_generate_is_undone_and_redone() -> None:
    bpy.ops.puzzle_cubes.generate("EXEC_DEFAULT", True, size=(3, 3, 3), seed=1, **PLAIN)
    faces = faces_of(only_puzzle())
    bpy.ops.ed.undo()
    assert not scene_puzzles()
    assert not bpy.data.objects
    bpy.ops.ed.redo()
    assert faces_of(only_puzzle()) == faces
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS] * 3


def test_changed_dimension_is_undone_with_its_mesh() -> None:
    bpy.ops.puzzle_cubes.generate("EXEC_DEFAULT", True, size=(3, 3, 3), seed=1, **PLAIN)
    only_puzzle().puzzle_cubes.oskar.wall = 4.5
    bpy.ops.ed.undo_push(message="Wall")
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS + 3] * 3
    bpy.ops.ed.undo()
    assert only_puzzle().puzzle_cubes.oskar.wall == 3
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS] * 3
    bpy.ops.ed.redo()
    assert only_puzzle().puzzle_cubes.oskar.wall == 4.5
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS + 3] * 3
    # The puzzle is alive after the redo.
    only_puzzle().puzzle_cubes.oskar.wall = 3
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS] * 3


def test_rebuild_is_undone() -> None:
    bpy.ops.puzzle_cubes.generate("EXEC_DEFAULT", True, size=(3, 3, 3), seed=1, **PLAIN)
    bpy.ops.puzzle_cubes.rebuild("EXEC_DEFAULT", True, plate=5, passage=6)
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS + 2 * 2 + 3] * 3
    bpy.ops.ed.undo()
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == [THREE_CELLS] * 3
    assert only_puzzle().puzzle_cubes.oskar.plate == 3
