# SPDX-License-Identifier: GPL-3.0-or-later
"""Polygons between places where lines of a grid cross, and the faces that they are together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .flat_faces import Polygons, flat_faces
from .mesh import Faces

Keys = NDArray[np.int64]
"""The numbers of places."""

Float = TypeVar("Float", np.float32, np.float64)

Places = NDArray[np.int32]
"""The numbers of the lines across x, y and z that vertices are on, shape (v, 3), the lines of all axes counted on."""

NOWHERE: Keys = np.empty((3, 0), dtype=np.int64)


def vertices_on(places: Places, lines: Sequence[NDArray[Float]]) -> NDArray[Float]:
    """Return where vertices are on lines with these coordinates, shape (v, 3)."""
    return np.concatenate(lines).take(places)


class Lattice:
    """The places where the lines of a grid cross, each with a number of its own."""

    def __init__(self, counts: tuple[int, int, int]) -> None:
        """Make one with so many lines across each axis."""
        self.counts = counts
        self.size = int(np.prod(counts, dtype=np.int64))

    def keys(self, *numbers: NDArray[np.integer[Any]]) -> Keys:
        """Return the numbers of places by the numbers of their lines along x, y and z."""
        x, y, z = (some.astype(np.int64) for some in numbers)
        return (x * self.counts[1] + y) * self.counts[2] + z

    def rectangles(
        self, sides: NDArray[np.int8], axis: int, planes: NDArray[np.integer[Any]]
    ) -> tuple[Keys, NDArray[np.int8]]:
        """Return sides across an axis as few rectangles, shape (n, 4), with their directions.

        ``sides`` are as ``sides_across`` returns them, between the lines of the lattice, on its lines ``planes``. Each
        is as long along the last axis in the cycle as what goes on alike, and as wide as rows of this length follow.
        """
        padded = np.pad(sides, [(0, 0), (0, 0), (1, 1)])
        changed = padded[:, :, 1:] != padded[:, :, :-1]
        plane, row, begin = np.nonzero(changed & (padded[:, :, 1:] != 0))
        end = np.nonzero(changed & (padded[:, :, :-1] != 0))[2]
        label = sides[plane, row, begin]
        order = np.lexsort((row, end, begin, label, plane))
        plane, row, begin, end, label = plane[order], row[order], begin[order], end[order], label[order]
        same = [some[1:] == some[:-1] for some in (plane, begin, end, label)]
        goes_on = np.all([*same, row[1:] == row[:-1] + 1], axis=0)
        first, last = np.append(True, ~goes_on)[: len(row)], np.append(~goes_on, True)[: len(row)]
        low, high = row[first], row[last] + 1
        plane, begin, end, label = plane[first], begin[first], end[first], label[first]
        numbers = [planes[plane][:, None].repeat(4, axis=1)] * 3
        numbers[(axis + 1) % 3] = np.stack((low, high, high, low), axis=1)
        numbers[(axis + 2) % 3] = np.stack((begin, begin, end, end), axis=1)
        keys = self.keys(*numbers)
        downward = label % 2 == 1
        keys[downward] = keys[downward, ::-1]
        return keys, ((label - 1) // 2).astype(np.int8)

    def faces(
        self,
        lines: Sequence[NDArray[np.float64]],
        quads: Keys,
        directions: NDArray[np.int8] | None,
        triangles: Keys | None = None,
        elsewhere: Keys = NOWHERE,
        *,
        apart: NDArray[np.bool_] | None = None,
    ) -> tuple[Places, Faces]:
        """Return the mesh of convex polygons that are, together, a closed surface.

        ``lines`` are those of the lattice, and others after them. ``quads`` of shape (q, 4) and ``triangles`` of shape
        (t, 3) hold the numbers of places of the lattice or, counted on from its size, of those that are ``elsewhere``:
        on lines with numbers of shape (3, n), which are not the lattice's. ``directions`` are those of the quads, then
        of the triangles. Those of the polygons that are ``apart``, in the same order, are faces by themselves. As long
        as the order of the lines stays, lengths make no difference.
        """
        sizes = np.full(len(quads), 4)
        given = quads.ravel()
        if triangles is not None:
            sizes = np.append(sizes, np.full(len(triangles), 3))
            given = np.append(given, triangles)
        keys, corners = np.unique(given, return_inverse=True)
        on_lattice = int(np.searchsorted(keys, self.size))
        own = np.array(np.unravel_index(keys[:on_lattice], self.counts), dtype=np.int64).reshape(3, -1)
        numbers = np.concatenate((own, elsewhere[:, keys[on_lattice:] - self.size]), axis=1)
        before = np.cumsum([0, *map(len, lines[:2])])
        places = (numbers.T + before).astype(np.int32)
        numbers[:, on_lattice:] = -1
        polygons = Polygons(
            vertices_on(places, lines), numbers, corners.ravel(), np.cumsum(sizes) - sizes, directions, apart
        )
        kept, faces = flat_faces(polygons)
        return places[kept], faces
