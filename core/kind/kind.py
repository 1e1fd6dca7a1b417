# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of a kind of puzzle: all that the rest of the program asks of a kind, sorted by subject.

The facts about a puzzle: its name, its measures as lines, its difficulty, and numbers for programs.

The making of a kind's puzzles: the options that can be set before, and the steps.

The tasks that the command line has for a kind's puzzles, besides making and printing them.

The texts in which a puzzle is written and read: its native file, those of other programs, and its code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..common.errors import FailedError, InputError
from ..common.options import Option, Options, Value, label_of
from ..common.task import Task, finish
from .model import Model

P = TypeVar("P")
D = TypeVar("D", bound=Options)


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


class Search(Task[Progress[P], P]):
    """The making of a puzzle, which can be stopped at any time: its best so far stays."""

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return 1.0 if self.is_done else 0.0 if self.latest is None else self.latest.share

    @property
    def best(self) -> P | None:
        """The best so far, in the end what came out; None before anything is found."""
        return self.result if self.is_done else None if self.latest is None else self.latest.best


class NotFoundError(FailedError):
    """A valid request for which no puzzle was found; ``best`` comes nearest, if any was found."""

    def __init__(self, message: str, best: Any = None) -> None:
        super().__init__(message)
        self.best = best


@dataclass(frozen=True)
class Making(Generic[P]):
    """The making of puzzles from values of ``options`` by their names.

    ``begun`` makes one, by so many processes, and yields now and then how far it has come: shares never fall, the best
    never gets worse, and what comes out is the same for any number of processes. It raises InputError for values that
    cannot be used, and NotFoundError, with the best that was found, where nothing was found that has all that was
    asked. ``stopped_at`` returns values with which the making ends where it was stopped, so that a repetition takes no
    longer; ``search_on`` goes on with the search that a puzzle is from, in steps
    as well, and ``is_over`` says in a sentence why there is none to go on with; ``stands`` whether what was found is
    the puzzle that was asked for already, of which only more is to be known, so that it can be shown meanwhile;
    ``work`` how much work it is at most, in any unit, or 0 where that cannot be known; ``implied`` the values that
    follow from those that were given; ``users`` a sentence on who uses an option that makes no difference for some
    values; ``unwatched`` values where nobody looks on who could go on.

    ``everyday`` are the options that the help of the command line shows first, where these are not the panel's.

    The rest is for the panel: the few options that everybody sets, which come first; what it begins with where that is
    no default; which options it shows for some values, in its order, and whether each makes a difference; the values
    of others that follow when the user has chosen one by its name; and of options whose choices are shown by a picture
    each, the values with which a puzzle for that is quickly made.
    """

    options: tuple[Option, ...]
    begun: Callable[[Mapping[str, Value], int], Generator[Progress[P], None, P]]
    stopped_at: Callable[[Mapping[str, Value], Progress[P]], Mapping[str, Value]] = lambda values, _: values
    search_on: Callable[[P, int], Generator[Progress[P], None, P]] | None = None
    is_over: Callable[[P], str] = lambda _: ""
    stands: Callable[[Mapping[str, Value], P], bool] = lambda _values, _puzzle: False
    work: Callable[[Mapping[str, Value]], float] = lambda _: 0.0
    implied: Callable[[Mapping[str, Value]], Mapping[str, Value]] = lambda _: {}
    users: Callable[[str, Mapping[str, Value]], str] = lambda _name, _values: "nothing that was chosen uses it"
    unwatched: Mapping[str, Value] = field(default_factory=dict)
    everyday: tuple[str, ...] = ()
    headline: tuple[str, ...] = ()
    begins_with: Mapping[str, Value] = field(default_factory=dict)
    shown_for: Callable[[Mapping[str, Value]], tuple[tuple[str, bool], ...]] | None = None
    following: Callable[[str, Mapping[str, Value]], Mapping[str, Value]] = lambda _chosen, _values: {}
    examples: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def in_steps(self, values: Mapping[str, Value], jobs: int = 1) -> Generator[Progress[P], None, P]:
        """Begin to make a puzzle, by so many processes; raises InputError at once for values that cannot be used."""
        return self.begun(values, jobs)

    def make(
        self, values: Mapping[str, Value], report: Callable[[Progress[P]], object] = lambda _: None, jobs: int = 1
    ) -> P:
        """Make a puzzle as ``in_steps`` does; ``report`` is called with each step's progress."""
        return finish(self.in_steps(values, jobs), report)

    @property
    def defaults(self) -> dict[str, Value]:
        """The defaults of all options, by name."""
        return {option.name: option.default for option in self.options}

    def values_with(
        self, given: Mapping[str, Value], *, watched: bool = False, called: Callable[[Option], str] = label_of
    ) -> dict[str, Value]:
        """Return values of all options where some were given: of the others what follows from these, or the default.

        Raises InputError for one that makes no difference to what is chosen; ``called`` says what it calls that.
        """
        begins_with = {} if watched else self.unwatched
        values = {**self.defaults, **begins_with, **self.implied(given), **given}
        for option in self.options:
            if isinstance(values[option.name], str):
                option.check(values[option.name])
        used = {name for name, makes_difference in self.shown(values) if makes_difference}
        for option in self.options:
            if option.name in given and option.name not in used:
                option.check(given[option.name])
                raise InputError(f"{called(option)} makes no difference here: {self.users(option.name, values)}.")
        return values

    def shown(self, values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
        """Return which options the panel shows for some values, and whether each makes a difference."""
        if self.shown_for is None:
            return tuple((option.name, True) for option in self.options)
        return self.shown_for(values)


@dataclass(frozen=True)
class Request:
    """A request: its name, which is its argument, a phrase on what it does, and whether it writes a file of its own."""

    name: str
    meaning: str
    file: bool = False


@dataclass(frozen=True)
class Example:
    """An example of a command: its arguments, and a phrase on what they do."""

    arguments: str
    meaning: str = ""


@dataclass(frozen=True)
class Answer(Generic[P]):
    """The answer to a task: the puzzle with all that is known of it now, and what follows.

    ``numbers`` are facts for a report that programs read, ``texts`` the files that were asked for, by the names of
    their requests, and ``lines`` are sentences for people.
    """

    puzzle: P
    numbers: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def _nothing(puzzle: P, asked: Collection[str], jobs: int) -> Generator[Progress[P], None, Answer[P]]:
    """Do nothing: there is nothing to ask for."""
    yield from ()
    return Answer(puzzle)


@dataclass(frozen=True)
class Asking(Generic[P]):
    """The tasks of the command line for a kind's puzzles besides making and printing them.

    ``answer_in_steps`` does what is asked for, ``requests`` by their names, in so many processes, and yields now and
    then how far that has come. ``source_flags`` are further names of the argument that opens a file, ``source_options``
    those options that can be given with one, which may not say them: ``completed`` returns its puzzle with them, and
    raises InputError for what cannot be. ``needs_folder`` is whether a run without a folder must report or write
    something else. ``examples`` stand at the end of the help.
    """

    requests: tuple[Request, ...] = ()
    answer_in_steps: Callable[[P, Collection[str], int], Generator[Progress[P], None, Answer[P]]] = _nothing
    source_flags: tuple[str, ...] = ()
    source_options: tuple[str, ...] = ()
    completed: Callable[[P, Mapping[str, Value]], P] = lambda puzzle, _: puzzle
    needs_folder: bool = True
    examples: tuple[Example, ...] = ()


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


@dataclass(frozen=True, eq=False)
class Kind(Generic[P, D]):
    """A kind of puzzle ``P`` with dimensions ``D``.

    ``name`` is what files, the command line and properties call it, ``label`` what users read, and ``meaning`` a phrase
    on what such a puzzle is.
    """

    name: str
    label: str
    meaning: str
    making: Making[P]
    model: Model[P, D]
    facts: Facts[P]
    files: Files[P]
    series: Series[P] = Series()
    asking: Asking[P] = Asking()


AnyKind = Kind[Any, Any]
"""A kind of which it is not known which one it is."""
