# SPDX-License-Identifier: GPL-3.0-or-later
"""3MF files (3MF Consortium, "Core Specification and Reference Guide", 1.3): objects on a bed with names and colors.

A file is a zip with the model as XML, a picture of it, and the parts' types and relations. It has no dates and nothing
else that is not of the puzzle, so that the same puzzle always gives the same bytes.

Looking at a 3MF file, as a slicer would, before it is called written.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from math import isclose
from typing import TypeVar
from xml.parsers.expat import ExpatError, ParserCreate

import numpy as np
from numpy.typing import NDArray

from ..solids.solid import edges_are_paired
from ..solids.stl import enclosed_volume
from .picture import picture, png, screen_color
from .printed_object import Body, Color, Floats, PrintedObject

MODEL, THUMBNAIL = "3D/3dmodel.model", "Metadata/thumbnail.png"
NAMESPACE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
DECIMALS = 5
"""Places after the point of a millimeter: finer than the single precision of any slicer."""

_APPLICATION = "Puzzle Cubes"
_LICENSE = "Free: the program that wrote this file claims no rights in it."
_MATERIALS = 1
"""The number of the materials among the model's resources; objects come after it."""

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = f"""{_DECLARATION}<Types xmlns="{_PACKAGE}/content-types">
 <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
 <Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
 <Default Extension="png" ContentType="image/png"/>
</Types>
"""
_RELATIONS = f"""{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">
 <Relationship Target="/{MODEL}" Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
 <Relationship Target="/{THUMBNAIL}" Id="thumbnail" Type="{_PACKAGE}/relationships/metadata/thumbnail"/>
</Relationships>
"""


def three_mf(title: str, objects: Sequence[PrintedObject]) -> bytes:
    """Return the bytes of a 3MF file with objects at their places, in millimeters, of which there must be one."""
    contents = {
        "[Content_Types].xml": _TYPES.encode(),
        "_rels/.rels": _RELATIONS.encode(),
        MODEL: "".join(_model(title, objects)).encode(),
        THUMBNAIL: png(picture(objects)),
    }
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return file.getvalue()


def _model(title: str, objects: Sequence[PrintedObject]) -> Iterator[str]:
    """Yield the XML of the model."""
    yield f'{_DECLARATION}<model unit="millimeter" xml:lang="en-US" xmlns="{NAMESPACE}">\n'
    for name, value in {"Title": title, "Application": _APPLICATION, "LicenseTerms": _LICENSE}.items():
        yield f' <metadata name="{name}">{_escaped(value)}</metadata>\n'
    yield f' <resources>\n  <basematerials id="{_MATERIALS}">\n'
    bodies = [body for one in objects for body in one.bodies]
    # What looks alike shares a material.
    materials = {_material(color): None for body in bodies for color in _used_colors(body)}
    numbers = {material: number for number, material in enumerate(materials)}
    yield from materials
    yield "  </basematerials>\n"
    for number, one in enumerate(objects, _MATERIALS + 1):
        yield from _object(number, one, numbers)
    yield " </resources>\n <build>\n"
    for number, one in enumerate(objects, _MATERIALS + 1):
        yield f'  <item objectid="{number}" transform="{_transform(one)}"/>\n'
    yield " </build>\n</model>\n"


def _escaped(text: str) -> str:
    """Return a text as XML has it; lib3mf refuses an apostrophe that is escaped."""
    return escape(text, quote=False).replace('"', "&quot;")


def _used_colors(body: Body) -> tuple[Color, ...]:
    """Return the color of a body, and those of the marks that it has."""
    used = set(body.color_numbers.tolist()) | {0}
    return tuple(color for number, color in enumerate(body.colors) if number in used)


def _material(color: Color) -> str:
    """Return the material of a color: it is called as the color is, since bodies share it."""
    shown = "#" + screen_color(color[:3]).tobytes().hex().upper()
    return f'   <base name="{shown}" displaycolor="{shown}"/>\n'


def _object(number: int, one: PrintedObject, materials: Mapping[str, int]) -> Iterator[str]:
    """Yield an object: one mesh, which slicers never take apart, in which each triangle has its material."""
    first = materials[_material(one.bodies[0].color)]
    yield f'  <object id="{number}" type="model" name="{_escaped(one.name)}" pid="{_MATERIALS}" pindex="{first}">\n'
    yield "   <mesh>\n    <vertices>\n"
    for body in one.bodies:
        places = _rounded(body.vertices).ravel().tolist()
        yield '     <vertex x="%.9g" y="%.9g" z="%.9g"/>\n' * len(body.vertices) % tuple(places)
    yield "    </vertices>\n    <triangles>\n"
    before = 0
    for body in one.bodies:
        # A mark that no triangle has is no material of the file.
        found = [materials.get(_material(color), first) for color in body.colors]
        own = ["" if material == first else f' pid="{_MATERIALS}" p1="{material}"' for material in found]
        lines = [f'     <triangle v1="%d" v2="%d" v3="%d"{one}/>\n' for one in own]
        corners = (body.triangles + before).ravel().tolist()
        yield "".join(lines[color] for color in body.color_numbers.tolist()) % tuple(corners)
        before += len(body.vertices)
    yield "    </triangles>\n   </mesh>\n  </object>\n"


def _rounded(places: Floats) -> Floats:
    """Return places as a file has them; what is added makes 0 of -0."""
    return np.round(places, DECIMALS) + 0.0


def _transform(one: PrintedObject) -> str:
    """Return where an object lies: the images of the axes, and the place."""
    return " ".join(f"{value:.9g}" for value in (1, 0, 0, 0, 1, 0, 0, 0, 1, *_rounded(np.array(one.place))))


TOLERANCE = 1e-3
"""Millimeters by which a bound may be off, and the share by which a volume may."""

_SEPARATOR = " "
_MODEL, _OBJECT, _VERTICES, _TRIANGLES, _ITEM = (
    f"{NAMESPACE}{_SEPARATOR}{name}" for name in ("model", "object", "vertices", "triangles", "item")
)


@dataclass(frozen=True, eq=False)
class ReadObject:
    """An object of a file: its name, its vertices where they lie, in millimeters, and its triangles."""

    name: str
    vertices: Floats
    triangles: NDArray[np.int64]


@dataclass
class _Shape:
    """The numbers of an object, one after the other."""

    name: str
    vertices: Floats = field(default_factory=lambda: np.empty(0))
    triangles: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass
class _Model:
    """The content of a model as far as it is read: its unit, its objects by their numbers, and its build items.

    ``lists`` are the vertices and triangles of its meshes in turn. They are not read as elements, of which there may be
    millions.
    """

    lists: Iterator[bytes]
    unit: str = ""
    shapes: dict[str, _Shape] = field(default_factory=dict)
    items: list[tuple[str, str]] = field(default_factory=list)
    last: _Shape = field(default_factory=lambda: _Shape(""))

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Take an element."""
        if tag == _VERTICES:
            self.last.vertices = np.array(_numbers(next(self.lists), b"vertex", (b"x", b"y", b"z"), float))
        elif tag == _TRIANGLES:
            found = _numbers(_without_marks(next(self.lists)), b"triangle", (b"v1", b"v2", b"v3"), int)
            self.last.triangles = np.array(found, dtype=np.int64)
        elif tag == _OBJECT:
            self.last = self.shapes[given["id"]] = _Shape(given["name"])
        elif tag == _ITEM:
            self.items.append((given["objectid"], given["transform"]))
        elif tag == _MODEL:
            self.unit = given["unit"]


def _lists_apart(model: bytes) -> tuple[bytes, list[bytes]]:
    """Return a model with empty lists of vertices and triangles, and what these hold."""
    text, lists = b"", []
    rest = model
    while rest:
        for name in (b"vertices", b"triangles"):
            before, begin, rest = rest.partition(b"<%b>" % name)
            held, end, rest = rest.partition(b"</%b>" % name)
            text += before + begin + end
            lists.append(held)
    return text, lists


def _without_marks(triangles: bytes) -> bytes:
    """Return triangles without the materials that some of them have."""
    first, *others = triangles.split(b' pid="')
    return first + b"".join(b"".join(one.partition(b"/>")[1:]) for one in others)


Number = TypeVar("Number", int, float)


def _numbers(
    elements: bytes, name: bytes, attributes: tuple[bytes, bytes, bytes], read: Callable[[bytes], Number]
) -> list[Number]:
    """Return the numbers that elements of a name have as three attributes; raises ValueError for anything else."""
    first, second, third = attributes
    for between, instead in (
        (b'<%b %b="' % (name, first), b""),
        (b'" %b="' % second, b" "),
        (b'" %b="' % third, b" "),
        (b'"/>', b""),
    ):
        elements = elements.replace(between, instead)
    return list(map(read, elements.split()))


def objects_from_three_mf(data: bytes) -> list[ReadObject]:
    """Return the objects of a 3MF file as ``three_mf`` writes it; raises ValueError for anything else."""
    parser = ParserCreate(namespace_separator=_SEPARATOR)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            archive.getinfo(THUMBNAIL)
            # Reading tells what is damaged.
            contents = {name: archive.read(name) for name in archive.namelist()}
        text, lists = _lists_apart(contents[MODEL])
        model = _Model(iter(lists))
        parser.StartElementHandler = model.start
        parser.Parse(text, True)
        if model.unit != "millimeter":
            raise ValueError("the unit in it is damaged")
        return [_placed(model.shapes[number], transform) for number, transform in model.items]
    except (zipfile.BadZipFile, zlib.error, KeyError, StopIteration, ExpatError) as error:
        raise ValueError(f"the file is no whole 3MF file: {error}") from error


def checked_triangles(data: bytes, objects: Sequence[PrintedObject]) -> int:
    """Read a 3MF file back and return its number of triangles.

    Raises ValueError where its objects are not the given ones at their places, or are not closed.
    """
    found = objects_from_three_mf(data)
    if [one.name for one in found] != [one.name for one in objects]:
        raise ValueError("its objects are not those that were written")
    for one, expected in zip(found, objects, strict=True):
        if len(one.triangles) != expected.triangle_count:
            raise ValueError(
                f"'{one.name}' has {len(one.triangles)} triangles there instead of {expected.triangle_count}"
            )
        corners = one.vertices[one.triangles]
        bounds = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        same_volume = isclose(enclosed_volume(corners.astype(np.float32)), expected.volume, rel_tol=TOLERANCE)
        if not (same_volume and np.allclose(bounds, expected.bounds, rtol=0, atol=TOLERANCE)):
            raise ValueError(f"'{one.name}' is not of the size, or not at the place, that it was written with")
        if not edges_are_paired(one.triangles) or expected.volume <= 0:
            raise ValueError(f"'{one.name}' is not closed, so it would not print")
    return sum(len(one.triangles) for one in found)


def _placed(shape: _Shape, transform: str) -> ReadObject:
    """Return an object at the place of its build item."""
    vertices, triangles = shape.vertices.reshape(-1, 3), shape.triangles.reshape(-1, 3)
    if not len(triangles) or triangles.min() < 0 or triangles.max() >= len(vertices):
        raise ValueError(f"'{shape.name}' has no triangles, or such without vertices")
    lying = np.array([float(value) for value in transform.split()]).reshape(4, 3)
    return ReadObject(shape.name, vertices @ lying[:3] + lying[3], triangles)
