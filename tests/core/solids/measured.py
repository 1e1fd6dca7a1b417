# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain measuring of boxes and meshes, to compare with what the core says of its solids."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.solids.solid import Mesh, Solid

Floats = NDArray[np.float64]


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
    if not all(_is_rectangle([tuple(corner) for corner in quad]) for quad in mesh.vertices[mesh.quads].tolist()):
        flaws.append("a quad that is no rectangle, or has no area")
    return flaws


TOUCHING = "a vertex where two parts of the surface touch"


def surface_flaws(mesh: Mesh) -> list[str]:
    """Return all that keeps a mesh from being closed and two-manifold, without T-junctions along the axes."""
    vertices: list[tuple[float, ...]] = [tuple(vertex) for vertex in mesh.vertices.tolist()]
    polygons: list[list[int]] = mesh.quads.tolist() + mesh.triangles.tolist()
    flaws = []
    if len(set(vertices)) < len(vertices):
        flaws.append("duplicate vertices")
    if {number for polygon in polygons for number in polygon} != set(range(len(vertices))):
        flaws.append("unused vertices")
    edges = Counter((a, b) for polygon in polygons for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
    if any(count > 1 for count in edges.values()):
        flaws.append("an edge with several faces on one side")
    if any((b, a) not in edges for a, b in edges):
        flaws.append("an open edge")
    if _has_t_junction(vertices, list(edges)):
        flaws.append("a vertex inside an edge")
    if not _one_fan_per_vertex(polygons):
        flaws.append(TOUCHING)
    return flaws


def _is_rectangle(corners: Sequence[tuple[float, ...]]) -> bool:
    """Report whether four corners in turn make a rectangle along two axes: each side changes one coordinate."""
    changed = []
    for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
        axes = [axis for axis in range(3) if here[axis] != there[axis]]
        if len(axes) != 1:
            return False
        changed.append(axes[0])
    return changed[:2] == changed[2:] and changed[0] != changed[1]


def _has_t_junction(vertices: list[tuple[float, ...]], edges: list[tuple[int, int]]) -> bool:
    """Report whether a vertex lies inside an edge that is parallel to an axis."""
    for axis in range(3):
        on_line = defaultdict(list)
        for vertex in vertices:
            on_line[vertex[:axis] + vertex[axis + 1 :]].append(vertex[axis])
        following = {
            (line, here): there
            for line, places in on_line.items()
            for here, there in zip(sorted(places), sorted(places)[1:], strict=False)
        }
        for a, b in edges:
            here, there = vertices[a], vertices[b]
            if here[:axis] + here[axis + 1 :] != there[:axis] + there[axis + 1 :]:
                continue
            if here[axis] < there[axis] and following[here[:axis] + here[axis + 1 :], here[axis]] != there[axis]:
                return True
    return False


def _one_fan_per_vertex(polygons: list[list[int]]) -> bool:
    """Report whether the faces round every vertex form one ring."""
    after: dict[int, dict[int, int]] = defaultdict(dict)
    for polygon in polygons:
        for place, vertex in enumerate(polygon):
            after[vertex][polygon[place - 1]] = polygon[(place + 1) % len(polygon)]
    for ring in after.values():
        first = here = next(iter(ring))
        steps = 0
        while steps <= len(ring):
            here, steps = ring.get(here, first), steps + 1
            if here == first:
                break
        if steps != len(ring):
            return False
    return True


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
