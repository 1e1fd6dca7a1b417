# SPDX-License-Identifier: GPL-3.0-or-later
"""Every kind of bad input gets a clear sentence from the operators.

Nothing is written then, and nothing in the scene is changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.puzzles import DIMENSIONS, measures, only_puzzle, refusal, scene_state
from tests.core.command_line.wrong_settings import WRONG_SETTINGS, assert_says
from tests.core.export.written import folder_state

pytestmark = pytest.mark.once


def refused(operator: Callable[..., set[str]], **settings: Any) -> str:
    """Call an operator that must refuse, and return its sentence; the scene must be as before."""
    before = scene_state()
    sentence = refusal(operator, **settings)
    assert scene_state() == before
    return sentence


def test_generate_and_rebuild_refuse_wrong_settings(subtests: pytest.Subtests) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    for settings, _, said in WRONG_SETTINGS:
        with subtests.test(settings=settings):
            assert_says(refused(bpy.ops.puzzle_cubes.generate, **settings), said)
            if set(settings) <= set(DIMENSIONS):
                assert_says(refused(bpy.ops.puzzle_cubes.rebuild, **settings), said)


def test_wrong_dimension_typed_in_the_panel_leaves_the_meshes_and_stops_the_export(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().puzzle_cubes
    meshes = scene_state()
    group.oskar.wall = -1.0
    assert_says(
        refused(bpy.ops.puzzle_cubes.export, directory=str(tmp_path)), ["Wall", "-1 mm", "from 0.01 to 1000 mm"]
    )
    assert not folder_state(tmp_path)
    group.oskar.wall = 3.0
    assert scene_state() == meshes


def test_a_minimum_length_that_is_not_found_names_the_longest() -> None:
    # With one attempt the longest is that of the puzzle that is made without the wish.
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    longest = measures(only_puzzle().puzzle_cubes)["length"]
    sentence = refused(bpy.ops.puzzle_cubes.generate, size=(3, 3, 3), seed=1, minimum_length=26, attempts=1)
    assert_says(sentence, ["Minimum length is 26", f"has {longest} moves"])


def test_mazecube_text_beside_a_file_that_is_not_saved_is_refused() -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    assert "not been saved" in refused(bpy.ops.puzzle_cubes.export_mazecube, filepath="//cube.txt")


def test_mazecube_text_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    sentence = refused(bpy.ops.puzzle_cubes.export_mazecube, filepath=str(tmp_path / "no" / "cube.txt"))
    assert_says(sentence, ["no/cube.txt", "cannot be written"])


def test_export_refuses_folders_that_cannot_be_used(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    (tmp_path / "file").write_text("not a folder")
    for folder, said in [
        ("//", ["Folder is '//'", "not been saved"]),
        ("//cubes", ["Folder is '//cubes'", "not been saved"]),
        ("   ", ["Folder is empty"]),
        (str(tmp_path / "file"), ["Folder", "file", "cannot be made"]),
        (str(tmp_path / "file" / "deeper"), ["Folder", "deeper", "cannot be made"]),
        ("/proc/puzzle_cubes", ["Folder '/proc/puzzle_cubes' cannot be made"]),
        ("/proc", ["Folder '/proc' cannot be written"]),
        (str(tmp_path / ("x" * 300)), ["Folder", "cannot be made", "too long; choose another folder."]),
        ("~nobody-of-this-name/cubes", ["Folder '~nobody-of-this-name/cubes' cannot be found"]),
    ]:
        assert_says(refused(bpy.ops.puzzle_cubes.export, directory=folder), said)
    assert folder_state(tmp_path) == {"file": b"not a folder"}


def test_a_missing_puzzle_file_is_named(tmp_path: Path) -> None:
    assert_says(refused(bpy.ops.puzzle_cubes.load, filepath=str(tmp_path / "no.json")), ["no.json", "cannot be read"])


def test_a_file_with_a_byte_order_mark_is_read_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    text, file = only_puzzle().puzzle_cubes.puzzle, tmp_path / "puzzle.json"
    file.write_text(text, encoding="utf-8-sig")
    assert bpy.ops.puzzle_cubes.load(filepath=str(file)) == {"FINISHED"}
    end = json.dumps(json.loads(text) | {"end": [3, 0, 0]}).encode()
    for data, said in (
        (b"\xff\xfe\x00", "is not text"),
        (text[: len(text) // 2].encode(), "damaged or cut off at line"),
        (end, "End X is 3: with 3 cells it must be from 0 to 2"),
    ):
        file.write_bytes(data)
        assert_says(refused(bpy.ops.puzzle_cubes.load, filepath=str(file)), [said])
