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
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from multiprocessing import AuthenticationError, current_process
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge, wait
from pathlib import Path
from typing import Any

from .task import Sign, Work

CORE = Path(__file__).absolute().parent.parent
"""The folder of the core, which is a package wherever it lies and whatever it is called there."""

PACKAGE = __name__.removesuffix(".common.processes")
"""What the core is called in this process."""

PATIENCE = 0.1
"""Seconds until who waits for tasks is called back, and between two signs of life of a process."""


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
        self._first = pickle.dumps((work, common))
        self._key = bytes(current_process().authkey)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._doing: dict[Connection, int | None] = {}
        # Who has connected is taken in; nobody is waited for.
        self._server = socket.socket()
        self._server.setblocking(False)
        # A platform may forbid the one or the other.
        with suppress(OSError):
            self._server.bind(("127.0.0.1", 0))
            self._server.listen()
            for _ in range(jobs):
                self._start(self._server.getsockname()[1])

    def _start(self, port: int) -> None:
        path = os.pathsep.join(filter(None, (str(CORE.parent), os.environ.get("PYTHONPATH"))))
        process = subprocess.Popen(  # noqa: S603  (this Python, and a module of the core)
            [sys.executable, "-m", f"{CORE.name}.common.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._processes.append(process)
        if process.stdin is not None:
            with process.stdin as told:
                told.write(f"{port} {self._key.hex()} {PACKAGE}\n".encode())

    def work_off(self, waiting: deque[int], tasks: Sequence[Any]) -> Iterator[Sign | None]:
        """Have the tasks done whose numbers are waiting, and yield the signs of them.

        It ends when all are done, or nobody is left to do them; then some numbers are waiting yet.
        """
        while waiting or any(number is not None for number in self._doing.values()):
            for connection in [one for one, number in self._doing.items() if number is None]:
                if waiting:
                    self._give(connection, waiting, tasks)
            if not self._doing and all(process.poll() is not None for process in self._processes):
                return
            ready = wait([self._server, *self._doing], PATIENCE)
            if not ready:
                yield None
            for one in ready:
                if isinstance(one, Connection):
                    yield from self._signs(one, waiting)
                else:
                    self._take_in()

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

    def _give(self, connection: Connection, waiting: deque[int], tasks: Sequence[Any]) -> None:
        number = self._doing[connection] = waiting.popleft()
        try:
            connection.send((number, tasks[number]))
        except OSError:
            self._lose(connection, waiting)

    def _signs(self, connection: Connection, waiting: deque[int]) -> Iterator[Sign]:
        try:
            sign = unpickled(connection.recv_bytes(), CORE.name, PACKAGE)
        except (EOFError, OSError):
            self._lose(connection, waiting)
            return
        if isinstance(sign, Exception):
            raise sign
        if sign.is_done:
            self._doing[connection] = None
        yield sign

    def _lose(self, connection: Connection, waiting: deque[int]) -> None:
        """Leave a process that is gone; its task is the next for another one."""
        number = self._doing.pop(connection)
        connection.close()
        if number is not None:
            waiting.appendleft(number)

    def close(self) -> None:
        """End all processes."""
        self._server.close()
        for connection in self._doing:
            connection.close()
        for process in self._processes:
            process.kill()
            process.wait()
