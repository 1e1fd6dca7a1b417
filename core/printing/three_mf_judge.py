# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking at a 3MF file, as a slicer would, before it is called written."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import isclose
from typing import TypeVar
from xml.parsers.expat import ExpatError, ParserCreate

import numpy as np
from numpy.typing import NDArray

from ..solids.closed import edges_are_paired
from ..solids.stl import enclosed_volume
from .printed_object import Floats, PrintedObject
from .three_mf import MODEL, NAMESPACE, THUMBNAIL

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
