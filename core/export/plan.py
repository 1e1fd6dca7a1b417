# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a puzzle's files: the parts that go into each, how they stand there, and the texts.

Meshes written into files: from parts to the triangles of a plan, and from these to STL and 3MF, looked at.

The files of a puzzle prepared for a folder, unless another puzzle's lie there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..common.errors import ExportError, InputError
from ..common.options import Options
from ..common.words import quoted
from ..kind.kind import PUZZLE_FILE, AnyKind
from ..kind.model import Way
from ..kind.part import Laid, Part, Point, Step, next_bed, turn_in_print
from ..printing.gauge import CouponBody
from ..printing.printed_object import STL, THREE_MF, Body, PrintedObject, marked_by, on_bed
from ..printing.printer import Printer
from ..printing.three_mf import checked_triangles, three_mf
from ..solids.stl import enclosed_volume, is_closed, stl, triangles_from_stl
from .paths import open_puzzle
from .transaction import Transaction

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
    title = kind.name_of(puzzle)
    plans: dict[str, FilePlan] = {}
    for name, assembled in kind.assembled_files(puzzle, dimensions).items():
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
    texts = dict(kind.texts(puzzle))
    lines = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)] or [problem] * bool(problem)
    if way.apart and lines:
        texts[ASSEMBLY_FILE] = "\n".join([f"{kind.name_of(puzzle)}: how its parts are put together", "", *lines, ""])
    return texts


COUPON_COLOR = (0.8, 0.8, 0.8, 1.0)

WriteStl = Callable[[Path, Sequence[PrintedObject]], None]
"""Writes objects about their common origin to an STL file."""


def write_stl(path: Path, objects: Sequence[PrintedObject]) -> None:
    """Write objects about their common origin to an STL file in millimeters."""
    corners = [body.vertices[body.triangles] for one in objects for body in one.bodies]
    path.write_bytes(stl(np.concatenate(corners)))


def write_meshes(
    path: Path, plan: FilePlan, objects: Sequence[PrintedObject], to_stl: WriteStl = write_stl, advice: str = ""
) -> int:
    """Write objects, about the origin of their plan, in the format of a suffix; return the triangles that were found.

    An STL file knows no bed. Raises ExportError, with some advice, for a file that turns out to be no good.
    """
    try:
        if path.suffix == STL:
            to_stl(path, objects)
        else:
            path.write_bytes(three_mf(plan.title, _lying(plan, objects)))
        return read_back(path, plan, objects)
    except ValueError as error:
        raise ExportError(f"{path.name} is not usable: {error}.{advice} Nothing was exported.") from error


def read_back(path: Path, plan: FilePlan, objects: Sequence[PrintedObject]) -> int:
    """Return the triangles of a file; raises ValueError if it does not hold objects as they are planned, closed."""
    if path.suffix == STL:
        return _judge_stl(path.read_bytes(), sum(one.triangle_count for one in objects))
    return checked_triangles(path.read_bytes(), _lying(plan, objects))


def _lying(plan: FilePlan, objects: Sequence[PrintedObject]) -> Sequence[PrintedObject]:
    return on_bed(objects, plan.origin, centered=plan.centered)


def _judge_stl(data: bytes, expected: int) -> int:
    """Return the number of triangles of an STL file; raises ValueError if these are not so many closed ones."""
    triangles = triangles_from_stl(data)
    if len(triangles) != expected:
        raise ValueError(f"it has {len(triangles)} triangles instead of {expected}")
    if not is_closed(triangles) or enclosed_volume(triangles) <= 0:
        raise ValueError("it is not closed, so it would not print")
    return len(triangles)


def printed_objects(plan: FilePlan, parts: Mapping[str, Part]) -> list[PrintedObject]:
    """Return what goes into a file, made of the parts by their keys, about its origin."""
    return [
        PrintedObject(one.name, tuple(_body(placed, parts[placed.key]) for placed in one.parts)) for one in plan.objects
    ]


def _body(placed: PlacedPart, part: Part) -> Body:
    mesh = part.mesh()
    triangles, looks = mesh.split()
    vertices = mesh.vertices @ turn_in_print(placed.up, turned=placed.turned).T + np.array(placed.place)
    marked = marked_by(looks, part.marks)
    return Body(part.key, part.object_color, vertices, triangles, tuple(part.marks.values()), marked)


def coupon_objects(title: str, bodies: Mapping[str, CouponBody]) -> list[PrintedObject]:
    """Return what goes into the file of a coupon, made of its bodies by their names."""
    meshes = {name: body.mesh() for name, body in bodies.items()}
    printed = (Body(name, COUPON_COLOR, mesh.vertices, mesh.split()[0]) for name, mesh in meshes.items())
    return [PrintedObject(title, tuple(printed))]


class OccupiedError(ExportError):
    """Another puzzle's files lie in the folder; the message says which."""


WriteMeshes = Callable[[FilePlan, Path], int]
"""Writes what is planned for a file, looks at it, and returns its number of triangles; raises ExportError."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


def prepare_files(
    transaction: Transaction,
    target: Path,
    plans: Mapping[str, FilePlan],
    texts: Mapping[str, str],
    write_meshes: WriteMeshes,
) -> list[WrittenFile]:
    """Prepare meshes and texts for a folder by their names, and return what will be there.

    Raises what ``Transaction`` and ``write_meshes`` raise.
    """
    triangles: dict[str, int] = {}

    def write_plan(plan: FilePlan, path: Path) -> None:
        triangles[path.name] = write_meshes(plan, path)

    def write_text(text: str, path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    writers: dict[str, Callable[[Path], None]] = {
        **{name: partial(write_plan, plan) for name, plan in plans.items()},
        **{name: partial(write_text, text) for name, text in texts.items()},
    }
    transaction.write(target, writers, BED_NAMES)
    return [WrittenFile(target / name, triangles.get(name)) for name in writers]


def occupant(folder: Path, kind: AnyKind, puzzle: Any, names: Iterable[str]) -> str:
    """Return a sentence on another puzzle's files in a folder where a puzzle is to be written under some names.

    Nothing is in the way where the same puzzle lies there, or none of the names.
    """
    try:
        present = [name for name in names if (folder / name).is_file()]
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
        found, other = open_puzzle(str(folder / PUZZLE_FILE))
    except InputError:
        return f"Folder {quoted(folder)} has a {PUZZLE_FILE} that cannot be read."
    if found == kind and kind.to_json(other) == kind.to_json(puzzle):
        return ""
    return f"Folder {quoted(folder)} has the files of another puzzle: {found.name_of(other)}."
