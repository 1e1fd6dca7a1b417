# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: what it writes and reports, and that it needs no Blender and no module of another kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import trimesh

from tests.core.command_line.command import Done, report_of, run_apart, run_here
from tests.core.export.written import FILE_NAMES, ROOM, folder_state, kit_files, room_for
from tests.core.printing.read_by_lib3mf import read

PUZZLE = ("oskar", "--size", "3", "4", "3", "--seed", "5", "--one-piece")
TINY = ("oskar", "--size", "2", "2", "2")
SMALL = (*TINY, "--one-piece")


def reported(*arguments: str) -> Any:
    return report_of(*PUZZLE, *arguments)


def test_the_report_has_the_puzzle_and_its_files(tmp_path: Path) -> None:
    report = report_of(
        *["oskar", "--size", "4x5x6", "--one-piece", "--seed", "7", "--style", "classic", "--end", "first"],
        *["--start", "1", "2", "3", "--passage", "6", "--wall", "2", "--plate", "2.5", "--clearance", "0.3"],
        *["--overhang", "1", "--start-marker", "2", "--end-marker", "1", "--out", str(tmp_path)],
    )
    assert report["size"] == [4, 5, 6]
    assert (report["seed"], report["style"]) == (7, "classic")
    assert report["start"] == [1, 2, 3]
    assert report["positions"] == 120
    assert 1 <= report["straight_moves"] <= report["length"] < report["reachable"] <= 120
    assert report["loops"] >= 0
    assert 0 <= report["decisions"] <= report["bits"]
    assert report["reachable"] <= report["largest_component"] <= 120
    assert {"dead_ends", "corners", "components"} <= set(report)
    given = {"passage": 6, "wall": 2, "plate": 2.5, "clearance": 0.3, "overhang": 1, "start_marker": 2, "end_marker": 1}
    assert given.items() <= report["dimensions"].items()
    assert report["dimensions"]["pitch"] == 8
    assert report["dimensions"]["arm_width"] == 5.4
    assert report["dimensions"]["cavity"] == [30, 38, 46]
    assert report["dimensions"]["outer_size"] == [35, 43, 51]
    assert set(report["seconds"]) == {"generate", "mesh", "export"}
    triangles = {Path(file["path"]).name: file["triangles"] for file in report["files"]}
    assert triangles.keys() == FILE_NAMES == {file.name for file in tmp_path.iterdir()}
    for name in ("printableMaze.stl", "solutionMaze.stl"):
        assert len(trimesh.load_mesh(tmp_path / name).faces) == triangles[name]
    assert triangles["printableMaze.3mf"] == triangles["printableMaze.stl"]
    assert triangles["puzzle.json"] is triangles["outputSequence.txt"] is None
    volume = sum(part["volume"] for part in report["parts"])
    (item,) = read((tmp_path / "printableMaze.3mf").read_bytes()).items
    assert item.volume == pytest.approx(volume, rel=1e-4)
    puzzle = json.loads((tmp_path / "puzzle.json").read_text())
    assert (puzzle["start"], puzzle["end"]) == (report["start"], report["end"])
    assert puzzle["measures"]["length"] == report["length"]


def unnamed(file: Path) -> bytes:
    """Return what is in a file, of an STL file without the name in its header."""
    return file.read_bytes()[80 if file.suffix == ".stl" else 0 :]


def test_mazecube_text_is_written_and_read(tmp_path: Path) -> None:
    text = tmp_path / "made" / "cube.txt"
    report = reported("--out", str(text.parent), "--mazecube", str(text))
    assert {"path": str(text), "triangles": None} in report["files"]
    assert {file.name for file in text.parent.iterdir()} == {*FILE_NAMES, "cube.txt"}
    opened = run_here("oskar", "--from", str(text), "--one-piece", "--out", str(tmp_path / "opened"))
    assert opened.code == 0, opened.errors
    for name in ("printableMaze.stl", "solutionMaze.stl", "outputSequence.txt"):
        assert unnamed(text.parent / name) == unnamed(tmp_path / "opened" / name)
    text.write_text(text.read_text().replace("1 1 1 ", "1 x 1 ", 1))
    damaged = run_here("oskar", "--from", str(text), "--out", str(tmp_path / "damaged"))
    assert (damaged.code, damaged.output) == (1, "")
    assert "is not a square" in damaged.errors
    assert not (tmp_path / "damaged").exists()


def test_files_of_an_earlier_export_stay_and_are_counted(tmp_path: Path) -> None:
    arguments = ("oskar", "--size", "3", "--out", str(tmp_path))
    assert "other file" not in run_here(*arguments, "--kit").errors
    kit = {file.name for file in tmp_path.iterdir()}
    said = run_here(*arguments, "--one-piece").errors
    of_kit = len(kit - FILE_NAMES)
    assert of_kit > 10
    assert said.endswith(f"The files are in '{tmp_path}', beside {of_kit} other files.\n")
    assert kit | FILE_NAMES == {file.name for file in tmp_path.iterdir()}


def test_the_checks_are_reported(tmp_path: Path) -> None:
    arguments = ["oskar", "--size", "3", "--one-piece", "--wall", "0.5", "--clearance", "0.05", "--bed", "20", "300"]
    printer = ("--nozzle", "0.6", "--material", "petg")
    done = run_here(*arguments, *printer, "--check", "--json", "--out", str(tmp_path))
    report = json.loads(done.output)
    # What will not print is reported, and not written.
    assert (done.code, done.errors) == (1, "puzzle-cubes: Will not print: 4 things to mend. Nothing was written.\n")
    assert (report["verdict"], report["files"]) == ("Will not print: 4 things to mend", [])
    assert not list(tmp_path.iterdir())
    # Of a check alone nothing is written anyway.
    assert run_here(*arguments, "--check").errors == "puzzle-cubes: Will not print: 4 things to mend.\n"
    levels = {check["name"]: check["level"] for check in report["checks"]}
    assert [name for name, level in levels.items() if level == "bad"] == ["Walls", "Clearance", "Strength", "Bed"]
    assert all(check["sentence"].endswith(".") for check in report["checks"])
    # Box and cross as they are written unasked, in grams of PETG, and about as much again for supports.
    report_of(*arguments, *printer, "--out", str(tmp_path))
    printed: Any = trimesh.load_mesh(tmp_path / "printableMaze.stl")
    assert 1.2 < report["mass_g"] / (printed.volume * 1.27e-3) < 2.5
    assert 30 < report["minutes"] < 200
    assert "checks" not in report_of(*SMALL, "--out", str(tmp_path), "--overwrite")


def test_the_report_says_how_long_each_stage_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock that is looked at when the puzzle is begun and made, when its parts are, and round the writing.
    monkeypatch.setattr("puzzle_cubes.command_line.run.perf_counter", iter((0.0, 1.0, 3.0, 10.0, 17.0)).__next__)
    assert reported("--out", str(tmp_path))["seconds"] == {"generate": 1, "mesh": 2, "export": 7}


def test_what_is_odd_about_a_puzzle_is_warned_of(tmp_path: Path) -> None:
    assert run_here("oskar", "--size", "3", "--seed", "1", "--one-piece", "--out", str(tmp_path)).code == 0
    puzzle = json.loads((tmp_path / "puzzle.json").read_text())
    puzzle["faces"]["XY"] = [".....", ".#.##", ".....", ".#.##", "....."]
    puzzle["settings"] = None
    (tmp_path / "loop.json").write_text(json.dumps(puzzle))
    errors = run_here("oskar", "--from", str(tmp_path / "loop.json"), "--one-piece").errors
    assert errors.startswith("puzzle-cubes: warning: Face XY has a loop through (1, 1), (0, 1), (0, 0), (1, 0), so")


def test_another_puzzle_is_replaced_only_when_asked(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path)]
    assert run_here(*SMALL, "--seed", "1", *out).code == 0
    before = folder_state(tmp_path)
    assert before.keys() == FILE_NAMES
    code = report_of(*SMALL, "--seed", "2")["code"]
    refusal = (
        f"puzzle-cubes: Folder '{tmp_path}' has the files of another puzzle: Oskar's Cube 2x2x2 seed 1. "
        "Choose another folder, or add --overwrite."
    )
    # What a search has found is not lost.
    said = f"{refusal} The code of what was made is {code}.\n"
    assert run_here(*SMALL, "--seed", "2", *out) == Done(1, "", said)
    # What would be counted for minutes is refused before.
    assert run_here("packing", "--puzzle", "bedlam", "--count", *out) == Done(1, "", f"{refusal}\n")
    assert folder_state(tmp_path) == before
    # The other way of the same puzzle comes beside it, and only what was written is reported.
    again = report_of(*TINY, "--seed", "1", "--kit", *out)
    assert {Path(file["path"]).name for file in again["files"]} == kit_files(beds=1)
    assert folder_state(tmp_path).keys() == FILE_NAMES | kit_files(beds=1)
    assert run_here(*SMALL, "--seed", "2", *out, "--overwrite").code == 0
    assert json.loads((tmp_path / "puzzle.json").read_text())["settings"]["seed"] == 2


def test_what_is_counted_again_is_written_where_all_of_it_is_known(tmp_path: Path) -> None:
    again = ["packing", "--puzzle", "megaron", "--count", "--out", str(tmp_path)]
    # Nothing is known of it at first, and all that lies there in the end.
    assert [run_here(*again).code for _ in range(2)] == [0, 0]


@pytest.mark.parametrize(("size", "way"), [*((size, "--one-piece") for size in ROOM), (20_000, "--kit")])
def test_a_disk_without_room_is_reported_and_nothing_is_left(tmp_path: Path, size: int, way: str) -> None:
    with room_for(size):
        done = run_here(*TINY, way, "--out", str(tmp_path / "out"))
    sentence = (
        f"puzzle-cubes: The files could not be written to '{tmp_path / 'out'}': File too large; choose another folder."
    )
    assert done == Done(1, "", sentence + "\n")
    assert not list(tmp_path.iterdir())


def test_folders_need_not_be_utf_8(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    done = run_here(*SMALL, "--out", str(folder), "--coupon", f"{folder}.stl", "--mazecube", f"{folder}.txt")
    assert done.code == 0, done.errors
    assert (folder / "puzzle.json").is_file()
    for extra in ([], ["--json"]):
        again = run_here("oskar", "--from", str(folder / "puzzle.json"), "--out", str(folder), *extra)
        assert again.code == 0, again.errors
        assert "puzzle.json" in again.output + again.errors


def test_a_code_makes_that_very_puzzle(tmp_path: Path) -> None:
    code = reported("--out", str(tmp_path / "made"))["code"]
    again = report_of(
        "oskar", "--code", code.lower().replace("-", " "), "--one-piece", "--out", str(tmp_path / "again")
    )
    assert again["code"] == code
    # The title of a 3MF file, the name in an STL file and puzzle.json have the seed, which is no part of a code.
    for name in ("printableMaze.stl", "solutionMaze.stl", "outputSequence.txt"):
        assert unnamed(tmp_path / "made" / name) == unnamed(tmp_path / "again" / name)
    made, read_again = (json.loads((tmp_path / side / "puzzle.json").read_text()) for side in ("made", "again"))
    assert [made[name] for name in ("size", "start", "end", "faces")] == [
        read_again[name] for name in ("size", "start", "end", "faces")
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        [*PUZZLE, "--json", "--out", "out"],
        ["oskar", "--help"],
        ["packing", "--puzzle", "megaron", "--count", "--solutions=all.txt", "--json"],
    ],
)
def test_blender_is_not_started(tmp_path: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # It would be found here first.
    (tmp_path / "bpy.py").write_text("raise SystemExit('Blender was started')\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), os.environ["PYTHONPATH"])))
    monkeypatch.chdir(tmp_path)
    done = run_apart(*arguments)
    assert (done.code, done.errors) == (0, "")
    assert done.output.startswith(("{", "usage"))


def imported(*arguments: str) -> set[str]:
    """Return the modules that are imported for what Python is asked for, as it tells itself."""
    told = subprocess.run([sys.executable, "-v", *arguments], capture_output=True, text=True, check=True).stderr
    return {line.split("'")[1] for line in told.splitlines() if line.startswith("import '")}


@pytest.mark.parametrize(
    ("kind", "arguments", "unwanted"),
    [("packing", ["--puzzle", "megaron"], "oskar"), ("oskar", ["--size", "3"], "packing")],
)
def test_a_call_imports_one_kind(kind: str, arguments: list[str], unwanted: str) -> None:
    modules = imported("-m", "puzzle_cubes", kind, *arguments, "--json")
    assert f"puzzle_cubes.{kind}.kind" in modules
    assert not [name for name in modules if name.startswith(f"puzzle_cubes.{unwanted}")]


@pytest.mark.parametrize("command", ["puzzle_cubes", "puzzle_shelf"])
def test_a_call_takes_one_core_where_it_is_not_asked_for_more(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    code = (
        "import atexit, psutil, runpy, sys; "
        "atexit.register(lambda: print(psutil.Process().num_threads(), file=sys.stderr)); "
        f"runpy.run_module({command!r}, run_name='__main__')"
    )
    call = [sys.executable, "-c", code, "oskar", "--size", "3", "--quiet"]
    assert subprocess.run(call, capture_output=True, text=True, check=True).stderr == "1\n"


def test_a_process_that_helps_has_no_more_than_it_needs() -> None:
    modules = imported("-c", "import puzzle_cubes.common.processes")
    assert "puzzle_cubes.common.processes" in modules
    assert not {"numpy", "puzzle_cubes.kinds", "puzzle_cubes.library"} & modules
