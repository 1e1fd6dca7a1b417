# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks in steps: one that goes on when it is asked to, and the work on those that can be shared out."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeVar

from .errors import FailedError, InputError
from .words import must_be

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
    """Return what is made in steps, once they have all been taken; ``report``, a function, is called with each one."""
    if not callable(report):
        raise InputError(must_be("Report", report, (), "a function", ""))
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


def calculate_alone() -> None:
    """Let numpy, where it is not imported yet, calculate in one thread, unless the user has said how many.

    Others of its threads wait in a loop for whatever comes next, which takes a core of those that work.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
