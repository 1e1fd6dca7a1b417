# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes of this Python that do tasks, and end with the one that started them.

A process runs ``worker.py`` and talks over a connection of this machine alone, on which both sides prove themselves.
The task of a process that is gone, whatever ended it, is done again.
"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from multiprocessing import AuthenticationError, current_process
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge, wait
from pathlib import Path
from typing import Any

from .task import LostError, Sign, Work

CORE = Path(__file__).absolute().parent.parent
"""The folder of the core, which is a package wherever it lies and whatever it is called there."""

PACKAGE = __name__.removesuffix(".common.processes")
"""What the core is called in this process."""

PATIENCE = 0.02
"""Seconds until who waits for signs is called back: while one waits for them, Blender does nothing else."""

TRIES = 5
"""How often a task is given out that is lost with its process."""


def unpickled(data: bytes, theirs: str, ours: str) -> Any:
    """Return what another process has pickled in which the core has another name."""
    return _Unpickler(data, theirs, ours).load()


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, theirs: str, ours: str) -> None:
        super().__init__(BytesIO(data))
        self._theirs, self._ours = theirs, ours

    def find_class(self, module: str, name: str) -> Any:
        if module == self._theirs or module.startswith(f"{self._theirs}."):
            module = self._ours + module.removeprefix(self._theirs)
        return super().find_class(module, name)


class Crew:
    """Some processes, and the connections to those that have answered, each with the task that it does."""

    def __init__(self, jobs: int, work: Work, common: Any) -> None:
        """Prepare for so many processes at most."""
        # Tasks that were taken, with their numbers, and that nobody does.
        self._left: deque[tuple[int, Any]] = deque()
        self._jobs = jobs
        self._first = pickle.dumps((work, common))
        self._key = bytes(current_process().authkey)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._doing: dict[Connection, tuple[int, Any] | None] = {}
        self._lost: Counter[int] = Counter()
        # Who has connected is taken in; nobody is waited for.
        self._server = socket.socket()
        self._server.setblocking(False)

    def work_off(self, tasks: Iterator[tuple[int, Any]]) -> Iterator[Sign | None]:
        """Have tasks done, each with its number, and yield the signs of them.

        It ends when all are done, or nobody is there to do them; then some were taken, and are given back.
        """
        self._lost.clear()
        self._left.extend(islice(tasks, self._jobs))
        # A platform may forbid the one or the other, and where Python is part of a program there may be no other.
        with suppress(OSError):
            if not Path(sys.executable).stem.startswith("python"):
                return
            if not self._processes:
                self._server.bind(("127.0.0.1", 0))
                self._server.listen()
            while len(self._processes) < len(self._left):
                self._start()
        while True:
            for connection in [one for one, doing in self._doing.items() if doing is None]:
                self._left.extend(() if self._left else islice(tasks, 1))
                if self._left:
                    self._give(connection, self._left.popleft())
            is_idle = not any(self._doing.values())
            if is_idle and (self._doing or all(process.poll() is not None for process in self._processes)):
                return
            ready = wait([self._server, *self._doing], PATIENCE)
            if not ready:
                yield None
            for one in ready:
                if isinstance(one, Connection):
                    yield from self._signs(one)
                else:
                    self._take_in()

    def given_back(self) -> list[tuple[int, Any]]:
        """Return the tasks that were taken and are not done, each with its number."""
        left = list(self._left)
        self._left.clear()
        return left

    def _start(self) -> None:
        path = os.pathsep.join(filter(None, (str(CORE.parent), os.environ.get("PYTHONPATH"))))
        process = subprocess.Popen(  # noqa: S603  (this Python, and a module of the core)
            [sys.executable, "-m", f"{CORE.name}.common.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            env={**os.environ, "PYTHONPATH": path},
        )
        self._processes.append(process)
        if process.stdin is not None:
            with process.stdin as told:
                told.write(f"{self._server.getsockname()[1]} {self._key.hex()} {PACKAGE}\n".encode())

    def _take_in(self) -> None:
        """Take in a process that has connected, if it has the key."""
        with suppress(OSError, EOFError, AuthenticationError):
            taken, _ = self._server.accept()
            taken.setblocking(True)
            connection = Connection(taken.detach())
            try:
                # Somebody else who has connected, and says nothing, is not waited for.
                if connection.poll(1):
                    answer_challenge(connection, self._key)
                    deliver_challenge(connection, self._key)
                    connection.send_bytes(self._first)
                    self._doing[connection] = None
            finally:
                if connection not in self._doing:
                    connection.close()

    def _give(self, connection: Connection, given: tuple[int, Any]) -> None:
        self._doing[connection] = given
        try:
            connection.send(given[1])
        except OSError:
            self._lose(connection)

    def _signs(self, connection: Connection) -> Iterator[Sign]:
        try:
            found = unpickled(connection.recv_bytes(), CORE.name, PACKAGE)
        except (EOFError, OSError):
            self._lose(connection)
            return
        if isinstance(found, Exception):
            raise found
        value, is_done = found
        given = self._doing[connection]
        if is_done:
            self._doing[connection] = None
        if given is not None:
            yield Sign(*given, value, is_done)

    def _lose(self, connection: Connection) -> None:
        """Leave a process that is gone, and start another one; its task is the next to be given out.

        Raises LostError for a task that ends one process after the other.
        """
        given = self._doing.pop(connection)
        connection.close()
        if given is not None:
            self._lost[given[0]] += 1
            if self._lost[given[0]] == TRIES:
                raise LostError(given[1], TRIES)
            self._left.appendleft(given)
            with suppress(OSError):
                self._start()

    def close(self) -> None:
        """End all processes."""
        self._server.close()
        for connection in self._doing:
            connection.close()
        for process in self._processes:
            process.kill()
            process.wait()
