# SPDX-License-Identifier: GPL-3.0-or-later
"""A process that does the tasks of another one, which has started it and tells it where to connect."""

from __future__ import annotations

import pickle
import signal
import socket
import sys
from contextlib import suppress
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from typing import Any

from .processes import CORE, unpickled
from .task import Task, Work

APART = 0.1
"""Seconds between two signs of life."""


def main() -> None:
    """Do one task after the other, until who gives them is gone."""
    # Ctrl-C is for the process that started this one, and ends it by that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    port, key, package = sys.stdin.readline().split()
    connection = Connection(socket.create_connection(("127.0.0.1", int(port))).detach())
    deliver_challenge(connection, bytes.fromhex(key))
    answer_challenge(connection, bytes.fromhex(key))
    work, common = unpickled(connection.recv_bytes(), package, CORE.name)
    while True:
        task = unpickled(connection.recv_bytes(), package, CORE.name)
        connection.send_bytes(pickle.dumps(_done(connection, work, common, task)))


def _done(connection: Connection, work: Work, common: Any, task: Any) -> tuple[Any, bool] | Exception:
    """Do a task and return what came out, with True, or the error; send now and then how far it is, with False."""
    doing = Task(work(common, task))
    while True:
        try:
            if doing.advance(APART):
                return doing.result, True
        except Exception as error:  # noqa: BLE001  (whatever it is, it is raised where the task comes from)
            return error
        # Sent to nobody it raises: so no process outlives the one that started it.
        connection.send_bytes(pickle.dumps((doing.latest, False)))


if __name__ == "__main__":
    with suppress(EOFError, OSError):
        main()
