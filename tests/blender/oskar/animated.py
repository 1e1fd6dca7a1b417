# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads where a puzzle's cross is at the frames of a scene, as Blender evaluates it."""

from __future__ import annotations

import json
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from tests.blender.puzzles import part, size_of

Position = tuple[int, int, int]


def solution_of(collection: Any) -> list[Position]:
    """Return the positions of a puzzle's solution."""
    return puzzle_from_json(collection.puzzle_cubes.puzzle).solution


def cells_at(collection: Any, frame: int, meters_per_unit: float = 1.0) -> NDArray[np.float64]:
    """Return where the cross is at a frame, in cells; the box must stand where it was made."""
    group = collection.puzzle_cubes
    bpy.context.scene.frame_set(frame)
    evaluated = part(group, "cross").evaluated_get(bpy.context.evaluated_depsgraph_get())
    millimeters = np.array(evaluated.matrix_local.translation) * 1000 * meters_per_unit
    built = json.loads(group.built)["dimensions"]
    passage, wall, plate = (built[name] for name in ("passage", "wall", "plate"))
    size = np.array(size_of(group))
    outer = size * passage + (size - 1) * wall + 2 * plate
    from_corner = millimeters + outer / 2 * (1, 1, 0)
    cells: NDArray[np.float64] = (from_corner - plate - passage / 2) / (passage + wall)
    return cells


def cells_of_keys(collection: Any, meters_per_unit: float = 1.0) -> list[Position]:
    """Return the cells that the cross comes to in the animation, each once for every visit."""
    scene = bpy.context.scene
    visited: list[Position] = []
    for frame in range(scene.frame_start, scene.frame_end + 1):
        cells = cells_at(collection, frame, meters_per_unit)
        x, y, z = (round(float(cell)) for cell in cells)
        if np.abs(cells - (x, y, z)).max() < 1e-3 and visited[-1:] != [(x, y, z)]:
            visited.append((x, y, z))
    return visited


def curves() -> list[Any]:
    """Return all animation curves of the open file; from Blender 4.4 on they lie deeper in their action."""
    if bpy.app.version < (4, 4):
        return [curve for action in bpy.data.actions for curve in action.fcurves]
    strips = [strip for action in bpy.data.actions for layer in action.layers for strip in layer.strips]
    return [curve for strip in strips for bag in strip.channelbags for curve in bag.fcurves]


def key_count() -> int:
    """Return the number of keys of all curves."""
    return sum(len(curve.keyframe_points) for curve in curves())
