# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle with all that it is printed with: what every door of the program asks, builds and checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar

from ..common import FORMAT
from ..common.errors import InputError
from ..common.options import Option, Options, Value, declared, rounded
from ..common.task import finish
from ..common.words import folded
from ..printing.checks import BAD, GOOD, SUPPORTS, Check, OtherWay, Report, check_bed
from ..printing.estimate import Estimate
from ..printing.printed_object import Floats, Placed
from ..printing.printer import RESIN, Printer, as_named, printer_named
from ..solids.solid import together
from .by_name import (
    BY_LABEL,
    CELL,
    MEASURED,
    MOST_JOBS,
    PAIRS,
    Naming,
    cell_sides,
    one_of,
    printer_by_coupon,
    spelled,
    two_sides,
    values_by_name,
    way_by_name,
    whole_from_one,
)
from .facts import UNRATED, Progress, Rating
from .holding import holdable_options, holding_values
from .kind import Answer, AnyKind, code_of
from .model import Way
from .part import Part, Step, lay

O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, eq=False)
class PrintedPuzzle:
    """A puzzle of some kind, with the lengths, the printer and the way to print it, but for its files.

    ``content`` is the kind's own object: the faces of mazes with a start and an end, or pieces, a goal and what is
    known of the solutions. A puzzle never changes: ``changed`` returns another one.
    """

    kind: AnyKind
    content: Any
    dimensions: Options
    printer: Printer
    way: Way
    answers: Mapping[str, Any] = field(default_factory=dict)
    """What was found for requests, by name."""
    lines: tuple[str, ...] = ()
    """What was found for requests, as sentences for people."""
    naming: ClassVar[Naming] = BY_LABEL
    """What sentences call the values that change a puzzle."""

    @classmethod
    def none_yet(
        cls, kind: AnyKind, preset: str | None = None, printer: str | None = None, called: str = "Preset"
    ) -> Self:
        """Return what a puzzle is printed with by a preset, in the way that is printed first, and no puzzle yet.

        Without one it is the first, or that for resin where the printer of a name hardens that. Raises InputError for
        a preset or a printer that there is not; a sentence calls the preset as it is ``called``.
        """
        is_resin = printer is not None and printer_named(printer).is_resin
        name = RESIN if is_resin else ""
        name = name if preset is None else one_of(called, preset, kind.presets)
        first = kind.presets.get(name, kind.first_preset)
        return cls(kind, None, first.dimensions, first.printer, kind.first_way)

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: all but what follows from it, as solids, which take thousands of times as much."""
        return {own.name: getattr(self, own.name) for own in fields(self)}

    def __repr__(self) -> str:
        """Return the name, how hard it is and the code."""
        if self.content is None:
            return f"<{self.kind.label}: none yet>"
        return f"<{self.name}: {self.rating.word}, {self.way.label}, code {self.code}>"

    @property
    def name(self) -> str:
        """The puzzle's name, short enough for a folder."""
        return self.kind.name_of(self.content)

    @property
    def summary(self) -> str:
        """A line on it."""
        return self.kind.summary(self.content)

    @property
    def rating(self) -> Rating:
        """The difficulty: a word, a share of a scale from 0 to 1 and a sentence; UNRATED where it is not known."""
        return self.kind.rating(self.content) or UNRATED

    @property
    def numbers(self) -> dict[str, Any]:
        """The facts on it, by name, as the JSON report of the command line has them."""
        return {**self.kind.numbers(self.content), **self.answers}

    @property
    def solutions(self) -> list[Any]:
        """Its known solutions: the positions of a cross on its way, or the cells of each piece by its letter."""
        return self.kind.solutions(self.content)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences on what is odd about it, and on what was asked of it and is not met."""
        return self.kind.warnings(self.content) + self.kind.missed(self.content)

    @cached_property
    def code(self) -> str | None:
        """The short text that is this puzzle; None where no code has room for it."""
        return code_of(self.kind, self.content)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are printed, as solids; raises InputError where they cannot be built."""
        return tuple(part for part in self.all_parts if not part.beside)

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts, and what is only looked at beside them."""
        return self.kind.parts(self.content, self.dimensions, self.way.name)

    @cached_property
    def lengths(self) -> Options:
        """The dimensions as its parts have them."""
        lengths: Options = self.kind.in_way(self.dimensions, self.way.name)
        return lengths

    @property
    def machine(self) -> Printer:
        """The printer, or what else makes its parts."""
        return self.kind.machine(self.dimensions, self.printer, self.way.name)

    def told(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Return values of dimensions by their names, but for those that only other ways have."""
        of_ways = self.kind.of_others(self.way)
        return {name: value for name, value in values.items() if name not in of_ways}

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that put the parts together; none where they are printed in one piece, or cannot be."""
        return self.assembly[0]

    @cached_property
    def assembly(self) -> tuple[tuple[Step, ...], str]:
        """The steps, or a sentence on why there are none."""
        return self.find_assembly()

    def find_assembly(self) -> tuple[tuple[Step, ...], str]:
        """Find ``assembly``."""
        if not (self.kind.has_assembly and self.way.apart):
            return (), ""
        try:
            return self.kind.assembly(self.content, self.all_parts, self.way.name), ""
        except InputError as error:
            return (), str(error)

    def changed(self, **values: Any) -> Self:
        """Return the puzzle with other lengths, values of the printer, or another ``way`` to print it, by name.

        The names are those of the command, too: ``bed="180x180"``, ``cut=True``, ``goes_in=3, goes_through=5``,
        ``printer="prusa_mk4"``. Raises InputError for what there is not, makes no difference, or cannot be.
        """
        return self.changed_as_given(values)

    def changed_as_given(self, values: Mapping[str, Any], others: Iterable[str] = ()) -> Self:
        """Do what ``changed`` does; ``others`` are those of ``changed_by``."""
        values = spelled(self.kind, values)
        kept = "A puzzle keeps its {0}: make another one by make({1!r}, {0}=...)."
        elsewhere = {name: kept for option in self.kind.options for name in (option.flag, option.name)}
        draw = "There is no {0!r} here: draw on the puzzle by .drawn({0}=...)."
        ask = "There is no {0!r} here: ask the puzzle by .asked({0!r})."
        elsewhere |= {drawing.name: draw for drawing in self.kind.drawings}
        elsewhere |= {request.name: ask for request in self.kind.requests if not request.file}
        for name in values:
            if name in elsewhere:
                raise InputError(elsewhere[name].format(name, self.kind.name))
        puzzle = self.changed_by(values, others, self.naming)
        words = {folded(side) for name in values for side in PAIRS.get(name, (name,))}
        given = [option.name for option in self._printed_options if folded(option.name) in words]
        self.kind.check_used(puzzle.way, given, dimensions=puzzle.dimensions)
        return puzzle

    def changed_by(self, values: Mapping[str, Any], others: Iterable[str] = (), naming: Naming = BY_LABEL) -> Self:
        """Do what ``changed`` does; ``others`` are further names that there are, for what is meant perhaps.

        Sentences call what was given as ``naming`` says.
        """
        values = dict(values)
        way = way_by_name(self.kind, values, self.way)
        named = values.pop("printer", None)
        holes = {name: values.pop(name, None) for name in MEASURED}
        known = {option.name for option in self._printed_options}
        for name in [name for name, sides in PAIRS.items() if name in values and known.issuperset(sides)]:
            values = two_sides(name, naming.sides(name), values.pop(name)) | values
        if CELL in values and CELL in known:
            values = cell_sides(values.pop(CELL)) | values
        named_values = values_by_name(values, self._printed_options, others, naming)
        given = holding_values(self.dimensions, named_values, naming.length)
        usual = self.printer if named is None else as_named(self.printer, printer_named(named))
        used = printer_by_coupon(_with(usual, given), holes, given, naming.name)
        # What follows from the printer goes on to do so, until it is given itself.
        before, now = self.kind.gaps(self.printer), self.kind.gaps(used)
        gaps = {name: now[name] for name, value in before.items() if getattr(self.dimensions, name) == value}
        dimensions = _with(self.dimensions, {**gaps, **given})
        if self.content is not None:
            dimensions = self.kind.settled(dimensions, self.content)
        return replace(self, dimensions=dimensions, printer=used, way=way)

    @property
    def _printed_options(self) -> tuple[Option, ...]:
        dimensions = self.kind.dimensions
        return (*declared(dimensions), *holdable_options(dimensions), *declared(Printer))

    def holding(self, content: Any, given: Collection[str] = ()) -> Self:
        """Return another content of the same kind, printed with the same; lengths follow from it unless given by name.

        Only this makes a puzzle of what holds none yet, whose ``content`` is None.
        """
        following = {name: value for name, value in self.kind.following(content).items() if name not in given}
        dimensions: Options = self.kind.settled(replace(self.dimensions, **following), content)
        return replace(self, content=content, dimensions=dimensions)

    def asked(self, *requests: str, jobs: int = 1, report: Callable[[Progress[Any]], object] = lambda _: None) -> Self:
        """Return the puzzle with what was found for requests of its kind, as "count" for all solutions of pieces.

        For no request it is the puzzle as it is. What takes long is shared out to so many processes, and comes out the
        same. Raises InputError for a request that there is not.
        """
        names = [request.name for request in self.kind.requests]
        if requests and not names:
            raise InputError(f"Nothing more is to be asked of the kind {self.kind.label}: see numbers and solutions.")
        asked = [one_of("Request", name, names) for name in requests]
        if not asked:
            return self
        jobs = whole_from_one("Jobs", jobs, MOST_JOBS)
        return self.answered(finish(self.kind.answer_in_steps(self.content, asked, jobs), report))

    def answered(self, answer: Answer[Any]) -> Self:
        """Return the puzzle with what was found for requests."""
        lines = tuple(dict.fromkeys((*self.lines, *answer.lines)))
        return replace(self, content=answer.puzzle, answers={**self.answers, **answer.numbers}, lines=lines)

    def check(self) -> Report:
        """Report whether it will print and work: lines with a level and a sentence, volume, grams and minutes."""
        return finish(self.check_in_steps())

    def check_in_steps(self) -> Generator[float, None, Report]:
        """Do what ``check`` does; yield now and then the share that is done."""
        parts = None
        # The check says in its own words why parts cannot be.
        with suppress(InputError):
            parts = self.all_parts
        report = yield from self.kind.check_in_steps(self.content, self.dimensions, self.printer, self.way.name, parts)
        checks = [self._with_other_way(check) if check.name == SUPPORTS else check for check in report.checks]
        return replace(report, checks=tuple(checks))

    def _with_other_way(self, supports: Check) -> Check:
        """Return a line on supports with the way to print that needs none, if there is one, and what that takes."""
        if supports.level == GOOD:
            return supports
        for way in self.kind.ways:
            with suppress(InputError):
                whole = replace(self, way=way)
                if way == self.way or way.cut or not way.apart or any(part.printed.overhangs for part in whole.parts):
                    continue
                # What has no room on the bed is no help.
                _ = whole.laid
                words = whole.estimate.words
                sentence = f"{supports.sentence} Printed as {way.label}: no supports, {words}."
                return replace(supports, sentence=sentence, instead=OtherWay(way.name, words))
        return supports

    def room_of_others(self, key: str) -> Floats:
        """Return boxes that a part must not meet when all are put together, as those of ``boxes_of``."""
        return self.kind.room_of_others(self.content, self.dimensions, self.way.name, self.all_parts, key)

    @cached_property
    def estimate(self) -> Estimate:
        """The cost of printing it: grams of plastic and minutes, and a few words on what they rest on."""
        return self.kind.estimate(self.content, self.dimensions, self.printer, self.way.name, self.all_parts)

    @property
    def cost(self) -> dict[str, float]:
        """The grams or cuts, and minutes, of making it, as they are reported; raises InputError where it cannot be."""
        taken = self.estimate
        amount = {"cut_mm": taken.cut} if self.way.cut else {"mass_g": round(taken.grams, 2)}
        return {**amount, "minutes": round(taken.minutes, 1)}

    @cached_property
    def laid(self) -> Mapping[str, Placed]:
        """The places of its parts that are printed apart, by their keys; raises InputError where one is too large."""
        return lay(self.parts, self.machine)

    def check_room(self) -> None:
        """Raise InputError where a part, or what is printed put together, is larger than the bed."""
        if self.way.apart:
            _ = self.laid
            return
        solids = {part.key: part.solid for part in self.parts}
        for file in self.kind.assembled_files(self.content, self.dimensions).values():
            if file.printed:
                width, depth, _ = together([solids[key].moved(place) for key, place in file.places.items()]).extent
                bed = check_bed(width, depth, self.printer)
                if bed.level == BAD:
                    raise InputError(bed.sentence)

    def report(self, *, printed: bool = True) -> dict[str, Any]:
        """Return the facts on it as plain values, as the command line writes them; with those of its parts or not."""
        parts = self.parts if printed else ()
        beds = {key: 1 + place.bed for key, place in self.laid.items()} if printed and self.way.apart else {}
        listed: list[dict[str, Any]] = [
            {
                "name": part.key,
                "size": [rounded(side) for side in (part.printed_size if self.way.apart else part.solid.extent)],
                "volume": round(part.volume, 3),
                "bed": beds.get(part.key, 1),
            }
            for part in parts
        ]
        lengths = {
            **self.told(
                {option.name: getattr(self.lengths, option.name) for option in declared(type(self.dimensions))}
            ),
            **self.kind.derived_lengths(self.lengths, self.content),
        }
        return {
            "format": FORMAT,
            "kind": self.kind.name,
            "difficulty": None if self.rating is UNRATED else self.rating.word,
            **self.numbers,
            "code": self.code,
            "dimensions": {name: _rounded(value) for name, value in lengths.items()},
            "parts": listed,
            **({"mass_g": None, "minutes": None} | (self.cost if printed else {})),
            "summary": self.summary,
        }


def _with(options: O, values: Mapping[str, Any]) -> O:
    """Return options with those values that are theirs."""
    names = {option.name for option in declared(type(options))}
    return replace(options, **{name: value for name, value in values.items() if name in names})


def _rounded(value: Any) -> Any:
    """Return a length or several as they are reported; a text stays what it is."""
    if isinstance(value, tuple):
        return [rounded(side) for side in value]
    return value if isinstance(value, str) else rounded(value)
