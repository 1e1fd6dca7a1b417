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
from typing import TYPE_CHECKING, Any

from .task import Sign, Task, Work

if TYPE_CHECKING:
    from .processes import Crew

ALONE = 0.2
"""Seconds of work on short tasks before processes are started, which takes as long."""


def processors() -> int:
    """Return how many processes can run side by side here."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Sharing:
    """A work whose tasks are shared out among so many processes, which are there until it is closed.

    With one job all is done here, in turn, and so are the first tasks with more, those that are begun within the
    seconds ``alone``: what is short needs no process.
    """

    def __init__(self, work: Work, common: Any, jobs: int, *, alone: float = ALONE) -> None:
        self._work, self._common = work, common
        self._jobs, self._alone = jobs, alone
        self._crew: Crew | None = None

    def signs(self, tasks: Iterable[Any]) -> Generator[Sign | None, None, None]:
        """Have tasks done, and yield the signs of them as they come, or None where none does for a while.

        A task is taken when there is somebody to do it. What it raises is raised here, and LostError for one with which
        process after process ends. To be closed with the work where it is left before its end.
        """
        waiting: Iterator[tuple[int, Any]] = enumerate(tasks)
        until = monotonic() + self._alone if self._jobs > 1 else inf
        while monotonic() < until:
            if (given := next(waiting, None)) is None:
                return
            yield from self._done_here(*given)
        # Who packs the extension for a platform that refuses what starts processes may leave it out.
        if self._crew is None and find_spec(".processes", __package__):
            from .processes import Crew  # noqa: PLC0415

            self._crew = Crew(self._jobs, self._work, self._common)
        if self._crew is not None:
            yield from self._crew.work_off(waiting)
            waiting = chain(self._crew.given_back(), waiting)
        for given in waiting:
            yield from self._done_here(*given)

    def close(self) -> None:
        """End all processes at once."""
        if self._crew is not None:
            self._crew.close()

    def _done_here(self, number: int, task: Any) -> Iterator[Sign]:
        doing = Task(self._work(self._common, task))
        for value in doing:
            yield Sign(number, task, value, False)
        yield Sign(number, task, doing.result, True)


def shared_out(
    work: Work, common: Any, tasks: Iterable[Any], jobs: int, *, alone: float = ALONE
) -> Generator[Sign | None, None, None]:
    """Have all tasks of a work done, and yield the signs of them; when it is closed, all processes end at once."""
    with closing(Sharing(work, common, jobs, alone=alone)) as sharing:
        yield from sharing.signs(tasks)
