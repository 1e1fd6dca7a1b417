# SPDX-License-Identifier: GPL-3.0-or-later
"""A full disk is reported, and what was there before stays; so is a folder that vanishes meanwhile."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.puzzles import make_puzzle
from tests.core.export.written import ROOM, folder_state, room_for

pytestmark = pytest.mark.once


@pytest.mark.parametrize("size", ROOM)
def test_earlier_files_stay_where_there_is_no_room_for_new_ones(tmp_path: Path, size: int) -> None:
    make_puzzle(size=(2, 2, 2))
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
    bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "cube.txt"))
    before = folder_state(tmp_path)
    make_puzzle(size=(3, 3, 3))
    with room_for(size):
        with pytest.raises(RuntimeError, match=r"printableMaze\.stl was not written to its end: is the disk full\?"):
            bpy.ops.puzzle_cubes.export(directory=str(tmp_path), overwrite=True)
        with pytest.raises(RuntimeError, match="File too large"):
            bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
        if size < 1000:
            with pytest.raises(RuntimeError, match="File too large"):
                bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "cube.txt"))
    assert folder_state(tmp_path) == before


def test_a_folder_that_vanishes_meanwhile_is_said_and_the_next_export_works(tmp_path: Path) -> None:
    make_puzzle(size=(2, 2, 2))
    folder = tmp_path / "out"

    def take_away(*_: Any) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    bpy.app.handlers.depsgraph_update_post.append(take_away)
    with pytest.raises(RuntimeError, match=f"could not be written to '{folder}': .*; choose another folder"):
        bpy.ops.puzzle_cubes.export(directory=str(folder))
    bpy.app.handlers.depsgraph_update_post.remove(take_away)
    assert not folder.exists()
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
