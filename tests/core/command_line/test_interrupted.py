# SPDX-License-Identifier: GPL-3.0-or-later
"""However the command line is interrupted, the files are the earlier ones or the new ones, and it says which."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import pytest

from puzzle_cubes.command_line.output import error_report
from tests.core.command_line.command import COMMAND, Done, run_here
from tests.core.export.transactions import at_steps, hidden, next_export, seen

PUZZLE = ("--size", "2", "2", "2", "--seed", "1", "--one-piece")

MOMENTS = ("new/printableMaze.stl", "new/solutionMaze.stl", "old")
"""What an export has in its hidden folder when it begins to write, has almost written all, and begins to move."""

INTERRUPTIONS = {
    "SIGTERM": [signal.SIGTERM],
    "Ctrl-C twice": [signal.SIGINT, signal.SIGINT],
    "SIGKILL": [signal.SIGKILL],
    "SIGHUP and SIGTERM": [signal.SIGHUP, signal.SIGTERM],
}

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


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Set]:
    """Return a folder with the earlier files and one of the user's, and what it holds with the new ones."""
    root = tmp_path_factory.mktemp("sets")
    for wall in (2, 3):
        assert run_here(*arguments(root / str(wall), wall, PUZZLE)).code == 0
        (root / str(wall) / "notes.txt").write_text("mine")
    return root / "2", seen(root / "3")


@dataclass(eq=False)
class Run:
    """A command line that is to be interrupted: where, by what, and once which file is there."""

    folder: Path
    sent: Sequence[signal.Signals]
    after: Path
    process: subprocess.Popen[str]

    def interrupted(self) -> bool:
        """Interrupt it if it is time; return whether that is done, or it has ended."""
        if not self.after.exists() and self.process.poll() is None:
            return False
        for number in self.sent:
            self.process.send_signal(number)
        return True


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


@pytest.mark.parametrize("moment", [MOMENTS[0], pytest.param(MOMENTS[1], marks=pytest.mark.thorough), MOMENTS[2]])
def test_real_signals(tmp_path: Path, sets: tuple[Path, Set], moment: str) -> None:
    with ExitStack() as stack:
        runs = [started(stack, tmp_path / name, moment, sets[0]) for name in INTERRUPTIONS]
        waiting = list(runs)
        while waiting:
            waiting = [run for run in waiting if not run.interrupted()]
            sleep(0.0002)
        for run in runs:
            check_interrupted(run, seen(sets[0]), sets[1])


def started(stack: ExitStack, root: Path, moment: str, earlier: Path) -> Run:
    """Start a command line that is to be interrupted at a moment, or as soon after it as that is noticed."""
    folder = root / "out"
    shutil.copytree(earlier, folder)
    command = [*COMMAND, *arguments(folder, 3, PUZZLE)]
    piped = subprocess.PIPE
    process = stack.enter_context(subprocess.Popen(command, stdout=piped, stderr=piped, text=True))
    stack.callback(process.kill)
    return Run(folder, INTERRUPTIONS[root.name], folder / ".puzzle_cubes_export" / moment, process)


def check_interrupted(run: Run, old: Set, new: Set) -> None:
    """Check what a command line that was interrupted says, and what it has left."""
    output, errors = run.process.communicate(timeout=300)
    if run.process.returncode == 0:
        assert {Path(file["path"]).name for file in json.loads(output)["files"]} == set(new) - {"notes.txt"}
        assert seen(run.folder) == new
    elif run.process.returncode == 1:
        assert (output, errors) == (STOPPED.output, STOPPED.errors)
        assert seen(run.folder) == old
    else:
        assert run.process.returncode == -signal.SIGKILL, errors
        assert signal.SIGKILL in run.sent
    next_export(run.folder)
    assert seen(run.folder) in (old, new)
    assert not hidden(run.folder)


def test_two_at_once_leave_the_files_of_one(tmp_path: Path, sets: tuple[Path, Set]) -> None:
    earlier, new = sets
    folder = tmp_path / "out"
    processes = [
        subprocess.Popen([*COMMAND, *arguments(folder, wall, PUZZLE)], stdout=subprocess.DEVNULL) for wall in (2, 3)
    ]
    # On a slow machine the one that waits for the other gives up, and says so.
    assert sorted(process.wait(60) for process in processes) in ([0, 0], [0, 1])
    (folder / "notes.txt").write_text("mine")
    assert seen(folder) in (seen(earlier), new)
    assert os.listdir(folder).count(".puzzle_cubes_export") == 0  # noqa: PTH208  (also what is hidden)
