# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a puzzle's files: the parts that go into each, how they stand there, and the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..common.errors import InputError
from ..common.options import Options
from ..kind.kind import AnyKind
from ..kind.laid import Laid, next_bed
from ..kind.model import Way
from ..kind.part import Part, Point
from ..kind.step import Step
from ..printing.printed_object import STL, THREE_MF
from ..printing.printer import Printer

BED_NAMES = r"bed_\d+\.(stl|3mf)"
"""The names of the files of beds, of which a smaller puzzle has fewer, as a regular expression."""


@dataclass(frozen=True)
class PlacedPart:
    """A part in a file, by its key: its place in millimeters, and how it is turned, as ``Laid`` says."""

    key: str
    place: Point
    up: int = 2
    turned: bool = False


@dataclass(frozen=True)
class FileObject:
    """An object that is printed as one: its name, and its parts."""

    name: str
    parts: tuple[PlacedPart, ...]


@dataclass(frozen=True)
class FilePlan:
    """The content of a file: its title, its objects about its origin, and where that lies on the bed, in millimeters.

    ``origin`` is counted from the bed's near left corner; ``centered`` are objects that are moved, together, to stand
    on the bed above it. An STL file knows no bed.
    """

    title: str
    objects: tuple[FileObject, ...]
    origin: tuple[float, float] = (0.0, 0.0)
    centered: bool = False


def assembled_files(kind: AnyKind, puzzle: Any, dimensions: Options, printer: Printer) -> dict[str, FilePlan]:
    """Return the files in which parts stand together: one object, so that no slicer moves them apart."""
    title = kind.facts.name(puzzle)
    plans: dict[str, FilePlan] = {}
    for name, assembled in kind.model.assembled_files(puzzle, dimensions).items():
        parts = tuple(PlacedPart(key, place) for key, place in assembled.places.items())
        plan = FilePlan(title, (FileObject(title, parts),), _middle(printer), centered=True)
        plans |= {name + suffix: plan for suffix in ((STL, THREE_MF) if assembled.printed else (STL,))}
    return plans


def files_apart(
    title: str, way: Way, laid: Mapping[str, Laid], labels: Mapping[str, str], printer: Printer
) -> dict[str, FilePlan]:
    """Return a file for each part that lies apart, those of each bed, and one of all beds side by side.

    ``laid`` and ``labels`` have where each part lies and what it is called, by their keys.
    """

    def lying(key: str, place: Laid, x: float) -> FileObject:
        at = (x + place.printed[0], place.printed[1], place.printed[2])
        return FileObject(labels[key], (PlacedPart(key, at, place.up, place.turned),))

    plans = {
        f"{key}{STL}": FilePlan(
            title, (FileObject(labels[key], (PlacedPart(key, (0.0, 0.0, place.printed[2]), place.up),)),)
        )
        for key, place in laid.items()
    }
    for bed in range(1 + max((place.bed for place in laid.values()), default=0)):
        on_bed = tuple(lying(key, place, 0.0) for key, place in laid.items() if place.bed == bed)
        plan = FilePlan(f"{title}, bed {bed + 1}", on_bed, _middle(printer))
        plans |= {f"bed_{bed + 1}{suffix}": plan for suffix in (STL, THREE_MF)}
    all_beds = tuple(lying(key, place, place.bed * next_bed(printer)) for key, place in laid.items())
    return plans | {f"{way.name}{THREE_MF}": FilePlan(title, all_beds, _middle(printer))}


def _middle(printer: Printer) -> tuple[float, float]:
    return printer.bed_x / 2, printer.bed_y / 2


ASSEMBLY_FILE = "assembly.txt"
"""How the parts are put together, step by step."""


def texts_of(kind: AnyKind, puzzle: Any, way: Way, steps: Sequence[Step], problem: str = "") -> dict[str, str]:
    """Return the texts of a puzzle by the names of their files.

    ``steps`` are those in which its parts are put together; ``problem`` is a sentence on why there are none.
    """
    texts = dict(kind.files.texts(puzzle))
    lines = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)] or [problem] * bool(problem)
    if way.apart and lines:
        texts[ASSEMBLY_FILE] = "\n".join([f"{kind.facts.name(puzzle)}: how its parts are put together", "", *lines, ""])
    return texts


def steps_or_problem(kind: AnyKind, puzzle: Any, parts: Sequence[Part], way: Way) -> tuple[tuple[Step, ...], str]:
    """Return how the parts of a puzzle are put together, or a sentence on why they cannot be."""
    if not (kind.model.has_assembly and way.apart):
        return (), ""
    try:
        return kind.model.assembly(puzzle, parts, way.name), ""
    except InputError as error:
        return (), str(error)
