# SPDX-License-Identifier: GPL-3.0-or-later
"""The arm of a cross that the mouse takes, to be dragged along itself."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
from mathutils import Vector

from ...core.common.playing import Direction
from ...core.oskar.model.box_and_cross import CROSS
from ..data.context import preferences_of
from ..scene.puzzle import ScenePuzzle
from ..window.drawing import Point
from ..window.pointer_drag import PointerDrag, distance_to
from .puzzle import built_place

ARM_PIXELS = 14.0
"""How near to an arm's middle line the mouse takes it, at a scale of 1."""


@dataclass
class DraggedArm:
    """An arm in the mouse's hand, by its axis; ``stopped`` is where a wall has stopped it."""

    axis: int
    drag: PointerDrag
    stopped: Direction | None = None


def arm_at(
    puzzle: ScenePuzzle, region: bpy.types.Region, view: bpy.types.RegionView3D, pointer: Point
) -> DraggedArm | None:
    """Return the arm that is nearest to the pointer, and near enough to be meant, of those that can move at all."""
    cross = puzzle.needed_part(CROSS)
    middle, turn = cross.matrix_world.translation, cross.matrix_world.to_3x3()
    first, second = (Vector(built_place(puzzle, (cell, cell, cell))) for cell in (0.0, 1.0))
    near = ARM_PIXELS * preferences_of(bpy.context).system.ui_scale
    found = None
    for axis in range(3):
        half, cell = Vector(), Vector()
        half[axis] = max(corner[axis] for corner in cross.bound_box)
        cell[axis] = second[axis] - first[axis]
        distance = distance_to(region, view, pointer, middle - turn @ half, middle + turn @ half)
        if distance < near and puzzle.puzzle.size[axis] > 1:
            found, near = DraggedArm(axis, PointerDrag(region, view, pointer, middle, [turn @ cell])), distance
    return found
