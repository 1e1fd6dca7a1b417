# SPDX-License-Identifier: GPL-3.0-or-later
"""A part that the user has converted to a curve."""

from __future__ import annotations

from typing import Any

import bpy
import pytest

from tests.blender.puzzles import extent, make_puzzle, part


def to_curve(piece: Any) -> None:
    """Delete the faces of a part, and make a curve of its edges by Object > Convert."""
    activate(piece)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.delete(type="ONLY_FACE")
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.object.convert(target="CURVE")
    assert piece.type == "CURVE"


def to_mesh(piece: Any) -> None:
    """Make a mesh again of a part by Object > Convert."""
    activate(piece)
    bpy.ops.object.convert(target="MESH")
    assert piece.type == "MESH"


def activate(piece: Any) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    piece.select_set(True)
    bpy.context.view_layer.objects.active = piece


def test_a_curve_is_refused_until_it_is_a_mesh_again() -> None:
    group = make_puzzle()
    to_curve(part(group, "cross"))
    group.oskar.wall = 5.0
    with pytest.raises(RuntimeError, match="'Oskar's Cube 3x3x3 seed 1 Cross' is no longer a mesh: convert it back"):
        bpy.ops.puzzle_cubes.rebuild()
    assert extent(part(group, "box")) == [15 + 6 + 6 + 3] * 3
    to_mesh(part(group, "cross"))
    with pytest.raises(RuntimeError, match=r"Edited by hand: cross\. Press Restore"):
        bpy.ops.puzzle_cubes.rebuild()
    bpy.ops.puzzle_cubes.restore()
    assert extent(part(group, "box")) == [15 + 10 + 6 + 3] * 3


def test_a_curve_is_not_shown_as_wires() -> None:
    group = make_puzzle()
    to_curve(part(group, "box"))
    group.display = "WIRE"
    assert group.displayed == "WIRE"
    assert not part(group, "box").modifiers
    group.display = "SOLID"
    to_mesh(part(group, "box"))
    group.display = "WIRE"
    assert len(part(group, "box").modifiers) == 1
