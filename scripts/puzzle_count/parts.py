# SPDX-License-Identifier: GPL-3.0-or-later
"""A long count in parts, each the work of a task, which is done anywhere and in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar

from puzzle_cubes.common.task import Work

Found = TypeVar("Found")


class Part(NamedTuple):
    """A part of a count, by the name of that and some numbers."""

    name: str
    path: tuple[int, ...]


@dataclass(frozen=True)
class LongCount(Generic[Found]):
    """What is counted: ``work`` finds of what all have in ``common`` and of a part what ``add`` adds to the sum.

    ``rests_on`` is all that the numbers of a part rest on, as text. What is found is kept ``as_json``.
    """

    label: str
    parts: Sequence[Part]
    work: Work
    common: Any
    nothing: Found
    add: Callable[[Found, Found], Found]
    as_json: Callable[[Found], Any]
    from_json: Callable[[Any], Found]
    rests_on: str

    @cached_property
    def digest(self) -> str:
        """A check sum of what counts of parts rest on."""
        shown = repr((self.rests_on, list(self.parts)))
        return blake2b(shown.encode(), digest_size=8).hexdigest()
