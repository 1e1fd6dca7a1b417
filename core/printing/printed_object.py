# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies on a printer's bed, as meshes: objects that are moved as one, of bodies with a name and a color."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..solids.stl import enclosed_volume

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Body:
    """A closed mesh of one color.

    ``color`` is linear red, green, blue and alpha. ``vertices`` has the shape (v, 3), in millimeters; ``triangles``,
    of shape (t, 3), holds the numbers of vertices, counter-clockwise when seen from outside.
    """

    name: str
    color: tuple[float, float, float, float]
    vertices: Floats
    triangles: NDArray[np.int32]


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
