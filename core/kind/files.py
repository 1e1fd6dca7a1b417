# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts in which a puzzle is written and read: its native file, those of other programs, and its code."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..common.options import Value
from .making import Progress

P = TypeVar("P")

PUZZLE_FILE = "puzzle.json"
"""The native file of a puzzle of any kind."""


@dataclass(frozen=True)
class TextFormat(Generic[P]):
    """A text in which other programs know puzzles of a kind.

    ``recognizes`` reports whether a text looks like one; ``read`` raises InputError for one that is damaged. Where a
    text can hold several puzzles, ``problems`` are their names, which may be nothing, and ``read_problem`` reads one of
    them by its number from 1; ``read`` then reads the first that can be read.
    """

    name: str
    label: str
    meaning: str
    suffix: str
    write: Callable[[P], str]
    read: Callable[[str], P]
    recognizes: Callable[[str], bool]
    largest: int
    problems: Callable[[str], tuple[str, ...]] | None = None
    read_problem: Callable[[str, int], P] | None = None


@dataclass(frozen=True)
class Codes(Generic[P]):
    """The codes of puzzles, short texts that are a puzzle.

    They begin with ``letter``, one of the codes' alphabet. ``to_number`` returns the number from 0 that a code is made
    of, of which what the puzzle was made from is no part, and raises InputError for a puzzle that has none;
    ``from_number`` raises it for a number that is no puzzle. ``with_values`` returns a code's puzzle with the values
    of all options that it was made from. ``completed`` finds, in steps, what a code leaves out of what is known of a
    puzzle.
    """

    letter: str
    to_number: Callable[[P], int]
    from_number: Callable[[int], P]
    with_values: Callable[[P, Mapping[str, Value]], P] = lambda puzzle, _: puzzle
    completed: Callable[[P], Generator[Progress[P], None, P]] | None = None


@dataclass(frozen=True)
class Files(Generic[P]):
    """The texts of a kind's puzzles.

    ``format_name`` stands at the beginning of a native file, of which ``largest`` characters are read at most.
    ``from_json`` raises InputError, naming the place, for anything that is damaged or does not fit. ``others`` are
    exported with the native file, by their names.
    """

    format_name: str
    to_json: Callable[[P], str]
    from_json: Callable[[str], P]
    largest: int = 4_000_000
    formats: tuple[TextFormat[P], ...] = ()
    others: Callable[[P], Mapping[str, str]] = lambda _: {}
    codes: Codes[P] | None = None

    def recognizes(self, text: str) -> bool:
        """Report whether a text looks like a native file of this kind."""
        return f'"{self.format_name}"' in text[:200]

    def texts(self, puzzle: P) -> dict[str, str]:
        """Return the texts that are exported with a puzzle, by the names of their files."""
        return {**self.others(puzzle), PUZZLE_FILE: self.to_json(puzzle)}
