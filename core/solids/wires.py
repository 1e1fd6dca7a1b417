# SPDX-License-Identifier: GPL-3.0-or-later
"""A wire model: a thin bar along every edge where the sides of a solid meet at an angle.

What is cut of an edge at 45 degrees is much narrower than a bar is thick, so the edge has the bar that it has uncut:
first the edges of a mesh are found as they were before they were cut.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..common.containers import counted_up
from .mesh import Faces, Mesh

HALF = 0.5**0.5
"""What the normal of a strip at 45 degrees has along each of two axes."""

HAIR = 1e-3
"""By so much that may differ."""

MeshEdges = tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], NDArray[np.int32]]
"""Vertices, shape (v, 3), and edges, shape (e, 2), of a mesh.

The corners of all polygons say which edge begins at them, shape (c,), the polygon's normal of length 1, shape (c, 3),
and its direction, shape (c,).
"""


def sharpened(mesh: MeshEdges) -> MeshEdges:
    """Return the edges of a mesh with the sides on both sides of a chamfer drawn on until they meet.

    Polygons that look along two axes alike are taken for chamfers.
    """
    vertices, edges, corner_edges, corner_normals, corner_directions = mesh
    of_strips = _axes_with(np.abs(np.abs(corner_normals) - HALF) < HAIR) == 2
    if not of_strips.any():
        return mesh
    ends = edges[corner_edges[of_strips]]
    vertices = _drawn_on(vertices, ends, np.rint(corner_normals[of_strips]).astype(np.int8))
    # All vertices at the end of a strip are at the same place now, with what is left of the uncut edge there.
    strips = np.unique(edges[np.isin(edges, ends).any(axis=1)])
    strips = strips[np.lexsort(vertices[strips].T)]
    begins = np.any(np.diff(vertices[strips], axis=0, prepend=np.nan) != 0, axis=1)
    same = np.arange(len(vertices), dtype=np.int32)
    same[strips] = strips[begins][np.cumsum(begins) - 1]
    edges = same[edges]
    left = ~of_strips & (edges[corner_edges, 0] != edges[corner_edges, 1])
    at_strips = np.isin(edges, same[strips]).all(axis=1)
    straight = _axes_with(vertices[edges[:, 1]] != vertices[edges[:, 0]]) == 1
    joining = left & (at_strips & straight)[corner_edges]
    alone = left & ~joining
    pieces, corners, numbers = _in_pieces(vertices, edges[corner_edges[joining]])
    # An edge without any side is loose, and that is to be seen.
    loose = np.bincount(corner_edges, minlength=len(edges)) == 0
    kept = loose | (np.bincount(corner_edges[alone], minlength=len(edges)) > 0)
    renumbered = np.cumsum(kept, dtype=np.int32) - 1
    normals, directions = (
        np.concatenate((of[alone], of[joining][corners])) for of in (corner_normals, corner_directions)
    )
    numbers = np.concatenate((renumbered[corner_edges[alone]], numbers + np.int32(kept.sum())))
    return vertices, np.concatenate((edges[kept], pieces)), numbers, normals, directions


def _axes_with(held: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Count for each row, shape (n, 3), along how many axes something holds; numpy adds up short rows one by one."""
    x, y, z = held.T.astype(np.int8)
    count: NDArray[np.int8] = x + y + z
    return count


def _in_pieces(
    vertices: NDArray[np.float64], edges: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.intp], NDArray[np.int32]]:
    """Divide edges along the axes where others on the same line end: the two sides of a strip may be divided otherwise.

    Return the pieces, and for each piece of each edge the number of the edge and that of the piece.
    """
    axes = (vertices[edges[:, 1]] != vertices[edges[:, 0]]).argmax(axis=1)
    axis, point = np.divmod(np.unique(axes * len(vertices) + edges.T), len(vertices))
    place = vertices[point]
    each = np.arange(len(point))
    line = place[each, (axis + 1) % 3], place[each, (axis + 2) % 3]
    ordered = np.lexsort((place[each, axis], *line, axis))
    axis, point = axis[ordered], point[ordered]
    order = np.empty((3, len(vertices)), dtype=np.intp)
    order[axis, point] = each
    ends = np.sort(order[axes[:, None], edges], axis=1)
    counts = ends[:, 1] - ends[:, 0]
    begins = np.repeat(ends[:, 0], counts) + counted_up(counts)
    begins, numbers = np.unique(begins, return_inverse=True)
    pieces = np.stack((point[begins], point[begins + 1]), axis=1).astype(np.int32)
    return pieces, np.repeat(np.arange(len(edges)), counts), numbers.ravel().astype(np.int32)


def _drawn_on(vertices: NDArray[np.float64], ends: NDArray[np.int32], looks: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return the vertices with those of strips as far out as any of the strip's, along both axes to which it looks.

    ``ends`` are the vertices at both ends of the strips' edges, ``looks`` where each strip looks to, along each axis.
    """
    drawn = vertices.copy()
    for axis in range(3):
        outward = []
        for side in (1, -1):
            begin, end = ends[looks[:, axis] == side].T
            places = side * vertices[:, axis]
            # Where three strips meet in a point, that is farthest in, and is passed on at the next step.
            while True:
                farthest = places.copy()
                most = np.maximum(places[begin], places[end])
                np.maximum.at(farthest, begin, most)
                np.maximum.at(farthest, end, most)
                if np.array_equal(farthest, places):
                    break
                places = farthest
            outward.append(side * places)
        upward, downward = outward
        # Where strips to both sides share a ridge, that stays.
        moved_up, moved_down = upward != vertices[:, axis], downward != vertices[:, axis]
        drawn[:, axis] = np.where(
            moved_up & ~moved_down, upward, np.where(moved_down & ~moved_up, downward, vertices[:, axis])
        )
    return drawn


FLAT = 0.999
"""Two sides lie in one plane when the mean of their normals is at least this long."""

BAR_QUADS = np.array([(0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)], dtype=np.int32)
"""The sides of a bar, whose corners' numbers have a bit for each of its axes.

It has no ends: where it ends others meet it at an angle, and the sides of those are in front.
"""


def wires(mesh: MeshEdges, *, width: float, earlier: Mesh | None = None) -> Mesh:
    """Return bars of a width along the edges of a mesh, each in one of the directions that meet there.

    The mesh need not be closed; its lengths and the width have the same unit. As many bars in the same directions as an
    ``earlier`` model had share its faces.
    """
    vertices, edges, corner_edges, corner_normals, corner_directions = sharpened(mesh)
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
    straight = _axes_with(ways != 0) == 1
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
