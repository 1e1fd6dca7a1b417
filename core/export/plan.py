# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of meshes and of sheets, with all that goes into each and how it stands there.

STL and 3MF are made of that and looked at. Parts that are cut from sheets have drawings for a laser as SVG and DXF, and
a template on paper, in millimeters, one to one. What is cut last is drawn last: first all that is engraved, then inner
contours, then outer ones. The colors are those by which users of boxes.py tell these apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import chain
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ..common.errors import ExportError, InputError
from ..common.options import Options
from ..common.words import counted
from ..kind.kind import AnyKind
from ..kind.part import Part, lay, next_bed, turn_in_print
from ..kind.puzzle import PrintedPuzzle
from ..printing.mesh_files import Advice, closed_triangles, named, stl, three_mf, triangles_from_stl
from ..printing.printed_object import STL, Body, Floats, Objects, Placed, marked_by, on_bed, triangle_count
from ..printing.sheet import Cuts, Cutter
from ..solids.mesh import Mesh, enclosed_volume, is_closed
from .transaction import Transaction, at_once

NUMBERED = (r"bed_\d+\.(stl|3mf)", r"sheet(s|_\d+)\.(svg|dxf)", r"template_\w+\.html")
"""The names of files of beds, sheets and papers, of which a smaller puzzle has fewer, as regular expressions."""


@dataclass(frozen=True)
class FilePlan:
    """The content of a file: its title, its objects about its origin, and where that lies on the bed, in millimeters.

    ``objects`` are what is printed as one, by their names: the places of its parts, by their keys. ``origin`` is
    counted from the bed's near left corner; ``centered`` are objects that are moved, together, to stand on the bed
    above it. An STL file knows no bed. ``advice`` are settings that suit the objects, by their names.
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


WriteStl = Callable[[Path, Sequence[Body]], None]
"""Writes bodies about their common origin to an STL file."""


def write_stl(path: Path, bodies: Sequence[Body]) -> None:
    """Write bodies about their common origin to an STL file in millimeters."""
    path.write_bytes(stl(np.concatenate([body.vertices[body.triangles] for body in bodies])))


def write_meshes(path: Path, plan: FilePlan, objects: Objects, to_stl: WriteStl = write_stl, advice: str = "") -> int:
    """Write objects, about the origin of their plan, in the format of a suffix; return the triangles that were found.

    An STL file knows no bed. Raises ExportError, with some advice, for a file that turns out to be no good.
    """
    try:
        if path.suffix.lower() == STL:
            bodies = [*chain(*objects.values())]
            to_stl(path, bodies)
            write_bytes(path, named(path.read_bytes(), plan.called))
            return _judge_stl(path.read_bytes(), triangle_count(bodies))
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


def objects_of(
    plan: FilePlan, parts: Mapping[str, Part], meshes: Mapping[str, Mesh] = MappingProxyType({})
) -> dict[str, list[Body]]:
    """Return what goes into a file, made of the parts by their keys, about its origin.

    ``meshes`` are those of parts that may have others than their own, by the keys of the parts; the directions of
    their faces are the looks.
    """
    return {
        name: [_body(place, parts[key], meshes.get(key)) for key, place in places.items()]
        for name, places in plan.objects.items()
    }


def _body(place: Placed, part: Part, mesh: Mesh | None) -> Body:
    mesh = part.mesh() if mesh is None else mesh
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

    def prepare(self, path: Path, transaction: Transaction) -> WrittenFile:
        """Prepare the file for its place; raises what ``Transaction.write`` raises."""
        transaction.write(path.parent, {path.name: self._write})
        return WrittenFile(path, self.triangles)

    def write(self, path: Path) -> WrittenFile:
        """Write the file, whole or not at all; raises InputError or ExportError where it cannot be written."""
        return at_once(partial(self.prepare, path))

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


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


def beside_others(files: Sequence[WrittenFile]) -> str:
    """Return words on what else lies in the folder of files, as of an earlier export in another way; maybe none."""
    written, number = {file.path for file in files}, 0
    # A folder that may only be written to does not say it.
    with suppress(OSError):
        number = sum(path not in written and path.is_file() for path in files[0].path.parent.iterdir())
    return f", beside {counted(number, 'other file')}" if number else ""


HAIRLINE = 0.025
"""The width of lines, in millimeters: what drivers of lasers take for a cut, and not for a picture."""


@dataclass(frozen=True)
class Stroke:
    """A way to run along contours: its name, its color as RRGGBB, and that color's number in a DXF file."""

    name: str
    color: str
    number: int


STROKES = {
    "engraved": Stroke("engraving", "00ff00", 3),
    "inner": Stroke("inner_cuts", "0000ff", 5),
    "outer": Stroke("outer_cuts", "000000", 7),
}
"""By what is drawn so, in the order in which it is done."""

PAPERS = {"a4": ("A4", 210.0, 297.0), "letter": ("Letter", 215.9, 279.4)}
"""Papers by their names in files: what they are called, their widths and their heights in millimeters."""

PAPER_MARGIN = 14.0
"""What stays free round the parts on paper, in millimeters: no printer reaches the edge, and the ruler stands there."""

RULER = 100
"""The length of the ruler, in millimeters."""

Drawn = Sequence[tuple[str, Cuts]]
"""Contours on a sheet, counted from its middle, each with the key of its part."""


def sheet_texts(puzzle: PrintedPuzzle) -> dict[str, str]:
    """Return the files of a puzzle that is cut from sheets by their names: of each sheet, of all, and for paper.

    There is no template for a paper on which a part has no room; a puzzle that is printed has none of them. Raises
    InputError for a part that is larger than the sheet.
    """
    title, parts, cutter = puzzle.name, puzzle.parts, puzzle.machine
    if not isinstance(cutter, Cutter):
        return {}
    sheets = _sheets(parts, puzzle.laid, cutter.kerf)
    size = cutter.bed_x, cutter.bed_y
    texts: dict[str, str] = {}
    for number, drawn in enumerate(sheets, 1):
        name = f"{title}, sheet {number} of {len(sheets)}"
        texts |= {f"sheet_{number}.svg": svg(name, drawn, size), f"sheet_{number}.dxf": dxf(drawn, size)}
    far = (len(sheets) - 1) * next_bed(cutter)
    all_drawn = [
        (key, cuts.moved(number * next_bed(cutter) - far / 2, 0.0))
        for number, drawn in enumerate(sheets)
        for key, cuts in drawn
    ]
    together = far + cutter.bed_x, cutter.bed_y
    texts |= {"sheets.svg": svg(title, all_drawn, together), "sheets.dxf": dxf(all_drawn, together)}
    return texts | {f"template_{name}.html": page for name in PAPERS if (page := template(title, parts, cutter, name))}


def _sheets(parts: Iterable[Part], laid: Mapping[str, Placed], kerf: float) -> list[Drawn]:
    """Return the contours on each sheet, along which a beam runs that burns so much away."""
    sheets: list[list[tuple[str, Cuts]]] = []
    for part in parts:
        place = laid[part.key]
        while len(sheets) <= place.bed:
            sheets.append([])
        # What lies on the sheet stands as it does in print, but for its turn.
        turn = turn_in_print(2, turned=place.turned, angle=place.angle)[:2, :2]
        cuts = Cuts.of(part.printed).burned(kerf).turned(turn).moved(*place.printed[:2])
        sheets[place.bed].append((part.key, cuts))
    return [*sheets]


def svg(title: str, drawn: Drawn, size: tuple[float, float]) -> str:
    """Return a drawing as SVG, in millimeters."""
    width, height = size
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {_size(width, height)}>',
        f"<title>{escape(title)}</title>",
        *_groups(drawn, size),
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _size(width: float, height: float) -> str:
    return f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'


def _groups(drawn: Drawn, size: tuple[float, float], width: float = HAIRLINE) -> Iterator[str]:
    """Yield the lines of an SVG with all contours, a group for each stroke, and in it a path for each part."""
    for what, stroke in STROKES.items():
        paths = [(key, loops) for key, cuts in drawn if (loops := getattr(cuts, what))]
        if paths:
            yield f'<g id="{stroke.name}" fill="none" stroke="#{stroke.color}" stroke-width="{width:g}">'
            yield from (f'<path id="{key}_{what}" d="{_path(loops, size)}"/>' for key, loops in paths)
            yield "</g>"


def _path(loops: Iterable[Floats], size: tuple[float, float]) -> str:
    """Return closed lines as SVG has them, which counts from the upper left corner downward."""
    corners = ["L".join(f"{size[0] / 2 + x:.4f},{size[1] / 2 - y:.4f}" for x, y in loop.tolist()) for loop in loops]
    return "".join(f"M{loop}Z" for loop in corners)


def dxf(drawn: Drawn, size: tuple[float, float]) -> str:
    """Return a drawing as DXF of release 12, in millimeters, with a layer for each stroke."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$EXTMIN"), (10, 0.0), (20, 0.0), (9, "$EXTMAX"), (10, size[0]), (20, size[1]), (0, "ENDSEC")]
    pairs += [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(STROKES))]
    for stroke in STROKES.values():
        pairs += [(0, "LAYER"), (2, stroke.name.upper()), (70, 0), (62, stroke.number), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for what, stroke in STROKES.items():
        for loop in (loop for _, cuts in drawn for loop in getattr(cuts, what)):
            layer = (8, stroke.name.upper())
            pairs += [(0, "POLYLINE"), layer, (66, 1), (70, 1), (10, 0.0), (20, 0.0), (30, 0.0)]
            for x, y in loop.tolist():
                pairs += [
                    (0, "VERTEX"),
                    layer,
                    (10, round(size[0] / 2 + x, 4)),
                    (20, round(size[1] / 2 + y, 4)),
                    (30, 0.0),
                ]
            pairs += [(0, "SEQEND"), layer]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


def template(title: str, parts: Sequence[Part], cutter: Cutter, name: str) -> str:
    """Return a page of HTML that prints parts on paper in their true size, with a ruler; nothing if one is too large.

    A saw or scissors follow the lines, so no kerf is made up for.
    """
    label, *size = PAPERS[name]
    width, height = size
    try:
        laid = lay(parts, replace(cutter, bed_x=width, bed_y=height, spacing=PAPER_MARGIN))
    except InputError:
        return ""
    sheets = _sheets(parts, laid, 0.0)
    names = {part.key: part.label for part in parts}
    pages = []
    for number, drawn in enumerate(sheets, 1):
        said = f"{title}, page {number} of {len(sheets)}. Print it at 100 %: the ruler is {RULER} mm long."
        pages += [
            f"<svg {_size(width, height)}>",
            *_groups(drawn, (width, height), 0.2),
            *(_label(names[key], cuts, (width, height)) for key, cuts in drawn),
            f'<path d="{_ruler(height)}" stroke="#000" stroke-width="0.2"/>',
            f'<text x="{PAPER_MARGIN:g}" y="{PAPER_MARGIN - 5:g}" font-size="3.5">{escape(said)}</text>',
            "</svg>",
        ]
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"/><title>{escape(title)}, {label}</title>',
        f"<style>@page {{ size: {width:g}mm {height:g}mm; margin: 0; }}",
        "body { margin: 0; font-family: sans-serif; } svg { display: block; break-after: page; }</style></head><body>",
        *pages,
        "</body></html>",
        "",
    ]
    return "\n".join(lines)


def _label(name: str, cuts: Cuts, size: tuple[float, float]) -> str:
    """Return what a part is called, below it."""
    low = min(cuts.outer, key=lambda loop: loop[:, 1].min())
    x, y = size[0] / 2 + low[:, 0].min(), size[1] / 2 - low[:, 1].min()
    return f'<text x="{x:.2f}" y="{y + 2.4:.2f}" font-size="2" fill="#f00">{escape(name)}</text>'


def _ruler(height: float) -> str:
    """Return the lines of a ruler in the lower margin, with a mark at each centimeter, and smaller ones between."""
    marks = range(0, RULER + 1, 5)
    ticks = [f"M{PAPER_MARGIN + mark:g},{height - 6:g}v{-4 if mark % 10 == 0 else -2}" for mark in marks]
    return f"M{PAPER_MARGIN:g},{height - 6:g}h{RULER}" + "".join(ticks)
