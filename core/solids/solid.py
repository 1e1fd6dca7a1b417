# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids made of boxes on a non-uniform grid, and their closed meshes.

Every part of the puzzle is rectilinear, so one mechanism makes all meshes: the grid's lines along
each axis, and which of the boxes between them are filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .lattice import Lattice, Places, vertices_on
from .mesh import Faces, Mesh
from .sides import sides_across

Lines = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""The coordinates of lines across x, y and z, in millimeters."""


SLIVER = 1e-5
"""In millimeters; lines nearer to each other are one."""


@dataclass(frozen=True)
class Solid:
    """The filled boxes of a grid.

    ``lines`` are the strictly ascending coordinates along x, y and z, in millimeters; ``filled`` is
    boolean, one shorter than the lines along each axis. ``directions`` has the same shape and
    says to which face direction a box of the grid belongs, filled or not: to that of the plates
    across axis 0, 1 or 2, or NO_DIRECTION; None for a solid that is not made of plates.
    """

    lines: Lines
    filled: NDArray[np.bool_]
    directions: NDArray[np.int8] | None = None

    @property
    def volume(self) -> float:
        """The sum of the filled boxes' volumes, in cubic millimeters."""
        x, y, z = (np.diff(line) for line in self.lines)
        return float(x @ ((self.filled @ z) @ y))

    @property
    def extent(self) -> tuple[float, float, float]:
        """The length of the grid along each axis, in millimeters."""
        x, y, z = (float(line[-1] - line[0]) for line in self.lines)
        return x, y, z

    def moved(self, offset: tuple[float, float, float]) -> Solid:
        """Return the same solid in another place, so many millimeters farther along x, y and z."""
        x, y, z = (line + distance for line, distance in zip(self.lines, offset, strict=True))
        return Solid((x, y, z), self.filled, self.directions)

    def centered(self) -> tuple[Solid, tuple[float, float, float]]:
        """Return the solid with its origin in the middle of its extent, and where that middle was.

        So has it whatever is printed apart.
        """
        x, y, z = (float(line[0] + line[-1]) / 2 for line in self.lines)
        return self.moved((-x, -y, -z)), (x, y, z)

    def mesh(self) -> Mesh:
        """Return the surface: a face wherever filled boxes meet empty ones in one plane, without holes.

        Inner sides do not appear. Vertices are shared. The mesh is closed, and two-manifold as long as no two filled
        boxes touch along an edge or at a corner only.

        A face has one direction: that of its filled boxes; if they have none, that of the empty ones, so that a hole
        has one color all round; else that in which it looks. An empty box with INSIDE_OF added to its direction comes
        before all of these.
        """
        places, faces = self.surface()
        return Mesh(vertices_on(places, self.lines), faces)

    def surface(self) -> tuple[Places, Faces]:
        """Return what the mesh has in common with that of any solid with the same boxes on other lines."""
        x, y, z = map(len, self.lines)
        lattice = Lattice((x, y, z))
        found = [
            lattice.rectangles(sides_across(self.filled, self.directions, axis), axis, np.arange(count))
            for axis, count in enumerate((x, y, z))
        ]
        directions = None if self.directions is None else np.concatenate([some for _, some in found])
        return lattice.faces(self.lines, np.concatenate([keys for keys, _ in found]), directions)


def with_lines(solid: Solid, added: Sequence[Sequence[float]]) -> Solid:
    """Return the same solid on a grid with more lines across x, y and z; what lies outside of it adds none."""
    lines, filled, directions = [], solid.filled, solid.directions
    for axis, (line, more) in enumerate(zip(solid.lines, added, strict=True)):
        inside = [one for one in more if line[0] < one < line[-1] and np.abs(line - one).min() > SLIVER]
        lines.append(np.union1d(line, inside))
        if inside:
            places = np.searchsorted(line, (lines[-1][:-1] + lines[-1][1:]) / 2) - 1
            filled = np.take(filled, places, axis=axis)
            directions = None if directions is None else np.take(directions, places, axis=axis)
    return Solid((lines[0], lines[1], lines[2]), filled, directions)


def without_needless_lines(solid: Solid) -> Solid:
    """Return the same solid on a grid without the lines that bound nothing, and without the empty margins."""
    lines, filled, directions = list(solid.lines), solid.filled, solid.directions
    for axis in range(3):
        layers = np.moveaxis(np.pad(filled, [(1, 1) if one == axis else (0, 0) for one in range(3)]), axis, 0)
        bounds = np.flatnonzero((layers[1:] != layers[:-1]).any(axis=(1, 2)))
        lines[axis] = lines[axis][bounds]
        filled = np.take(filled, bounds[:-1], axis=axis)
        directions = None if directions is None else np.take(directions, bounds[:-1], axis=axis)
    return Solid((lines[0], lines[1], lines[2]), filled, directions)
