# SPDX-License-Identifier: GPL-3.0-or-later
"""A process that does the tasks of another one, which has started it with an end of a pipe."""

from __future__ import annotations

import pickle
import signal
import sys
from contextlib import suppress
from typing import Any

from .processes import PipeEnd, unpickled
from .task import Task, Work

APART = 0.1
"""Seconds between two signs of life."""


def main() -> None:
    """Do one task after the other, until who gives them is gone."""
    # Ctrl-C is for the process that started this one, and ends it by that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
            if doing.advance(APART):
                return doing.result, True
        except Exception as error:  # noqa: BLE001  (whatever it is, it is raised where the task comes from)
            return error
        # Sent to nobody it raises: so no process outlives the one that started it.
        end.send_bytes(pickle.dumps((doing.latest, False)))


if __name__ == "__main__":
    with suppress(EOFError, OSError):
        main()
