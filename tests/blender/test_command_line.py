# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line writes the same files as the panel, and a report that a script can read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import bpy
import pytest
import trimesh
from installed_extension import ROOT

from tests.blender.command_line import PYTHON_ONLY, run_command
from tests.blender.puzzles import FILE_NAMES, folder_state


def test_report_has_the_puzzle_and_its_files(tmp_path: Path) -> None:
    done = run_command(
        *["--size", "4", "5", "6", "--seed", "7", "--style", "classic", "--end", "first", "--start", "1", "2", "3"],
        *["--passage", "6", "--wall", "2", "--plate", "2.5", "--clearance", "0.3", "--overhang", "1"],
        *["--start-marker", "2", "--end-marker", "1", "--json", "--out", str(tmp_path)],
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
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
    assert {Path(file["path"]).name for file in report["files"]} == FILE_NAMES
    triangles = {Path(file["path"]).name: file["triangles"] for file in report["files"]}
    for file in report["files"]:
        if file["path"].endswith(".stl"):
            assert len(trimesh.load_mesh(file["path"]).faces) == file["triangles"]
        elif file["path"].endswith(".3mf"):
            assert file["triangles"] == triangles["printableMaze.stl"]
        else:
            assert file["triangles"] is None
    puzzle = json.loads((tmp_path / "puzzle.json").read_text())
    assert (puzzle["start"], puzzle["end"]) == (report["start"], report["end"])
    assert puzzle["measures"]["length"] == report["length"]


def test_same_files_as_from_the_operators(tmp_path: Path) -> None:
    arguments = ["--size", "4", "4", "4", "--seed", "9", "--wall", "2.5", "--min-length", "10", "--attempts", "50"]
    done = run_command(*arguments, "--out", str(tmp_path / "command"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "printableMaze.stl" in done.stderr
    bpy.ops.puzzle_cubes.generate(size=(4, 4, 4), seed=9, wall=2.5, minimum_length=10, attempts=50)
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "operators"))
    assert folder_state(tmp_path / "command") == folder_state(tmp_path / "operators")
    # A puzzle opened from its file gives the same files again.
    puzzle = str(tmp_path / "command" / "puzzle.json")
    assert run_command("--from", puzzle, "--wall", "2.5", "--out", str(tmp_path / "opened")).returncode == 0
    assert folder_state(tmp_path / "command") == folder_state(tmp_path / "opened")


def test_a_code_gives_the_same_meshes(tmp_path: Path) -> None:
    arguments = ["--size", "3", "4", "3", "--seed", "9", "--json", "--out", str(tmp_path / "made")]
    code = json.loads(run_command(*arguments).stdout)["code"]
    again = run_command("--code", code, "--json", "--out", str(tmp_path / "again"))
    assert json.loads(again.stdout)["code"] == code
    made, read = folder_state(tmp_path / "made"), folder_state(tmp_path / "again")
    # The title of a 3MF file and puzzle.json have the seed, which is no part of a code.
    same = {name for name in made if str(name).endswith((".stl", ".txt"))}
    assert len(same) == 3
    assert {name: made[name] for name in same} == {name: read[name] for name in same}
    damaged = run_command("--code", code[:-1] + ("0" if code[-1] != "0" else "1"), "--out", str(tmp_path / "none"))
    assert damaged.returncode == 1
    assert "a character of it is wrong, missing or too many" in damaged.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("way", [[], ["--kit"]])
def test_without_stl_the_other_files_are_the_same(tmp_path: Path, way: list[str]) -> None:
    arguments = ["--size", "4", "3", "5", "--seed", "9", "--wall", "2.35", *way]
    assert run_command(*arguments, "--out", str(tmp_path / "all")).returncode == 0
    assert run_command(*arguments, "--no-stl", "--out", str(tmp_path / "some")).returncode == 0
    complete = folder_state(tmp_path / "all")
    without = {name: content for name, content in complete.items() if not str(name).endswith(".stl")}
    assert folder_state(tmp_path / "some") == without
    assert len(without) < len(complete)


def test_mazecube_text_is_written_and_read(tmp_path: Path) -> None:
    text = tmp_path / "cube.txt"
    made = run_command("--size", "4", "3", "5", "--seed", "3", "--out", str(tmp_path / "made"), "--mazecube", str(text))
    assert made.returncode == 0, made.stderr
    opened = run_command("--from", str(text), "--out", str(tmp_path / "opened"))
    assert opened.returncode == 0, opened.stderr
    for name in ("printableMaze.stl", "solutionMaze.stl", "outputSequence.txt"):
        assert (tmp_path / "made" / name).read_bytes() == (tmp_path / "opened" / name).read_bytes()
    bpy.ops.puzzle_cubes.load(filepath=str(text))
    bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / "again.txt"))
    assert (tmp_path / "again.txt").read_text() == text.read_text()
    text.write_text(text.read_text().replace("1 1 1 ", "1 x 1 ", 1))
    damaged = run_command("--from", str(text), "--out", str(tmp_path / "damaged"))
    assert (damaged.returncode, damaged.stdout) == (1, "")
    assert "is no square" in damaged.stderr
    assert not (tmp_path / "damaged").exists()


def test_the_checks_are_reported(tmp_path: Path) -> None:
    arguments = ["--size", "3", "3", "3", "--wall", "0.5", "--clearance", "0.05", "--bed", "20", "300", "--check"]
    done = run_command(*arguments, "--nozzle", "0.6", "--material", "petg", "--json", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    levels = {check["name"]: check["level"] for check in report["checks"]}
    assert [name for name, level in levels.items() if level == "bad"] == ["Walls", "Clearance", "Bed"]
    assert all(check["sentence"].endswith(".") for check in report["checks"])
    # Box and cross as they were written, in grams of PETG.
    assert report["mass_g"] == pytest.approx(
        trimesh.load_mesh(tmp_path / "printableMaze.stl").volume * 1.27e-3, abs=0.01
    )
    without = run_command("--size", "3", "3", "3", "--json", "--out", str(tmp_path))
    assert "checks" not in json.loads(without.stdout)


def test_what_blender_writes_by_itself_is_no_part_of_standard_error(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import os, sys\nos.write(2, b'Blender\\n')\nos.write(1, b'out')\nsys.exit(sys.argv[1])\n")
    done = subprocess.run(
        [sys.executable, str(PYTHON_ONLY), str(script), "Python"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "out", "Python\n")


def test_blenders_own_command_prints_nothing_but_the_report(tmp_path: Path) -> None:
    script = (
        "import importlib, sys\n"
        "from installed_extension import extension\n"
        "with extension() as module:\n"
        "    command_line = importlib.import_module(module.__name__ + '.blender_addon.command_line')\n"
        "    print('Blender', flush=True)\n"
        "    code = command_line.run_in_blender(sys.argv[1:])\n"
        "sys.exit(code)\n"
    )
    command = [sys.executable, "-c", script, "oskar", "--size", "3", "3", "3", "--json", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT / "scripts", capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.split("Blender\n")[1])["size"] == [3, 3, 3]
