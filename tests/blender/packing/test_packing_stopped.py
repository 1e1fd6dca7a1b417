# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C ends a long search; what was found is written where files are, and the search goes on from there."""

from __future__ import annotations

from pathlib import Path

from puzzle_cubes.packing.files.packing_json import puzzle_from_json, puzzle_to_json
from puzzle_cubes.packing.kind.kind import PACKING
from puzzle_cubes.polycubes.solving.solver import solve_in_steps
from tests.blender.command_line import COMMAND, PLAIN_COMMAND
from tests.blender.terminal import in_terminal


def test_what_was_found_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    arguments = ("packing", "--puzzle", "bedlam", "--count", "--tray-wall", "0")
    with in_terminal(*COMMAND, *arguments, "--out", str(tmp_path / "bedlam")) as terminal:
        terminal.read_until(b"solutions so far")
        terminal.press_ctrl_c()
        code, _ = terminal.end()
    assert code == 0
    assert "--from goes on with what was found, which is kept." in " ".join(terminal.seen())
    puzzle = puzzle_from_json((tmp_path / "bedlam" / "puzzle.json").read_text())
    found = puzzle.found
    assert 1 < found.counts.up_to_rotation == len(found.solutions) < 19186
    assert found.path
    following = next(solve_in_steps(puzzle))
    assert following.nodes > found.nodes
    assert following.share > found.share
    assert PACKING.files.from_json(puzzle_to_json(puzzle)) == puzzle


def test_without_a_folder_nothing_is_kept() -> None:
    with in_terminal(*PLAIN_COMMAND, "packing", "--puzzle", "bedlam", "--count") as terminal:
        terminal.read_until(b"solutions so far")
        terminal.press_ctrl_c()
        code, output = terminal.end()
    assert (code, output) == (1, "")
    assert terminal.seen() == ["puzzle_cubes: Stopped."]
