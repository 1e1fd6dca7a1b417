# SPDX-License-Identifier: GPL-3.0-or-later
"""Three libraries that judge meshes: trimesh, manifold3d, also on their way, and the collision library FCL."""

from __future__ import annotations

from collections.abc import Iterable

import fcl
import manifold3d
import numpy as np
import numpy.typing as npt
import pytest
import trimesh

from puzzle_cubes.solids.mesh import Mesh
from tests.core.solids.measured import Floats, triangles


def check_with_trimesh(mesh: Mesh, volume: float) -> None:
    """Assert that trimesh finds a mesh closed, facing outward and of the given volume."""
    judged = trimesh.Trimesh(mesh.vertices, triangles(mesh), process=False)
    assert judged.is_watertight
    assert judged.is_winding_consistent
    assert judged.volume == pytest.approx(volume, rel=1e-6)
    assert judged.volume > 0


def closed_manifold(vertices: npt.ArrayLike, triangles: npt.ArrayLike) -> manifold3d.Manifold:
    """Return triangles, by the numbers of their corners, for manifold3d, which must find nothing wrong with them."""
    mesh = manifold3d.Mesh64(np.ascontiguousarray(vertices, np.float64), np.ascontiguousarray(triangles, np.uint64))
    manifold = manifold3d.Manifold(mesh)
    assert manifold.status() == manifold3d.Error.NoError
    return manifold


def manifold_of(mesh: Mesh, shift: Floats | None = None) -> manifold3d.Manifold:
    """Return a mesh for manifold3d, which must find nothing wrong with it."""
    return closed_manifold(mesh.vertices + (0 if shift is None else shift), triangles(mesh))


def distance(mesh_at_rest: Mesh, shifted_mesh: Mesh, shift: Floats) -> float:
    """Return the smallest distance between a mesh and another one that is shifted, as FCL measures it."""
    objects = []
    for mesh, place in ((mesh_at_rest, np.zeros(3)), (shifted_mesh, shift)):
        model = fcl.BVHModel()
        numbers = triangles(mesh)
        model.beginModel(len(mesh.vertices), len(numbers))
        model.addSubModel(mesh.vertices, numbers)
        model.endModel()
        objects.append(fcl.CollisionObject(model, fcl.Transform(place)))
    gap: float = fcl.distance(*objects, fcl.DistanceRequest(), fcl.DistanceResult())
    return gap


TOUCH = 1e-6
"""Cubic millimeters by which solids may seem to overlap."""


def passes_over(mesh: Mesh, begin: Floats, end: Floats, obstacles: Iterable[tuple[Mesh, Floats]]) -> bool:
    """Report whether a mesh overlaps one of others, with their shifts, while it is moved from one shift to another.

    It passes over where it begins, and what each of its triangles passes over: these are looked at one by one, since a
    union of so many that share their sides may come out wrong.
    """
    corners = mesh.vertices[triangles(mesh)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) @ (end - begin)
    moved = corners[np.abs(across) > 1e-9]
    low = np.minimum(moved.min(axis=1) + begin, moved.min(axis=1) + end)
    high = np.maximum(moved.max(axis=1) + begin, moved.max(axis=1) + end)
    whole = manifold_of(mesh, begin)
    for obstacle, shift in obstacles:
        solid = manifold_of(obstacle, shift)
        if (whole ^ solid).volume() > TOUCH:
            return True
        ends = obstacle.vertices + shift
        is_near = ((low < ends.max(axis=0)) & (high > ends.min(axis=0))).all(axis=1)
        for triangle in moved[is_near]:
            passed = manifold3d.Manifold.hull_points(np.concatenate((triangle + begin, triangle + end)))
            if (passed ^ solid).volume() > TOUCH:
                return True
    return False
