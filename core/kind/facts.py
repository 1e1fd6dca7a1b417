# SPDX-License-Identifier: GPL-3.0-or-later
"""The facts about a puzzle: its name, its measures as lines, its difficulty, and numbers for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..common.options import Value

P = TypeVar("P")


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


@dataclass(frozen=True)
class Facts(Generic[P]):
    """The facts about a puzzle of a kind.

    ``name`` is short enough for a folder, ``size`` that by which people group puzzles, as "5x5x5"; ``brief`` are a few
    words to follow "with", ``summary`` is a line. ``warnings`` are sentences on what is odd, as of a puzzle from a
    file; ``missed`` those on what was asked of it and is not met, and on what it has instead. ``rating`` is None where
    it is not known how hard a puzzle is; ``numbers`` are for a report that programs read, ``solutions`` those that are
    known, as plain values. ``canonical_form`` are bytes that are the same for puzzles that are the same one, turned or
    mirrored.
    """

    name: Callable[[P], str]
    summary: Callable[[P], str]
    canonical_form: Callable[[P], bytes]
    measures: tuple[Measure[P], ...] = ()
    size: Callable[[P], str] = lambda _: ""
    brief: Callable[[P], str] = lambda _: "all parts"
    warnings: Callable[[P], tuple[str, ...]] = lambda _: ()
    missed: Callable[[P], tuple[str, ...]] = lambda _: ()
    rating: Callable[[P], Rating | None] = lambda _: None
    numbers: Callable[[P], dict[str, Any]] = lambda _: {}
    solutions: Callable[[P], list[Any]] = lambda _: []


@dataclass(frozen=True)
class Series(Generic[P]):
    """Many puzzles of a kind, one for each seed.

    ``figures`` are the names of the numbers by which they are compared, sorted and chosen, ``hardness`` the one by
    which the hardest are found. ``figures_of`` returns them for a puzzle, None for what is not known. ``begins_with``
    is what a series begins with where that is not an option's default, ``hardest`` what makes each puzzle as hard as
    can be.
    """

    figures: tuple[str, ...] = ()
    hardness: str = ""
    figures_of: Callable[[P], Mapping[str, float | None]] = lambda _: {}
    begins_with: Mapping[str, Value] = field(default_factory=dict)
    hardest: Mapping[str, Value] = field(default_factory=dict)
