# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line can be asked to do with a puzzle of some kind, besides making and printing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True)
class Request:
    """A request: its name, which is its argument, a phrase on what it does, and whether it writes a file of its own."""

    name: str
    meaning: str
    file: bool = False


@dataclass(frozen=True)
class Answer(Generic[P]):
    """What was done: the puzzle with all that is known of it now, and what follows.

    ``numbers`` are facts for a report that programs read, ``texts`` the files that were asked for, by the names of
    their requests, and ``lines`` are sentences for people.
    """

    puzzle: P
    numbers: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
