# SPDX-License-Identifier: GPL-3.0-or-later
"""What a kind of puzzle is: the one interface through which the rest of the program asks for all that is its own.

A kind makes puzzles from options, divides them into parts, measures and checks them, and writes and reads them. Only
what has no default here must be given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from ..common.errors import InputError
from ..common.options import Option, Options, Value
from ..printing.checks import Report
from ..printing.printer import Printer
from ..solids.solid import Solid
from .assembled import Assembled
from .making import Progress, finish
from .part import Part, Point
from .preset import Preset
from .printed_parts import check_parts
from .request import Answer, Request
from .step import Step
from .way import Way

P = TypeVar("P")
D = TypeVar("D", bound=Options)

PUZZLE_FILE = "puzzle.json"
"""The native file of a puzzle of any kind."""


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
    """How hard a puzzle is: a word, a share of a scale from 0 to 1, and a sentence on what that means."""

    word: str
    share: float
    sentence: str


@dataclass(frozen=True)
class TextFormat(Generic[P]):
    """A text in which other programs know puzzles of a kind.

    ``recognizes`` reports whether a text looks like one; ``read`` raises InputError for one that is damaged.
    """

    name: str
    label: str
    meaning: str
    suffix: str
    write: Callable[[P], str]
    read: Callable[[str], P]
    recognizes: Callable[[str], bool]
    largest: int


class Kind(ABC, Generic[P, D]):
    """A kind of puzzle ``P`` with dimensions ``D``."""

    name: ClassVar[str]
    """What files, the command line and properties call it."""

    label: ClassVar[str]
    """What users read."""

    meaning: ClassVar[str]
    """A phrase on what such a puzzle is."""

    options: ClassVar[tuple[Option, ...]]
    """What can be set before a puzzle is made."""

    headline: ClassVar[tuple[str, ...]] = ()
    """The few options that everybody sets: the first in the panel, and those that are changed after a puzzle was made.
    """

    begins_with: ClassVar[Mapping[str, Value]] = MappingProxyType({})
    """What the panel begins with, where that is not an option's default."""

    dimensions: type[D]
    """The lengths of a puzzle, which can be changed at any time."""

    presets: Mapping[str, Preset[D]] = MappingProxyType({})
    """Dimensions and printers that come with the program; the first one is the defaults."""

    ways: ClassVar[tuple[Way, ...]] = (Way("parts", "Parts", "All parts lie apart on the bed", apart=True),)
    """How a puzzle can be printed; the parts of the first way are always in the scene."""

    measures: tuple[Measure[P], ...] = ()
    """What a puzzle is like, as lines."""

    formats: tuple[TextFormat[P], ...] = ()
    """Texts of other programs."""

    has_coupon: ClassVar[bool] = False
    """Whether there is a print that shows which gaps suit a printer."""

    has_assembly: ClassVar[bool] = False
    """Whether it is known how its parts are put together, in some way to print."""

    first_explode: ClassVar[float] = 1.0
    """Where parts that lie apart are at first: put together (0), taken apart (0.5), or lying on the bed (1)."""

    requests: ClassVar[tuple[Request, ...]] = ()
    """What the command line can be asked to do with a puzzle besides making and printing it."""

    source_flags: ClassVar[tuple[str, ...]] = ()
    """What the argument that opens a file is called, too."""

    source_options: ClassVar[tuple[str, ...]] = ()
    """Options that can be given with a file, which may not say them."""

    needs_folder: ClassVar[bool] = True
    """Whether the command line always writes the files to print a puzzle."""

    largest_text: ClassVar[int] = 4_000_000
    """Characters of a native file that are read at most."""

    figures: ClassVar[tuple[str, ...]] = ()
    """The names of the numbers by which many puzzles are compared, sorted and chosen."""

    hardness: ClassVar[str] = ""
    """Of these the one by which the hardest are found."""

    in_series: ClassVar[Mapping[str, Value]] = MappingProxyType({})
    """What a series of puzzles, one for each seed, begins with, where that is not an option's default."""

    hardest: ClassVar[Mapping[str, Value]] = MappingProxyType({})
    """What makes each puzzle of a series as hard as can be."""

    code_letter: ClassVar[str] = ""
    """What the codes of its puzzles begin with, a letter of the codes' alphabet; none where it has no codes."""

    @abstractmethod
    def make_in_steps(self, values: Mapping[str, Value]) -> Generator[Progress[P], None, P]:
        """Make a puzzle from values of the options by name, and yield now and then how far it has come.

        Shares never fall, the best never gets worse. Raises InputError for values that cannot be used, and
        NotFoundError, with the best that was found, where nothing was found that has all that was asked.
        """

    @abstractmethod
    def parts(self, puzzle: P, dimensions: D, way: str) -> tuple[Part, ...]:
        """Return the parts of a puzzle that is printed in a way; raises InputError where they cannot be built."""

    @abstractmethod
    def to_json(self, puzzle: P) -> str:
        """Return the text of a puzzle's native file."""

    @abstractmethod
    def from_json(self, text: str) -> P:
        """Read a native file; raises InputError, naming the place, for anything that is damaged or does not fit."""

    def recognizes(self, text: str) -> bool:
        """Report whether a text looks like a native file of this kind."""
        return f'"{self.name}"' in text[:200]

    def to_number(self, puzzle: P) -> int:
        """Return the number of a puzzle, from 0, that its code is made of; raises InputError where it has none.

        What it was made from is no part of it.
        """
        raise InputError(f"There are no codes of {self.label}.")

    def from_number(self, number: int) -> P:
        """Return the puzzle of a number; raises InputError where there is none."""
        raise InputError(f"There are no codes of {self.label}.")

    def with_values(self, puzzle: P, values: Mapping[str, Value]) -> P:
        """Return the puzzle of a code with the values of all options that it was made from."""
        return puzzle

    def figures_of(self, puzzle: P) -> Mapping[str, float | None]:
        """Return the numbers by which many puzzles are compared, by their names; None for what is not known."""
        return {}

    def canonical_form(self, puzzle: P) -> bytes:
        """Return bytes that are the same for puzzles that are the same one, turned or mirrored."""
        return self.to_json(puzzle).encode("utf-8")

    def make(self, values: Mapping[str, Value], report: Callable[[Progress[P]], object] = lambda _: None) -> P:
        """Make a puzzle as ``make_in_steps`` does; ``report`` is called with each step's progress."""
        return finish(self.make_in_steps(values), report)

    @property
    def defaults(self) -> dict[str, Value]:
        """The defaults of all options, by name."""
        return {option.name: option.default for option in self.options}

    def values_with(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """Return values of all options where some were given on the command line: the defaults of the others."""
        return {**self.defaults, **given}

    def completed(self, puzzle: P, given: Mapping[str, Value]) -> P:
        """Return a puzzle of a file with what was given of ``source_options``; raises InputError for what cannot be."""
        return puzzle

    def answer_in_steps(self, puzzle: P, asked: Collection[str]) -> Generator[Progress[P], None, Answer[P]]:
        """Do what is asked for, requests by their names, and yield now and then how far that has come."""
        yield from ()
        return Answer(puzzle)

    def stopped_at(self, values: Mapping[str, Value], progress: Progress[P]) -> Mapping[str, Value]:
        """Return values with which the making ends where it was stopped: a repetition takes no longer."""
        return values

    def shown_options(self, values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
        """Return which options the panel shows for some values, in its order, and whether each makes a difference."""
        return tuple((option.name, True) for option in self.options)

    def following(self, chosen: str, values: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the values of other options that follow when the user has chosen one, by its name, in the panel."""
        return {}

    def work(self, values: Mapping[str, Value]) -> float:
        """Return how much work it is, at most, to make a puzzle, in any unit; 0 where that cannot be known."""
        return 0.0

    def puzzle_name(self, puzzle: P) -> str:
        """Return what a puzzle is called, short enough for a folder."""
        return self.label

    def size_text(self, puzzle: P) -> str:
        """Return the size by which people group puzzles, as "5x5x5"; nothing where there is none."""
        return ""

    def brief(self, puzzle: P) -> str:
        """Return a few words on a puzzle, to follow "with"."""
        return "all parts"

    def summary(self, puzzle: P) -> str:
        """Return a line on a puzzle."""
        return self.puzzle_name(puzzle)

    def warnings(self, puzzle: P) -> tuple[str, ...]:
        """Return sentences on what is odd about a puzzle, as one from a file may be."""
        return ()

    def missed(self, puzzle: P) -> tuple[str, ...]:
        """Return sentences on what was asked of a puzzle and is not met, and on what it has instead."""
        return ()

    def rating(self, puzzle: P) -> Rating | None:
        """Return how hard a puzzle is; None where that is not known."""
        return None

    def numbers(self, puzzle: P) -> dict[str, Any]:
        """Return the facts on a puzzle for a report that programs read."""
        return {}

    def derived_lengths(self, dimensions: D, puzzle: P) -> dict[str, float | Point]:
        """Return the lengths that follow from the dimensions, for a report that programs read."""
        return {}

    def derived_lines(
        self, dimensions: D, puzzle: P | None, values: Mapping[str, Value]
    ) -> tuple[tuple[str, str], ...]:
        """Return labels and texts of what follows from the dimensions, for a puzzle or the values of the next one."""
        return ()

    def print_lines(self, puzzle: P, way: str) -> tuple[tuple[str, str], ...]:
        """Return labels and texts on how a puzzle is printed."""
        return ()

    def wire_width(self, dimensions: D) -> float:
        """Return the width of the wires that can stand for walls, in millimeters."""
        return 0.375

    def reach(self, puzzle: P, dimensions: D) -> float:
        """Return how far the puzzle may come from its middle along x, wherever its parts are, in millimeters."""
        parts = self.parts(puzzle, dimensions, self.ways[0].name)
        return max(abs(float(end)) for part in parts for end in part.in_place.lines[0][[0, -1]])

    def check(
        self, puzzle: P, dimensions: D, printer: Printer, way: str, parts: Sequence[Part] | None = None
    ) -> Report:
        """Report whether a puzzle will print and work; ``parts`` are those of the way, where they are built already."""
        return check_parts(self.parts(puzzle, dimensions, way) if parts is None else parts, printer)

    def assembly(self, puzzle: P, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return the steps in which the parts of a way to print are put together; none where that is not known.

        Raises InputError where it cannot be done.
        """
        return ()

    def assembled_files(self, puzzle: P, dimensions: D) -> Mapping[str, Assembled]:
        """Return the files in which parts of the first way stand together, by their names without a suffix."""
        return {}

    def texts(self, puzzle: P) -> Mapping[str, str]:
        """Return the texts that are exported with a puzzle, by the names of their files."""
        return {PUZZLE_FILE: self.to_json(puzzle)}

    def coupon(self, dimensions: D) -> Mapping[str, Solid]:
        """Return the bodies of a print that shows which gaps suit a printer; none where the kind has no such print."""
        return {}

    def way(self, name: str) -> Way:
        """Return the way with a name."""
        return next(way for way in self.ways if way.name == name)
