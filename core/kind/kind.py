# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of a kind of puzzle: all that the rest of the program asks of a kind.

A kind is one object. Its class has a base for each subject, so that a kind can have each in a file of its own: how its
puzzles are made, what is said of them, their texts, the many puzzles of a series, what the command line does with
them, and, in ``model.py``, their solids.

A puzzle of any kind is read from a text of which only its first lines say what it is, or from a code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from ..common.codes import code_number, code_text
from ..common.errors import FailedError, InputError
from ..common.options import Option, Options, Value, label_of
from ..common.task import Task, finish
from ..common.words import CODE_OF_NO_KIND, listed, shortened
from .facts import NO_VALUES, Facts, Progress, Series, Values
from .model import Model

P = TypeVar("P")
D = TypeVar("D", bound=Options)


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


class Making(ABC, Generic[P]):
    """The making of puzzles from values of options by their names, and what the panel shows before."""

    options: tuple[Option, ...] = ()
    """What can be set before."""

    headline: tuple[str, ...] = ()
    """The few options that everybody sets, which come first in the panel."""

    everyday: tuple[str, ...] = ()
    """The options that the help of the command line shows first, where these are not the panel's."""

    begins_with: ClassVar[Values] = NO_VALUES
    """What the panel begins with where that is no option's default."""

    unasked: ClassVar[Values] = NO_VALUES
    """What command and library make where nothing at all is asked for, if that is not the defaults."""

    unwatched: ClassVar[Values] = NO_VALUES
    """Values where nobody looks on who could go on."""

    pictured: ClassVar[Mapping[str, Values]] = MappingProxyType({})
    """Options whose choices are shown by a picture each, with the values by which a puzzle for that is quickly made."""

    @abstractmethod
    def in_steps(self, values: Values, jobs: int = 1) -> Generator[Progress[P], None, P]:
        """Make a puzzle, by so many processes, and yield now and then how far it has come.

        Shares never fall, the best never gets worse, and what comes out is the same for any number of processes. Raises
        InputError at once for values that cannot be used, and NotFoundError, with the best that was found, where
        nothing was found that has all that was asked.
        """

    def make(self, values: Values, report: Callable[[Progress[P]], object] = lambda _: None, jobs: int = 1) -> P:
        """Make a puzzle as ``in_steps`` does; ``report`` is called with each step's progress."""
        return finish(self.in_steps(values, jobs), report)

    def lacks(self, values: Values, puzzle: P) -> str:
        """Return in a few words what was asked of a puzzle that lacks it, and that ``wishes`` does not have."""
        return ""

    def stopped_at(self, values: Values, progress: Progress[P]) -> Values:
        """Return values with which the making ends where it was stopped, so that a repetition takes no longer."""
        return values

    def search_on(self, puzzle: P, jobs: int = 1) -> Generator[Progress[P], None, P]:
        """Go on with the search that a puzzle is from, in steps; raises InputError where there is none."""
        raise InputError(f"{self.is_over(puzzle)}.")

    def is_over(self, puzzle: P) -> str:
        """Return in a sentence why there is no search to go on with; nothing where there is one."""
        return "Such puzzles are made without a search"

    def stands(self, values: Values, puzzle: P) -> bool:
        """Return whether what was found is the puzzle that was asked for already, so that it can be shown.

        Only more is to be known of it then.
        """
        return False

    def work(self, values: Values) -> float:
        """Return how much work it is at most, in any unit, or 0 where that cannot be known."""
        return 0.0

    def implied(self, given: Values) -> Values:
        """Return the values that follow from those that were given."""
        return {}

    def following_choice(self, chosen: str, values: Values) -> Values:
        """Return the values of others that follow when the user has chosen an option, by its name."""
        return {}

    def needs_watching(self, values: Values) -> str:
        """Return in a sentence why values give no puzzle where nobody goes on with it by hand; nothing if they do."""
        return ""

    def who_uses(self, name: str, values: Values) -> str:
        """Return a sentence on who uses an option that makes no difference for some values."""
        return "nothing that was chosen uses it"

    def shown(self, values: Values) -> tuple[tuple[str, bool], ...]:
        """Return which options the panel shows for some values, in its order, and whether each makes a difference."""
        return tuple((option.name, True) for option in self.options)

    @property
    def defaults(self) -> dict[str, Value]:
        """The defaults of all options, by name."""
        return {option.name: option.default for option in self.options}

    def values_with(
        self, given: Values, *, watched: bool = False, called: Callable[[Option], str] = label_of
    ) -> dict[str, Value]:
        """Return values of all options where some were given: of the others what follows from these, or the default.

        Raises InputError for one that makes no difference to what is chosen; ``called`` says what it calls that.
        """
        begins_with = {} if watched else self.unwatched
        values = {**self.defaults, **begins_with, **self.implied(given), **given}
        for option in self.options:
            if isinstance(values[option.name], str):
                option.check(values[option.name])
        if not watched and (missing := self.needs_watching(values)):
            raise InputError(missing)
        used = {name for name, makes_difference in self.shown(values) if makes_difference}
        for option in self.options:
            if option.name in given and option.name not in used:
                option.check(given[option.name])
                raise InputError(f"{called(option)} makes no difference here: {self.who_uses(option.name, values)}.")
        return values


@dataclass(frozen=True)
class Request:
    """A request: its name, which is its argument, a phrase on what it does, and whether it writes a file of its own."""

    name: str
    meaning: str
    file: bool = False


@dataclass(frozen=True)
class Drawing:
    """Something that can be drawn on a puzzle: its name, which is its argument, what that takes, and a phrase on it.

    What it takes is a place and what is there, as "XZ=AB", or the name of a file with that.
    """

    name: str
    form: str
    meaning: str
    in_file: bool = False


DrawnText = tuple[str, str, bytes]
"""The name of a drawing, a place, and what is drawn there: a text in UTF-8, or what a file has."""


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


class Asking(Generic[P]):
    """The tasks of the command line for a kind's puzzles besides making and printing them."""

    requests: tuple[Request, ...] = ()
    """What can be asked for."""

    drawings: tuple[Drawing, ...] = ()
    """What can be drawn on a puzzle."""

    source_flags: tuple[str, ...] = ()
    """Further names of the argument that opens a file."""

    source_options: tuple[str, ...] = ()
    """The options that can be given with a file, which may not say them."""

    examples: tuple[Example, ...] = ()
    """What stands at the end of the help."""

    def answer_in_steps(
        self, puzzle: P, asked: Collection[str], jobs: int = 1
    ) -> Generator[Progress[P], None, Answer[P]]:
        """Do what is asked for, requests by their names, in so many processes, and yield how far that has come."""
        yield from ()
        return Answer(puzzle)

    def answer_so_far(self, puzzle: P, asked: Collection[str]) -> Answer[P]:
        """Return what is known of a puzzle when what was asked for is stopped."""
        return Answer(puzzle)

    def drawn_in_steps(
        self, puzzle: P, drawn: Sequence[DrawnText], *, make_rest_hard: bool = False, jobs: int = 1
    ) -> Generator[Progress[P], None, P]:
        """Draw on a puzzle, and yield how far that has come.

        Where it is wished, what is not drawn is made as hard as was asked, or else as it can be, by so many processes.
        Raises InputError for what cannot be drawn.
        """
        yield from ()
        return puzzle

    def missed_by_drawing(self, before: P, drawn: P) -> tuple[str, ...]:
        """Return sentences on what was asked of a puzzle before something was drawn on it, and is not met any more."""
        return ()

    def completed(self, puzzle: P, given: Values) -> P:
        """Return the puzzle of a file with options that were given; raises InputError for what cannot be."""
        return puzzle


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
    with_values: Callable[[P, Values], P] = lambda puzzle, _: puzzle
    completed: Callable[[P], Generator[Progress[P], None, P]] | None = None


class Files(ABC, Generic[P]):
    """The texts in which a kind's puzzles are written and read: the native one, those of other programs, and codes."""

    format_name: str
    """What stands at the beginning of a native file."""

    largest_text: int = 4_000_000
    """The characters that are read of a native file at most."""

    formats: tuple[TextFormat[P], ...] = ()
    """The texts of other programs."""

    codes: Codes[P] | None = None
    """The codes of puzzles, where the kind has any."""

    @abstractmethod
    def to_json(self, puzzle: P) -> str:
        """Return a puzzle as the text of a native file."""

    @abstractmethod
    def from_json(self, text: str) -> P:
        """Return the puzzle of a native file; raises InputError, naming the place, for what is damaged or cannot be."""

    def known_apart(self, puzzle: P) -> tuple[P, tuple[float, ...]]:
        """Return a puzzle without what is known of its solutions, and numbers that say how much that is."""
        return puzzle, ()

    def other_texts(self, puzzle: P) -> Mapping[str, str]:
        """Return what is exported with the native file, by the names of the files."""
        return {}

    def recognizes(self, text: str) -> bool:
        """Report whether a text looks like a native file of this kind."""
        return f'"{self.format_name}"' in text[:200]


class Kind(Making[P], Model[P, D], Facts[P], Files[P], Series[P], Asking[P]):
    """A kind of puzzle ``P`` with dimensions ``D``. Only what has no default must be given."""

    name: str
    """What files, the command line and properties call it."""

    label: str
    """What users read."""

    meaning: str
    """A phrase on what such a puzzle is."""


AnyKind = Kind[Any, Any]
"""A kind of which it is not known which one it is."""


def decoded(data: bytes) -> str:
    """Return bytes as a text: as UTF-8, and as Latin-1 where they are none, which any bytes can be."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_puzzle(text: str, kinds: Iterable[AnyKind], problem: int | None = None) -> tuple[AnyKind, Any]:
    """Return the kind of a puzzle and the puzzle, from a native file of a kind or a text of another program.

    Of a text that can hold several puzzles it is the one with the number ``problem``, from 1. Raises InputError where
    no kind knows the text, or it is damaged.
    """
    kinds = tuple(kinds)
    for kind in kinds:
        for text_format in kind.formats:
            if text_format.recognizes(text):
                if problem is None:
                    return kind, text_format.read(text)
                if text_format.read_problem is not None:
                    return kind, text_format.read_problem(text, problem)
    if problem is not None:
        raise InputError("The file holds a single puzzle: there is no problem to choose.")
    native = [kind for kind in kinds if kind.recognizes(text)]
    if not native and len(kinds) > 1 and not text.lstrip().startswith("{"):
        if not text.strip():
            raise InputError("The file is empty.")
        labels = [text_format.label for kind in kinds for text_format in kind.formats]
        known = listed([PUZZLE_FILE, *dict.fromkeys(labels)], "or")
        raise InputError(f"The file is not a puzzle file: it must be {known}.")
    # A file that is cut off or is none at all is refused with the words of the first kind.
    kind = native[0] if native else kinds[0]
    return kind, kind.from_json(text)


def problems_in(text: str, kinds: Iterable[AnyKind]) -> tuple[str, ...]:
    """Return what the puzzles of a text are called that can hold several; raises InputError for a damaged one."""
    for kind in kinds:
        for text_format in kind.formats:
            if text_format.problems is not None and text_format.recognizes(text):
                return text_format.problems(text)
    return ()


def code_of(kind: AnyKind, puzzle: Any) -> str | None:
    """Return the code of a puzzle; None where its kind has none, or no code has room for it."""
    codes = kind.codes
    try:
        return None if codes is None else code_text(codes.letter, codes.to_number(puzzle))
    except InputError:
        return None


def puzzle_of_code(code: str, kinds: Iterable[AnyKind]) -> tuple[AnyKind, Any]:
    """Return the kind and the puzzle of a code; raises InputError for one that is damaged or of none of the kinds."""
    letter, number = code_number(code)
    for kind in kinds:
        if kind.codes is not None and kind.codes.letter == letter:
            return kind, kind.codes.from_number(number)
    raise InputError(CODE_OF_NO_KIND.format(code=shortened(code)))
