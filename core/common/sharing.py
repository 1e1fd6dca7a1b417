# SPDX-License-Identifier: GPL-3.0-or-later
"""Sharing out tasks to processes of this Python, if there can be any: they come out the same everywhere."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from importlib.util import find_spec
from math import inf
from time import monotonic
from typing import Any

from .task import Sign, Work

ALONE = 0.2
"""Seconds of work before processes are started, which takes as long."""


def processors() -> int:
    """Return how many processes can run side by side here."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def shared_out(work: Work, common: Any, tasks: Sequence[Any], jobs: int) -> Generator[Sign | None, None, None]:
    """Do tasks in so many processes, and yield the signs of them as they come, or None where none does for a while.

    With one job all is done here, in turn, and so are the first tasks with more: what is short needs no process. What a
    task raises is raised here. When the generator is closed, all processes end at once.
    """
    waiting = deque(range(len(tasks)))
    until = monotonic() + ALONE if jobs > 1 else inf
    while waiting and monotonic() < until:
        yield from _done_here(work, common, tasks, waiting.popleft())
    # Extensions of Blender may not start processes, so what does it is not in the zip.
    if jobs > 1 and waiting and find_spec(".processes", __package__):
        from .processes import Crew  # noqa: PLC0415  (it may not be there)

        with closing(Crew(min(jobs, len(waiting)), work, common)) as crew:
            yield from crew.work_off(waiting, tasks)
    for number in sorted(waiting):
        yield from _done_here(work, common, tasks, number)


def _done_here(work: Work, common: Any, tasks: Sequence[Any], number: int) -> Iterator[Sign]:
    steps = work(common, tasks[number])
    while True:
        try:
            yield Sign(number, next(steps), False)
        except StopIteration as done:
            yield Sign(number, done.value, True)
            return
