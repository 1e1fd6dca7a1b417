# SPDX-License-Identifier: GPL-3.0-or-later
"""Where there is no room for a file, the system's reason is reported, and what was there before stays."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy
import pytest

from tests.blender.in_process import run_here
from tests.blender.puzzles import folder_state, make_puzzle

ROOM = (0, 84, 1000, 20_000)
"""Bytes that there is room for: of none of the files, of an STL file's beginning, of the texts only, of half a mesh."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file become larger than some bytes: as a full disk does, the system then refuses to write on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", ROOM)
@pytest.mark.parametrize("way", [[], ["--kit"]], ids=str)
def test_the_export_says_that_there_is_no_room(tmp_path: Path, size: int, way: list[str]) -> None:
    with room_for(size):
        done = run_here("oskar", "--size", "2", "2", "2", *way, "--out", str(tmp_path / "out"))
    assert (done.code, done.output) == (1, "")
    sentence = f"puzzle_cubes: The files could not be written to '{tmp_path / 'out'}': File too large."
    assert done.errors.splitlines()[-1] == sentence
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", ROOM)
def test_earlier_files_stay_where_there_is_no_room_for_new_ones(tmp_path: Path, size: int) -> None:
    make_puzzle(size=(2, 2, 2))
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path))
    bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
    bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "cube.txt"))
    before = folder_state(tmp_path)
    make_puzzle(size=(3, 3, 3))
    with room_for(size):
        with pytest.raises(RuntimeError, match="File too large"):
            bpy.ops.puzzle_cubes.export(directory=str(tmp_path), overwrite=True)
        with pytest.raises(RuntimeError, match="File too large"):
            bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / "coupon.stl"))
        if size < 1000:
            with pytest.raises(RuntimeError, match="File too large"):
                bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "cube.txt"))
    assert folder_state(tmp_path) == before
