# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking at a puzzle's kit in the scene: its objects, where they are, and the solids that they show."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import bpy
import manifold3d
import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.kind.part import Step
from puzzle_cubes.oskar.kind import KIT, OSKAR
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from tests.blender.puzzles import (
    DIMENSIONS,
    laid,
    make_puzzle,
    part,
    parts_apart,
    vertices,
    world_bounds,
    world_vertices,
)
from tests.core.solids.judges import closed_manifold

Floats = NDArray[np.float64]


def make_kit(**settings: Any) -> Any:
    """Generate a puzzle of 3x3x3 with plain dimensions, unless told otherwise, show it as a kit, return it."""
    group = make_puzzle(**settings)
    group.oskar.way = "KIT"
    return group


def steps_of(group: Any) -> tuple[Step, ...]:
    """Return the steps that the core finds for a puzzle as it is."""
    puzzle = puzzle_from_json(group.puzzle)
    dimensions = Dimensions(**{name: round(getattr(group.oskar, name), 4) for name in DIMENSIONS})
    return OSKAR.assembly(puzzle, OSKAR.parts(puzzle, dimensions, KIT), KIT)


def world_solid(mesh_object: Any) -> manifold3d.Manifold:
    """Return an object as a solid where the user sees it, in millimeters; its mesh must be closed."""
    mesh = mesh_object.data
    mesh.calc_loop_triangles()
    triangles = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    made = closed_manifold(world_vertices(mesh_object), triangles.reshape(-1, 3))
    assert made.volume() > 0
    return made


def kit_state(group: Any) -> dict[str, tuple[bytes, bytes]]:
    """Return the meshes of a kit and where they are."""
    bpy.context.view_layer.update()
    return {
        name: (vertices(piece).tobytes(), np.array(piece.matrix_world).tobytes())
        for name, piece in parts_apart(group).items()
    }


def apart(ends: Floats, second_ends: Floats) -> float:
    """Return how far the bounds of two bodies are apart, along the axis where they are farthest."""
    return float(np.maximum(ends[0] - second_ends[1], second_ends[0] - ends[1]).max())


def check_lies_on_beds(group: Any, meters_per_unit: float = 1.0) -> int:
    """Check that all parts lie flat on beds as the scene's printer has them, and return how many beds there are.

    The beds stand side by side along x; the box's place is the middle of the first one, but where another puzzle
    is in the way.
    """
    printer: Any = bpy.context.scene.puzzle_cubes
    origin = np.array(part(group, "box").location) * 1000 * meters_per_unit
    half_bed = np.array([printer.bed_x, printer.bed_y]) / 2
    bounds = {name: world_bounds(piece, meters_per_unit) - origin for name, piece in parts_apart(group).items()}
    beds = {name: place["bed"] for name, place in laid(group).items()}
    first_bed = json.loads(group.built)["first_bed"]
    for name, (low, high) in bounds.items():
        middle = np.array([first_bed + beds[name] * (printer.bed_x + 20), 0])
        assert abs(low[2]) < 1e-3, name
        assert (low[:2] >= middle - half_bed - 1e-3).all(), name
        assert (high[:2] <= middle + half_bed + 1e-3).all(), name
    gaps = [
        apart(bounds[first_name][:, :2], bounds[second_name][:, :2])
        for first_name, second_name in combinations(bounds, 2)
        if beds[first_name] == beds[second_name]
    ]
    assert min(gaps) > printer.spacing - 1e-3
    assert set(beds.values()) == set(range(len(set(beds.values()))))
    return len(set(beds.values()))
