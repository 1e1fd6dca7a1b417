# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids made of boxes on a non-uniform grid, and their closed meshes.

Every part of the puzzle is rectilinear, so one mechanism makes all meshes: the grid's lines along
each axis, and which of the boxes between them are filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Float = TypeVar("Float", np.float32, np.float64)

Lines = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""The coordinates of lines across x, y and z, in millimeters."""


@dataclass(frozen=True, eq=False)
class Faces:
    """The polygons of a mesh, without any length: ``quads`` of shape (q, 4), ``triangles`` of shape (t, 3).

    Their corners run counter-clockwise when seen from outside. ``directions``, of shape (q + t,), says to which of the
    solid's directions each quad belongs, and then each triangle; None for a solid that has none. Only what is chamfered
    has triangles. Meshes that differ by lengths only may share their faces, and then are known by that.
    """

    quads: NDArray[np.int32]
    directions: NDArray[np.int8] | None = None
    triangles: NDArray[np.int32] = field(default_factory=lambda: np.empty((0, 3), dtype=np.int32))


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh: ``vertices`` of shape (v, 3) in millimeters, and its faces."""

    vertices: NDArray[np.float64]
    faces: Faces

    @property
    def quads(self) -> NDArray[np.int32]:
        """The corners of its quads."""
        return self.faces.quads

    @property
    def triangles(self) -> NDArray[np.int32]:
        """The corners of its triangles."""
        return self.faces.triangles

    @property
    def directions(self) -> NDArray[np.int8] | None:
        """The directions of its quads, then of its triangles."""
        return self.faces.directions

    def split(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Return the corners of triangles, two for each quad and then the others, and the direction of each.

        What has no directions is of direction 0.
        """
        halves = self.quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
        count, directions = len(self.quads), self.directions
        if directions is None:
            directions = np.zeros(count + len(self.triangles), dtype=np.int8)
        return (
            np.concatenate((halves, self.triangles)),
            np.concatenate((np.repeat(directions[:count], 2), directions[count:])),
        )


@dataclass(frozen=True, eq=False)
class Places:
    """Where the vertices of a mesh are, whatever the lengths: first those on lines, then middles of some of them.

    ``numbers`` are those of the lines across x, y and z that each vertex is on, shape (n, 3), the lines of all axes
    counted on. ``middles`` numbers the middles, once for each vertex that one lies between, and ``rims`` are those
    vertices.
    """

    numbers: NDArray[np.int32]
    middles: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    rims: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    def on(self, lines: Sequence[NDArray[Float]]) -> NDArray[Float]:
        """Return the vertices on lines with these coordinates, shape (v, 3)."""
        points = np.concatenate(lines).take(self.numbers)
        if not len(self.middles):
            return points
        sums = [np.bincount(self.middles, weights=points[self.rims, axis]) for axis in range(3)]
        return np.concatenate((points, np.stack(sums, axis=1) / np.bincount(self.middles)[:, None]))


def counted_on(numbers: Sequence[NDArray[np.integer[Any]]], counts: Sequence[int]) -> NDArray[np.int32]:
    """Return the numbers of lines, one array for each axis, counted on from axis to axis; shape (n, 3)."""
    begins = (0, counts[0], counts[0] + counts[1])
    found: NDArray[np.int32] = np.stack(
        [(some + begin).astype(np.int32) for some, begin in zip(numbers, begins, strict=True)], axis=1
    )
    return found


NO_DIRECTION = -1
"""The direction of a grid box that belongs to several, or to none."""

INSIDE_OF = 64
"""What is added to the direction of an empty box where all sides round it have that direction, whatever is filled."""


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
        """How long the grid is along each axis, in millimeters."""
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
        """Return the surface: a quad wherever a filled box meets an empty one.

        All quads are whole sides of grid boxes, so no vertex lies inside another quad's edge; inner
        sides do not appear. Vertices are shared. The mesh is closed, and two-manifold as long as
        no two filled boxes touch along an edge or at a corner only.

        A quad belongs to the direction of its filled box; if that has none, to that of the empty
        one, so that a hole has one color all round; else to the direction that it looks in. An empty
        box with INSIDE_OF added to its direction comes before all of these.
        """
        places, faces = self.surface()
        return Mesh(places.on(self.lines), faces)

    def surface(self) -> tuple[Places, Faces]:
        """Return what the mesh has in common with that of any solid with the same boxes on other lines."""
        padded = np.pad(self.filled, 1)
        padded_directions = None
        if self.directions is not None:
            padded_directions = np.pad(self.directions, 1, constant_values=NO_DIRECTION)
        vertex_counts = tuple(len(line) for line in self.lines)
        strides = (vertex_counts[1] * vertex_counts[2], vertex_counts[2], 1)
        sides = []
        directions = []
        for axis in range(3):
            below, above = neighbors(padded, axis)
            i, j, k = np.nonzero(below != above)
            corner = i * strides[0] + j * strides[1] + k * strides[2]
            upward = below[i, j, k]
            across, along = strides[(axis + 1) % 3], strides[(axis + 2) % 3]
            sides.append(
                np.stack(
                    (
                        corner,
                        corner + np.where(upward, across, along),
                        corner + across + along,
                        corner + np.where(upward, along, across),
                    ),
                    axis=1,
                )
            )
            if padded_directions is not None:
                lower, higher = (beside[i, j, k] for beside in neighbors(padded_directions, axis))
                directions.append(directions_of_sides(lower, higher, upward, axis))
        corners = np.concatenate(sides)
        used = np.zeros(int(np.prod(vertex_counts)), dtype=bool)
        used[corners] = True
        vertex_of_corner = np.cumsum(used, dtype=np.int32) - 1
        places = np.unravel_index(np.flatnonzero(used), vertex_counts)
        quads = vertex_of_corner[corners].astype(np.int32)
        faces = Faces(quads, np.concatenate(directions) if directions else None)
        return Places(counted_on(places, vertex_counts)), faces


def neighbors(padded: NDArray[Any], axis: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what lies below and above each side of the grid's boxes across an axis, from a grid with a margin of 1."""
    below, above = (
        padded[tuple(ends if other == axis else slice(1, -1) for other in range(3))]
        for ends in (slice(None, -1), slice(1, None))
    )
    return below, above


def directions_of_sides(
    lower: NDArray[np.int8], higher: NDArray[np.int8], upward: NDArray[np.bool_], axis: int
) -> NDArray[np.int8]:
    """Return the directions of sides across an axis, from those of the boxes below and above, and how they look."""
    inner, outer = np.where(upward, lower, higher), np.where(upward, higher, lower)
    wanted = np.where(inner == NO_DIRECTION, outer, inner)
    found: NDArray[np.int8] = np.where(wanted == NO_DIRECTION, np.int8(axis), wanted)
    found[outer >= INSIDE_OF] = outer[outer >= INSIDE_OF] - np.int8(INSIDE_OF)
    return found


def with_lines(solid: Solid, added: Sequence[Sequence[float]]) -> Solid:
    """Return the same solid on a grid with more lines across x, y and z; what lies outside of it adds none."""
    lines, places = [], []
    for line, more in zip(solid.lines, added, strict=True):
        inside = [one for one in more if line[0] < one < line[-1] and np.abs(line - one).min() > SLIVER]
        both = np.union1d(line, inside)
        lines.append(both)
        places.append(np.searchsorted(line, (both[:-1] + both[1:]) / 2) - 1)
    grid = np.ix_(*places)
    directions = None if solid.directions is None else solid.directions[grid]
    return Solid((lines[0], lines[1], lines[2]), solid.filled[grid], directions)


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
