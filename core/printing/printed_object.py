# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects on a printer's bed, with bodies that are meshes, and the layout of parts on one bed or several.

Parts are packed in rows, the deepest first, each into the first row that has room for it (the "first fit decreasing
height" of the literature on filling strips).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solids.stl import enclosed_volume

STL, THREE_MF = ".stl", ".3mf"
"""Their suffixes."""


Floats = NDArray[np.float64]

Color = tuple[float, float, float, float]
"""Linear red, green and blue, and alpha."""


@dataclass(frozen=True, eq=False)
class Body:
    """A closed mesh of one color, but for some marks.

    ``color`` is linear red, green, blue and alpha. ``vertices`` has the shape (v, 3), in millimeters; ``triangles``,
    of shape (t, 3), holds the numbers of vertices, counter-clockwise when seen from outside. ``marks`` are
    other colors; ``marked`` says of each triangle which of them it has, counted from 1, or 0 for that of the body.
    It is empty where there are none.
    """

    name: str
    color: Color
    vertices: Floats
    triangles: NDArray[np.int32]
    marks: tuple[Color, ...] = ()
    marked: NDArray[np.int8] = field(default_factory=lambda: np.empty(0, dtype=np.int8))

    @property
    def colors(self) -> tuple[Color, ...]:
        """The color of the body, and those of its marks."""
        return (self.color, *self.marks)

    @property
    def color_numbers(self) -> NDArray[np.int8]:
        """The number of the color of each triangle."""
        return self.marked if len(self.marked) else np.zeros(len(self.triangles), dtype=np.int8)


def marked_by(looks: NDArray[np.integer[Any]], marks: Mapping[int, Color]) -> NDArray[np.int8]:
    """Return which mark each triangle has, as ``Body.marked`` says it, from the numbers of the triangles' looks.

    ``marks`` are the colors of those looks that are marks, by their numbers.
    """
    marked = np.zeros(len(looks), dtype=np.int8)
    for number, look in enumerate(marks, 1):
        marked[looks == look] = number
    return marked


@dataclass(frozen=True, eq=False)
class PrintedObject:
    """Bodies that keep their places to each other.

    ``place`` is where their origin lies, in millimeters from the bed's near left corner.
    """

    name: str
    bodies: tuple[Body, ...]
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def triangle_count(self) -> int:
        """The number of triangles of all bodies."""
        return sum(len(body.triangles) for body in self.bodies)

    def placed(self, vertices: Floats) -> Floats:
        """Return vertices of the object where they lie."""
        placed: Floats = vertices + np.array(self.place)
        return placed

    @property
    def volume(self) -> float:
        """The volume of all bodies together, in cubic millimeters."""
        corners = (body.vertices[body.triangles].astype(np.float32) for body in self.bodies)
        return sum(map(enclosed_volume, corners))

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """The lowest and the highest corner of the object where it lies."""
        return bounds_of(self.placed(body.vertices) for body in self.bodies)


def bounds_of(vertices: Iterable[Floats]) -> tuple[Floats, Floats]:
    """Return the lowest and the highest corner of several arrays of vertices, none of them empty."""
    ends = [(places.min(axis=0), places.max(axis=0)) for places in vertices]
    return np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)


def on_bed(
    objects: Sequence[PrintedObject], origin: tuple[float, float], *, centered: bool
) -> tuple[PrintedObject, ...]:
    """Return objects where they lie on the bed, each about the middle of its underside.

    ``origin`` is where their common origin lies, in millimeters from the bed's near left corner; ``centered`` objects
    are moved, together, to stand on the bed above it.
    """
    x, y = origin
    lifted = 0.0
    if centered:
        low, high = bounds_of(corner[None] for printed in objects for corner in printed.bounds)
        middle = (low + high) / 2
        x, y, lifted = x - middle[0], y - middle[1], -low[2]
    return tuple(_about_itself(printed, (x, y, lifted)) for printed in objects)


def _about_itself(printed: PrintedObject, origin: tuple[float, float, float]) -> PrintedObject:
    low, high = printed.bounds
    middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]
    bodies = tuple(replace(body, vertices=body.vertices - middle) for body in printed.bodies)
    place = tuple(float(begin + offset) for begin, offset in zip(origin, middle, strict=True))
    return PrintedObject(printed.name, bodies, (place[0], place[1], place[2]))


@dataclass(frozen=True)
class Placed:
    """The place of a part where it is printed; lengths in millimeters.

    ``printed`` is its middle, from that of the bed with the number ``bed``, counted from 0; it lies as ``Part.up``
    says, ``turned`` by a quarter or not, and then by an ``angle`` in degrees, both counter-clockwise from above.
    ``assembled`` is its place in the puzzle put together, ``outward`` how far it comes off.
    """

    printed: tuple[float, float, float]
    up: int = 2
    turned: bool = False
    bed: int = 0
    assembled: tuple[float, float, float] = (0.0, 0.0, 0.0)
    outward: tuple[float, float, float] = (0.0, 0.0, 0.0)
    angle: float = 0.0
