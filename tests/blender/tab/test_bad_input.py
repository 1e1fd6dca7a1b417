# SPDX-License-Identifier: GPL-3.0-or-later
"""Every kind of bad input gets a clear sentence, from the operators and from the command line.

Nothing is written then, and nothing in the scene is changed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.command_line import run_command
from tests.blender.in_process import run_here
from tests.blender.puzzles import folder_state, measures, only_puzzle, scene_state

# What is asked: the operator's properties, the same as arguments, and what the sentence must say.
WRONG_SETTINGS: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({"size": (0, 5, 5)}, ["--size", "0", "5", "5"], ["Size X", "0", "from 1 to 100"]),
    ({"size": (5, -3, 5)}, ["--size", "5", "-3", "5"], ["Size Y", "-3", "from 1 to 100"]),
    ({"size": (5, 5, 101)}, ["--size", "5", "5", "101"], ["Size Z", "101", "from 1 to 100"]),
    ({"size": (1, 1, 1)}, ["--size", "1", "1", "1"], ["Size", "1 x 1 x 1", "at least two cells"]),
    ({"start": (5, 0, 0)}, ["--start", "5", "0", "0"], ["Start X", "5", "from 0 to 4"]),
    ({"start": (0, -1, 0)}, ["--start", "0", "-1", "0"], ["Start Y", "-1", "from 0 to 4"]),
    ({"clearance": 2.4}, ["--clearance", "2.4"], ["Clearance", "2.4 mm", "at most 2.3 mm"]),
    ({"clearance": -0.1}, ["--clearance", "-0.1"], ["Clearance", "-0.1 mm", "from 0.01 to 1000 mm"]),
    ({"clearance": 0.0}, ["--clearance", "0"], ["Clearance", "0 mm", "from 0.01 to 1000 mm"]),
    ({"wall": 0.0}, ["--wall", "0"], ["Wall", "0 mm", "from 0.01 to 1000 mm"]),
    ({"wall": -2.0}, ["--wall", "-2"], ["Wall", "-2 mm", "from 0.01 to 1000 mm"]),
    ({"plate": 0.0}, ["--plate", "0"], ["Plate", "0 mm", "from 0.01 to 1000 mm"]),
    ({"plate": -1.0}, ["--plate", "-1"], ["Plate", "-1 mm", "from 0.01 to 1000 mm"]),
    ({"passage": 0.0}, ["--passage", "0"], ["Passage", "0 mm", "from 0.01 to 1000 mm"]),
    ({"passage": -5.0}, ["--passage", "-5"], ["Passage", "-5 mm", "from 0.01 to 1000 mm"]),
    ({"passage": 0.3, "clearance": 0.01}, ["--passage", "0.3", "--clearance", "0.01"], ["passage", "0.3 mm", "0.4 mm"]),
    ({"overhang": -1.0}, ["--overhang", "-1"], ["Overhang", "-1 mm", "0, or from 0.01"]),
    ({"start_marker": -1.0}, ["--start-marker", "-1"], ["Start marker", "-1 mm", "0, or from 0.01"]),
    ({"end_marker": 2000.0}, ["--end-marker", "2000"], ["End marker", "2000 mm", "1000 mm"]),
    ({"joint": 0.0}, ["--joint", "0"], ["Joint gap", "0 mm", "from 0.01 to 1000 mm"]),
    ({"wall": math.nan}, ["--wall", "nan"], ["all", "nan", "from 0.01 to 1000 mm"]),
    ({"clearance": math.nan}, ["--clearance", "nan"], ["learance", "nan", "from 0.01 to 1000 mm"]),
    ({"minimum_length": 125}, ["--min-length", "125"], ["Minimum length", "125", "from 0 to 124"]),
    ({"minimum_length": -1}, ["--min-length", "-1"], ["Minimum length", "-1", "from 0 to 124"]),
    ({"attempts": 0}, ["--attempts", "0"], ["Attempts", "0", "from 1"]),
    ({"effort": 0}, ["--effort", "0"], ["Effort", "0", "from 1"]),
    ({"effort": -5}, ["--effort", "-5"], ["Effort", "-5", "from 1"]),
    ({"length_share": 1.5}, ["--length", "1.5"], ["Solution length", "1.5", "from 0 to 1"]),
    ({"seed": -1}, ["--seed", "-1"], ["Seed", "-1", "from 0"]),
]

DIMENSION_NAMES = {"clearance", "wall", "plate", "passage", "overhang", "start_marker", "end_marker", "joint"}


def refused(operator: Callable[..., set[str]], **settings: Any) -> str:
    """Call an operator that must refuse, and return its sentence; the scene must be as before."""
    before = scene_state()
    with pytest.raises(RuntimeError) as caught:
        operator(**settings)
    assert scene_state() == before
    sentence = str(caught.value).removeprefix("Error: ").strip().removeprefix("Error: ")
    assert "Traceback" not in sentence
    assert sentence.count("\n") == 0
    return sentence


def assert_says(sentence: str, said: list[str]) -> None:
    """Check that a sentence says everything that it should."""
    assert [piece for piece in said if piece not in sentence] == [], sentence


@pytest.mark.parametrize(("settings", "arguments", "said"), WRONG_SETTINGS, ids=str)
def test_generate_refuses_wrong_settings(settings: dict[str, Any], arguments: list[str], said: list[str]) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    assert_says(refused(bpy.ops.puzzle_cubes.generate, **settings), said)


@pytest.mark.parametrize(
    ("settings", "arguments", "said"),
    [line for line in WRONG_SETTINGS if set(line[0]) <= DIMENSION_NAMES],
    ids=str,
)
def test_rebuild_refuses_wrong_dimensions(settings: dict[str, Any], arguments: list[str], said: list[str]) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
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
        (str(tmp_path / ("x" * 300)), ["Folder", "cannot be made", "too long"]),
        ("~nobody-of-this-name/cubes", ["Folder '~nobody-of-this-name/cubes' cannot be found"]),
    ]:
        assert_says(refused(bpy.ops.puzzle_cubes.export, directory=folder), said)
    assert folder_state(tmp_path) == {"file": b"not a folder"}


def damaged_files() -> dict[str, tuple[Callable[[dict[str, Any]], object], list[str]]]:
    """Return ways to damage the contents of a puzzle file, each with what the sentence must say."""
    return {
        "version": (lambda data: data.update(version=2), ["version 2"]),
        "format": (lambda data: data.update(format="maze"), ["format"]),
        "rows": (lambda data: data["faces"]["XZ"].pop(), ["Face XZ", "4 rows", "needs 5"]),
        "row": (lambda data: data["faces"]["YZ"].__setitem__(1, "##"), ["Face YZ", "row 1", "5 squares"]),
        "post": (lambda data: data["faces"]["XY"].__setitem__(1, "....."), ["Face XY", "column 1, row 1", "wall"]),
        "end": (lambda data: data.update(end=[3, 0, 0]), ["End X is 3", "from 0 to 2"]),
        "walled in": (
            lambda data: data["faces"].update(XY=[".#.#."] * 5, XZ=[".#.#."] * 5, start=0),
            ["End", "cannot be reached"],
        ),
    }


@pytest.mark.parametrize("damage", [*damaged_files(), "truncated"])
def test_damaged_puzzle_files_are_refused(tmp_path: Path, damage: str) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1, start=(0, 0, 0))
    text = only_puzzle().puzzle_cubes.puzzle
    if damage == "truncated":
        text, said = text[: len(text) // 2], ["damaged or cut off at line"]
    else:
        data = json.loads(text)
        change, said = damaged_files()[damage]
        change(data)
        text = json.dumps(data)
    file = tmp_path / "puzzle.json"
    file.write_text(text)
    sentence = refused(bpy.ops.puzzle_cubes.load, filepath=str(file))
    assert_says(sentence, said)
    done = run_command("--from", str(file), "--out", str(tmp_path / "out"), "--no-stl")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip() == f"puzzle_cubes: {sentence}"
    assert not (tmp_path / "out").exists()


def test_a_missing_puzzle_file_is_named(tmp_path: Path) -> None:
    assert_says(refused(bpy.ops.puzzle_cubes.load, filepath=str(tmp_path / "no.json")), ["no.json", "cannot be read"])


@pytest.mark.parametrize(("settings", "arguments", "said"), WRONG_SETTINGS, ids=str)
def test_command_line_refuses_wrong_settings(
    tmp_path: Path, settings: dict[str, Any], arguments: list[str], said: list[str]
) -> None:
    # A process of its own changes nothing in this, as the tests below show.
    done = run_here("oskar", "--out", str(tmp_path / "out"), *arguments)
    assert (done.code, done.output) == (2, "")
    assert done.errors.count("\n") == 1
    assert_says(done.errors, said)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--size", "5", "5"], ["--size", "3 arguments"]),
        (["--size", "five", "5", "5"], ["--size", "five"]),
        (["--end", "middle"], ["--end", "middle", "deepest", "first"]),
        (["--style", "cubist"], ["--style", "cubist", "classic"]),
        (["--colour", "red"], ["--colour"]),
        (["--from", "puzzle.json", "--seed", "3"], ["--from", "seed"]),
    ],
)
def test_command_line_refuses_wrong_arguments(tmp_path: Path, arguments: list[str], said: list[str]) -> None:
    done = run_command("--out", str(tmp_path / "out"), "--no-stl", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert_says(done.stderr, said)
    assert not (tmp_path / "out").exists()


def test_the_command_line_says_what_failed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    out = str(tmp_path / "out")
    for code, arguments, said in [
        (1, ["--out", str(tmp_path / "file")], ["cannot be made"]),
        (1, ["--out", "//cubes"], ["not been saved"]),
        (1, ["--out", out, "--min-length", "124", "--attempts", "3"], ["After 3 attempts"]),
        (2, ["--out", out, "--size", "0", "5", "5"], ["Size X", "0", "from 1 to 100"]),
        (2, ["--out", out, "--style", "cubist"], ["--style", "cubist", "classic"]),
    ]:
        done = run_command(*arguments)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.count("\n") == 1
        assert_says(done.stderr, said)
    assert folder_state(tmp_path) == {"file": b"not a folder"}


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    (tmp_path / "puzzle.json").write_text(only_puzzle().puzzle_cubes.puzzle, encoding="utf-8-sig")
    assert bpy.ops.puzzle_cubes.load(filepath=str(tmp_path / "puzzle.json")) == {"FINISHED"}
    (tmp_path / "puzzle.json").write_bytes(b"\xff\xfe\x00")
    assert_says(refused(bpy.ops.puzzle_cubes.load, filepath=str(tmp_path / "puzzle.json")), ["is not text"])
