# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a new puzzle stands, and what it is called."""

from __future__ import annotations

from typing import Any

import bpy
from mathutils import Vector

from ...core.common.options import Options
from ...core.kind.kind import Kind
from ..data.context import scene_of, view_layer_of
from ..data.units import scale_length, units_per_millimeter
from .model import way_of
from .properties import puzzle_group
from .puzzles import own_items, puzzles_in


def free_name(name: str) -> str:
    """Return a name, with a number where it is taken: one that Blender adds would look like a part of the seed."""
    names = (name, *(f"{name} ({number})" for number in range(2, len(bpy.data.collections) + 2)))
    return next(free for free in names if free not in bpy.data.collections)


def free_place(
    context: bpy.types.Context, kind: Kind[Any, Any], puzzle: Any, dimensions: Options
) -> tuple[float, float, float]:
    """Return the 3D cursor's place, or else, where puzzles stand in the scene, one to the right of them all."""
    scene = scene_of(context)
    cursor = scene.cursor.location
    view_layer_of(context).update()
    clear = [end for collection in puzzles_in(scene) for end in _clear_ends(collection)]
    if clear:
        scale = units_per_millimeter(scale_length(scene))
        return max(clear) + scale * kind.reach(puzzle, dimensions), cursor.y, cursor.z
    return cursor.x, cursor.y, cursor.z


def _clear_ends(collection: bpy.types.Collection) -> list[float]:
    """Return coordinates along x that are clear of a puzzle, in Blender units."""
    group = puzzle_group(collection)
    carrier = group.carrier
    ends: list[float] = []
    if carrier is not None and carrier.users_scene and carrier.type == "MESH":
        sides = _sides(carrier)
        # What is inside of it comes out of it by less than it is wide.
        ends.append(2 * max(sides) - min(sides))
    if way_of(group).apart:
        for item in own_items(group, way_of(group).name):
            if item.part is not None:
                ends += _sides(item.part)
    return ends


def _sides(one: bpy.types.Object) -> list[float]:
    """Return the coordinates along x of an object's corners."""
    return [(one.matrix_world @ Vector(corner)).x for corner in one.bound_box]
