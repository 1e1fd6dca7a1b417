# SPDX-License-Identifier: GPL-3.0-or-later
"""The real Blender without a window finds the extension good, and runs its command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.command_line.terminal import in_terminal
from tests.gui.debian import Debian, complaints
from tests.gui.test_export import FILES, assert_closed


def test_extension_is_valid(debian: Debian, zip_file: Path) -> None:
    done = debian.run("--command", "extension", "validate", debian.inside(zip_file), user=debian.folder)
    assert done.returncode == 0, done.stderr
    assert not complaints(done.stdout + done.stderr)


@pytest.mark.once
def test_command_prints_its_report_alone(debian: Debian, user: Path) -> None:
    out = debian.folder / "command"
    arguments = ["--size", "3x4x3", "--seed", "7", "--one-piece", "--json", "--out", debian.inside(out)]
    done = debian.run("--command", "puzzle_cubes", "oskar", *arguments, user=user)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["size"], report["seed"]) == ([3, 4, 3], 7)
    assert {debian.outside(file["path"]) for file in report["files"]} == {out / name for name in FILES}
    assert {file.name for file in out.iterdir()} == FILES
    assert_closed(out)
    # Nothing of Blender's own, as how long an exporter took.
    assert done.stderr == ""
    summed_up = debian.run("--command", "puzzle_cubes", "packing", "--out", debian.inside(out / "pieces"), user=user)
    assert (summed_up.returncode, summed_up.stderr) == (0, "")
    first, difficulty, code, cost, *files = summed_up.stdout.splitlines()
    assert [line.split()[0] for line in (difficulty, code, cost)] == ["difficulty", "code", "print"]
    assert first.startswith("Packing Cube Megaron: ")
    assert all(line.startswith(f"  {debian.inside(out)}/pieces/") for line in files)


def damaged_file(debian: Debian) -> Path:
    """Return a file that is no puzzle."""
    file = debian.folder / "damaged.json"
    file.write_text("no puzzle")
    return file


@pytest.mark.thorough
def test_command_shows_what_is_wrong_by_its_exit_code(debian: Debian, user: Path) -> None:
    out = debian.folder / "none"
    output = ("--out", debian.inside(out))
    wrong = debian.run("--command", "puzzle_cubes", "oskar", "--size", "3", "x", "3", *output, user=user)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "puzzle_cubes: " in wrong.stderr
    damaged = ("--from", debian.inside(damaged_file(debian)))
    failed = debian.run("--command", "puzzle_cubes", "oskar", *damaged, *output, user=user)
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith("puzzle_cubes: The file is not a puzzle file")
    assert not out.exists()


@pytest.mark.once
def test_ctrl_c_ends_a_search_with_its_best_which_is_written(debian: Debian, user: Path) -> None:
    out = debian.folder / "stopped"
    arguments = ("--style", "hard", "--effort", "5000000", "--size", "5", "5", "5", "--out", debian.inside(out))
    with in_terminal(*debian.blender("--command", "puzzle_cubes", "oskar", *arguments, user=user)) as terminal:
        terminal.read_until(b"best so far")
        terminal.press_ctrl_c()
        code, printed = terminal.end()
    assert code == 1
    # Above it may be what Blender says at its start.
    assert "puzzle_cubes: Stopped: what was found so far is kept" in " ".join(terminal.seen())
    assert str(debian.inside(out)) in printed
    assert (out / "puzzle.json").is_file()
