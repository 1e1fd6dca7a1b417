# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks that can be shared out: the work on one, and the signs of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from .errors import FailedError

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
