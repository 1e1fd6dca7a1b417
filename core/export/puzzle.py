# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle: which there are, and how all are written, or none.

Its puzzle.json names the lengths, the printer and the way to print, so that the same files come of it again: at its
end, in a line of its own, under the key ``print``. Files of earlier versions have none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from html import escape
from operator import gt
from os import PathLike
from pathlib import Path
from typing import Any, Self

from ..common.errors import FailedError, InputError, located
from ..common.options import declared, said_values_of, truth, value_from_json, values_of
from ..common.task import finish
from ..common.words import folded, listed, must_be, quoted, shortened
from ..kind.by_name import BY_LABEL, ELSEWHERE, MOST_JOBS, PAIRS, check_drawn, whole_from_one
from ..kind.facts import Progress
from ..kind.holding import holdable_options
from ..kind.kind import PUZZLE_FILE, AnyKind
from ..kind.part import Point, next_bed, to_buy
from ..kind.puzzle import PrintedPuzzle
from ..kinds import KINDS
from ..printing.mesh_files import Advice, advice_for
from ..printing.picture import picture_of_sides
from ..printing.printed_object import STL, THREE_MF, Placed
from ..printing.printer import Printer
from .assembly_page import PAGE_FILE, data_image, page_in_steps, picture_together
from .paths import ASSEMBLED, absolute, drawn_texts, extra_targets, named_path, puzzle_of_text, text_in
from .plan import NUMBERED, FilePlan, OccupiedError, WrittenFile, objects_of, sheet_texts, write_meshes
from .transaction import Transaction, at_once

KEY = "print"
_PLACE = f'The puzzle file\'s "{KEY}"'

AnyPath = str | PathLike[str]

Drawing = str | Sequence[str] | Mapping[str, str]
"""What is drawn: a text as "XZ=AB", several of them, or what goes on each face."""

NOTEBOOK_SIDE = 200
"""The side of the picture in a notebook, in pixels."""

ASSEMBLY_FILE = "assembly.txt"
"""How the parts are put together, step by step."""


def _elsewhere(name: str) -> str:
    """Return where there is what has a name: elsewhere in the library, at the command, or only of other kinds.

    Kinds are made or printed with it, drawn on by it, or asked for it.
    """
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    if any(name == text_format.name for kind in KINDS.values() for text_format in kind.formats):
        return "only the command writes such a file"
    owners = []
    for kind in KINDS.values():
        options = (*kind.options, *declared(kind.dimensions), *holdable_options(kind.dimensions))
        named: tuple[Any, ...] = (*options, *kind.ways, *kind.drawings, *kind.requests)
        names = {item.name for item in named} | {option.flag for option in options}
        if folded(PAIRS.get(name, (name,))[0]) in map(folded, names):
            owners.append(kind.name)
    return f"only puzzles of the kind {listed(owners, 'or')} have it" if owners else ""


@dataclass(frozen=True, eq=False, repr=False)
class Puzzle(PrintedPuzzle):
    """A puzzle of some kind, with the lengths and the printer that it is printed with, and the way to print it.

    ``content`` is the kind's own object: the faces of mazes with a start and an end, or pieces, a goal and what is
    known of the solutions. A puzzle never changes: ``changed`` returns another one. Two are equal that are the same
    puzzle printed the same way, whatever is known of its solutions.
    """

    naming = replace(BY_LABEL, elsewhere=_elsewhere)

    def __eq__(self, other: object) -> bool:
        """Report whether it is the same puzzle, printed the same way."""
        return isinstance(other, Puzzle) and self._all_that_counts == other._all_that_counts

    def __hash__(self) -> int:
        """Return what is the same for puzzles that are equal."""
        return hash(self._all_that_counts)

    @property
    def _all_that_counts(self) -> tuple[object, ...]:
        puzzle = None if self.content is None else self.code or self.json
        return self.kind.name, puzzle, self.dimensions, self.printer, self.way

    def _repr_html_(self) -> str:
        """Return a picture and what it is like, for a notebook."""
        lines = [(line.label, line.text(self.content)) for line in self.kind.measures if not line.detail]
        rows = [("Difficulty", self.rating.word), *lines]
        rows += self.kind.derived_lines(self.dimensions, self.content, {}, self.way.name)
        rows += [("Code", self.code)] if self.code else []
        cells = "".join(f"<tr><th>{escape(label)}</th><td>{escape(text)}</td></tr>" for label, text in rows if text)
        sides = self.kind.sides(self.content, self.dimensions)
        if sides is None or not self.kind.fills_box(self.content):
            pixels = picture_together(self.parts, NOTEBOOK_SIDE)
        else:
            pixels = picture_of_sides(sides, NOTEBOOK_SIDE)
        return f"{data_image(pixels, self.name)}<table><caption>{escape(self.name)}</caption>{cells}</table>"

    @property
    def json(self) -> str:
        """The text of its puzzle.json, with what it is printed with."""
        values = {
            "way": self.way.name,
            "dimensions": self.told(said_values_of(self.dimensions)),
            "printer": values_of(self.printer),
        }
        members = self.kind.to_json(self.content).rstrip().removesuffix("}").rstrip()
        return f'{members},\n  "{KEY}": {json.dumps(values)}\n}}\n'

    @cached_property
    def plans(self) -> dict[str, FilePlan]:
        """The content of its files of meshes, by their names; raises InputError for a part larger than the bed."""
        if self.way.cut:
            return {}
        return self._plans_apart if self.way.apart else self._plans_assembled

    @property
    def _plans_assembled(self) -> dict[str, FilePlan]:
        """Files in which parts stand together: one object, so that no slicer moves them apart."""
        advice = advice_for([part.in_place for part in self.parts], self.printer)
        by_name = {} if advice is None else {self.name: advice}
        plans = {}
        for name, at in self._assembled.items():
            objects = {self.name: {key: Placed(place) for key, place in at.items()}}
            plans[name] = FilePlan(self.name, objects, self._middle, centered=True, advice=by_name)
        return plans

    @property
    def _assembled(self) -> dict[str, Mapping[str, Point]]:
        """The places of parts that stand together, by the names of the files that hold them."""
        files = self.kind.assembled_files(self.content, self.dimensions)
        return {
            name + suffix: assembled.places
            for name, assembled in files.items()
            for suffix in ((STL, THREE_MF) if assembled.printed else (STL,))
        }

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
            plan = FilePlan(f"{title}, bed {bed + 1}", side_by_side(on_bed, 0.0), self._middle, advice=self._advice)
            plans |= {f"bed_{bed + 1}{suffix}": plan for suffix in (STL, THREE_MF)}
        all_beds = side_by_side(laid, next_bed(self.printer))
        return plans | {f"{self.way.name}{THREE_MF}": FilePlan(title, all_beds, self._middle, advice=self._advice)}

    @cached_property
    def _advice(self) -> dict[str, Advice]:
        """The settings that suit the parts, by their labels."""
        by_label = {part.label: advice_for([part.printed], self.printer) for part in self.parts}
        return {label: advice for label, advice in by_label.items() if advice is not None}

    @property
    def _middle(self) -> tuple[float, float]:
        return self.printer.middle_of_bed

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts that are written with it, by the names of their files, with the page on putting it together.

        Raises InputError for a part larger than the bed.
        """
        return {**self._plain_texts, **({PAGE_FILE: self.draw_page()} if self._has_page else {})}

    def draw_page(self) -> str:
        """Draw the page on putting it together."""
        return finish(page_in_steps(self))

    @cached_property
    def _plain_texts(self) -> dict[str, str]:
        texts = {**self.kind.other_texts(self.content), PUZZLE_FILE: self.json}
        steps, problem = self.assembly
        lines = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)] or [problem] * bool(problem)
        if steps and to_buy(self.all_parts):
            told = self.kind.instructions(self.content, self.all_parts, self.way.name)
            lines = [*told.bought, "", *lines]
        if self.way.apart and lines:
            texts[ASSEMBLY_FILE] = "\n".join([f"{self.name}: how its parts are put together", "", *lines, ""])
        return texts | sheet_texts(self)

    @property
    def _has_page(self) -> bool:
        return ASSEMBLY_FILE in self._plain_texts

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that ``write`` writes, before the page's pictures are drawn; raises as ``texts``."""
        return (*self.plans, *self._plain_texts, *([PAGE_FILE] if self._has_page else []))

    @property
    def own_names(self) -> frozenset[str]:
        """The names of its files, and of those that an export in one piece has left in its folder."""
        return frozenset((*self.files, *self._assembled))

    def drawn(
        self,
        *,
        make_rest_hard: bool = False,
        jobs: int = 1,
        report: Callable[[Progress[Any]], object] = lambda _: None,
        **drawings: Drawing,
    ) -> Self:
        """Return the puzzle with something drawn on it, by the names of its kind, as ``letters="XZ=AB"`` on a cube.

        On several faces it is ``["XZ=AB", "YZ=CD"]`` or ``{"XZ": "AB", "YZ": "CD"}``. With ``make_rest_hard`` what is
        not drawn is made as hard as was asked, or else as it can be, by so many processes. Raises InputError for what
        cannot be drawn.
        """
        make_rest_hard = truth("Make rest hard", make_rest_hard)
        check_drawn(self.kind, drawings, rest_hard=make_rest_hard)
        steps = self.kind.drawn_in_steps(
            self.content,
            drawn_texts(self.kind, [(name, text) for name, drawn in drawings.items() for text in _each(drawn)]),
            make_rest_hard=make_rest_hard,
            jobs=whole_from_one("Jobs", jobs, MOST_JOBS),
        )
        return replace(self, content=finish(steps, report))

    def write(self, folder: AnyPath, *, overwrite: bool = False) -> list[Path]:
        """Write all files to print it into a folder, all or none, and return where they are.

        Raises ExportError where another puzzle's files would be replaced, unless ``overwrite`` is set, and where the
        writing fails; InputError for a folder that cannot be, and for a part that is larger than the bed.
        """
        overwrite = truth("Overwrite", overwrite)
        try:
            return [file.path for file in self.export(absolute(path_text("Folder", folder)), overwrite=overwrite)]
        except OccupiedError as error:
            raise OccupiedError(f"{error} Choose another folder, or give overwrite=True.") from error

    def export(self, folder: Path, *, overwrite: bool = False) -> list[WrittenFile]:
        """Write all files to print it, all or none, and return what was written; raises what ``write`` raises."""
        return at_once(partial(self.prepare, folder, overwrite=overwrite))

    def prepare(self, folder: Path, transaction: Transaction, *, overwrite: bool = False) -> list[WrittenFile]:
        """Prepare all files to print it for a folder; raises what ``write`` raises."""
        # What takes long comes before others are kept out of the folder.
        plans, texts = self.plans, self.texts
        former = self._former_files(folder) if overwrite else ()
        # Whether it is another puzzle's is seen only where nothing is under way in the folder.
        transaction.begin(folder)
        if not overwrite and (sentence := self.occupant(folder)):
            raise OccupiedError(sentence)
        triangles: dict[str, int] = {}

        def write_plan(plan: FilePlan, path: Path) -> None:
            triangles[path.name] = self.write_file(plan, path)

        writers: dict[str, Callable[[Path], object]] = {
            **{name: partial(write_plan, plan) for name, plan in plans.items()},
            **{name: partial(Path.write_bytes, data=text.encode()) for name, text in texts.items()},
        }
        transaction.write(folder, writers, *NUMBERED, "|".join(former))
        return [WrittenFile(folder / name, triangles.get(name)) for name in writers]

    def _former_files(self, folder: Path) -> Iterable[str]:
        """Return patterns of the names of another puzzle's files, in any way, if a folder's puzzle.json tells them."""
        if not in_the_way(folder, self.kind, self.content, so_far=True):
            return ()
        with suppress(InputError):
            text = text_in(str(folder / PUZZLE_FILE))
            kind, content = puzzle_of_text(text)
            if (printed := print_of(text, kind)) is not None:
                former = replace(printed, content=content).changed()
                names = {PUZZLE_FILE, ASSEMBLY_FILE, PAGE_FILE, *kind.other_texts(content), *former._assembled}
                for way in kind.ways:
                    # Where parts have no room there are no files of that way.
                    with suppress(InputError):
                        names |= replace(former, way=way).plans.keys()
                return (*NUMBERED, *map(re.escape, names))
        return ()

    def write_assembled(self, path: AnyPath) -> Path:
        """Write all parts put together into one file, each an object of its own, and return where it is.

        It is a 3MF file, or STL where its name ends so. Raises InputError or ExportError where it cannot be written.
        """
        (target,) = extra_targets(absolute("."), {ASSEMBLED: path_text("File", path)}).values()
        return at_once(partial(self.prepare_assembled, target)).path

    def prepare_assembled(self, path: Path, transaction: Transaction) -> WrittenFile:
        """Prepare a file of all parts put together; raises what ``write_assembled`` raises."""
        objects = {part.label: {part.key: Placed(part.assembled)} for part in self.parts}
        plan = FilePlan(f"{self.name}, put together", objects, self._middle, centered=True)
        triangles: list[int] = []
        transaction.write(path.parent, {path.name: lambda file: triangles.append(self.write_file(plan, file))})
        return WrittenFile(path, *triangles)

    def occupant(self, folder: Path) -> str:
        """Return a sentence on another puzzle's files that would be replaced in a folder.

        Nothing is in the way where the same puzzle lies there, of which no more is known, or no file with a name of
        this one's.
        """
        try:
            present = [name for name in self.files if (folder / name).is_file()]
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
        return in_the_way(folder, self.kind, self.content)

    def write_file(self, plan: FilePlan, path: Path) -> int:
        """Write what is planned for a file of meshes, look at it, and return its triangles; raises ExportError."""
        parts = {part.key: part for part in self.all_parts}
        return write_meshes(path, plan, objects_of(plan, parts))


def in_the_way(folder: Path, kind: AnyKind, content: Any, *, so_far: bool = False) -> str:
    """Return a sentence on a folder's puzzle.json of another puzzle, or of the same of which more is known there.

    What is only known ``so_far`` of the content may become more.
    """
    try:
        its_kind, kept = puzzle_of_text(text_in(str(folder / PUZZLE_FILE)))
    except InputError:
        return f"Folder {quoted(folder)} has a {PUZZLE_FILE} that cannot be read."
    (former, known_there), (own, known) = its_kind.known_apart(kept), kind.known_apart(content)
    if its_kind != kind or kind.to_json(former) != kind.to_json(own):
        return f"Folder {quoted(folder)} has the files of another puzzle: {its_kind.name_of(kept)}."
    if not so_far and any(map(gt, known_there, known)):
        return f"Folder {quoted(folder)} has the files of this puzzle, with more that is known of its solutions."
    return ""


def path_text(called: str, path: AnyPath) -> str:
    """Return a path as a text; raises InputError for what is none, and for an empty one."""
    if not isinstance(path, str | PathLike):
        raise InputError(f"{called} is {shortened(path)}: it must be a path.")
    named_path(str(path), called)
    return str(path)


def _each(drawn: Drawing) -> list[str]:
    if isinstance(drawn, Mapping):
        return [f"{place}={content}" for place, content in drawn.items()]
    if not isinstance(drawn, str | Sequence) or not all(isinstance(text, str) for text in drawn):
        raise InputError(f"Drawing is {shortened(drawn)}: it must be a text, as XZ=AB.")
    return [drawn] if isinstance(drawn, str) else list(drawn)


def print_of(text: str, kind: AnyKind, shown: str = "") -> Puzzle | None:
    """Return what the puzzle of a file is printed with, and no puzzle yet; None for a file that does not say it.

    The text must be that of a puzzle of the kind. Raises FailedError, naming the file as it is ``shown`` and the place,
    for what is damaged or cannot be; what another version names beside is passed over, and what it does not name has
    its default.
    """
    if f'"{KEY}"' not in text or not kind.recognizes(text):
        return None
    data = json.loads(text).get(KEY)
    if data is None:
        return None
    with located(shown, FailedError):
        if not isinstance(data, dict):
            raise InputError(f"{_PLACE} must hold way, dimensions and printer.")
        ways = {way.name: way for way in kind.ways}
        name = data.get("way")
        if not isinstance(name, str) or name not in ways:
            raise InputError(must_be("The puzzle file's way", str(name), ways))
        dimensions, printer = _options(kind.dimensions, data.get("dimensions")), _options(Printer, data.get("printer"))
        return Puzzle(kind, None, dimensions, printer, ways[name])


def _options(options: Any, data: Any) -> Any:
    """Return values of declared options; each has its type."""
    if not isinstance(data, Mapping):
        raise InputError(f"{_PLACE} must hold way, dimensions and printer.")
    place = "The puzzle file's"
    values: dict[str, Any] = {
        field.name: value_from_json(field, data[field.name], place) for field in declared(options) if field.name in data
    }
    # A file may hold a whole number of millimeters.
    values |= {name: float(value) for name, value in values.items() if isinstance(getattr(options, name), float)}
    return options(**values)
