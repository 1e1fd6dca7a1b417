# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the making of a puzzle has come, and that none was found."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..common.errors import InputError

P = TypeVar("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Progress(Generic[P]):
    """How far the making of a puzzle has come: attempts begun, the share of all that is done, and the best so far.

    While it is not ``settled`` a little patience finds a much better one: a stop should wait for that.
    """

    attempt: int
    attempts: int
    share: float
    best: P | None
    settled: bool = True


def finish(steps: Generator[Progress[P], None, R], report: Callable[[Progress[P]], object] = lambda _: None) -> R:
    """Return what is made in steps, once they have all been taken; ``report`` is called with each one's progress."""
    while True:
        try:
            report(next(steps))
        except StopIteration as done:
            made: R = done.value
            return made


class NotFoundError(InputError):
    """What was asked is valid, but no puzzle was found that fulfils it; ``best`` comes nearest, if any was found."""

    def __init__(self, message: str, best: Any = None) -> None:
        super().__init__(message)
        self.best = best
