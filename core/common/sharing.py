# SPDX-License-Identifier: GPL-3.0-or-later
"""Sharing out tasks to processes of this Python, if there can be any: they come out the same everywhere."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from importlib.util import find_spec
from itertools import chain
from math import inf
from time import monotonic
from typing import Any

from .task import Sign, Work

ALONE = 0.2
"""Seconds of work on short tasks before processes are started, which takes as long."""


def processors() -> int:
    """Return how many processes can run side by side here."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def shared_out(
    work: Work, common: Any, tasks: Iterable[Any], jobs: int, *, alone: float = ALONE, patience: float = 0.1
) -> Generator[Sign | None, None, None]:
    """Do tasks in so many processes, and yield the signs of them as they come, or None where none does for a while.

    With one job all is done here, in turn, and so are the first tasks with more, those that are begun within the
    seconds ``alone``: what is short needs no process. A task is taken when there is somebody to do it. ``patience`` is
    how long the while is, in seconds. What a task raises is raised here, and LostError for one with which process after
    process ends. When the generator is closed, all of them end at once.
    """
    waiting: Iterator[tuple[int, Any]] = enumerate(tasks)
    until = monotonic() + alone if jobs > 1 else inf
    while monotonic() < until:
        if (given := next(waiting, None)) is None:
            return
        yield from _done_here(work, common, *given)
    if find_spec(".processes", __package__):
        from .processes import Crew  # noqa: PLC0415  (a platform may refuse what starts processes)

        with closing(Crew(jobs, work, common, patience)) as crew:
            yield from crew.work_off(waiting)
            waiting = chain(crew.left, waiting)
    for given in waiting:
        yield from _done_here(work, common, *given)


def _done_here(work: Work, common: Any, number: int, task: Any) -> Iterator[Sign]:
    steps = work(common, task)
    while True:
        try:
            yield Sign(number, task, next(steps), False)
        except StopIteration as done:
            yield Sign(number, task, done.value, True)
            return
