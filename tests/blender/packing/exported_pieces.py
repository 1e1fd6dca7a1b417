# SPDX-License-Identifier: GPL-3.0-or-later
"""Exported pieces as bodies of another library, put back from where they lie in print to where they belong."""

from __future__ import annotations

from pathlib import Path

import manifold3d
import numpy as np
import trimesh

from puzzle_cubes.kind.part import Part, print_axes
from tests.core.solids.judges import closed_manifold


def manifold_of(mesh: trimesh.Trimesh) -> manifold3d.Manifold:
    """Return a mesh as a body, which must be closed."""
    mesh.merge_vertices()
    return closed_manifold(mesh.vertices, mesh.faces)


def in_place(folder: Path, part: Part, like: Path | None = None) -> manifold3d.Manifold:
    """Return what the file of a part holds, in its place in the puzzle.

    It has its middle where the file in a folder ``like`` this one has it, if there is another.
    """
    mesh = trimesh.load_mesh(folder / f"{part.key}.stl")
    mesh.apply_translation(-trimesh.load_mesh((like or folder) / f"{part.key}.stl").bounds.mean(axis=0))
    turn = np.zeros((4, 4))
    turn[3, 3] = 1.0
    for place, (axis, sign) in enumerate(print_axes(part.up)):
        turn[axis, place] = sign
    mesh.apply_transform(turn)
    mesh.apply_translation(part.assembled)
    return manifold_of(mesh)
