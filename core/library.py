# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles as plain objects: made, opened, asked, checked and written without Blender.

    import puzzle_cubes
    puzzle = puzzle_cubes.make("oskar", size=(5, 5, 5), seed=7, way="kit")
    puzzle.write("kit")

All lengths are millimeters. What a user can mend is raised as ``InputError`` with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from .common.errors import ExportError, InputError
from .common.options import Option, Options, Value, declared, rounded
from .common.task import finish
from .common.words import must_be, nearest, shortened
from .export.assembly_page import PAGE_FILE, page_of
from .export.paths import absolute, open_puzzle
from .export.plan import (
    ASSEMBLY_FILE,
    FilePlan,
    OccupiedError,
    WrittenFile,
    assembled_files,
    files_apart,
    occupant,
    prepare_files,
    printed_objects,
    texts_of,
    write_meshes,
)
from .export.transaction import Transaction
from .kind.kind import AnyKind, Progress, Rating
from .kind.model import Way
from .kind.part import Laid, Part, Step, lay
from .kind.reading import code_of, puzzle_of_code
from .kinds import KINDS
from .printing.checks import Report
from .printing.estimate import Estimate
from .printing.printer import Printer
from .shelf.shelf import Shelf, conditions_from

__all__ = ["KINDS", "ExportError", "InputError", "Puzzle", "ShelfRow", "from_code", "make", "read", "shelf_rows"]

O = TypeVar("O", bound=Options)  # noqa: E741

AnyPath = str | PathLike[str]

FORMAT = 1
"""The number of the report's format, which goes up where a key goes or means something else."""


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
        return self._steps_or_problem[0]

    @cached_property
    def _steps_or_problem(self) -> tuple[tuple[Step, ...], str]:
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
        way = self.kind.way(_one_of("Way", values.pop("way"), _ways(self.kind))) if "way" in values else self.way
        lengths, printer = declared(self.kind.dimensions), declared(Printer)
        _check_names(values, (*lengths, *printer))
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

    def asked(
        self, *requests: str, jobs: int = 1, report: Callable[[Progress[Any]], object] = lambda _: None
    ) -> Puzzle:
        """Return the puzzle with what was found for requests of its kind, as "count" for all solutions of pieces.

        What takes long is shared out to so many processes, and comes out the same. Raises InputError for a request that
        there is not.
        """
        for name in requests:
            _one_of("Request", name, [request.name for request in self.kind.requests])
        answer = finish(self.kind.answer_in_steps(self.content, requests, jobs), report)
        return replace(self, content=answer.puzzle, answers={**self.answers, **answer.numbers})

    def check(self) -> Report:
        """Report whether it will print and work: lines with a level and a sentence, volume, grams and minutes."""
        return self.kind.check(self.content, self.dimensions, self.printer, self.way.name, self.all_parts)

    @cached_property
    def estimate(self) -> Estimate:
        """The cost of printing it: grams of plastic and minutes, and a few words on what they rest on."""
        return self.kind.estimate(self.content, self.dimensions, self.printer, self.way.name, self.all_parts)

    @cached_property
    def laid(self) -> Mapping[str, Laid]:
        """The places of its parts, by their keys, where they are printed apart; raises InputError as ``plans``."""
        return lay(self.parts, self.printer)

    @cached_property
    def plans(self) -> dict[str, FilePlan]:
        """The content of its files of meshes, by their names; raises InputError for a part larger than the bed."""
        if not self.way.apart:
            return assembled_files(self.kind, self.content, self.dimensions, self.printer)
        labels = {part.key: part.label for part in self.parts}
        return files_apart(self.name, self.way, self.laid, labels, self.printer)

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts that are written with it, by the names of their files, with the page on putting it together.

        Raises InputError for a part larger than the bed.
        """
        return {**self._plain_texts, **({PAGE_FILE: self._page} if self._has_page else {})}

    @cached_property
    def _plain_texts(self) -> dict[str, str]:
        return texts_of(self.kind, self.content, self.way, *self._steps_or_problem)

    @property
    def _has_page(self) -> bool:
        return ASSEMBLY_FILE in self._plain_texts

    @property
    def _page(self) -> str:
        return page_of(
            self.kind,
            self.content,
            self.way,
            self.all_parts,
            self._steps_or_problem,
            dimensions=self.dimensions,
            printer=self.printer,
            estimate=self.estimate,
        )

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of all its files, which are known before the page's pictures are drawn; raises as ``texts``."""
        return (*self.plans, *self._plain_texts, *([PAGE_FILE] if self._has_page else []))

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
        """Return a sentence on another puzzle's files that would be replaced in a folder; nothing if there are none."""
        return occupant(folder, self.kind, self.content, self.file_names)

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
            **{one.name: getattr(self.dimensions, one.name) for one in declared(type(self.dimensions))},
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


def make(
    kind: str,
    *,
    preset: str = "",
    way: str = "",
    jobs: int = 1,
    report: Callable[[Progress[Any]], object] = lambda _: None,
    **values: Any,
) -> Puzzle:
    """Make a puzzle of a kind, "oskar", "burr" or "packing", from values of its options, lengths and printer, by name.

    What is not given has the default of the command line; ``preset`` and ``way`` are named as there. A
    long search is shared out to so many ``jobs``, and what it finds is the same. ``report`` is called now and then with
    how far it is. Raises InputError for what there is not or cannot be, and where nothing is
    found that has all that was asked.
    """
    found = _kind(kind)
    options = {option.name: option for option in found.options}
    given = {name: _value(options[name], values.pop(name)) for name in list(values) if name in options}
    lengths, printer = declared(found.dimensions), declared(Printer)
    _check_names(values, (*options.values(), *lengths, *printer))
    shell = _shell(found, None, preset).changed(**values, **({"way": way} if way else {}))
    found.check_used(shell.way, values)
    return replace(shell, content=found.make(found.values_with(given), report, jobs))


def read(path: AnyPath, *, problem: int | None = None, **values: Any) -> Puzzle:
    """Return the puzzle of a file: a puzzle.json, or one of another program; ``values`` are those of ``changed``.

    Of a file with several problems it is the one with the number ``problem``, from 1, or else the first that can be.
    Raises InputError where it cannot be read or is damaged.
    """
    return _shell(*open_puzzle(str(path), problem)).changed(**values)


def from_code(code: str, **values: Any) -> Puzzle:
    """Return the puzzle of a code; ``values`` are those of ``changed``. Raises InputError where it is damaged."""
    return _shell(*puzzle_of_code(code, KINDS.values())).changed(**values)


@dataclass(frozen=True)
class ShelfRow:
    """A row of a shelf: its seed, its numbers by their names, the code of its puzzle, and the puzzle."""

    seed: int
    figures: Mapping[str, float | None]
    code: str | None
    puzzle: Puzzle


def shelf_rows(
    path: AnyPath,
    kind: str = "oskar",
    *,
    by: str = "",
    most: int = 10,
    where: str = "",
    lowest: bool = False,
    unique: bool = False,
) -> list[ShelfRow]:
    """Return those rows of a shelf that have the highest numbers of a name, or the lowest, so many at most.

    By default the hardest. ``where`` are conditions, as "length > 40 and loops = 0"; with ``unique`` puzzles that are
    the same one, turned or mirrored, come once. Raises InputError for a file that is no shelf, and for names and
    conditions that there are not.
    """
    found = _kind(kind)
    with Shelf(Path(path)) as shelf:
        if kind not in shelf.kinds:
            return []
        conditions = conditions_from(where, shelf.figures(kind)) if where.strip() else ()
        rows = shelf.top(kind, by or found.hardness, most, conditions, lowest=lowest, unique=unique)
        return [ShelfRow(row.seed, row.figures, row.code, _shell(found, shelf.puzzle(found, row))) for row in rows]


def _shell(kind: AnyKind, content: Any, preset: str = "") -> Puzzle:
    """Return a puzzle with a preset's lengths and printer, in the first way to print it."""
    presets = kind.presets
    if preset:
        _one_of("Preset", preset, presets)
    first = presets[preset] if preset else next(iter(presets.values()), None)
    dimensions, printer = (kind.dimensions(), Printer()) if first is None else (first.dimensions, first.printer)
    if content is not None:
        dimensions = replace(dimensions, **kind.following(content))
    return Puzzle(kind, content, dimensions, printer, kind.ways[0])


def _kind(name: str) -> AnyKind:
    return KINDS[_one_of("Kind", name, KINDS)]


def _ways(kind: AnyKind) -> list[str]:
    return [way.name for way in kind.ways]


def _one_of(what: str, name: str, names: Any) -> str:
    """Return a name that is one of some; raises InputError for another one."""
    if name not in names:
        raise InputError(must_be(what, name, names))
    return name


def _check_names(values: Mapping[str, Any], options: tuple[Option, ...]) -> None:
    """Raise InputError for a name that no option has, with the nearest that one has."""
    names = [option.name for option in options]
    for name in values:
        if name not in names:
            near = nearest(name, names)
            raise InputError(f"There is no {shortened(name)}" + (f": did you mean {near}?" if near else "."))


def _with(options: O, declarations: tuple[Option, ...], values: Mapping[str, Any]) -> O:
    """Return options with those values that are theirs."""
    named = {option.name: option for option in declarations}
    return replace(options, **{name: _value(named[name], value) for name, value in values.items() if name in named})


def _value(option: Option, value: Any) -> Value:
    """Return a value, or what its name stands for."""
    name = option.chosen(value) if isinstance(value, str) else None
    named: Value = value if name is None else option.named(name)
    return named


def _rounded(value: Any) -> Any:
    """Return a length or several as they are reported; a text stays what it is."""
    if isinstance(value, tuple):
        return [rounded(side) for side in value]
    return value if isinstance(value, str) else rounded(value)
