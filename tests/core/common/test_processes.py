# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks are shared out to real processes: nothing is lost when some are killed, and none outlives who started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from time import sleep

import psutil
import pytest

from puzzle_cubes.common.sharing import shared_out as shared_out_after
from puzzle_cubes.common.task import LostError
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.puzzle import Counts
from puzzle_cubes.polycubes.solver import Branch, Branches, search_branch
from tests.core.polycubes import known

shared_out = partial(shared_out_after, alone=0)
"""Processes are started at once, however short the work is."""

PUZZLE = CLASSICS["soma"].puzzle
TASKS = Branches(PUZZLE).left((0,), 100)


@pytest.fixture(autouse=True)
def none_is_left() -> Iterator[None]:
    """Hold that no process is left."""
    yield
    assert not psutil.Process().children(recursive=True)


def counted(jobs: int) -> list[Counts]:
    """Return what each of the tasks counts."""
    signs = [sign for sign in shared_out(search_branch, (PUZZLE, 10), TASKS, jobs) if sign is not None and sign.is_done]
    assert sorted(sign.number for sign in signs) == list(range(len(TASKS)))
    return [sign.value.counts for sign in sorted(signs, key=lambda sign: sign.number)]


def test_what_comes_out_is_the_same_however_many_do_it() -> None:
    alone = counted(1)
    assert sum(alone, Counts()) == known.SOMA.counts
    assert counted(2) == counted(3) == alone


def test_the_task_of_a_killed_process_is_done_again() -> None:
    signs = []
    for sign in shared_out(search_branch, (PUZZLE, 10), TASKS, 3):
        if sign is None or not sign.is_done:
            continue
        signs.append(sign)
        if len(signs) in {5, 20}:
            psutil.Process().children()[0].kill()
    assert sorted(sign.number for sign in signs) == list(range(len(TASKS)))


def test_where_all_are_killed_others_take_their_places() -> None:
    numbers = []
    for sign in shared_out(search_branch, (PUZZLE, 10), TASKS[:20], 2):
        if sign is not None and sign.is_done:
            numbers.append(sign.number)
            for child in psutil.Process().children() if len(numbers) < 4 else ():
                child.kill()
    assert sorted(numbers) == list(range(20))


def kill_itself(_common: None, _task: int) -> Generator[None, None, None]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield


def test_a_task_that_ends_one_process_after_the_other_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]), prepend=os.pathsep)
    with pytest.raises(LostError, match="lost 5 times") as raised:
        list(shared_out(kill_itself, None, iter([7]), 2))
    assert raised.value.task == 7


def test_tasks_are_taken_when_there_is_somebody_to_do_them() -> None:
    taken = []

    def tasks() -> Iterator[Branch]:
        for task in TASKS[:30]:
            taken.append(task)
            yield task

    done = 0
    for sign in shared_out(search_branch, (PUZZLE, 10), tasks(), 2):
        done += sign is not None and sign.is_done
        assert len(taken) <= done + 3
    assert done == 30


def test_where_none_can_be_started_all_is_done_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # What is not called python is part of another program, and not tried.
    for name in ("blender", "python that is not there"):
        monkeypatch.setattr(sys, "executable", str(tmp_path / name))
        assert sum(counted(2), Counts()) == known.SOMA.counts
        (tmp_path / name).symlink_to("/bin/false")
        assert sum(counted(2), Counts()) == known.SOMA.counts


def test_no_process_imports_from_the_current_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("pickle", "numpy", "core", "puzzle_cubes", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'was run')!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    assert sum(counted(2), Counts()) == known.SOMA.counts
    assert not (tmp_path / "was run").exists()


def test_what_a_task_raises_is_raised_and_all_end() -> None:
    with pytest.raises(ValueError, match="belong"):
        list(shared_out(search_branch, (PUZZLE, 10), [*TASKS[:3], Branch((0, 10**6)), *TASKS[3:]], 2))


def test_who_stops_in_the_middle_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    signs = shared_out(search_branch, (PUZZLE, 10), TASKS, 2)
    next(sign for sign in signs if sign is not None)
    # Threads of numpy would take cores from each other.
    assert [child.num_threads() for child in psutil.Process().children()] == [1, 1]
    signs.close()


LONG = """
from puzzle_cubes.common.sharing import shared_out
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.solver import Branches, search_branch
puzzle = CLASSICS["bedlam"].puzzle
list(shared_out(search_branch, (puzzle, 10), Branches(puzzle).left((0,), 100), 2, alone=0))
"""


def test_no_process_outlives_the_one_that_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", LONG]) as long:
        own = psutil.Process(long.pid)
        # They have work once they have taken longer than to start.
        while len(workers := own.children()) < 2 or min(worker.cpu_times().user for worker in workers) < 0.5:
            assert long.poll() is None
            sleep(0.01)
        os.kill(long.pid, signal.SIGKILL)
    _, alive = psutil.wait_procs(workers, timeout=120)
    assert not alive
