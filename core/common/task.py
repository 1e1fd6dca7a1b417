# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks in steps: one that goes on when it is asked to, and many that are shared out to processes of this Python.

Where there can be no processes, all is done in turn, and comes out the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import FailedError

if TYPE_CHECKING:
    from .processes import Crew


S_co = TypeVar("S_co", covariant=True)
R_co = TypeVar("R_co", covariant=True)
S = TypeVar("S")
R = TypeVar("R")


class Task(Generic[S_co, R_co]):
    """A task in steps, each of which says how far it is: it goes on while somebody takes them, or for some time.

    Who takes steps gets what they raise, and after that there are no more.
    """

    latest: S_co | None
    """What the last step said; None before the first one."""

    result: R_co
    """What came out, once ``is_done``."""

    def __init__(self, steps: Generator[S_co, None, R_co]) -> None:
        self._steps = steps
        self._is_over = False
        self.latest = None
        self.is_done = False

    def __iter__(self) -> Iterator[S_co]:
        return self

    def __next__(self) -> S_co:
        if self._is_over:
            raise StopIteration
        # After an error, too, a generator would end like one that has returned nothing.
        self._is_over = True
        try:
            latest = next(self._steps)
        except StopIteration as done:
            self.result, self.is_done = done.value, True
            raise
        self.latest, self._is_over = latest, False
        return latest

    def advance(self, seconds: float, must_stop: Callable[[], bool] = lambda: False) -> bool:
        """Take a step, and more for so many seconds or until it must stop; report whether all is done."""
        end = monotonic() + seconds
        for _ in self:
            if must_stop() or monotonic() >= end:
                break
        return self.is_done

    @property
    def best(self) -> Any:
        """What there is by now: what came out or, before that, what the last step said."""
        return self.result if self.is_done else self.latest

    def stop(self) -> None:
        """End it where it is, with all processes that work on it; what the last step said stays."""
        self._is_over = True
        self._steps.close()


def finish(steps: Generator[S, None, R], report: Callable[[S], object] = lambda _: None) -> R:
    """Return what is made in steps, once they have all been taken; ``report`` is called with each one."""
    task = Task(steps)
    for step in task:
        report(step)
    return task.result


Work = Callable[[Any, Any], Generator[Any, None, Any]]
"""A function of a module, of what all tasks have in common and of a task.

It yields now and then how far it is, or None, and returns what comes out."""


@dataclass(frozen=True)
class Sign:
    """A sign of a task, by its number from 0: how far it is, or with ``is_done`` what came out."""

    number: int
    task: Any
    value: Any
    is_done: bool


class LostError(FailedError):
    """A task was lost again and again with the process that did it."""

    def __init__(self, task: Any, times: int) -> None:
        super().__init__(f"Work was lost {times} times with its process.")
        self.task = task


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
