# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids made of boxes on a non-uniform grid, and their closed meshes.

Every part of the puzzle is rectilinear, so one mechanism makes all meshes: the grid's lines along
each axis, and which of the boxes between them are filled.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Mesh:
    """A mesh of quads: ``vertices`` of shape (v, 3) in millimeters, ``quads`` of shape (q, 4).

    The corners of a quad run counter-clockwise when seen from outside.
    """

    vertices: NDArray[np.float64]
    quads: NDArray[np.int32]


@dataclass(frozen=True)
class Solid:
    """The filled boxes of a grid.

    ``lines`` are the strictly ascending coordinates along x, y and z, in millimeters; ``filled`` is
    boolean, one shorter than the lines along each axis.
    """

    lines: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
    filled: NDArray[np.bool_]

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

    def mesh(self) -> Mesh:
        """Return the surface: a quad wherever a filled box meets an empty one.

        All quads are whole sides of grid boxes, so no vertex lies inside another quad's edge; inner
        sides do not appear. Vertices are shared. The mesh is closed, and two-manifold as long as
        no two filled boxes touch along an edge or at a corner only.
        """
        padded = np.pad(self.filled, 1)
        vertex_counts = tuple(len(line) for line in self.lines)
        strides = (vertex_counts[1] * vertex_counts[2], vertex_counts[2], 1)
        sides = []
        for axis in range(3):
            below, above = (
                padded[
                    tuple(
                        (slice(None, -1) if first else slice(1, None)) if other == axis else slice(1, -1)
                        for other in range(3)
                    )
                ]
                for first in (True, False)
            )
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
        corners = np.concatenate(sides)
        used = np.zeros(int(np.prod(vertex_counts)), dtype=bool)
        used[corners] = True
        vertex_of_corner = np.cumsum(used, dtype=np.int32) - 1
        places = np.unravel_index(np.flatnonzero(used), vertex_counts)
        vertices = np.stack([line[place] for line, place in zip(self.lines, places, strict=True)], axis=1)
        return Mesh(vertices, vertex_of_corner[corners].astype(np.int32))


def without_needless_lines(solid: Solid) -> Solid:
    """Return the same solid on a grid without the lines that bound nothing, and without the empty margins."""
    lines, filled = list(solid.lines), solid.filled
    for axis in range(3):
        layers = np.moveaxis(np.pad(filled, [(1, 1) if one == axis else (0, 0) for one in range(3)]), axis, 0)
        bounds = np.flatnonzero((layers[1:] != layers[:-1]).any(axis=(1, 2)))
        lines[axis] = lines[axis][bounds]
        filled = np.take(filled, bounds[:-1], axis=axis)
    return Solid((lines[0], lines[1], lines[2]), filled)
