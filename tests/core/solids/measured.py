# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain measuring of boxes and meshes, to compare with what the core says of its solids."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.solids.mesh import Mesh, triangulated
from puzzle_cubes.solids.solid import Solid

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def filled_boxes(solid: Solid, shift: Floats | None = None) -> Floats:
    """Return the lowest and the highest corner of each filled grid box, shape (boxes, 2, 3)."""
    places = np.argwhere(solid.filled)
    lowest = np.stack([line[place] for line, place in zip(solid.lines, places.T, strict=True)], axis=1)
    highest = np.stack([line[place + 1] for line, place in zip(solid.lines, places.T, strict=True)], axis=1)
    boxes: Floats = np.stack((lowest, highest), axis=1) + (0 if shift is None else shift)
    return boxes


def smallest_gap(some: NDArray[np.floating[Any]], second_points: NDArray[np.floating[Any]]) -> float:
    """Return the smallest distance between any of some boxes and any of others; 0 where they touch."""
    a, b = some[:, None], second_points[None, :]
    apart = np.maximum(np.maximum(a[:, :, 0] - b[:, :, 1], b[:, :, 0] - a[:, :, 1]), 0)
    return float(np.sqrt((apart**2).sum(axis=-1)).min())


def deepest_overlap(some: Floats, second_boxes: Floats) -> float:
    """Return how deep a box of some reaches into one of others at most, not above 0 where none does."""
    a, b = some[:, None], second_boxes[None, :]
    shared = np.minimum(a[:, :, 1], b[:, :, 1]) - np.maximum(a[:, :, 0], b[:, :, 0])
    return float(shared.min(axis=-1).max())


def is_filled(solid: Solid, points: Floats) -> NDArray[np.bool_]:
    """Report for points, shape (n, 3) and none on a grid line, whether they lie in the solid."""
    padded = np.pad(solid.filled, 1)
    places = [np.searchsorted(line, column) for line, column in zip(solid.lines, points.T, strict=True)]
    filled: NDArray[np.bool_] = padded[tuple(places)]
    return filled


def volume(solid: Solid) -> float:
    boxes = filled_boxes(solid)
    return float(np.prod(boxes[:, 1] - boxes[:, 0], axis=1).sum())


def triangles(mesh: Mesh) -> NDArray[np.int64]:
    """Return the triangles of a mesh, as numbers of vertices, shape (n, 3)."""
    return mesh.split()[0].astype(np.int64)


def area_vectors(mesh: Mesh) -> Floats:
    """Return for each face, by its outline, a vector along its normal that is as long as its area, shape (f, 3)."""
    corners, following = (mesh.vertices[numbers] for numbers in (mesh.faces.corners, mesh.faces.following))
    near = np.repeat(mesh.vertices[mesh.faces.corners[mesh.faces.begins]], mesh.faces.sizes, axis=0)
    areas: Floats = np.add.reduceat(np.cross(corners - near, following - near), mesh.faces.begins, axis=0) / 2
    return areas


TOUCHING = "a vertex where two parts of the surface touch"


def mesh_flaws(mesh: Mesh) -> list[str]:
    """Return all that keeps a mesh from being closed and two-manifold, of flat faces without a vertex too many.

    Vertices within edges, T-junctions, are looked for along the axes.
    """
    number, faces = len(mesh.vertices), mesh.faces
    # For each corner of a face its vertex, and those before and after it in the face.
    here, after = faces.corners.astype(np.int64), faces.following.astype(np.int64)
    before = np.empty_like(here)
    before[_next_places(mesh)] = here
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
    return flaws + _face_flaws(mesh) + _needless_vertices(mesh.vertices, edges // number, edges % number)


def _next_places(mesh: Mesh) -> Integers:
    """Return for each corner of a face the place of the next one."""
    places = np.arange(1, len(mesh.faces.corners) + 1)
    places[mesh.faces.begins + mesh.faces.sizes - 1] = mesh.faces.begins
    return places


def _face_flaws(mesh: Mesh) -> list[str]:
    """Return what is wrong with single faces, and with the triangles that they are divided into."""
    faces, areas = mesh.faces, area_vectors(mesh)
    numbers = np.repeat(np.arange(len(faces)), faces.sizes)
    normals = areas / np.linalg.norm(areas, axis=1, keepdims=True)
    steps = mesh.vertices[faces.corners] - mesh.vertices[faces.corners[faces.begins]][numbers]
    flaws = []
    if np.abs(np.einsum("ij,ij->i", steps, normals[numbers])).max() > 1e-9 * max(1.0, np.abs(steps).max()):
        flaws.append("a face that is not flat")
    if len(np.unique(np.stack((numbers, faces.corners)), axis=1)[0]) < len(numbers):
        flaws.append("a face that comes to a vertex twice")
    divided, owners = triangulated(mesh.vertices, faces.corners, faces.begins)
    first, second, third = np.moveaxis(mesh.vertices[divided], 1, 0)
    parts = np.einsum("ij,ij->i", np.cross(second - first, third - first) / 2, normals[owners])
    if not np.array_equal(np.bincount(owners), faces.sizes - 2) or parts.min() < 1e-9:
        flaws.append("a face with other triangles than it needs, or one that has no area")
    if not np.allclose(np.bincount(owners, weights=parts), np.linalg.norm(areas, axis=1)):
        flaws.append("triangles that are not their face")
    return flaws


def _needless_vertices(vertices: Floats, begins: Integers, ends: Integers) -> list[str]:
    """Return whether there is a vertex where nothing but two edges meet, in one line."""
    steps = vertices[ends] - vertices[begins]
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    sums = [np.bincount(begins, weights=some, minlength=len(vertices)) for some in steps.T]
    straight = (np.bincount(begins, minlength=len(vertices)) == 2) & (np.linalg.norm(sums, axis=0) < 1e-9)
    return ["a needless vertex"] if straight.any() else []


def _has_t_junction(vertices: Floats, begins: Integers, ends: Integers) -> bool:
    """Report whether a vertex lies inside an edge that is parallel to an axis."""
    for axis in range(3):
        across = [second_axis for second_axis in range(3) if second_axis != axis]
        # In this order vertices on a line along the axis follow one another.
        _, ranks = np.unique(vertices[:, [*across, axis]], axis=0, return_inverse=True)
        ranks = ranks.reshape(-1)
        steps = vertices[ends] - vertices[begins]
        along = (steps[:, across] == 0).all(axis=1) & (steps[:, axis] > 0)
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


def faces_look_outward(solid: Solid, mesh: Mesh) -> bool:
    """Report whether just inside every triangle the solid is filled, and just outside it is empty."""
    corners = mesh.vertices[triangles(mesh)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    step = min(float(np.diff(line).min()) for line in solid.lines) / 3
    middles = corners.mean(axis=1)
    return bool(
        is_filled(solid, middles - step * normals).all() and not is_filled(solid, middles + step * normals).any()
    )


def mesh_volume(mesh: Mesh) -> float:
    """Return the volume that faces enclose: of those that look along z, area times height."""
    heights = mesh.vertices[mesh.faces.corners[mesh.faces.begins], 2]
    upward = area_vectors(mesh)[:, 2]
    level = np.abs(mesh.vertices[mesh.faces.corners, 2] - np.repeat(heights, mesh.faces.sizes)) < 1e-9
    assert np.logical_and.reduceat(level, mesh.faces.begins)[np.abs(upward) > 1e-9].all()
    return float((upward * heights).sum())


def euler_genus(mesh: Mesh) -> int:
    """Return the number of handles of one closed body by Euler's formula: V - E + F = 2 - 2g."""
    return 1 - (len(mesh.vertices) - len(mesh.faces.corners) // 2 + len(mesh.faces)) // 2


def assert_equal(mesh: Mesh, second_mesh: Mesh) -> None:
    """Compare two meshes, to the last bit and in all their order."""
    assert np.array_equal(mesh.vertices, second_mesh.vertices)
    assert np.array_equal(mesh.faces.corners, second_mesh.faces.corners)
    assert np.array_equal(mesh.faces.begins, second_mesh.faces.begins)
    if mesh.faces.directions is None or second_mesh.faces.directions is None:
        assert mesh.faces.directions is second_mesh.faces.directions
    else:
        assert np.array_equal(mesh.faces.directions, second_mesh.faces.directions)
