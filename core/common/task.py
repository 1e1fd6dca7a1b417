# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks that can be shared out: the work on one, and the signs of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

Work = Callable[[Any, Any], Generator[Any, None, Any]]
"""A function of the core, of what all tasks have in common and of a task.

It yields now and then how far it is, or None, and returns what comes out."""


@dataclass(frozen=True)
class Sign:
    """A sign of a task, by its number: how far it is, or with ``is_done`` what came out."""

    number: int
    value: Any
    is_done: bool
