# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress of a search: in words, with an estimate of the time that is left, and as a curve of its best result.

Once the curve is flat for long, one may stop.
"""

from __future__ import annotations

from typing import Any

from .kind import AnyKind, Progress

FIRST_SHARE = 0.02
FIRST_SECONDS = 1.0
"""What must be done, or how long it must have gone on, before an estimate means something."""


def time_left(share: float, seconds: float) -> str:
    """Return how long something goes on of which a share took so many seconds: "about 8 s".

    Nothing is said before that can be estimated, and at the end.
    """
    if not 0 < share < 1 or (share < FIRST_SHARE and seconds < FIRST_SECONDS):
        return ""
    return f"about {rounded_time(seconds * (1 - share) / share)}"


def progress_words(kind: AnyKind, progress: Progress[Any] | None, seconds: float) -> str:
    """Return how far the making of a puzzle has come in so many seconds, and what the best is like, in one line."""
    if progress is None:
        return f"{0:.0%}"
    words = [f"{progress.share:.0%}"]
    if left := time_left(progress.share, seconds):
        words.append(f"{left} left")
    if progress.attempts > 1:
        words.append(f"attempt {progress.attempt:,} of {progress.attempts:,}")
    if progress.best is not None:
        # What is known of the best may itself be so far.
        words.append(f"best so far {kind.brief_with_distance(progress.best).removesuffix(' so far')}")
    return ", ".join(words)


def rounded_time(seconds: float) -> str:
    """Return a time as finely as an estimate can be: it is shown anew all the time, and should not flicker."""
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    if seconds < 57.5:
        return f"{5 * round(seconds / 5)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{round(minutes / 60):,} h"


BEGINNING = 3
"""The first of so many parts of all rises does not count for the curve's height: at first every search rises much."""

FLAT_FROM = 3.0
"""Seconds after which a search is said to find nothing better."""


class ProgressCurve:
    """The best results of a search, noted from time to time."""

    def __init__(self) -> None:
        self._rises: list[tuple[float, float]] = []

    def note(self, worth: float | None, seconds: float) -> bool:
        """Note how good the best is after so many seconds, where that is known; report whether it is better."""
        if worth is None or (self._rises and worth <= self._rises[-1][1]):
            return False
        self._rises.append((seconds, worth))
        return True

    def words(self, seconds: float) -> str:
        """Return for how long nothing better was found: "No better for 35 s"; nothing where nothing was noted."""
        if not self._rises:
            return ""
        flat = seconds - self._rises[-1][0]
        return f"No better for {rounded_time(flat)}" if flat >= FLAT_FROM else "Getting better"

    def points(self, seconds: float) -> list[tuple[float, float]]:
        """Return the corners of the curve up to now, each from 0 to 1 to the right and upward; none of nothing."""
        if not self._rises:
            return []
        first, top = self._rises[0][0], self._rises[-1][1]
        time = max(seconds - first, 1e-6)
        low = self._rises[(len(self._rises) - 1) // BEGINNING][1]
        corners: list[tuple[float, float]] = []
        for when, worth in self._rises:
            across = min(1.0, (when - first) / time)
            if corners:
                corners.append((across, corners[-1][1]))
            corners.append((across, max(0.0, (worth - low) / (top - low)) if top > low else 1.0))
        return [*corners, (1.0, corners[-1][1])]
