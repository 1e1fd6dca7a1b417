# SPDX-License-Identifier: GPL-3.0-or-later
"""A curve of the best result of a search over time: once it is flat for long, one may stop."""

from __future__ import annotations

from .progress_words import rounded_time

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
