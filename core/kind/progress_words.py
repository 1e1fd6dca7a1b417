# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress of the making of a puzzle in words, with an estimate of the time that is left."""

from __future__ import annotations

from typing import Any

from .kind import AnyKind
from .making import Progress

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
        words.append(f"best so far {kind.facts.brief(progress.best)}")
    return ", ".join(words)


def rounded_time(seconds: float) -> str:
    """Return a time as finely as an estimate can be: it is shown anew all the time, and should not flicker."""
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    if seconds < 57.5:
        return f"{5 * round(seconds / 5)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{round(minutes / 60):,} h"
