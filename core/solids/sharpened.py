# SPDX-License-Identifier: GPL-3.0-or-later
"""The edges of a mesh as they were before they were cut at 45 degrees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

HALF = 0.5**0.5
"""What the normal of a strip at 45 degrees has along each of two axes."""

HAIR = 1e-3
"""By so much that may differ."""

MeshEdges = tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], NDArray[np.int32]]
"""Vertices, edges, and for the corners of all polygons their edges, normals and directions, as ``wires`` has them."""


def sharpened(
    vertices: NDArray[np.float64],
    edges: NDArray[np.int32],
    corner_edges: NDArray[np.int32],
    corner_normals: NDArray[np.float64],
    corner_directions: NDArray[np.int32],
) -> MeshEdges:
    """Return the edges of a mesh with the sides on both sides of a chamfer drawn on until they meet.

    What is given and returned is as in ``wires``. Polygons that look along two axes alike are taken for chamfers.
    """
    of_strips = (np.abs(np.abs(corner_normals) - HALF) < HAIR).sum(axis=1) == 2
    if not of_strips.any():
        return vertices, edges, corner_edges, corner_normals, corner_directions
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
    straight = np.count_nonzero(vertices[edges[:, 1]] - vertices[edges[:, 0]], axis=1) == 1
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
    begins = np.repeat(ends[:, 0] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
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
