# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of meshes: what goes into each and how it stands there, and STL and 3MF that are made of that and looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from ..common.errors import ExportError, InputError
from ..common.options import Options
from ..kind.kind import AnyKind
from ..kind.part import Part, turn_in_print
from ..printing.printed_object import STL, Body, Placed, PrintedObject, marked_by, on_bed
from ..printing.three_mf import Advice, closed_triangles, three_mf
from ..solids.stl import enclosed_volume, is_closed, named, stl, triangles_from_stl
from .transaction import Transaction

BED_NAMES = r"bed_\d+\.(stl|3mf)|sheet_\d+\.(svg|dxf)|template_\w+\.html"
"""The names of the files of beds and sheets, of which a smaller puzzle has fewer, as a regular expression."""


@dataclass(frozen=True)
class FilePlan:
    """The content of a file: its title, its objects about its origin, and where that lies on the bed, in millimeters.

    ``objects`` are what is printed as one, by their names: the places of its parts, by their keys. ``origin`` is
    counted from the bed's near left corner; ``centered`` are objects that are moved, together, to stand on the bed
    above it. An STL file knows no bed.
    ``advice`` are settings that suit the objects, by their names.
    """

    title: str
    objects: Mapping[str, Mapping[str, Placed]]
    origin: tuple[float, float] = (0.0, 0.0)
    centered: bool = False
    advice: Mapping[str, Advice] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """The title, and the name of the object where there is one only."""
        name = next(iter(self.objects), self.title)
        return self.title if len(self.objects) > 1 or name == self.title else f"{self.title}, {name}"


WriteStl = Callable[[Path, Sequence[PrintedObject]], None]
"""Writes objects about their common origin to an STL file."""


def write_stl(path: Path, objects: Sequence[PrintedObject]) -> None:
    """Write objects about their common origin to an STL file in millimeters."""
    corners = [body.vertices[body.triangles] for printed in objects for body in printed.bodies]
    path.write_bytes(stl(np.concatenate(corners)))


def write_meshes(
    path: Path, plan: FilePlan, objects: Sequence[PrintedObject], to_stl: WriteStl = write_stl, advice: str = ""
) -> int:
    """Write objects, about the origin of their plan, in the format of a suffix; return the triangles that were found.

    An STL file knows no bed. Raises ExportError, with some advice, for a file that turns out to be no good.
    """
    try:
        if path.suffix.lower() == STL:
            to_stl(path, objects)
            write_bytes(path, named(path.read_bytes(), plan.called))
            return _judge_stl(path.read_bytes(), sum(printed.triangle_count for printed in objects))
        triangles = closed_triangles(objects)
        placed = on_bed(objects, plan.origin, centered=plan.centered)
        write_bytes(path, three_mf(plan.title, placed, plan.advice))
        return triangles
    except ValueError as error:
        raise ExportError(f"{path.name} is not usable: {error}.{advice} Nothing was exported.") from error


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file and look at it; raises ValueError where it does not hold what was written."""
    path.write_bytes(data)
    if path.read_bytes() != data:
        raise ValueError("it does not hold what was written")


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
        PrintedObject(name, tuple(_body(place, parts[key]) for key, place in places.items()))
        for name, places in plan.objects.items()
    ]


def _body(place: Placed, part: Part) -> Body:
    mesh = part.mesh()
    triangles, looks = mesh.split()
    vertices = mesh.vertices @ turn_in_print(place.up, turned=place.turned, angle=place.angle).T + np.array(
        place.printed
    )
    marked = marked_by(looks, part.marks)
    return Body(part.key, part.object_color, vertices, triangles, tuple(part.marks.values()), marked)


@dataclass(frozen=True, eq=False)
class Coupon:
    """The print that shows which gaps suit a printer: the bytes of its STL file, and how many triangles they are."""

    data: bytes
    triangles: int

    def prepare(self, transaction: Transaction, path: Path) -> WrittenFile:
        """Prepare the file for its place; raises what ``Transaction.write`` raises."""
        transaction.write(path.parent, {path.name: self._write})
        return WrittenFile(path, self.triangles)

    def write(self, path: Path) -> WrittenFile:
        """Write the file, whole or not at all; raises InputError or ExportError where it cannot be written."""
        with Transaction() as transaction:
            file = self.prepare(transaction, path)
            transaction.commit()
        return file

    def _write(self, file: Path) -> None:
        try:
            write_bytes(file, self.data)
        except ValueError as error:
            raise ExportError(f"{file.name} is not usable: {error}. Nothing was exported.") from error


def coupon_of(kind: AnyKind, dimensions: Options) -> Coupon:
    """Return the coupon of a kind for some dimensions; raises InputError where the kind has none."""
    meshes = [body.mesh() for body in kind.coupon(dimensions).values()]
    if not meshes:
        raise InputError(f"{kind.label} has no test coupon.")
    corners = np.concatenate([mesh.vertices[mesh.split()[0]] for mesh in meshes])
    data = named(stl(corners), f"{kind.label}, coupon")
    return Coupon(data, _judge_stl(data, len(corners)))


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
