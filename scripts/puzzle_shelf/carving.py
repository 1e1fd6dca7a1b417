# SPDX-License-Identifier: GPL-3.0-or-later
"""Carving models by manifold3d: the one place that knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import manifold3d
import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.solids.mesh import Faces, Mesh


def carve(corners: NDArray[np.float64], regions: Sequence[Mesh]) -> list[Mesh]:
    """Return what of a closed model is in each of some closed meshes; bodies of the model may overlap.

    ``corners`` have shape (n, 3, 3). Raises InputError for a model that is not closed.
    """
    vertices, places = np.unique(corners.reshape(-1, 3).round(7), axis=0, return_inverse=True)
    triangles = places.reshape(-1, 3)
    whole = _manifold(vertices, triangles[(triangles != np.roll(triangles, 1, axis=1)).all(axis=1)])
    # A body that faces inward is a hollow.
    bodies = whole.decompose()
    filled = manifold3d.Manifold.batch_boolean([body for body in bodies if body.volume() > 0], manifold3d.OpType.Add)
    for hollow in bodies:
        if hollow.volume() < 0:
            mesh = hollow.to_mesh64()
            filled -= _manifold(mesh.vert_properties, mesh.tri_verts[:, ::-1])
    carved = []
    for region in regions:
        mesh = (filled ^ _manifold(region.vertices, region.split()[0])).to_mesh64()
        carved.append(Mesh(np.array(mesh.vert_properties)[:, :3], Faces.alike(np.array(mesh.tri_verts))))
    return carved


def _manifold(vertices: NDArray[np.float64], triangles: NDArray[Any]) -> manifold3d.Manifold:
    """Return the solid of a closed mesh."""
    # What manifold3d gives can only be read, and it takes nothing of that kind: both are copied.
    mesh = manifold3d.Mesh64(np.array(vertices, np.float64, order="C"), np.array(triangles, np.uint64, order="C"))
    solid = manifold3d.Manifold(mesh)
    if solid.status() != manifold3d.Error.NoError:
        raise InputError(
            "The model cannot be cut, as faces of it meet along an edge more than once: take cubes as the skin."
        )
    return solid
