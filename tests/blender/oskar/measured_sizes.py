# SPDX-License-Identifier: GPL-3.0-or-later
"""The sizes that a ruler would find on exported meshes: by rays through them, and by the distance of two bodies.

Nothing here knows how the sizes follow from the dimensions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations, permutations, product
from pathlib import Path

import fcl
import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

from tests.blender.oskar.exported_meshes import read_bodies, solid

Floats = NDArray[np.float64]

SKIN = 0.1
"""Millimeters below a surface, or beside an edge, where rays pass: less than any part is thick."""

LARGEST_GAP = 1.0
"""Millimeters; parts that are farther apart do not meet."""

SPACING = 0.73
"""Millimeters between neighboring rays: less than any part is wide, and no common divisor of sizes."""


def measure(folder: Path) -> dict[str, Floats]:
    """Return each size in millimeters, as an array of what was measured at all places that have it.

    The folder must hold the export of a puzzle whose cross stands at the start, with no post at the lower edges.
    """
    box, cross = read_bodies(folder / "printableMaze.stl")
    solid_box, corner = solid(box), box.bounds[0].copy()
    # In front there are posts.
    corner[1] = filled(solid_box, 1, corner + SKIN)[0, 0]
    outer = np.array([float(np.diff(filled(solid_box, axis, corner + SKIN)).item()) for axis in range(3)])
    openings, walls, frames = skim_faces(solid_box, corner, outer)
    passage, wall, frame = openings.min(), walls.min(), frames.min()

    puzzle = json.loads((folder / "puzzle.json").read_text(encoding="utf-8"))
    start = cross.bounds.mean(axis=0)
    end = start + (passage + wall) * (np.array(puzzle["end"]) - puzzle["start"])
    return {
        "passage": openings,
        "wall": walls,
        "plate": np.concatenate((frames, thicknesses(solid_box, corner, outer))),
        "clearance": np.array([distance(box, cross)]),
        # What stands out of the box once the cross is pushed down to the first cell.
        "overhang": frame + passage / 2 + cross.extents / 2 - outer,
        "start_marker": post_heights(solid_box, start, passage, corner, outer),
        "end_marker": post_heights(solid_box, end, passage, corner, outer),
        "arm width": arm_widths(solid(cross), cross.bounds),
        "arm length": cross.extents,
        "outer size": outer,
    }


def skim_faces(box: manifold3d.Manifold, corner: Floats, outer: Floats) -> tuple[Floats, Floats, Floats]:
    """Look along both axes of each lower face, just below its surface.

    Return the narrowest opening, the narrowest wall and the narrowest frame of each face and direction, each of
    shape (6,); ``corner`` is the box's lowest one, ``outer`` its size without the markers.
    """
    narrowest = []
    for _, along, across in permutations(range(3)):
        rays = []
        for place in np.arange(SKIN, outer[across], SPACING):
            through = corner + SKIN
            through[across] = corner[across] + place
            rays.append(filled(box, along, through))
        openings = [ray[1:, 0] - ray[:-1, 1] for ray in rays]
        walls, frames = ([ray[part, 1] - ray[part, 0] for ray in rays] for part in (slice(1, -1), [0, -1]))
        narrowest.append([np.concatenate(lengths).min() for lengths in (openings, walls, frames)])
    by_kind = np.array(narrowest).T
    return by_kind[0], by_kind[1], by_kind[2]


def thicknesses(box: manifold3d.Manifold, corner: Floats, outer: Floats) -> Floats:
    """Return the least thickness of the lower face that looks along each axis, shape (3,)."""
    least = []
    for axis in range(3):
        places = [np.arange(SKIN, outer[across], 2 * SPACING) for across in range(3) if across != axis]
        rays = [filled(box, axis, corner + np.insert(place, axis, 0.0)) for place in product(*places)]
        least.append(min(ray[0, 1] - ray[0, 0] for ray in rays if len(ray) and ray[0, 0] < corner[axis] + SKIN))
    return np.array(least)


def arm_widths(cross: manifold3d.Manifold, bounds: Floats) -> Floats:
    """Return the two widths of each arm, near its lower end."""
    widths = []
    for arm, across in permutations(range(3), 2):
        through = bounds.mean(axis=0)
        through[arm] = bounds[0, arm] + SKIN
        widths += np.diff(filled(cross, across, through)).ravel().tolist()
    return np.array(widths)


def joint_gaps(kit: Mapping[str, trimesh.Trimesh]) -> Floats:
    """Return the smallest gap between any two plates that meet along an edge, and any two parts of the cross."""
    plates, cross = (
        [solid(body) for name, body in kit.items() if name.startswith(kind)] for kind in ("plate", "cross")
    )
    # The plates come in pairs that lie opposite each other.
    neighbors = [(plate, neighbor) for plate, neighbor in combinations(range(6), 2) if plate // 2 != neighbor // 2]
    pairs = [(plates[plate], plates[neighbor]) for plate, neighbor in neighbors] + list(combinations(cross, 2))
    return np.array([body.min_gap(second_body, LARGEST_GAP) for body, second_body in pairs])


def post_heights(box: manifold3d.Manifold, center: Floats, passage: float, corner: Floats, outer: Floats) -> Floats:
    """Return how far the box stands out of its right, front and upper face at the four squares diagonal to a cell."""
    heights = []
    for axis, *signs in product(range(3), (-1, 1), (-1, 1)):
        away = np.insert(np.array(signs) * (passage / 2 + SKIN), axis, 0.0)
        ends = filled(box, axis, center + away) - corner[axis]
        heights.append(-ends[0, 0] if axis == 1 else ends[-1, 1] - outer[axis])
    return np.array(heights)


def distance(mesh: trimesh.Trimesh, second_mesh: trimesh.Trimesh) -> float:
    """Return the smallest distance between two bodies, as the collision library FCL finds it."""
    objects = []
    for body in (mesh, second_mesh):
        model = fcl.BVHModel()
        model.beginModel(len(body.vertices), len(body.faces))
        model.addSubModel(body.vertices, body.faces)
        model.endModel()
        objects.append(fcl.CollisionObject(model))
    least: float = fcl.distance(*objects, fcl.DistanceRequest(), fcl.DistanceResult())
    return least


def filled(body: manifold3d.Manifold, axis: int, through: Floats) -> Floats:
    """Return where a ray along an axis through a point enters and leaves a body, shape (pieces, 2)."""
    begin, end = (np.where(np.arange(3) == axis, far, through) for far in (-1000.0, 1000.0))
    hits = [hit.position[axis] for hit in body.ray_cast(tuple(begin), tuple(end))]
    return np.array(hits).reshape(-1, 2)
