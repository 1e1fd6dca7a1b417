# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes what an exported cross passes over when it is moved, from the vertices of the STL file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

from tests.blender.oskar.exported_meshes import EXACT, Export, Position, solid


def arms_of(export: Export) -> list[manifold3d.Manifold]:
    """Return the cross's arms: per axis, the hull of the vertices at the cross's two ends.

    At each of the eight corners of an arm there is one, or with chamfers three and the point in which these meet.
    """
    cross: trimesh.Trimesh = export.printable[1]
    chamfer = export.dimensions.arm_chamfer
    at_ends = np.abs(cross.vertices[:, None, :] - cross.bounds).min(axis=1) < chamfer + EXACT
    assert at_ends.sum(axis=0).tolist() == [8 * (4 if chamfer else 1)] * 3
    return [manifold3d.Manifold.hull_points(cross.vertices[at_ends[:, axis]]) for axis in range(3)]


def every_move(size: Position) -> Iterator[tuple[Position, int, int]]:
    """Yield all moves by one cell from all positions, also out of the box; of a move and its way back only one."""
    for x, y, z in product(*map(range, size)):
        for axis in range(3):
            yield (x, y, z), axis, 1
            if (x, y, z)[axis] == 0:
                yield (x, y, z), axis, -1


def sweep(
    export: Export, arms: list[manifold3d.Manifold], position: Position, axis: int, step: int
) -> manifold3d.Manifold:
    """Return what the cross passes over: of each arm, which is convex, the hull of where it begins and ends."""
    target = np.array(position)
    target[axis] += step
    begin, end = (away_from_pose(export, cells) for cells in (np.array(position), target))
    return union([manifold3d.Manifold.batch_hull([arm.translate(begin), arm.translate(end)]) for arm in arms])


def away_from_pose(export: Export, cells: NDArray[np.int_]) -> tuple[float, float, float]:
    """Return how far the cross of the file is from a position."""
    x, y, z = (float(value) for value in export.dimensions.pitch * (cells - np.array(export.pose)))
    return x, y, z


def union(solids: list[manifold3d.Manifold]) -> manifold3d.Manifold:
    """Return the solids as one."""
    return manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add)


def gap_along_solution(export: Export) -> float:
    """Move the cross from where it stands through the written solution, and return the least gap to the box."""
    cells, arms = export.solution, arms_of(export)
    assert len(cells) > 1
    assert list(cells[0]) == export.puzzle["start"]
    assert list(cells[-1]) == export.puzzle["end"]
    way = [solid(export.printable[1]).translate(away_from_pose(export, np.array(cells[0])))]
    for here, neighbor in pairwise(cells):
        (axis,) = (axis for axis in range(3) if here[axis] != neighbor[axis])
        assert export.is_legal(here, axis, neighbor[axis] - here[axis])
        way.append(sweep(export, arms, here, axis, neighbor[axis] - here[axis]))
    return float(union(way).min_gap(solid(export.printable[0]), search_length=1.0))
