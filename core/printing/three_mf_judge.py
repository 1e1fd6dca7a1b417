# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking at a 3MF file, as a slicer would, before it is called written."""

from __future__ import annotations

import zipfile
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import isclose
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
_MODEL, _OBJECT, _VERTEX, _TRIANGLE, _ITEM = (
    f"{NAMESPACE}{_SEPARATOR}{name}" for name in ("model", "object", "vertex", "triangle", "item")
)


@dataclass(frozen=True, eq=False)
class ReadObject:
    """An object of a file: its name, its vertices where they lie, in millimeters, and its triangles."""

    name: str
    vertices: Floats
    triangles: NDArray[np.int64]


@dataclass(frozen=True)
class _Shape:
    """The numbers of an object, one after the other."""

    name: str
    vertices: array[float] = field(default_factory=lambda: array("d"))
    triangles: array[int] = field(default_factory=lambda: array("q"))


@dataclass
class _Model:
    """What a model is found to hold while it is read: its unit, its objects by their numbers, and its build items."""

    unit: str = ""
    shapes: dict[str, _Shape] = field(default_factory=dict)
    items: list[tuple[str, str]] = field(default_factory=list)
    last: _Shape = field(default_factory=lambda: _Shape(""))

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Take an element, of which there may be millions: so there is no tree of them."""
        if tag == _VERTEX:
            self.last.vertices.extend((float(given["x"]), float(given["y"]), float(given["z"])))
        elif tag == _TRIANGLE:
            self.last.triangles.extend((int(given["v1"]), int(given["v2"]), int(given["v3"])))
        elif tag == _OBJECT:
            self.last = self.shapes[given["id"]] = _Shape(given["name"])
        elif tag == _ITEM:
            self.items.append((given["objectid"], given["transform"]))
        elif tag == _MODEL:
            self.unit = given["unit"]


def objects_from_three_mf(data: bytes) -> list[ReadObject]:
    """Return the objects of a 3MF file as ``three_mf`` writes it; raises ValueError for anything else."""
    model = _Model()
    parser = ParserCreate(namespace_separator=_SEPARATOR)
    parser.StartElementHandler = model.start
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            damaged = archive.testzip()
            archive.read(THUMBNAIL)
            parser.Parse(archive.read(MODEL), True)
        if damaged is not None or model.unit != "millimeter":
            raise ValueError(f"{damaged or 'the unit'} in it is damaged")
        return [_placed(model.shapes[number], transform) for number, transform in model.items]
    except (zipfile.BadZipFile, zlib.error, KeyError, ExpatError) as error:
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
    vertices = np.array(shape.vertices, dtype=np.float64).reshape(-1, 3)
    triangles = np.array(shape.triangles, dtype=np.int64).reshape(-1, 3)
    if not len(triangles) or triangles.min() < 0 or triangles.max() >= len(vertices):
        raise ValueError(f"'{shape.name}' has no triangles, or such without vertices")
    lying = np.array([float(value) for value in transform.split()]).reshape(4, 3)
    return ReadObject(shape.name, vertices @ lying[:3] + lying[3], triangles)
