# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a thing is seen on its way from cell to cell, while it is played with."""

from __future__ import annotations

from collections import deque

FinePosition = tuple[float, float, float]
"""A place in cells, also between two of them."""


class SmoothMotion:
    """A thing that moves evenly to one place after the other."""

    def __init__(self, place: FinePosition) -> None:
        self.place = place
        self._begin = place
        self._legs: deque[tuple[FinePosition, float]] = deque()
        self._elapsed = 0.0

    @property
    def moving(self) -> bool:
        """Whether there is a place left to move to."""
        return bool(self._legs)

    def go(self, place: FinePosition, seconds: float) -> None:
        """Move to a place in so many seconds, after those that it was sent to before."""
        self._legs.append((place, seconds))

    def advance(self, seconds: float) -> None:
        """Let time pass. The more places there are to come, the faster it goes, so that it never lags far behind."""
        self._elapsed += seconds * max(1, len(self._legs) - 1)
        while self._legs:
            target, duration = self._legs[0]
            if self._elapsed < duration:
                share = self._elapsed / duration
                x, y, z = (begin + share * (end - begin) for begin, end in zip(self._begin, target, strict=True))
                self.place = x, y, z
                return
            self._elapsed -= duration
            self.place = self._begin = target
            self._legs.popleft()
        self._elapsed = 0.0
