# SPDX-License-Identifier: GPL-3.0-or-later
"""The facts about puzzles of a kind, and the progress in making one.

That is told in words, with an estimate of the time that is left, and as a curve of the best result: once the curve is
flat for long, one may stop.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from ..common import words
from ..common.options import Value

P = TypeVar("P")

Values = Mapping[str, Value]
"""Values of options by their names."""

NO_VALUES: Values = MappingProxyType({})


@dataclass(frozen=True)
class Measure(Generic[P]):
    """A line on what a puzzle is like: its name in files, its label, what it means, and its text for a puzzle.

    Without a text the line says nothing about a puzzle, and is not shown. A ``detail`` is a line for those who want to
    know more.
    """

    name: str
    label: str
    meaning: str
    text: Callable[[P], str]
    detail: bool = False


@dataclass(frozen=True)
class Rating:
    """The difficulty of a puzzle: a word, a share of a scale from 0 to 1, and a sentence on what that means."""

    word: str
    share: float
    sentence: str


UNRATED = Rating("Unknown", 0.0, words.UNRATED)
"""What is said of a puzzle of which the difficulty is not known."""


@dataclass(frozen=True)
class Wish:
    """A wish for a puzzle, by its name, and how far off a puzzle is: 0 or less where it is met, and less is nearer.

    ``off`` is in a unit of the wish's own. A wish that is not met has a sentence with what there is instead, and a few
    words on how far that is off.
    """

    name: str
    off: float
    sentence: str = ""
    words: str = ""


def is_farther(before: Sequence[Wish], now: Sequence[Wish]) -> bool:
    """Report whether any wish is farther off than it was before; of those that are met, where no other is nearer."""
    earlier = {wish.name: wish.off for wish in before}
    pairs = [(earlier.get(wish.name, 0.0), wish.off) for wish in now]
    missed = [(max(then, 0.0), max(off, 0.0)) for then, off in pairs]
    if any(then != off for then, off in missed):
        return any(off > then for then, off in missed)
    return any(off > then for then, off in pairs)


class Facts(ABC, Generic[P]):
    """The facts about a puzzle of a kind."""

    measures: tuple[Measure[P], ...] = ()
    """The lines on what a puzzle is like."""

    @abstractmethod
    def name_of(self, puzzle: P) -> str:
        """Return a puzzle's name, which begins with the label of its kind and is short enough for a folder."""

    @abstractmethod
    def summary(self, puzzle: P) -> str:
        """Return a line on a puzzle."""

    @abstractmethod
    def canonical_form(self, puzzle: P) -> bytes:
        """Return bytes that are the same for puzzles that are the same one, turned or mirrored."""

    def size_of(self, puzzle: P) -> str:
        """Return that by which people group puzzles, as "5x5x5"."""
        return ""

    def brief(self, puzzle: P) -> str:
        """Return a few words on a puzzle, to follow "with"."""
        return "all parts"

    def warnings(self, puzzle: P) -> tuple[str, ...]:
        """Return sentences on what is odd about a puzzle, as of one from a file."""
        return ()

    def wishes(self, puzzle: P) -> tuple[Wish, ...]:
        """Return the wishes that a puzzle was searched for, and how far off it is."""
        return ()

    def missed(self, puzzle: P) -> tuple[str, ...]:
        """Return sentences on what was asked of a puzzle and is not met, and on what it has instead."""
        return tuple(wish.sentence for wish in self.wishes(puzzle) if wish.off > 0)

    def brief_with_distance(self, puzzle: P) -> str:
        """Return a few words on a puzzle, and on how far it is from what was asked."""
        return ", ".join((self.brief(puzzle), *(wish.words for wish in self.wishes(puzzle) if wish.off > 0)))

    def brief_of_best(self, puzzle: P) -> str:
        """Return a few words on the best of a search so far, to follow these: what is known of it may itself be so."""
        return self.brief_with_distance(puzzle).replace(" so far", "")

    def rating(self, puzzle: P) -> Rating | None:
        """Return how hard a puzzle is; None where that is not known."""
        return None

    def numbers(self, puzzle: P) -> dict[str, Any]:
        """Return the numbers of a puzzle for a report that programs read."""
        return {}

    def solutions(self, puzzle: P) -> list[Any]:
        """Return the known solutions of a puzzle, as plain values."""
        return []


class Series(Generic[P]):
    """Many puzzles of a kind, one for each seed."""

    figures: tuple[str, ...] = ()
    """The names of the numbers by which puzzles are compared, sorted and chosen."""

    hardness: ClassVar[str] = ""
    """The figure by which the hardest are found."""

    series_begins_with: ClassVar[Values] = NO_VALUES
    """What a series begins with where that is not an option's default."""

    series_hardest: ClassVar[Values] = NO_VALUES
    """What makes each puzzle of a series as hard as can be."""

    def figures_of(self, puzzle: P) -> Mapping[str, float | None]:
        """Return the figures of a puzzle, by their names; None for what is not known."""
        return {}


@dataclass(frozen=True)
class Progress(Generic[P]):
    """The progress in making a puzzle: attempts begun, the share of all that is done, and the best so far.

    ``worth`` is how good the best is to what searches, in any unit, and never falls; None where that is not known.
    """

    attempt: int
    attempts: int
    share: float
    best: P | None
    worth: float | None = None


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


def progress_words(kind: Facts[Any], progress: Progress[Any] | None, seconds: float) -> str:
    """Return how far the making of a puzzle has come in so many seconds, and what the best is like, in one line."""
    if progress is None:
        return f"{0:.0%}"
    words = [f"{progress.share:.0%}"]
    if left := time_left(progress.share, seconds):
        words.append(f"{left} left")
    if progress.attempts > 1:
        words.append(f"attempt {progress.attempt:,} of {progress.attempts:,}")
    if progress.best is not None:
        words.append(f"best so far {kind.brief_of_best(progress.best)}")
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
        """Return for how long nothing better was found: "No better for 35 s"; nothing where that is not known yet."""
        if not self._rises:
            return ""
        flat = seconds - self._rises[-1][0]
        rising = "Getting better" if len(self._rises) > 1 else ""
        return f"No better for {rounded_time(flat)}" if flat >= FLAT_FROM else rising

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
