# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle with all that it is printed with, and its files: what every door of the program works on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from ..common.errors import InputError
from ..common.options import Option, Options, Value, declared, rounded
from ..common.task import finish
from ..common.words import must_be, nearest, quoted, shortened
from ..kind.kind import PUZZLE_FILE, Answer, AnyKind, Progress, Rating
from ..kind.model import Way
from ..kind.part import Part, Step, lay, next_bed
from ..kind.reading import code_of
from ..printing.checks import Report
from ..printing.estimate import Estimate
from ..printing.printed_object import STL, THREE_MF, Placed
from ..printing.printer import Printer
from .assembly_page import PAGE_FILE, page_of
from .paths import absolute, open_puzzle
from .plan import FilePlan, OccupiedError, WrittenFile, prepare_files, printed_objects, write_meshes
from .transaction import Transaction

O = TypeVar("O", bound=Options)  # noqa: E741

AnyPath = str | PathLike[str]

FORMAT = 1
"""The number of the report's format, which goes up where a key goes or means something else."""

ASSEMBLY_FILE = "assembly.txt"
"""How the parts are put together, step by step."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle of some kind, with the lengths and the printer that it is printed with, and the way to print it.

    ``content`` is the kind's own object: of an Oskar's Cube the faces with a start and an end, of a packing cube the
    pieces, the goal and what is known of the solutions. A puzzle never changes: ``changed`` returns another one.
    """

    kind: AnyKind
    content: Any
    dimensions: Options
    printer: Printer
    way: Way
    answers: Mapping[str, Any] = field(default_factory=dict)
    """What was found for requests, by name."""

    @property
    def name(self) -> str:
        """The puzzle's name, short enough for a folder."""
        return self.kind.name_of(self.content)

    @property
    def summary(self) -> str:
        """A line on it."""
        return self.kind.summary(self.content)

    @property
    def rating(self) -> Rating | None:
        """The difficulty: a word, a share of a scale from 0 to 1 and a sentence; None where that is not known."""
        return self.kind.rating(self.content)

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

    @property
    def code(self) -> str | None:
        """The short text that is this puzzle; None where no code has room for it."""
        return code_of(self.kind, self.content)

    @property
    def json(self) -> str:
        """The text of its puzzle.json."""
        return self.kind.to_json(self.content)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are printed, as solids; raises InputError where they cannot be built."""
        return tuple(part for part in self.all_parts if not part.beside)

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts, and what is only looked at beside them."""
        return self.kind.parts(self.content, self.dimensions, self.way.name)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that put the parts together; none where they are printed in one piece, or cannot be."""
        return self.assembly[0]

    @cached_property
    def assembly(self) -> tuple[tuple[Step, ...], str]:
        """The steps, or a sentence on why there are none."""
        if not (self.kind.has_assembly and self.way.apart):
            return (), ""
        try:
            return self.kind.assembly(self.content, self.all_parts, self.way.name), ""
        except InputError as error:
            return (), str(error)

    def changed(self, **values: Any) -> Puzzle:
        """Return the puzzle with other lengths, values of the printer, or another ``way`` to print it, by name.

        Raises InputError for what there is not, or cannot be.
        """
        ways = [way.name for way in self.kind.ways]
        way = self.kind.way(one_of("Way", values.pop("way"), ways)) if "way" in values else self.way
        lengths, printer = declared(self.kind.dimensions), declared(Printer)
        check_names(values, (*lengths, *printer))
        used = _with(self.printer, printer, values)
        # What follows from the printer goes on to do so, until it is given itself.
        before, now = self.kind.gaps(self.printer), self.kind.gaps(used)
        gaps = {name: now[name] for name, value in before.items() if getattr(self.dimensions, name) == value}
        return replace(
            self,
            dimensions=_with(self.dimensions, lengths, {**gaps, **values}),
            printer=used,
            way=way,
        )

    def holding(self, content: Any, given: Collection[str] = ()) -> Puzzle:
        """Return another content of the same kind, printed with the same; lengths follow from it unless given by name.

        Only this makes a puzzle of what holds none yet, whose ``content`` is None.
        """
        following = {name: value for name, value in self.kind.following(content).items() if name not in given}
        return replace(self, content=content, dimensions=replace(self.dimensions, **following))

    def asked(
        self, *requests: str, jobs: int = 1, report: Callable[[Progress[Any]], object] = lambda _: None
    ) -> Puzzle:
        """Return the puzzle with what was found for requests of its kind, as "count" for all solutions of pieces.

        What takes long is shared out to so many processes, and comes out the same. Raises InputError for a request that
        there is not.
        """
        for name in requests:
            one_of("Request", name, [request.name for request in self.kind.requests])
        return self.answered(finish(self.kind.answer_in_steps(self.content, requests, jobs), report))

    def answered(self, answer: Answer[Any]) -> Puzzle:
        """Return the puzzle with what was found for requests."""
        return replace(self, content=answer.puzzle, answers={**self.answers, **answer.numbers})

    def check(self) -> Report:
        """Report whether it will print and work: lines with a level and a sentence, volume, grams and minutes."""
        return self.kind.check(self.content, self.dimensions, self.printer, self.way.name, self.all_parts)

    @cached_property
    def estimate(self) -> Estimate:
        """The cost of printing it: grams of plastic and minutes, and a few words on what they rest on."""
        return self.kind.estimate(self.content, self.dimensions, self.printer, self.way.name, self.all_parts)

    @cached_property
    def laid(self) -> Mapping[str, Placed]:
        """The places of its parts, by their keys, where they are printed apart; raises InputError as ``plans``."""
        return lay(self.parts, self.printer)

    @cached_property
    def plans(self) -> dict[str, FilePlan]:
        """The content of its files of meshes, by their names; raises InputError for a part larger than the bed."""
        return self._plans_apart if self.way.apart else self._plans_assembled

    @property
    def _plans_assembled(self) -> dict[str, FilePlan]:
        """Files in which parts stand together: one object, so that no slicer moves them apart."""
        plans: dict[str, FilePlan] = {}
        for name, assembled in self.kind.assembled_files(self.content, self.dimensions).items():
            parts = {key: Placed(place) for key, place in assembled.places.items()}
            plan = FilePlan(self.name, {self.name: parts}, self._middle, centered=True)
            plans |= {name + suffix: plan for suffix in ((STL, THREE_MF) if assembled.printed else (STL,))}
        return plans

    @property
    def _plans_apart(self) -> dict[str, FilePlan]:
        """A file for each part that lies apart, those of each bed, and one of all beds side by side."""
        labels = {part.key: part.label for part in self.parts}
        title, laid = self.name, self.laid

        def side_by_side(places: Mapping[str, Placed], next_one: float) -> dict[str, dict[str, Placed]]:
            """Return each part as an object of its own, with each bed so far beside the one before."""
            at = {key: (place.bed * next_one + place.printed[0], *place.printed[1:]) for key, place in places.items()}
            return {labels[key]: {key: replace(place, printed=at[key])} for key, place in places.items()}

        plans = {
            f"{key}{STL}": FilePlan(title, {labels[key]: {key: Placed((0.0, 0.0, place.printed[2]), place.up)}})
            for key, place in laid.items()
        }
        for bed in range(1 + max((place.bed for place in laid.values()), default=0)):
            on_bed = {key: place for key, place in laid.items() if place.bed == bed}
            plan = FilePlan(f"{title}, bed {bed + 1}", side_by_side(on_bed, 0.0), self._middle)
            plans |= {f"bed_{bed + 1}{suffix}": plan for suffix in (STL, THREE_MF)}
        all_beds = side_by_side(laid, next_bed(self.printer))
        return plans | {f"{self.way.name}{THREE_MF}": FilePlan(title, all_beds, self._middle)}

    @property
    def _middle(self) -> tuple[float, float]:
        return self.printer.bed_x / 2, self.printer.bed_y / 2

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts that are written with it, by the names of their files, with the page on putting it together.

        Raises InputError for a part larger than the bed.
        """
        return {**self._plain_texts, **({PAGE_FILE: page_of(self)} if self._has_page else {})}

    @cached_property
    def _plain_texts(self) -> dict[str, str]:
        texts = self.kind.texts(self.content)
        steps, problem = self.assembly
        lines = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)] or [problem] * bool(problem)
        if self.way.apart and lines:
            texts[ASSEMBLY_FILE] = "\n".join([f"{self.name}: how its parts are put together", "", *lines, ""])
        return texts

    @property
    def _has_page(self) -> bool:
        return ASSEMBLY_FILE in self._plain_texts

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of all its files, which are known before the page's pictures are drawn; raises as ``texts``."""
        return (*self.plans, *self._plain_texts, *([PAGE_FILE] if self._has_page else []))

    @property
    def own_names(self) -> frozenset[str]:
        """The names of its files, and of those that an export in one piece has left in its folder."""
        return frozenset((*self.file_names, *self._plans_assembled))

    def write(self, folder: AnyPath, *, overwrite: bool = False) -> list[Path]:
        """Write all files to print it into a folder, all or none, and return where they are.

        Raises ExportError where another puzzle's files would be replaced, unless ``overwrite`` is set, and for what
        could not be written.
        """
        return [file.path for file in self.export(absolute(str(folder)), overwrite=overwrite)]

    def export(self, folder: Path, *, overwrite: bool = False) -> list[WrittenFile]:
        """Write all files to print it, all or none, and return what was written; raises what ``write`` raises."""
        with Transaction() as transaction:
            files = self.prepare(folder, transaction, overwrite=overwrite)
            transaction.commit()
        return files

    def prepare(self, folder: Path, transaction: Transaction, *, overwrite: bool = False) -> list[WrittenFile]:
        """Prepare all files to print it for a folder; raises what ``write`` raises."""
        # What takes long comes before others are kept out of the folder.
        plans, texts = self.plans, self.texts
        # Whether it is another puzzle's is seen only where nothing is under way in the folder.
        transaction.begin(folder)
        if not overwrite and (sentence := self.occupant(folder)):
            raise OccupiedError(sentence)
        return prepare_files(transaction, folder, plans, texts, self.write_file)

    def occupant(self, folder: Path) -> str:
        """Return a sentence on another puzzle's files that would be replaced in a folder.

        Nothing is in the way where the same puzzle lies there, or no file with a name of this one's.
        """
        try:
            present = [name for name in self.file_names if (folder / name).is_file()]
            # What is no file cannot be replaced, and the writing says so.
            if not present or (folder / PUZZLE_FILE).is_dir():
                return ""
        except OSError:
            # Nothing can be written there either, and the writing says why.
            return ""
        if PUZZLE_FILE not in present:
            return (
                f"Folder {quoted(folder)} has a file {present[0]}, but no {PUZZLE_FILE} that says which puzzle it "
                "belongs to."
            )
        try:
            kind, content = open_puzzle(str(folder / PUZZLE_FILE))
        except InputError:
            return f"Folder {quoted(folder)} has a {PUZZLE_FILE} that cannot be read."
        if kind == self.kind and kind.to_json(content) == self.json:
            return ""
        return f"Folder {quoted(folder)} has the files of another puzzle: {kind.name_of(content)}."

    def write_file(self, plan: FilePlan, path: Path) -> int:
        """Write what is planned for a file of meshes, look at it, and return its triangles; raises ExportError."""
        parts = {part.key: part for part in self.all_parts}
        return write_meshes(path, plan, printed_objects(plan, parts))

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
            **{option.name: getattr(self.dimensions, option.name) for option in declared(type(self.dimensions))},
            **self.kind.derived_lengths(self.dimensions, self.content),
        }
        rating = self.rating
        return {
            "format": FORMAT,
            "kind": self.kind.name,
            "difficulty": None if rating is None else rating.word,
            **self.numbers,
            "code": self.code,
            "dimensions": {name: _rounded(value) for name, value in lengths.items()},
            "parts": listed,
            "mass_g": round(self.estimate.grams, 2) if printed else None,
            "minutes": round(self.estimate.minutes, 1) if printed else None,
            "summary": self.summary,
        }


def one_of(what: str, name: str, names: Collection[str]) -> str:
    """Return a name that is one of some; raises InputError for another one."""
    if name not in names:
        raise InputError(must_be(what, name, names))
    return name


def check_names(values: Mapping[str, Any], options: tuple[Option, ...]) -> None:
    """Raise InputError for a name that no option has, with the nearest that one has."""
    names = [option.name for option in options]
    for name in values:
        if name not in names:
            near = nearest(name, names)
            raise InputError(f"There is no {shortened(name)}" + (f": did you mean {near}?" if near else "."))


def value_of(option: Option, value: Any) -> Value:
    """Return a value, or what its name stands for."""
    name = option.chosen(value) if isinstance(value, str) else None
    named: Value = value if name is None else option.named(name)
    return named


def _with(options: O, declarations: tuple[Option, ...], values: Mapping[str, Any]) -> O:
    """Return options with those values that are theirs."""
    named = {option.name: option for option in declarations}
    return replace(options, **{name: value_of(named[name], value) for name, value in values.items() if name in named})


def _rounded(value: Any) -> Any:
    """Return a length or several as they are reported; a text stays what it is."""
    if isinstance(value, tuple):
        return [rounded(side) for side in value]
    return value if isinstance(value, str) else rounded(value)
