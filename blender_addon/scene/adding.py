# SPDX-License-Identifier: GPL-3.0-or-later
"""A new puzzle in a scene: a collection with an object for each part, beside the puzzles that stand there already."""

from __future__ import annotations

from typing import Any

import bpy
from mathutils import Vector

from ...core.common.options import Options
from ...core.kind.kind import AnyKind
from ..data.context import root_of, scene_of, view_layer_of
from ..data.units import units_per_millimeter
from .build import rebuild
from .option_properties import put_options
from .part_objects import add_missing_parts
from .properties import FORMAT, scene_group
from .puzzle import ScenePuzzle, puzzles_in, remembered_parts

SOLID_TYPES = {"MESH", "CURVE", "SURFACE", "META", "FONT"}
"""The types of objects that can be in the way."""


def add_puzzle(context: bpy.types.Context, kind: AnyKind, puzzle: Any, dimensions: Options) -> ScenePuzzle:
    """Make the collection and objects of a puzzle, beside the puzzles that stand there already."""
    scene = scene_of(context)
    parts = remembered_parts(kind, puzzle, dimensions, kind.model.ways[0])
    place = _free_place(context, kind, puzzle, dimensions)
    collection = bpy.data.collections.new(free_name(kind.facts.name(puzzle)))
    root_of(scene).children.link(collection)
    added = ScenePuzzle(collection)
    group = added.group
    group.format, group.kind, group.puzzle = FORMAT, kind.name, kind.files.to_json(puzzle)
    put_options(added.own, dimensions)
    group.folder = scene_group(scene).folder
    group.explode = kind.model.first_explode
    add_missing_parts(added, parts)
    if group.carrier is not None:
        group.carrier.location = place
    rebuild(added, scene)
    group.live = True
    return added


def add_same_puzzle(context: bpy.types.Context, pattern: ScenePuzzle) -> ScenePuzzle:
    """Add the puzzle of another one with the same dimensions, printed in the same way."""
    added = add_puzzle(context, pattern.kind, pattern.puzzle, pattern.dimensions)
    added.own.way = pattern.own.way
    return added.renewed()


def free_name(name: str) -> str:
    """Return a name, with a number where it is taken: one that Blender adds would look like a part of the seed."""
    names = (name, *(f"{name} ({number})" for number in range(2, len(bpy.data.collections) + 2)))
    return next(free for free in names if free not in bpy.data.collections)


def _free_place(
    context: bpy.types.Context, kind: AnyKind, puzzle: Any, dimensions: Options
) -> tuple[float, float, float]:
    """Return the 3D cursor's place, or one to the right of the scene's puzzles and of what else is in the way."""
    scene = scene_of(context)
    cursor = scene.cursor.location
    view_layer_of(context).update()
    reach = units_per_millimeter(scene.unit_settings.scale_length) * kind.model.reach(puzzle, dimensions)
    clear = [end for other in puzzles_in(scene) for end in _clear_ends(other)]
    x = max(clear) + reach if clear else cursor.x
    return _past_others(context, Vector((x, cursor.y, cursor.z)), reach), cursor.y, cursor.z


def _past_others(context: bpy.types.Context, place: Vector, reach: float) -> float:
    """Return the first x from a place to the right where nothing visible is in the way of what reaches so far.

    What stands at a place may be up to twice as high as it reaches to the sides.
    """
    ranges = [
        [(min(corner[axis] for corner in corners), max(corner[axis] for corner in corners)) for axis in range(3)]
        for visible in context.visible_objects
        if visible.type in SOLID_TYPES
        for corners in [[visible.matrix_world @ Vector(corner) for corner in visible.bound_box]]
    ]
    beside = [
        ends[0]
        for ends in ranges
        if ends[1][0] < place.y + reach
        and ends[1][1] > place.y - reach
        and ends[2][0] < place.z + 2 * reach
        and ends[2][1] > place.z - reach
    ]
    x = place.x
    for low, high in sorted(beside):
        if low < x + reach and high > x - reach:
            x = high + reach
    return x


def _clear_ends(puzzle: ScenePuzzle) -> list[float]:
    """Return coordinates along x that are clear of a puzzle, in Blender units."""
    carrier = puzzle.group.carrier
    ends: list[float] = []
    if carrier is not None and carrier.users_scene and carrier.type == "MESH":
        sides = _sides(carrier)
        # What is inside of it comes out of it by less than it is wide.
        ends.append(2 * max(sides) - min(sides))
    if puzzle.way.apart:
        for item in puzzle.items_of(puzzle.way):
            if item.part is not None:
                ends += _sides(item.part)
    return ends


def _sides(part: bpy.types.Object) -> list[float]:
    """Return the coordinates along x of an object's corners."""
    return [(part.matrix_world @ Vector(corner)).x for corner in part.bound_box]
