# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a mesh that is moved straight passes over others, as manifold3d judges each triangle on its way."""

from __future__ import annotations

from collections.abc import Iterable

import manifold3d
import numpy as np

from puzzle_cubes.solids.mesh import Mesh
from tests.core.solids import judges
from tests.core.solids.measured import Floats, triangles

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
    whole = judges.manifold_of(mesh, begin)
    for obstacle, shift in obstacles:
        solid = judges.manifold_of(obstacle, shift)
        if (whole ^ solid).volume() > TOUCH:
            return True
        ends = obstacle.vertices + shift
        is_near = ((low < ends.max(axis=0)) & (high > ends.min(axis=0))).all(axis=1)
        for triangle in moved[is_near]:
            passed = manifold3d.Manifold.hull_points(np.concatenate((triangle + begin, triangle + end)))
            if (passed ^ solid).volume() > TOUCH:
                return True
    return False
