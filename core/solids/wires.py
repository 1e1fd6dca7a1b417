# SPDX-License-Identifier: GPL-3.0-or-later
"""A wire model: a thin bar along every edge where the sides of a solid meet at an angle.

What is cut of an edge at 45 degrees is much narrower than a bar is thick, so the edge has the bar that it has uncut.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .mesh import Faces, Mesh
from .sharpened import sharpened

FLAT = 0.999
"""Two sides lie in one plane when the mean of their normals is at least this long."""

BAR_QUADS = np.array([(0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)], dtype=np.int32)
"""The sides of a bar, whose corners' numbers have a bit for each of its axes.

It has no ends: where it ends others meet it at an angle, and the sides of those are in front.
"""


def wires(
    vertices: NDArray[np.float64],
    edges: NDArray[np.int32],
    corner_edges: NDArray[np.int32],
    corner_normals: NDArray[np.float64],
    corner_directions: NDArray[np.int32],
    *,
    width: float,
    earlier: Mesh | None = None,
) -> Mesh:
    """Return bars of a width along the edges of a mesh, each in one of the directions that meet there.

    ``vertices`` has shape (v, 3), ``edges`` shape (e, 2). The corners of all polygons say which
    edge begins at them, shape (c,), the polygon's normal of length 1, shape (c, 3), and its
    direction, shape (c,). The mesh need not be closed; its lengths and the width have the same unit. As many bars in
    the same directions as an ``earlier`` model had share its faces.
    """
    vertices, edges, corner_edges, corner_normals, corner_directions = sharpened(
        vertices, edges, corner_edges, corner_normals, corner_directions
    )
    count = np.bincount(corner_edges, minlength=len(edges))
    sums = [np.bincount(corner_edges, weights=normals, minlength=len(edges)) for normals in corner_normals.T]
    # Where not just two polygons meet, the mesh is open or folded, and that is to be seen.
    wanted = (count != 2) | (np.linalg.norm(sums, axis=0) < 2 * FLAT)
    directions = _edge_directions(corner_edges, corner_directions, len(edges))[wanted]
    begins, ends, directions = _joined(vertices, edges[wanted], directions)
    corners = _bar_corners(vertices[begins], vertices[ends], directions, width / 2)
    of_quads = np.repeat(directions, len(BAR_QUADS))
    known = None if earlier is None else earlier.faces
    if known is not None and known.directions is not None and np.array_equal(known.directions, of_quads):
        return Mesh(corners, known)
    quads = 8 * np.arange(len(begins), dtype=np.int32)[:, None, None] + BAR_QUADS
    return Mesh(corners, Faces.alike(quads.reshape(-1, 4), of_quads))


def _edge_directions(
    corner_edges: NDArray[np.int32], corner_directions: NDArray[np.int32], edges: int
) -> NDArray[np.int8]:
    """Return the direction of each edge; of two that meet, that which comes first in the cycle x, y, z, x.

    So of the twelve edges of a box each direction has four.
    """
    lowest = np.full(edges, np.iinfo(np.int8).max, dtype=np.int8)
    highest = np.zeros(edges, dtype=np.int8)
    np.minimum.at(lowest, corner_edges, corner_directions.astype(np.int8))
    np.maximum.at(highest, corner_edges, corner_directions.astype(np.int8))
    lowest = np.minimum(lowest, highest)
    return np.where(highest - lowest == 2, highest, lowest)


def _joined(
    vertices: NDArray[np.float64], edges: NDArray[np.int32], directions: NDArray[np.int8]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]:
    """Join edges that go on straight along an axis in the same direction.

    Return the vertices at the begins and at the ends of what comes out, and the directions.
    """
    each = np.arange(len(edges))
    ways = vertices[edges[:, 1]] - vertices[edges[:, 0]]
    straight = np.count_nonzero(ways, axis=1) == 1
    axes = (ways != 0).argmax(axis=1)
    backward = straight & (ways[each, axes] < 0)
    begins, ends = np.where(backward, edges[:, 1], edges[:, 0]), np.where(backward, edges[:, 0], edges[:, 1])
    # By axis and vertex, the edge that leads upward from there, and the one that leads upward to there.
    leaving, entering = np.full((2, 3, len(vertices)), -1)
    leaving[axes[straight], begins[straight]] = entering[axes[straight], ends[straight]] = each[straight]
    before, after = entering[axes, begins], leaving[axes, ends]
    goes_on = straight & (after >= 0) & (directions == directions[after]) & (before[after] == each)
    last = np.where(goes_on, after, each)
    first = np.ones(len(edges), dtype=bool)
    first[after[goes_on]] = False
    # Each step goes twice as far.
    while not np.array_equal(further := last[last], last):
        last = further
    return begins[first], ends[last[first]], directions[first]


def _bar_corners(
    begins: NDArray[np.float64], ends: NDArray[np.float64], directions: NDArray[np.int8], half: float
) -> NDArray[np.float64]:
    """Return the corners of bars, shape (8 * bars, 3), each longer than its edge by nearly half its width at both ends.

    Bars of different axes and directions differ a little in width: sides that lie in one another are rendered black.
    """
    along = ends - begins
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), np.finfo(np.float64).tiny)
    aside = np.cross(along, np.eye(3)[np.abs(along).argmin(axis=1)])
    aside /= np.maximum(np.linalg.norm(aside, axis=1, keepdims=True), np.finfo(np.float64).tiny)
    upward = np.cross(along, aside)
    axes = np.abs(along).argmax(axis=1)
    halves = half * (1 - 0.01 * (3 * axes + directions))[:, None]
    aside, upward, along = halves * aside, halves * upward, 0.9 * half * along
    corners = np.empty((len(begins), 8, 3))
    for corner in range(8):
        first, second, third = (2 * (corner >> bit & 1) - 1 for bit in range(3))
        corners[:, corner] = (begins, ends)[corner >> 2] + first * aside + second * upward + third * along
    return corners.reshape(-1, 3)
