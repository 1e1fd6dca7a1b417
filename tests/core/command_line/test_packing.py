# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of Packing Cubes: designs and classics, their files to print, and searches that are stopped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import trimesh

from puzzle_cubes.packing.files.packing_json import puzzle_from_json, puzzle_to_json
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.polycubes.solver import solve_in_steps
from tests.core.command_line.command import COMMAND, report_of, run_here
from tests.core.command_line.terminal import in_terminal


def report(*arguments: str) -> Any:
    return report_of("packing", *arguments)


def test_a_design_is_written_with_all_its_files_and_opened_again(tmp_path: Path) -> None:
    design = ["--design", "5", "--seed", "4", "--size", "3", "3", "3"]
    solutions = tmp_path / "all.txt"
    answer = report(
        *design, "--solutions", str(solutions), "--out", str(tmp_path / "out"), "--xmpuzzle", str(tmp_path / "x")
    )
    assert answer["solutions"]["up_to_rotation"] == 1
    assert len(answer["pieces"]) == 5
    written = {Path(file["path"]).name for file in answer["files"]}
    parts = {f"{part['name']}.stl" for part in answer["parts"]}
    texts = {"puzzle.json", "solutions.txt", "assembly.txt", "assembly.html"}
    assert written == {"bed_1.3mf", "bed_1.stl", "parts.3mf", *parts, *texts, "all.txt", "x"}
    assert all(Path(file["path"]).is_file() for file in answer["files"])
    assert solutions.read_text().startswith("3x3x3 seed 4: 24 solutions in all, 1 up to rotation")
    assert trimesh.load_mesh(tmp_path / "out" / "piece_a.stl").is_watertight
    assert {part["name"] for part in answer["parts"]} == {*(f"piece_{letter}" for letter in "abcde"), "tray", "lid"}
    again = report("--from", str(tmp_path / "out" / "puzzle.json"))
    assert again["pieces"] == answer["pieces"]
    assert again["solutions"] == answer["solutions"]
    assert report(*design)["pieces"] == answer["pieces"]


@pytest.mark.parametrize("asked", [["--first"], ["--search", "first"]], ids=" ".join)
def test_the_first_solution_is_enough_where_it_is_asked_for(tmp_path: Path, asked: list[str]) -> None:
    answer = report("--puzzle", "soma", *asked, "--out", str(tmp_path / "out"), "--tray-wall", "0")
    assert answer["solutions"]["complete"] is False
    assert len(puzzle_from_json((tmp_path / "out" / "puzzle.json").read_text()).found.solutions) == 1
    assert len(answer["parts"]) == 7


def test_the_weight_is_said_as_it_is_everywhere(tmp_path: Path) -> None:
    """These pieces weigh 35.498 g, which is 35.50 in a report."""
    done = run_here("packing", "--puzzle", "soma", "--cube", "10.35", "--check", "--out", str(tmp_path / "out"))
    page = (tmp_path / "out" / "assembly.html").read_text()
    assert re.findall(r"[Aa]bout (\d+ g) ", done.output + page) == ["35 g"] * 3


def test_what_goes_on_with_a_file_is_written_where_that_lies(tmp_path: Path) -> None:
    folder = str(tmp_path / "soma")
    assert not report("--puzzle", "soma", "--first", "--out", folder)["solutions"]["complete"]
    assert report("--from", folder, "--count", "--out", folder)["solutions"]["complete"]
    assert report("--from", folder)["solutions"]["up_to_reflection"] == 240


def test_what_was_found_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    arguments = ("packing", "--puzzle", "bedlam", "--count", "--tray-wall", "0")
    with in_terminal(*COMMAND, *arguments, "--out", str(tmp_path / "bedlam")) as terminal:
        terminal.read_until(b"best so far")
        terminal.press_ctrl_c()
        code, _ = terminal.end()
    assert code == 1
    assert "Stopped: what was found so far is kept, and --from goes on with it." in " ".join(terminal.seen())
    puzzle = puzzle_from_json((tmp_path / "bedlam" / "puzzle.json").read_text())
    search = puzzle.found
    assert 1 < search.counts.up_to_rotation == len(search.solutions) < 19186
    assert search.path
    following = next(solve_in_steps(puzzle))
    assert following.nodes > search.nodes
    assert following.share > search.share
    assert PACKING.from_json(puzzle_to_json(puzzle)) == puzzle


SEVERAL = """<puzzle version="2"><shapes><voxel x="1" y="1" z="1">#</voxel><voxel x="3" y="1" z="1">###</voxel></shapes>
<problems><problem name="one"><shapes><shape id="0" count="3"/></shapes><result id="1"/></problem>
<problem name="two"><shapes><shape id="1"/></shapes><result id="1"/></problem></problems></puzzle>"""


def test_a_problem_of_a_file_with_several_is_chosen(tmp_path: Path) -> None:
    file = tmp_path / "several.xmpuzzle"
    file.write_text(SEVERAL)
    assert report("--from", str(file))["name"] == "one"
    assert report("--from", str(file), "--problem", "2")["name"] == "two"
    done = run_here("packing", "--from", str(file))
    assert "has 2 problems: number 1, 'one', was opened; Problem chooses another." in done.errors


@pytest.mark.parametrize(
    ("arguments", "sentence", "code"),
    [
        (["--from", "several.xmpuzzle", "--problem", "3"], "has 2 problems: there is no problem 3", 1),
        (["--from", "several.xmpuzzle", "--problem", "0"], "--problem is '0': it must be a whole number from 1", 2),
        (["--from", "pieces.txt", "--problem", "1"], "holds a single puzzle", 1),
        (["--problem", "1"], "--problem chooses from a file: add --from", 2),
        (["--code", "P3", "--problem", "1"], "With --code", 2),
    ],
)
def test_a_problem_that_cannot_be_chosen_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str, code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "several.xmpuzzle").write_text(SEVERAL)
    (tmp_path / "pieces.txt").write_text("3 0 0 0")
    done = run_here("packing", *arguments)
    assert (done.code, done.output) == (code, "")
    assert sentence in done.errors
