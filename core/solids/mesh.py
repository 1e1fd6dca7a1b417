# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes: vertices, and flat faces of any number of corners, without holes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .triangulation import triangulated


@dataclass(frozen=True, eq=False)
class Faces:
    """The faces of a mesh, without any length.

    ``corners`` are the numbers of the vertices of one face after the other, counter-clockwise when seen from outside;
    ``begins``, of shape (f,), says where in them each face begins. ``directions``, of shape (f,), says to which of the
    solid's directions each belongs; None for a solid that has none. Meshes that differ by lengths only may share their
    faces, and then are known by that.
    """

    corners: NDArray[np.int32]
    begins: NDArray[np.int32]
    directions: NDArray[np.int8] | None = None

    @classmethod
    def alike(cls, polygons: ArrayLike, directions: NDArray[np.int8] | None = None) -> Faces:
        """Return faces that all have the same number of corners, from an array of shape (f, corners)."""
        given = np.asarray(polygons, dtype=np.int32)
        return cls(given.ravel(), np.arange(len(given), dtype=np.int32) * np.int32(given.shape[1]), directions)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.begins)

    @property
    def sizes(self) -> NDArray[np.int32]:
        """The number of corners of each polygon."""
        return np.diff(self.begins, append=np.int32(len(self.corners)))

    @property
    def following(self) -> NDArray[np.int32]:
        """For each of the corners the vertex at the next one of its face."""
        found = np.roll(self.corners, -1)
        if len(self):
            found[self.begins + self.sizes - 1] = self.corners[self.begins]
        return found


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh: ``vertices`` of shape (v, 3) in millimeters, and its faces."""

    vertices: NDArray[np.float64]
    faces: Faces

    def split(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Return the corners of triangles, two less than a face has corners for each, and the direction of each.

        What has no directions is of direction 0.
        """
        return self._split

    @property
    def volume(self) -> float:
        """The volume that it encloses, in cubic millimeters: that of tetrahedra from one point to its triangles."""
        corners = self.vertices[self.split()[0]]
        return float((corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6)

    @property
    def in_triangles(self) -> Mesh:
        """The same mesh, of triangles."""
        return Mesh(self.vertices, Faces.alike(*self.split()))

    @cached_property
    def _split(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        triangles, numbers = triangulated(self.vertices, self.faces.corners, self.faces.begins)
        directions: NDArray[Any] | None = self.faces.directions
        if directions is None:
            directions = np.zeros(len(self.faces), dtype=np.int8)
        return triangles, directions[numbers]
