# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers for the games of all kinds: directions of keys as a puzzle is seen, and motion from place to place."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import permutations
from typing import Final

Direction = tuple[int, int]
"""An axis, 0 to 2 for x to z, and a step along it, 1 or -1."""

FinePosition = tuple[float, float, float]
"""A place in cells, also between two of them."""

RIGHT, UP, AWAY = range(3)
"""The directions of a view."""

RESULT: Final = "{puzzle}: {praise}, in {time}. {code}"
"""What a player may send to others, also from the page of a site: nothing is sent by itself."""


def result_text(puzzle: str, praise: str, seconds: float, code: str) -> str:
    """Return what a player may send who has solved a puzzle: by its name, the praise, the time, and the code if any."""
    minutes, rest = divmod(round(seconds), 60)
    text = RESULT.format(puzzle=puzzle, praise=praise.lower(), time=f"{minutes}:{rest:02}", code=code)
    return text.strip()


def axes_in_view(view: Sequence[Sequence[float]]) -> tuple[Direction, Direction, Direction]:
    """Return the directions of a puzzle's grid that go to the right, up and away in a view.

    ``view`` has three vectors in the axes of the grid: to the right, up, and away from the eye. Each of its axes is one
    of the three, so that together they point that way as well as they can; where two choices are as good as each
    other, as where the view looks along a diagonal, it is the first one by the order of the axes.
    """
    x, y, z = max(
        permutations(range(3)), key=lambda axes: round(sum(abs(view[seen][axes[seen]]) for seen in range(3)), 6)
    )
    right, up, away = ((axis, 1 if view[seen][axis] >= 0 else -1) for seen, axis in enumerate((x, y, z)))
    return right, up, away


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
