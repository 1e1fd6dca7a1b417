# SPDX-License-Identifier: GPL-3.0-or-later
"""A mesh from polygons that lie side by side, but whose corners do not all meet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .solid import Faces, Places, counted_on

Keys = NDArray[np.int64]


class Lattice:
    """The places where the lines of a grid cross, each with a number of its own.

    ``counts`` are its lines across each axis; ``line_counts`` are those with others that are counted on.
    """

    def __init__(self, counts: tuple[int, int, int], line_counts: Sequence[int]) -> None:
        self.counts, self.line_counts = counts, line_counts
        self.size = int(np.prod(counts, dtype=np.int64))

    def keys(self, *numbers: NDArray[np.intp]) -> Keys:
        """Return the numbers of places by the numbers of their lines along x, y and z."""
        x, y, z = (some.astype(np.int64) for some in numbers)
        return (x * self.counts[1] + y) * self.counts[2] + z

    def numbers(self, keys: Keys) -> NDArray[np.int64]:
        """Return the numbers of the lines of places, shape (3, n)."""
        return np.array(np.unravel_index(keys, self.counts), dtype=np.int64).reshape(3, -1)


def conforming(
    lattice: Lattice, elsewhere: NDArray[np.int64], quads: Keys, triangles: Keys, directions: NDArray[np.int8] | None
) -> tuple[Places, Faces]:
    """Return the mesh of convex polygons that are, together, a closed surface, whatever the lengths.

    ``quads`` of shape (q, 4) and ``triangles`` of shape (t, 3) hold the numbers of places of the lattice or, counted on
    from its size, of those that are ``elsewhere``: on lines with numbers of shape (3, n), which are not the lattice's.
    ``directions`` are those of the quads, then of the triangles. Where a corner of a polygon lies within an edge of
    another, and that is parallel to an axis, the other becomes a fan of triangles round its middle, in which this
    corner is one, too.
    """
    keys, corners = np.unique(np.concatenate((quads.ravel(), triangles.ravel())), return_inverse=True)
    corners = corners.ravel()
    on_lattice = int(np.searchsorted(keys, lattice.size))
    lattice_numbers = lattice.numbers(keys[:on_lattice])
    all_numbers = np.concatenate((lattice_numbers, elsewhere[:, keys[on_lattice:] - lattice.size]), axis=1)
    numbers = np.full((3, len(keys)), -1, dtype=np.int64)
    numbers[:, :on_lattice] = lattice_numbers

    # All sides of all polygons, one after the other.
    sizes = np.repeat((4, 3), (len(quads), len(triangles)))
    polygon = np.repeat(np.arange(len(sizes)), sizes)
    first_side = np.cumsum(sizes) - sizes
    side = np.arange(len(corners))
    following = np.where(side + 1 == (first_side + sizes)[polygon], first_side[polygon], side + 1)
    starts, ends = corners, corners[following]
    differing = numbers[:, starts] != numbers[:, ends]
    straight = (differing.sum(axis=0) == 1) & (starts < on_lattice) & (ends < on_lattice)
    axes = np.where(straight, differing.argmax(axis=0), 0)

    # Sorted along an axis, what lies between two places of a line are the others on this line.
    orders = np.stack([np.lexsort((numbers[axis], numbers[axis - 1], numbers[axis - 2])) for axis in range(3)])
    ranks = np.empty_like(orders)
    for order, rank in zip(orders, ranks, strict=True):
        rank[order] = np.arange(len(order))
    begins, stops = ranks[axes, starts], ranks[axes, ends]
    pieces = np.where(straight, np.abs(stops - begins), 1)
    divided = np.bincount(polygon, weights=pieces > 1, minlength=len(sizes)) > 0

    sides = np.flatnonzero(divided[polygon])
    pieces = pieces[sides]
    which = np.repeat(sides, pieces)
    step = np.arange(len(which)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    forward = np.where(stops > begins, 1, -1)[which]
    here, there = (
        np.where(straight[which], orders[axes[which], _within(begins[which] + forward * one, len(keys))], other[which])
        for one, other in ((step, starts), (step + 1, ends))
    )
    middle_of = len(keys) + np.cumsum(divided) - 1
    fans = np.stack((middle_of[polygon[which]], here, there), axis=1)
    middles, rims = middle_of[polygon[divided[polygon]]] - len(keys), corners[divided[polygon]]
    places = Places(counted_on(list(all_numbers), lattice.line_counts), middles, rims.astype(np.int64))

    whole_quads, whole_triangles = ~divided[: len(quads)], ~divided[len(quads) :]
    split = 4 * len(quads)
    all_directions = None
    if directions is not None:
        all_directions = np.concatenate((directions[~divided], directions[polygon[which]]))
    return places, Faces(
        corners[:split].reshape(-1, 4)[whole_quads].astype(np.int32),
        all_directions,
        np.concatenate((corners[split:].reshape(-1, 3)[whole_triangles], fans)).astype(np.int32),
    )


def _within(places: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return places of a list, those outside of it, which are not looked at, moved into it."""
    return np.clip(places, 0, count - 1)
