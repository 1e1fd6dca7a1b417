# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of Packing Cubes: pieces from a file, designs, counts, solutions, assembly, and files to print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import trimesh

from core.packing.files.packing_json import puzzle_from_json
from core.packing.files.pieces_text import pieces_to_text
from core.packing.making.classics import CLASSICS
from tests.blender.in_process import run_here
from tests.core.packing import known


def report(*arguments: str) -> dict[str, Any]:
    """Run the command line and return its report."""
    done = run_here("packing", *arguments, "--json")
    assert done.code == 0, done.errors
    found: dict[str, Any] = json.loads(done.output)
    return found


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    """Return a file with the pieces of Soma, without a word on their box."""
    file = tmp_path / "soma.txt"
    file.write_text(pieces_to_text(CLASSICS["soma"].puzzle.pieces))
    return file


def test_pieces_of_a_file_are_counted_and_taken_apart_and_nothing_is_written(pieces: Path, tmp_path: Path) -> None:
    found = report("--pieces", str(pieces), "--size", "3", "3", "3", "--count", "--assemble")
    counts = known.SOMA.counts
    assert found["solutions"] == {
        "total": counts.total,
        "up_to_rotation": counts.up_to_rotation,
        "up_to_reflection": counts.up_to_reflection,
        "complete": True,
        "searched": 1.0,
    }
    assert found["come_apart"] == 480
    assert len(found["placements"]) == len(found["pieces"]) == 7
    assert {piece for move in found["assembly"] for piece in move["pieces"]} <= set("ABCDEFG")
    assert found["files"] == []
    assert [file.name for file in tmp_path.iterdir()] == ["soma.txt"]


def test_the_size_says_which_box_is_filled(tmp_path: Path) -> None:
    file = tmp_path / "bars.txt"
    file.write_text("8 0 0 0 1 0 0\n")
    assert report("--pieces", str(file), "--size", "16", "1", "1")["solutions"]["total"] == 1
    # Without one it is the box nearest to a cube: 2 x 2 x 4.
    assert sorted(report("--pieces", str(file))["size"]) == [2, 2, 4]
    done = run_here("packing", "--pieces", str(file), "--size", "3", "3", "2", "--count")
    assert done.code == 0
    assert "The pieces have 16 cells at most, but the goal has 18 cells." in done.errors
    assert run_here("packing", "--pieces", str(file), "--seed", "3").code == 2


def test_a_design_is_written_with_all_its_files_and_opened_again(tmp_path: Path) -> None:
    design = ["--design", "5", "--seed", "4", "--size", "3", "3", "3"]
    solutions = tmp_path / "all.txt"
    found = report(
        *design, "--solutions", str(solutions), "--out", str(tmp_path / "out"), "--xmpuzzle", str(tmp_path / "x")
    )
    assert found["solutions"]["up_to_rotation"] == 1
    assert len(found["pieces"]) == 5
    written = {Path(file["path"]).name for file in found["files"]}
    assert {"piece_a.stl", "piece_e.stl", "tray.stl", "lid.stl", "puzzle.json", "all.txt", "x"} <= written
    assert all(Path(file["path"]).is_file() for file in found["files"])
    assert solutions.read_text().startswith("3x3x3 seed 4: 24 solutions in all, 1 up to rotation")
    assert trimesh.load_mesh(tmp_path / "out" / "piece_a.stl").is_watertight
    assert {part["name"] for part in found["parts"]} == {*(f"piece_{one}" for one in "abcde"), "tray", "lid"}
    again = report("--from", str(tmp_path / "out" / "puzzle.json"))
    assert again["pieces"] == found["pieces"]
    assert again["solutions"] == found["solutions"]
    assert report(*design)["pieces"] == found["pieces"]


def test_the_first_solution_is_enough_where_it_is_asked_for(tmp_path: Path) -> None:
    found = report("--puzzle", "bedlam", "--first", "--out", str(tmp_path / "out"), "--tray-wall", "0")
    assert found["solutions"]["complete"] is False
    assert len(puzzle_from_json((tmp_path / "out" / "puzzle.json").read_text()).found.solutions) == 1
    assert len(found["parts"]) == 13


def test_the_summary_is_for_people() -> None:
    done = run_here("packing", "--puzzle", "megaron", "--assemble", "--check")
    assert done.code == 0
    assert "24 solutions, 1 up to rotation, 1 up to rotation and reflection" in done.errors
    assert "1 of 1 solution up to rotation can be put together by straight moves." in done.errors


@pytest.mark.parametrize(
    ("arguments", "sentence", "code"),
    [
        (["--design", "x"], "Argument --design is 'x': it must be a whole number from 2 to 64", 2),
        (["--puzzle", "chess"], "Argument --puzzle is 'chess'", 2),
        (["--pieces", "nowhere.txt"], "cannot be read", 1),
        (["--solutions", "/nowhere/at/all.txt"], "there is no folder", 1),
        (["--inset", "9"], "Inset is 9 mm", 2),
        (["--out", ""], "Folder is empty", 1),
    ],
)
def test_what_cannot_be_done_is_refused(arguments: list[str], sentence: str, code: int) -> None:
    done = run_here("packing", *arguments)
    assert done.code == code
    assert sentence in done.errors
