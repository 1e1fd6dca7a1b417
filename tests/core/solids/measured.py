# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain measuring of boxes and meshes, to compare with what the core says of its solids."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.solids.solid import Mesh, Solid

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def filled_boxes(solid: Solid, shift: Floats | None = None) -> Floats:
    """Return the lowest and the highest corner of each filled grid box, shape (boxes, 2, 3)."""
    places = np.argwhere(solid.filled)
    lowest = np.stack([line[place] for line, place in zip(solid.lines, places.T, strict=True)], axis=1)
    highest = np.stack([line[place + 1] for line, place in zip(solid.lines, places.T, strict=True)], axis=1)
    boxes: Floats = np.stack((lowest, highest), axis=1) + (0 if shift is None else shift)
    return boxes


def smallest_gap(some: NDArray[np.floating[Any]], others: NDArray[np.floating[Any]]) -> float:
    """Return the smallest distance between any of some boxes and any of others; 0 where they touch."""
    a, b = some[:, None], others[None, :]
    apart = np.maximum(np.maximum(a[:, :, 0] - b[:, :, 1], b[:, :, 0] - a[:, :, 1]), 0)
    return float(np.sqrt((apart**2).sum(axis=-1)).min())


def deepest_overlap(some: Floats, others: Floats) -> float:
    """Return how deep a box of some reaches into one of others at most, not above 0 where none does."""
    a, b = some[:, None], others[None, :]
    shared = np.minimum(a[:, :, 1], b[:, :, 1]) - np.maximum(a[:, :, 0], b[:, :, 0])
    return float(shared.min(axis=-1).max())


def is_filled(solid: Solid, points: Floats) -> NDArray[np.bool_]:
    """Report for points, shape (n, 3) and none on a grid line, whether they lie in the solid."""
    padded = np.pad(solid.filled, 1)
    places = [np.searchsorted(line, column) for line, column in zip(solid.lines, points.T, strict=True)]
    filled: NDArray[np.bool_] = padded[tuple(places)]
    return filled


def volume(solid: Solid) -> float:
    """Return the sum of the filled boxes' volumes."""
    boxes = filled_boxes(solid)
    return float(np.prod(boxes[:, 1] - boxes[:, 0], axis=1).sum())


def triangles(mesh: Mesh) -> NDArray[np.int64]:
    """Return the quads cut into triangles, then the triangles, as numbers of vertices, shape (n, 3)."""
    halves = mesh.quads[:, [0, 1, 2]], mesh.quads[:, [0, 2, 3]]
    numbers: NDArray[np.int64] = np.concatenate((*halves, mesh.triangles)).astype(np.int64)
    return numbers


def mesh_flaws(mesh: Mesh) -> list[str]:
    """Return all that keeps a mesh from being closed, two-manifold, and of proper rectangles without T-junctions."""
    flaws = surface_flaws(mesh)
    if not _are_rectangles(mesh.vertices[mesh.quads]):
        flaws.append("a quad that is no rectangle, or has no area")
    return flaws


TOUCHING = "a vertex where two parts of the surface touch"


def surface_flaws(mesh: Mesh) -> list[str]:
    """Return all that keeps a mesh from being closed and two-manifold, without T-junctions along the axes."""
    number = len(mesh.vertices)
    # For each corner of a polygon its vertex, and those before and after it in the polygon.
    corners: Integers = np.concatenate([_corners(polygons) for polygons in (mesh.quads, mesh.triangles)])
    before, here, after = corners.T
    edges, times = np.unique(here * number + after, return_counts=True)
    flaws = []
    if len(np.unique(mesh.vertices, axis=0)) < number:
        flaws.append("duplicate vertices")
    if not np.array_equal(np.unique(here), np.arange(number)):
        flaws.append("unused vertices")
    if (times > 1).any():
        flaws.append("an edge with several faces on one side")
    if not np.isin(after * number + here, edges).all():
        flaws.append("an open edge")
    if _has_t_junction(mesh.vertices, here, after):
        flaws.append("a vertex inside an edge")
    # Where several faces have an edge on one side, what they belong to touches at its ends as well.
    if (times > 1).any() or not _one_fan_per_vertex(before, here, after):
        flaws.append(TOUCHING)
    return flaws


def _corners(polygons: NDArray[np.integer[Any]]) -> Integers:
    """Return for each corner of polygons the vertex before it, its own, and that after it, shape (corners, 3)."""
    turns = np.roll(polygons, 1, axis=1), polygons, np.roll(polygons, -1, axis=1)
    corners: Integers = np.stack(turns, axis=-1).reshape(-1, 3).astype(np.int64)
    return corners


def _are_rectangles(quads: Floats) -> bool:
    """Report whether all quads, shape (n, 4, 3), are rectangles along two axes: each side changes one coordinate."""
    changes = quads != np.roll(quads, -1, axis=1)
    axes = changes.argmax(axis=2)
    in_turn = (axes[:, :2] == axes[:, 2:]).all(axis=1) & (axes[:, 0] != axes[:, 1])
    return bool((changes.sum(axis=2) == 1).all() and in_turn.all())


def _has_t_junction(vertices: Floats, begins: Integers, ends: Integers) -> bool:
    """Report whether a vertex lies inside an edge that is parallel to an axis."""
    for axis in range(3):
        others = [other for other in range(3) if other != axis]
        # In this order vertices on a line along the axis follow one another.
        _, ranks = np.unique(vertices[:, [*others, axis]], axis=0, return_inverse=True)
        ranks = ranks.reshape(-1)
        steps = vertices[ends] - vertices[begins]
        along = (steps[:, others] == 0).all(axis=1) & (steps[:, axis] > 0)
        if (ranks[ends[along]] != ranks[begins[along]] + 1).any():
            return True
    return False


def _one_fan_per_vertex(before: Integers, here: Integers, after: Integers) -> bool:
    """Report whether the faces round every vertex are joined by edges at it: as many fans as vertices."""
    number = 1 + int(here.max())
    begins = here * number + before
    order = np.argsort(begins)
    # The corner of the next face round the vertex; at an open edge there is none, and a corner follows itself.
    wanted = here * number + after
    places = order[np.minimum(np.searchsorted(begins, wanted, sorter=order), len(order) - 1)]
    following = np.where(begins[places] == wanted, places, np.arange(len(places)))
    fans = np.arange(len(following))
    while True:
        joined = np.minimum(fans, fans[following])
        np.minimum.at(joined, following, joined)
        if np.array_equal(joined, fans):
            return len(np.unique(fans)) == len(np.unique(here))
        fans = joined


def quads_face_outward(solid: Solid, mesh: Mesh) -> bool:
    """Report whether just inside every quad the solid is filled, and just outside it is empty."""
    corners = mesh.vertices[mesh.quads]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    step = min(float(np.diff(line).min()) for line in solid.lines) / 3
    middles = corners.mean(axis=1)
    return bool(
        is_filled(solid, middles - step * normals).all() and not is_filled(solid, middles + step * normals).any()
    )


def mesh_volume(mesh: Mesh) -> float:
    """Return the volume that quads enclose: of those that look along z, area times height."""
    corners = mesh.vertices[mesh.quads]
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1]
    upward = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    return float((upward * corners[:, 0, 2]).sum())


def euler_genus(mesh: Mesh) -> int:
    """Return the number of handles of one closed body by Euler's formula: V - E + F = 2 - 2g."""
    edges = 2 * len(mesh.quads)
    return 1 - (len(mesh.vertices) - edges + len(mesh.quads)) // 2
