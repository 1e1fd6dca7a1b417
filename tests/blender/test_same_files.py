# SPDX-License-Identifier: GPL-3.0-or-later
"""The core writes without Blender what Blender exports, and its command is the same one in Blender."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import bpy
import numpy as np
import pytest
from installed_extension import ROOT

from puzzle_cubes.library import read
from puzzle_cubes.printing.mesh_files import MODEL, triangles_from_stl
from tests.blender.puzzles import make_puzzle, only_puzzle, scene_puzzles
from tests.core.command_line.command import report_of, run_here
from tests.core.export.written import folder_state

TOLERANCE = 1e-4
"""Millimeters: Blender holds a vertex in single precision, in units of the scene, and the core in double precision."""

NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)")

CHAMFERS = {"arm_chamfer": 0.5, "bed_chamfer": 0.3, "label_height": 2.0}
OSKAR = {"size": (3, 4, 3), "seed": 7}

PUZZLES: dict[str, tuple[float, dict[str, Any], dict[str, float], dict[str, float]]] = {
    "in one piece": (0.001, OSKAR, {}, {}),
    "in one piece, with chamfers": (1.0, OSKAR, CHAMFERS | {"marker_chamfer": 0.6}, {"bed_x": 250.0, "bed_y": 150.0}),
    "flat, with its start in a corner": (0.001, OSKAR | {"size": (7, 4, 1), "start": (6, 0, 0)}, {"overhang": 5.0}, {}),
    "as a kit": (1.0, OSKAR | {"way": "kit"}, {"joint": 0.15}, {"bed_x": 90.0, "bed_y": 80.0, "spacing": 2.0}),
    "as a kit, with chamfers": (0.001, OSKAR | {"way": "kit"}, CHAMFERS, {}),
    "sticks with numbers": (0.001, {"kind": "BURR"}, {"letters": 1.0}, {}),
    "pieces with letters, on several beds": (
        0.001,
        {"kind": "PACKING"},
        {"letters": 0.5, "bevel": 0.3, "inset": 0.1},
        {"bed_x": 80.0, "bed_y": 80.0},
    ),
}
"""The scene's unit in meters, what is generated and how it is printed, its lengths, and the printer."""


def set_scene(meters_per_unit: float, printer: dict[str, float]) -> None:
    """Let the scene have a unit and a printer."""
    scene: Any = bpy.context.scene
    scene.unit_settings.scale_length = meters_per_unit
    for name, value in printer.items():
        setattr(scene.puzzle_cubes, name, value)


def words_of(file: Path) -> list[str]:
    """Return the model of a 3MF file in pieces: words in even places, numbers in odd ones."""
    with ZipFile(file) as archive:
        return NUMBER.split(archive.read(MODEL).decode())


def assert_same(core: Path, blender: Path) -> None:
    """Check that two files are the same, but for what is too small to print."""
    if core.suffix == ".stl":
        triangles, exported = (triangles_from_stl(file.read_bytes()) for file in (core, blender))
        assert len(triangles) == len(exported) > 0
        assert np.abs(triangles - exported).max() < TOLERANCE
    elif core.suffix == ".3mf":
        words, exported_words = words_of(core), words_of(blender)
        assert words[::2] == exported_words[::2]
        numbers, exported_numbers = (np.array(line[1::2], dtype=float) for line in (words, exported_words))
        assert np.abs(numbers - exported_numbers).max() < TOLERANCE
    else:
        assert core.read_bytes() == blender.read_bytes()


@pytest.mark.parametrize(("meters_per_unit", "puzzle", "lengths", "printer"), PUZZLES.values(), ids=PUZZLES)
def test_blender_exports_what_the_core_writes(
    tmp_path: Path, meters_per_unit: float, puzzle: dict[str, Any], lengths: dict[str, Any], printer: dict[str, Any]
) -> None:
    way = {name: value for name, value in puzzle.items() if name == "way"}
    set_scene(meters_per_unit, printer)
    bpy.ops.puzzle_cubes.generate(**{name: value for name, value in puzzle.items() if name != "way"}, **lengths)
    if way:
        only_puzzle().puzzle_cubes.oskar.way = way["way"].upper()
    core, blender = tmp_path / "core", tmp_path / "blender"
    bpy.ops.puzzle_cubes.export(directory=str(blender))
    read(blender / "puzzle.json", **way, **lengths, **printer).write(core)
    assert folder_state(core).keys() == folder_state(blender).keys()
    assert {".stl", ".3mf", ".json"} <= {file.suffix for file in core.iterdir()}
    for file in core.iterdir():
        assert_same(file, blender / file.name)


LOADED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a kit": (OSKAR | {"clearance": 0.45, "plate": 3.6}, {"bed_x": 150.0, "layer": 0.15, "round_bed": True}, "KIT"),
    "cut pieces": (
        {"kind": "PACKING", "magnet": 5.0, "dowel": 4.0},
        {"bed_x": 140.0, "material": "PETG", "spacing": 2.0},
        "CUT",
    ),
}
"""What is generated and how long it is, the printer, and the way to print."""


@pytest.mark.parametrize(("made", "printer", "way"), LOADED.values(), ids=LOADED)
def test_a_file_that_is_opened_is_printed_with_what_it_says(
    tmp_path: Path, made: dict[str, Any], printer: dict[str, Any], way: str
) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    set_scene(0.001, printer)
    bpy.ops.puzzle_cubes.generate(**made)
    group: Any = only_puzzle().puzzle_cubes
    getattr(group, group.kind.lower()).way = way
    bpy.ops.puzzle_cubes.export(directory=str(first))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    set_scene(0.001, {})
    # The file comes before the panel, and what is given comes before the file.
    bpy.ops.puzzle_cubes.load(filepath=str(first / "puzzle.json"))
    bpy.ops.puzzle_cubes.export(directory=str(again))
    assert folder_state(again) == folder_state(first)
    assert any(file.suffix == ".stl" for file in again.iterdir())
    length = "clearance" if way == "KIT" else "inset"
    bpy.ops.puzzle_cubes.load(filepath=str(first / "puzzle.json"), **{length: 0.3})
    changed: Any = scene_puzzles()[-1].puzzle_cubes
    own = getattr(changed, changed.kind.lower())
    assert (own.way, round(getattr(own, length), 6)) == (way, 0.3)


@pytest.mark.parametrize(
    ("kind", "lengths", "meters_per_unit"),
    [("oskar", {"clearance": 0.45, "joint": 0.15}, 1.0), ("packing", {"inset": 0.15}, 0.001)],
)
def test_the_coupon_is_the_same(tmp_path: Path, kind: str, lengths: dict[str, float], meters_per_unit: float) -> None:
    core, blender = tmp_path / "core.stl", tmp_path / "blender.stl"
    set_scene(meters_per_unit, {})
    bpy.ops.puzzle_cubes.generate(kind=kind.upper(), **lengths)
    bpy.ops.puzzle_cubes.export_coupon(filepath=str(blender))
    given = [word for name, value in lengths.items() for word in (f"--{name}", str(value))]
    report_of(kind, *given, "--out", str(tmp_path / "out"), "--coupon", str(core))
    assert_same(core, blender)


def test_the_drawings_are_the_same(tmp_path: Path) -> None:
    group = make_puzzle(size=(3, 3, 3), seed=1, kerf=0.2)
    group.oskar.way = "SHEET"
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "tab")) == {"FINISHED"}
    words = ("--size", "3", "--seed", "1", "--kerf", "0.2", "--sheet", "--out", str(tmp_path / "command"))
    assert run_here("oskar", *words).code == 0
    names = {file.name for file in (tmp_path / "command").iterdir()}
    assert {"sheet_1.svg", "sheet_1.dxf", "sheets.svg", "template_a4.html", "assembly.html"} < names
    for name in names - {"puzzle.json"}:
        assert (tmp_path / "tab" / name).read_bytes() == (tmp_path / "command" / name).read_bytes(), name


def test_mazecube_text_is_the_same(tmp_path: Path) -> None:
    core, blender = tmp_path / "core.txt", tmp_path / "blender.txt"
    report_of("oskar", "--size", "4", "3", "5", "--seed", "3", "--out", str(tmp_path / "out"), "--mazecube", str(core))
    bpy.ops.puzzle_cubes.load(filepath=str(core))
    bpy.ops.puzzle_cubes.export_mazecube(filepath=str(blender))
    assert_same(core, blender)


def test_the_command_in_blender_writes_the_same_files_and_prints_nothing_but_the_report(tmp_path: Path) -> None:
    script = (
        "import importlib, sys\n"
        "from installed_extension import extension\n"
        "with extension() as module:\n"
        "    blender_side = importlib.import_module(module.__name__ + '.blender_addon')\n"
        "    print('Blender', flush=True)\n"
        "    code = blender_side.run_in_blender(sys.argv[1:])\n"
        "sys.exit(code)\n"
    )
    # It begins where little can be reached, which is warned of.
    puzzle = ["oskar", "--size", "3", "3", "3", "--style", "growing_forest", "--seed", "18", "--start", "center"]
    arguments = [*puzzle, "--kit", "--json"]
    here = run_here(*arguments, "--out", str(tmp_path / "core"))
    command = [sys.executable, "-c", script, *arguments, "--out", str(tmp_path / "blender")]
    done = subprocess.run(command, cwd=ROOT / "scripts", capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, here.code) == (0, 0), done.stderr
    assert folder_state(tmp_path / "core") == folder_state(tmp_path / "blender")
    report, expected = json.loads(done.stdout.split("Blender\n")[1]), json.loads(here.output)
    assert {Path(file["path"]) for file in report.pop("files")} == {*(tmp_path / "blender").iterdir()}
    for answer in (report, expected):
        answer.pop("seconds")
    expected.pop("files")
    assert report == expected
    warning = here.errors.removeprefix("puzzle-cubes: ")
    assert warning.startswith("warning: Start is ")
    assert f"puzzle_cubes: {warning}" in done.stderr
