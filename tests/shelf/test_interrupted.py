# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that is asked to end says so in one sentence, keeps its rows, and leaves no process behind."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import psutil
import pytest

from tests.core.command_line.terminal import in_terminal
from tests.core.export.written import room_for
from tests.shelf.runs import COMMAND, PATIENCE, digest, is_whole, rows_on, run, serial_digest, started, wait_until

ARGUMENTS = ("--size", 4, "--seeds", 0, 100_000, "--workers", 2)
SENTENCE = "puzzle-cubes shelf: Stopped. The same command goes on."


def is_over(process: psutil.Process) -> bool:
    """Report whether a process has ended, though nobody may have asked how."""
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
def test_a_run_that_is_asked_to_end_leaves_its_rows_only(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "shelf.db"
    running = started(path, *ARGUMENTS)
    wait_until(lambda: rows_on(path) > 20 and len(psutil.Process(running.pid).children()) == 2)
    children = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(number)
    output, errors = running.communicate(timeout=PATIENCE)
    assert (running.returncode, output) == (1, "")
    assert errors.splitlines() == [SENTENCE]
    wait_until(lambda: all(map(is_over, children)))
    assert is_whole(path)
    assert rows_on(path) > 20
    assert [file.name for file in tmp_path.iterdir()] == ["shelf.db"]
    assert run(path, "--count").stdout == f"{rows_on(path)}\n"


def test_one_that_is_asked_while_its_processes_begin_leaves_none_of_them(tmp_path: Path) -> None:
    path = tmp_path / "shelf.db"
    running = started(path, *ARGUMENTS)
    wait_until(lambda: psutil.Process(running.pid).children() != [])
    running.send_signal(signal.SIGTERM)
    children = psutil.Process(running.pid).children(recursive=True)
    _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert errors.splitlines()[-1] == SENTENCE
    assert "Traceback" not in errors
    wait_until(lambda: all(map(is_over, children)))


@pytest.mark.parametrize("seen", [b"", b"rows/s"], ids=["at once", "while it works"])
def test_ctrl_c_in_a_terminal_reaches_no_worker(tmp_path: Path, seen: bytes) -> None:
    with in_terminal(*COMMAND, str(tmp_path / "shelf.db"), *map(str, ARGUMENTS)) as terminal:
        terminal.read_until(seen)
        if not seen:
            wait_until(lambda: psutil.Process(terminal.process.pid).children() != [])
        terminal.press_ctrl_c()
        assert terminal.end() == (1, "")
    said = terminal.seen()
    # The line with the progress ends where the sentence begins, or with a line's end.
    assert sum(SENTENCE in line for line in said) == 1
    assert all(SENTENCE in line or "rows/s" in line for line in said)


@pytest.mark.parametrize("size", [0, 4096, 40_000])
def test_a_full_disk_leaves_the_rows_that_were_there(tmp_path: Path, size: int) -> None:
    path = tmp_path / "shelf.db"
    before = serial_digest(path, (3, 3, 3), range(60))
    with room_for(size):
        filling = started(path, "--size", 3, 3, 3, "--seeds", 0, 2000, "--workers", 1)
    _, errors = filling.communicate(timeout=PATIENCE)
    assert filling.returncode == 1
    assert errors.startswith(f"puzzle-cubes shelf: Shelf '{path}' cannot be written: ")
    assert errors.count("\n") == 1
    assert is_whole(path)
    assert digest(path) == before or rows_on(path) > 60


def test_a_folder_that_vanishes_is_said(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "shelf.db"
    path.parent.mkdir()
    filling = started(path, *ARGUMENTS)
    wait_until(lambda: rows_on(path) > 20)
    children = psutil.Process(filling.pid).children(recursive=True)
    shutil.rmtree(path.parent)
    output, errors = filling.communicate(timeout=PATIENCE)
    assert (filling.returncode, output) == (1, "")
    assert errors.startswith(f"puzzle-cubes shelf: Shelf '{path}' cannot be written: ")
    assert errors.count("\n") == 1
    wait_until(lambda: all(map(is_over, children)))
    assert not path.parent.exists()
