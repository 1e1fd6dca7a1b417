# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: what it writes and reports, and that it needs no Blender."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import trimesh

from puzzle_cubes.command_line.run import run
from tests.core.printing.read_by_lib3mf import read

PUZZLE = ("oskar", "--size", "3", "4", "3", "--seed", "5")


def reported(*arguments: str) -> dict[str, Any]:
    """Return the report of a run."""
    output = StringIO()
    assert run([*PUZZLE, "--json", *arguments], output) == 0
    report: dict[str, Any] = json.loads(output.getvalue())
    return report


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_in_one_piece_all_is_written(tmp_path: Path) -> None:
    report = reported("--out", str(tmp_path), "--mazecube", str(tmp_path / "cube.txt"))
    meshes = {"printableMaze.3mf", "printableMaze.stl", "solutionMaze.stl"}
    assert names(tmp_path) == {*meshes, "outputSequence.txt", "puzzle.json", "cube.txt"}
    assert {Path(file["path"]).name for file in report["files"]} == names(tmp_path)
    assert json.loads((tmp_path / "puzzle.json").read_text())["measures"]["length"] == report["length"]
    volume = sum(part["volume"] for part in report["parts"])
    assert volume_of(tmp_path / "printableMaze.3mf") == pytest.approx(volume, rel=1e-4)


@pytest.mark.parametrize("overhang", ["0", "5"])
def test_in_one_piece_the_print_stands_in_the_middle_of_the_bed(tmp_path: Path, overhang: str) -> None:
    # With an overhang the lower arm reaches below the box.
    reported("--out", str(tmp_path), "--overhang", overhang, "--bed", "250", "150")
    (item,) = read((tmp_path / "printableMaze.3mf").read_bytes()).items
    low, high = item.vertices.min(axis=0), item.vertices.max(axis=0)
    assert ((low + high) / 2)[:2].tolist() == pytest.approx([125, 75], abs=1e-3)
    assert low[2] == pytest.approx(0, abs=1e-4)


def test_the_box_in_one_piece_has_a_color_of_its_own(tmp_path: Path) -> None:
    reported("--out", str(tmp_path))
    reported("--out", str(tmp_path), "--kit")
    whole, kit = (
        {color for item in read((tmp_path / name).read_bytes()).items for color in item.colors}
        for name in ("printableMaze.3mf", "kit.3mf")
    )
    # A kit's plates have the colors of their directions; the cross, the start and the end are the same in both.
    assert (len(whole), len(kit), len(whole & kit)) == (4, 6, 3)


def test_a_kit_is_written_by_beds(tmp_path: Path) -> None:
    report = reported("--kit", "--bed", "60", "60", "--out", str(tmp_path), "--check")
    beds = {part["bed"] for part in report["parts"]}
    assert len(beds) > 1
    assert {name for name in names(tmp_path) if name.endswith(".3mf")} == {
        "kit.3mf",
        *(f"bed_{bed}.3mf" for bed in beds),
    }
    assert {name for name in names(tmp_path) if name.endswith(".stl")} == {
        *(f"{part['name']}.stl" for part in report["parts"]),
        *(f"bed_{bed}.stl" for bed in beds),
    }
    steps = (tmp_path / "assembly.txt").read_text().splitlines()
    assert steps[0] == "Oskar's Cube 3x4x3 seed 5: how its parts are put together"
    assert steps[2:] == [f"{number}. {sentence}" for number, sentence in enumerate(report["assembly"], 1)]
    assert len(report["assembly"]) == 10
    volume = sum(part["volume"] for part in report["parts"])
    assert volume_of(tmp_path / "kit.3mf") == pytest.approx(volume, rel=1e-4)
    assert sum(volume_of(tmp_path / f"bed_{bed}.3mf") for bed in beds) == pytest.approx(volume, rel=1e-4)
    assert {check["level"] for check in report["checks"]} <= {"good", "doubtful"}


def test_the_report_says_how_long_each_stage_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock that is looked at when the puzzle is begun and made, when its parts are, and round the writing.
    monkeypatch.setattr("puzzle_cubes.command_line.run.perf_counter", iter((0.0, 1.0, 3.0, 10.0, 17.0)).__next__)
    assert reported("--out", str(tmp_path))["seconds"] == {"generate": 1, "mesh": 2, "export": 7}


@pytest.mark.parametrize(("preset", "passage", "clearance"), [("pla", 5, 0.4), ("resin", 4, 0.2), ("large", 10, 0.5)])
def test_a_preset_gives_the_lengths_that_are_not_given(
    tmp_path: Path, preset: str, passage: float, clearance: float
) -> None:
    dimensions = reported("--preset", preset, "--wall", "2.5", "--out", str(tmp_path))["dimensions"]
    assert (dimensions["passage"], dimensions["clearance"], dimensions["wall"]) == (passage, clearance, 2.5)


def volume_of(file: Path) -> float:
    return sum(item.volume for item in read(file.read_bytes()).items)


def test_another_puzzles_files_are_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reported("--out", str(tmp_path))
    before = (tmp_path / "puzzle.json").read_bytes()
    other = [*PUZZLE[:-1], "6", "--out", str(tmp_path)]
    assert run(other, StringIO()) == 1
    assert "has the files of another puzzle" in capsys.readouterr().err
    assert (tmp_path / "puzzle.json").read_bytes() == before
    assert run([*other, "--overwrite"], StringIO()) == 0
    assert (tmp_path / "puzzle.json").read_bytes() != before


def test_the_coupon_is_written_as_it_is_asked_for(tmp_path: Path) -> None:
    report = reported("--out", str(tmp_path / "out"), "--coupon", str(tmp_path / "coupon"))
    written = next(file for file in report["files"] if file["path"].endswith("coupon.stl"))
    mesh: Any = trimesh.load(tmp_path / "coupon.stl")
    assert len(mesh.faces) == written["triangles"]
    assert mesh.is_watertight
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    "arguments",
    [
        [*PUZZLE, "--json", "--out", "out"],
        ["oskar", "--help"],
        ["packing", "--puzzle", "megaron", "--count", "--solutions=all.txt", "--json"],
    ],
)
def test_blender_is_not_started(tmp_path: Path, arguments: list[str]) -> None:
    # It would be found here first.
    (tmp_path / "bpy.py").write_text("raise SystemExit('Blender was started')\n")
    done = subprocess.run(
        [sys.executable, "-m", "puzzle_cubes", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), os.environ["PYTHONPATH"]))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(("{", "usage"))


def report_of(*arguments: str) -> dict[str, Any]:
    """Return the report of a run that writes nothing."""
    output = StringIO()
    assert run([*arguments, "--json"], output) == 0
    report: dict[str, Any] = json.loads(output.getvalue())
    return report


def test_a_code_makes_that_very_puzzle(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    code = reported("--out", str(first))["code"]
    again = report_of("oskar", "--code", code.lower().replace("-", " "), "--out", str(second))
    assert again["code"] == code
    one, other = (json.loads((folder / "puzzle.json").read_text()) for folder in (first, second))
    assert [one[name] for name in ("size", "start", "end", "faces")] == [
        other[name] for name in ("size", "start", "end", "faces")
    ]


def test_a_code_of_pieces_makes_them() -> None:
    made = report_of("packing", "--puzzle", "megaron")
    again = report_of("packing", "--code", made["code"])
    assert again["solutions"] == made["solutions"]
    assert [piece["cells"] for piece in again["pieces"]] == [piece["cells"] for piece in made["pieces"]]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["oskar", "--code", "M1YZ9-68V4F-K"], 1, "Code is 'M1YZ9-68V4F-K': a character of it is wrong, missing or"),
        (["packing", "--code", "M1YZ9-68V4F-J"], 1, "it is of the kind Oskar's Cube, so use the command oskar."),
        (["oskar", "--code", "M1YZ9-68V4F-J", "--seed", "1"], 2, "With --code the puzzle is that of the code"),
        (["oskar", "--code", "M1YZ9-68V4F-J", "--from", "x"], 2, "With --code the puzzle is that of the code"),
    ],
)
def test_a_code_that_is_none_here_is_refused(
    arguments: list[str], code: int, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--out", str(tmp_path / "out")], StringIO()) == code
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
