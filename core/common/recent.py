# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps what was made last, so that several callers in a row get it without making it again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """The values of the keys that were used last, ``most`` of them at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, V] = {}

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key, and make it where it is not kept; raises what ``make`` raises."""
        value = self._values.pop(key) if key in self._values else make()
        self.put(key, value)
        return value

    def __contains__(self, key: Hashable) -> bool:
        """Report whether the value of a key is kept."""
        return key in self._values

    def put(self, key: Hashable, value: V) -> None:
        """Keep the value of a key that has been made elsewhere."""
        self._values.pop(key, None)
        self._values[key] = value
        while len(self._values) > self._most:
            del self._values[next(iter(self._values))]
