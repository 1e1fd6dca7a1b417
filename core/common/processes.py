# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes of this Python that do tasks, and end with the one that started them.

A process runs this module and talks over a pipe that only the two of them have; no port is open. It imports nothing
but the program and what its Python has: not from the current folder, and from ``PYTHONPATH`` only where this process
goes by that, too. The task of a process that is gone, whatever ended it, is done again.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from multiprocessing import Pipe, connection
from pathlib import Path
from typing import Any, TypeAlias

from .task import LostError, Sign, Task, Work, calculate_alone

if sys.platform == "win32":
    PipeEnd: TypeAlias = connection.PipeConnection
else:
    PipeEnd: TypeAlias = connection.Connection

CORE = Path(__file__).absolute().parent.parent
"""The folder of the core, which is a package wherever it lies and whatever it is called there."""

PACKAGE = str(__package__).removesuffix(".common")
"""What the core is called in this process."""

PATIENCE = 0.02
"""Seconds until who waits for signs is called back: while one waits for them, Blender does nothing else."""

TRIES = 5
"""How often a task is given out that is lost with its process."""


def unpickled(data: bytes, theirs: str) -> Any:
    """Return what another process has pickled, in which the core has another name."""
    return _Unpickler(data, theirs).load()


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, theirs: str) -> None:
        super().__init__(BytesIO(data))
        self._theirs = theirs

    def find_class(self, module: str, name: str) -> Any:
        if module == self._theirs or module.startswith(f"{self._theirs}."):
            module = PACKAGE + module.removeprefix(self._theirs)
        return super().find_class(module, name)


class Crew:
    """Some processes, each with its end of a pipe, and the tasks that they do."""

    def __init__(self, jobs: int, work: Work, common: Any) -> None:
        """Prepare for so many processes at most."""
        # Tasks that were taken, with their numbers, and that nobody does.
        self._left: deque[tuple[int, Any]] = deque()
        self._jobs = jobs
        self._first = pickle.dumps((work, common))
        self._processes: dict[PipeEnd, subprocess.Popen[bytes]] = {}
        # Only those that have said that they are there.
        self._doing: dict[PipeEnd, tuple[int, Any] | None] = {}
        self._lost: Counter[int] = Counter()

    def work_off(self, tasks: Iterator[tuple[int, Any]]) -> Iterator[Sign | None]:
        """Have tasks done, each with its number, and yield the signs of them.

        It ends when all are done, or nobody is there to do them; then some were taken, and are given back.
        """
        self._lost.clear()
        self._left.extend(islice(tasks, self._jobs))
        # A platform may forbid it, and where Python is part of a program there may be no other.
        with suppress(OSError):
            if not Path(sys.executable).stem.startswith("python"):
                return
            while len(self._processes) < len(self._left):
                self._start()
        while True:
            for end in [idle for idle, doing in self._doing.items() if doing is None]:
                self._left.extend(() if self._left else islice(tasks, 1))
                if self._left:
                    self._give(end, self._left.popleft())
            if not any(self._doing.values()) and (self._doing or not self._processes):
                return
            ready = connection.wait(list(self._processes), PATIENCE)
            if not ready:
                yield None
            for end in self._processes.keys() & ready:
                yield from self._signs(end)

    def given_back(self) -> list[tuple[int, Any]]:
        """Return the tasks that were taken and are not done, each with its number."""
        left = list(self._left)
        self._left.clear()
        return left

    def _start(self) -> None:
        ours, theirs = Pipe()
        try:
            self._processes[ours] = _started(theirs.fileno())
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()

    def _give(self, end: PipeEnd, given: tuple[int, Any]) -> None:
        self._doing[end] = given
        try:
            end.send(given[1])
        except OSError:
            self._lose(end)

    def _signs(self, end: PipeEnd) -> Iterator[Sign]:
        """Take what a process says: first that it is there, then how far its task is, and what came out."""
        try:
            message = unpickled(end.recv_bytes(), CORE.name)
            if end not in self._doing:
                end.send_bytes(self._first)
                self._doing[end] = None
                return
        except (EOFError, OSError):
            self._lose(end)
            return
        if isinstance(message, Exception):
            raise message
        value, is_done = message
        given = self._doing[end]
        if is_done:
            self._doing[end] = None
        if given is not None:
            yield Sign(*given, value, is_done)

    def _lose(self, end: PipeEnd) -> None:
        """Leave a process that is gone, and start another one; its task is the next to be given out.

        One that never was there is not replaced. Raises LostError for a task that ends one process after the other.
        """
        given = self._doing.pop(end, None)
        end.close()
        _end(self._processes.pop(end))
        if given is not None:
            self._lost[given[0]] += 1
            if self._lost[given[0]] == TRIES:
                raise LostError(given[1], TRIES)
            self._left.appendleft(given)
            with suppress(OSError):
                self._start()

    def close(self) -> None:
        """End all processes."""
        for end, process in self._processes.items():
            end.close()
            _end(process)


def _started(number: int) -> subprocess.Popen[bytes]:
    """Start a process that has an end of a pipe, by its number here."""
    inherited: dict[str, Any]
    if sys.platform == "win32":
        os.set_handle_inheritable(number, True)
        startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [number]})
        inherited = {"startupinfo": startup, "creationflags": subprocess.CREATE_NO_WINDOW}
    else:
        inherited = {"pass_fds": [number]}
    # The Python of Blender does not go by Python's variables, nor does one with -E.
    own = {} if sys.flags.ignore_environment else os.environ
    others = {name: value for name, value in os.environ.items() if name in own or not name.startswith("PYTHON")}
    path = os.pathsep.join(filter(None, (str(CORE.parent), own.get("PYTHONPATH"))))
    return subprocess.Popen(  # noqa: S603  (this Python, and a module of the core)
        [sys.executable, "-P", "-m", f"{CORE.name}.common.processes", str(number), PACKAGE],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**others, "PYTHONPATH": path},
        **inherited,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


SIGNS_APART = 0.1
"""Seconds between two signs of life."""


def main() -> None:
    """Do the tasks of the process that has started this one, one after the other, until that is gone."""
    # Ctrl-C is for the process that started this one, and ends it by that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calculate_alone()
    number, package = sys.argv[1:]
    end = PipeEnd(int(number))
    end.send(None)
    work, common = unpickled(end.recv_bytes(), package)
    while True:
        task = unpickled(end.recv_bytes(), package)
        end.send_bytes(pickle.dumps(_done(end, work, common, task)))


def _done(end: PipeEnd, work: Work, common: Any, task: Any) -> tuple[Any, bool] | Exception:
    """Do a task and return what came out, with True, or the error; send now and then how far it is, with False."""
    doing = Task(work(common, task))
    while True:
        try:
            if doing.advance(SIGNS_APART):
                return doing.result, True
        except Exception as error:  # noqa: BLE001  (whatever it is, it is raised where the task comes from)
            return error
        # Sent to nobody it raises: so no process outlives the one that started it.
        end.send_bytes(pickle.dumps((doing.latest, False)))


if __name__ == "__main__":
    with suppress(EOFError, OSError):
        main()
