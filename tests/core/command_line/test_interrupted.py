# SPDX-License-Identifier: GPL-3.0-or-later
"""However the command line is interrupted, the files are the earlier ones or the new ones, and it says which."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import pytest

from puzzle_cubes.command_line.output import error_report
from tests.core.command_line.command import COMMAND, Done, run_here
from tests.core.export.transactions import at_steps, hidden, next_export, seen

PUZZLE = ("--size", "2", "2", "2", "--seed", "1", "--one-piece")


STOPPED = Done(1, error_report("Stopped.", 1) + "\n", "puzzle-cubes: Stopped.\n")

Set = dict[str, bytes]


def arguments(folder: Path, wall: int, puzzle: Sequence[str]) -> list[str]:
    """Return the arguments that write a puzzle into a folder, with walls that are so thick."""
    return ["oskar", *puzzle, "--wall", str(wall), "--out", str(folder), "--json"]


def with_extras(folder: Path, wall: int) -> list[str]:
    """Return the arguments that write a puzzle, a text beside its files, and the coupon elsewhere."""
    extras = ["--coupon", str(folder.parent / "coupons" / "coupon"), "--mazecube", str(folder / "cube.txt")]
    return [*arguments(folder, wall, PUZZLE), *extras]


def both(folder: Path) -> tuple[Set, Set]:
    """Return what the user sees in the folder of the puzzle and in that of the coupon."""
    return seen(folder), seen(folder.parent / "coupons")


@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=pytest.mark.thorough)])
def test_interrupted_on_the_way_and_again(stride: int, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    steps: list[int] = []
    with at_steps(steps.append):
        assert run_here(*with_extras(folder, 3)).code == 0
    (folder / "notes.txt").write_text("mine")
    new = both(folder)
    assert run_here(*with_extras(folder, 2)).code == 0
    old = both(folder)
    assert len(old[0]) == 7
    assert old[1] != new[1]
    shutil.copytree(tmp_path, tmp_path / "kept", ignore=shutil.ignore_patterns("kept"))
    codes: list[int] = []
    for moment in steps[::stride]:

        def interrupt(number: int, moment: int = moment) -> None:
            if moment <= number <= moment + 1:
                signal.raise_signal(signal.SIGTERM if moment % 2 else signal.SIGINT)

        with at_steps(interrupt):
            done = run_here(*with_extras(folder, 3))
        codes.append(done.code)
        if done.code:
            assert done == STOPPED
            assert both(folder) == old
        else:
            names = {Path(file["path"]).name for file in json.loads(done.output)["files"]}
            assert names == {*new[0], *new[1]} - {"notes.txt"}
            assert both(folder) == new
        next_export(folder)
        next_export(folder.parent / "coupons")
        assert both(folder) == (old if done.code else new)
        assert not hidden(folder) + hidden(folder.parent / "coupons")
        shutil.copytree(tmp_path / "kept", tmp_path, dirs_exist_ok=True)
    # Until it is decided it stops, and from there on it goes to its end.
    assert codes == sorted(codes, reverse=True)
    assert set(codes) == {0, 1}


# What Ctrl-C does to a count is seen in terminals, in test_progress.py and, with its files, in test_packing.py.
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.thorough)], ids=str)
def test_a_count_that_is_stopped_says_so_in_code_files_and_report_also_where_it_is_to_be_quiet(
    tmp_path: Path, number: signal.Signals
) -> None:
    count = (*COMMAND, "packing", "--puzzle", "bedlam", "--count", "--quiet", "--json", "--out", str(tmp_path / "out"))
    # Quiet, it does not say when it listens, nor when it has found some. All of them take half a minute and more.
    early = {("", -number), ("puzzle-cubes: Stopped.\n", 1)}
    seconds, ended = 1, ("", int(-number))
    while ended in early:
        seconds *= 2
        with subprocess.Popen(count, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            sleep(seconds)
            process.send_signal(number)
            output, errors = process.communicate(timeout=300)
        ended = "" if number == -process.returncode else errors, process.returncode
    assert process.returncode == 1
    assert errors.startswith("puzzle-cubes: Stopped: what was found so far is kept, and --from goes on with it.")
    assert json.loads(output)["solutions"]["complete"] is False
    assert " so far, with " in (tmp_path / "out" / "solutions.txt").read_text().splitlines()[0]
