# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of Packing Cubes without Blender: pieces from a file, counts, solutions and assembly."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.command_line.run import run
from puzzle_cubes.packing.files.pieces_text import pieces_to_text
from puzzle_cubes.packing.making.options import CLASSICS
from tests.core.command_line.command import report_of
from tests.core.polycubes import known


def report(*arguments: str) -> Any:
    """Return the report of a run."""
    return report_of("packing", *arguments)


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    """Return a file with the pieces of Soma, without a word on their box."""
    file = tmp_path / "soma.txt"
    file.write_text(pieces_to_text(CLASSICS["soma"].puzzle.pieces))
    return file


def test_pieces_of_a_file_are_counted_and_taken_apart_and_nothing_is_written(pieces: Path, tmp_path: Path) -> None:
    answers = report("--pieces", str(pieces), "--size", "3", "3", "3", "--count", "--assemble")
    counts = known.SOMA.counts
    assert answers["solutions"] == {
        "total": counts.total,
        "up_to_rotation": counts.up_to_rotation,
        "up_to_reflection": counts.up_to_reflection,
        "complete": True,
        "searched": 1.0,
    }
    assert answers["come_apart"] == 480
    assert len(answers["placements"]) == len(answers["pieces"]) == 7
    assert sorted(piece["piece"] for piece in answers["placed"]) == list("ABCDEFG")
    assert {number for move in answers["moves"] for number in move["placed"]} <= set(range(7))
    assert answers["files"] == []
    assert [file.name for file in tmp_path.iterdir()] == ["soma.txt"]


def test_the_size_says_which_box_is_filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bars.txt"
    file.write_text("8 0 0 0 1 0 0\n")
    assert report("--pieces", str(file), "--size", "16", "1", "1")["solutions"]["total"] == 1
    # Without one it is the box nearest to a cube: 2 x 2 x 4.
    assert sorted(report("--pieces", str(file))["size"]) == [2, 2, 4]
    assert run(["packing", "--pieces", str(file), "--size", "3", "3", "2", "--count"], StringIO()) == 0
    assert "The pieces have 16 cells at most, but the goal has 18 cells." in capsys.readouterr().err
    assert run(["packing", "--pieces", str(file), "--seed", "3"], StringIO()) == 2


def test_the_summary_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    output = StringIO()
    assert run(["packing", "--puzzle", "megaron", "--assemble", "--check"], output) == 0
    said = output.getvalue()
    assert "24 solutions, 1 up to rotation, 1 up to rotation and reflection" in said
    assert "1 of 1 solution up to rotation can be put together by straight moves, at level 1." in said
    assert capsys.readouterr().err == ""


def test_all_files_are_written(tmp_path: Path) -> None:
    answers = report("--puzzle", "megaron", "--out", str(tmp_path / "out"), "--coupon", str(tmp_path / "coupon.stl"))
    names = {file.name for file in (tmp_path / "out").iterdir()}
    parts = {f"{part['name']}.stl" for part in answers["parts"]}
    texts = {"puzzle.json", "solutions.txt", "assembly.txt", "assembly.html"}
    assert names == {"bed_1.3mf", "bed_1.stl", "parts.3mf", *parts, *texts}
    assert {Path(file["path"]).name for file in answers["files"]} == {*names, "coupon.stl"}


def test_the_help_says_how_far_solutions_are_searched_for_here() -> None:
    output = StringIO()
    assert run(["packing", "--help-all"], output) == 0
    assert "the search can be continued later: all, first (first)" in " ".join(output.getvalue().split())
