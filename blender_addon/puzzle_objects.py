# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle in the scene: a collection with the objects box, cross and trace.

The collection's property group holds the puzzle and its dimensions and points at the objects, so that
renaming them does no harm; an object that the user removed is brought back by Rebuild only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, fields
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from ..core import parts
from ..core.dimensions import Dimensions, rounded
from ..core.errors import InputError
from ..core.faces import Size
from ..core.game import kept_position
from ..core.generators import STYLES
from ..core.glide import Place
from ..core.pose import printing_position
from ..core.puzzle import Puzzle
from ..core.puzzle_file import puzzle_from_json, puzzle_to_json
from ..core.solids import Mesh
from .conversions import built_dimensions, dimensions_from
from .display import follow_display
from .editable import check_editable
from .kit_objects import follow_way
from .linear_keys import change_keys
from .materials import solid_material
from .meshes import fill_mesh
from .names import BOX, CROSS, KIT, PARTS, PLATE_LOOKS, TRACE, Part, puzzle_name
from .turntable import fit_turntable
from .units import scale_length, units_per_millimeter


def part_meshes(puzzle: Puzzle, dimensions: Dimensions) -> dict[str, Mesh]:
    """Return the meshes of all parts, by their key; the cross has its center at the origin."""
    return {
        BOX.key: parts.box(puzzle, dimensions).mesh(),
        CROSS.key: parts.cross(puzzle.size, dimensions).mesh(),
        TRACE.key: parts.trace(puzzle, dimensions).mesh(),
    }


def add_puzzle(
    context: bpy.types.Context, puzzle: Puzzle, dimensions: Dimensions, meshes: dict[str, Mesh]
) -> bpy.types.Collection:
    """Make the collection and objects of a puzzle, beside the puzzles that stand there already."""
    scene = context.scene
    place = _free_place(context, puzzle, dimensions)
    collection = bpy.data.collections.new(_free_name(puzzle_name(puzzle)))
    scene.collection.children.link(collection)
    group = collection.oskars_cube
    copy_dimensions(dimensions, collection)
    for name, value in asdict(puzzle.measures).items():
        setattr(group, name, value)
    group.size = puzzle.size
    group.cross_position = puzzle.start
    if puzzle.settings is None:
        group.origin, group.seed = "From a file", "Unknown"
    else:
        group.origin = STYLES[puzzle.settings.style].label
        group.seed = str(puzzle.settings.seed)
    group.folder = "//" + bpy.path.clean_name(collection.name)
    group.puzzle_json = puzzle_to_json(puzzle)
    group.pose = "at the start" if printing_position(puzzle) == puzzle.start else f"at {printing_position(puzzle)}"

    _add_missing_objects(collection)
    group.box.location = place
    _fill(collection, scene, puzzle, meshes)
    group.live = True
    return collection


def activate(context: bpy.types.Context, one: bpy.types.Object) -> None:
    """Make an object the active one, and the only selected one."""
    for other in context.view_layer.objects.selected:
        other.select_set(False)
    one.select_set(True)
    context.view_layer.objects.active = one


def puzzle_of(collection: bpy.types.Collection) -> Puzzle:
    """Return the puzzle that a collection holds."""
    return puzzle_from_json(collection.oskars_cube.puzzle_json, tuple(STYLES))


def puzzles_in(scene: bpy.types.Scene) -> Iterator[bpy.types.Collection]:
    """Yield the collections of a scene that hold a puzzle."""
    return (collection for collection in scene.collection.children_recursive if collection.oskars_cube.puzzle_json)


def puzzle_named(name: str) -> bpy.types.Collection | None:
    """Return the puzzle of this file with a name: a reference to it would not outlive an undo."""
    collections: Any = bpy.data.collections
    named: bpy.types.Collection | None = collections.get((name, None))
    return named if named is not None and named.oskars_cube.puzzle_json else None


def active_puzzle(context: bpy.types.Context) -> bpy.types.Collection | None:
    """Return the puzzle that the user works on.

    It is the one whose part is active; else the one in whose collection the active object is; else
    that of the active collection; else the only one there is.
    """
    puzzles = list(puzzles_in(context.scene))
    active = context.view_layer.objects.active
    if active is not None:
        for collection in puzzles:
            group = collection.oskars_cube
            parts = [getattr(group, part.key) for part in PARTS] + [item.part for item in group.kit_parts]
            if active in parts:
                return collection
        for collection in puzzles:
            if active in collection.all_objects.values():
                return collection
    if context.view_layer.active_layer_collection.collection in puzzles:
        return context.view_layer.active_layer_collection.collection
    return puzzles[0] if len(puzzles) == 1 else None


def part_object(collection: bpy.types.Collection, part: Part) -> bpy.types.Object | None:
    """Return the object of a part, or None when the user removed it from all scenes."""
    pointed: bpy.types.Object | None = getattr(collection.oskars_cube, part.key)
    return pointed if pointed is not None and pointed.users_scene else None


def rebuild(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Build the meshes anew, in place, from the same maze and the present dimensions.

    Raises InputError when the dimensions cannot be built, or an object is in Edit Mode.
    """
    check_editable(collection)
    dimensions = dimensions_from(collection.oskars_cube)
    puzzle = puzzle_of(collection)
    _fill(collection, scene, puzzle, part_meshes(puzzle, dimensions))


def rebuild_all(context: bpy.types.Context, collection: bpy.types.Collection, dimensions: Dimensions) -> None:
    """Give a puzzle new dimensions, bring back the objects that the user removed, and rebuild.

    Raises InputError, before anything is changed, when the puzzle cannot be built.
    """
    check_editable(collection)
    puzzle = puzzle_of(collection)
    meshes = part_meshes(puzzle, dimensions)
    copy_dimensions(dimensions, collection)
    _add_missing_objects(collection)
    _fill(collection, context.scene, puzzle, meshes)


def follow_dimensions(owner: bpy.types.ID, scene: bpy.types.Scene) -> None:
    """Rebuild a live puzzle if its dimensions were changed to something that can be built.

    What cannot be built leaves the meshes as they are; the panel tells why (see ``problem``). An
    owner of dimensions that is no collection has no meshes that could follow.
    """
    if not isinstance(owner, bpy.types.Collection) or not owner.oskars_cube.live:
        return
    if problem(owner) is None and not is_current(owner, scene):
        # A stored puzzle that is damaged cannot be told from here; the panel's Rebuild tells it.
        with suppress(InputError):
            rebuild(owner, scene)


def show_as_printed(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Show a puzzle in one piece or as a kit, whichever way it is printed, as the box was built."""
    # A damaged puzzle is told elsewhere; things then stay as they are.
    with suppress(InputError):
        puzzle = puzzle_of(collection)
        follow_way(collection, scene, puzzle, built_dimensions(collection.oskars_cube))
        follow_display(collection)


def copy_dimensions(source: Any, collection: bpy.types.Collection) -> None:
    """Give a puzzle the dimensions of a group or of the core, all at once and without rebuilding it."""
    group = collection.oskars_cube
    live, group.live = group.live, False
    for dimension in fields(Dimensions):
        setattr(group, dimension.name, getattr(source, dimension.name))
    group.live = live


def cross_place(size: Size, position: Place, dimensions: Dimensions, meters_per_unit: float) -> list[float]:
    """Return where the cross stands at a position, from the box's origin, in Blender units."""
    return [units_per_millimeter(meters_per_unit) * value for value in dimensions.center(size, position)]


def built_place(group: Any, position: Place) -> list[float]:
    """Return where the cross stands at a position in the box as it was built, from the box's origin, in units."""
    return cross_place(tuple(group.size), position, built_dimensions(group), group.built_scale)


def problem(collection: bpy.types.Collection) -> str | None:
    """Tell why the puzzle cannot be built now, or None."""
    try:
        check_editable(collection)
        dimensions_from(collection.oskars_cube)
    except InputError as error:
        return str(error)
    return None


def is_current(collection: bpy.types.Collection, scene: bpy.types.Scene) -> bool:
    """Tell whether the meshes were built with the present dimensions and unit scale."""
    return has_current_dimensions(collection) and collection.oskars_cube.built_scale == scale_length(scene)


def has_current_dimensions(collection: bpy.types.Collection) -> bool:
    """Tell whether the meshes were built with the present dimensions, at whatever unit scale."""
    return bool(collection.oskars_cube.built_dimensions == _dimensions_text(collection.oskars_cube))


def _dimensions_text(group: Any) -> str:
    return json.dumps([rounded(getattr(group, dimension.name)) for dimension in fields(Dimensions)])


def _add_missing_objects(collection: bpy.types.Collection) -> None:
    """Give the collection the objects that it lacks; the box carries the others, the trace is hidden at first."""
    group = collection.oskars_cube
    for part in PARTS:
        if part_object(collection, part) is not None:
            continue
        added = getattr(group, part.key)
        if added is None:
            name = f"{collection.name} {part.label}"
            mesh = bpy.data.meshes.new(name)
            for look in PLATE_LOOKS if part is BOX else (part,):
                mesh.materials.append(solid_material(look))
            added = bpy.data.objects.new(name, mesh)
            added.color = part.color
            setattr(group, part.key, added)
        collection.objects.link(added)
        if part is not BOX:
            added.parent = group.box
        if part is TRACE:
            # The object's own, not its view layer's, so that it stays hidden wherever it is taken.
            added.hide_viewport = added.hide_render = True


def _fill(collection: bpy.types.Collection, scene: bpy.types.Scene, puzzle: Puzzle, meshes: dict[str, Mesh]) -> None:
    """Put the meshes into the objects, and the cross, its keys and the turntable at the new places."""
    group = collection.oskars_cube
    meters_per_unit = scale_length(scene)
    dimensions = dimensions_from(group)
    for part in PARTS:
        pointed = getattr(group, part.key)
        if pointed is not None:
            fill_mesh(pointed.data, meshes[part.key], units_per_millimeter(meters_per_unit))
    # A cross that was taken off the box stays where the user has put it.
    if group.cross is not None and group.cross.parent == group.box:
        if group.built_dimensions:
            _move_keys(group, dimensions, meters_per_unit)
        position = kept_position(puzzle, tuple(group.cross_position))
        group.cross.location = cross_place(puzzle.size, position, dimensions, meters_per_unit)
    fit_turntable(group, dimensions, units_per_millimeter(meters_per_unit))
    group.built_dimensions = _dimensions_text(group)
    group.built_scale = meters_per_unit
    if group.way == KIT:
        follow_way(collection, scene, puzzle, dimensions_from(group))
    follow_display(collection)


def _move_keys(group: Any, dimensions: Dimensions, meters_per_unit: float) -> None:
    """Let the keys of the cross stay at their cells when the puzzle gets other dimensions."""
    size = tuple(group.size)
    old = np.array([built_place(group, (cell, cell, cell)) for cell in (0, 1)])
    new = np.array([cross_place(size, (cell, cell, cell), dimensions, meters_per_unit) for cell in (0, 1)])

    def moved(axis: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        # Rounded, so that single precision loses nothing however often the dimensions change.
        cells = ((values - old[0, axis]) / (old[1, axis] - old[0, axis])).round(3)
        places: NDArray[np.float64] = new[0, axis] + cells * (new[1, axis] - new[0, axis])
        return places

    change_keys(group.cross, "location", moved)


def _free_name(name: str) -> str:
    """Return a name, with a number where it is taken: one that Blender adds would look like a part of the seed."""
    names = (name, *(f"{name} ({number})" for number in range(2, len(bpy.data.collections) + 2)))
    return next(free for free in names if free not in bpy.data.collections)


def _free_place(context: bpy.types.Context, puzzle: Puzzle, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the 3D cursor's place, or else, where puzzles stand in the scene, one to the right of them all."""
    cursor = context.scene.cursor.location
    scale = units_per_millimeter(scale_length(context.scene))
    context.view_layer.update()
    clear = []
    for collection in puzzles_in(context.scene):
        box = part_object(collection, BOX)
        if box is not None:
            sides = [(box.matrix_world @ Vector(corner)).x for corner in box.bound_box]
            # An arm stands out of the box by less than the box is wide.
            clear.append(2 * max(sides) - min(sides))
        if collection.oskars_cube.way == KIT:
            clear += [
                (item.part.matrix_world @ Vector(corner)).x
                for item in collection.oskars_cube.kit_parts
                if item.part is not None
                for corner in item.part.bound_box
            ]
    if clear:
        reach = dimensions.outer_size(puzzle.size)[0] / 2 + dimensions.half_arms(puzzle.size)[0]
        return max(clear) + scale * reach, cursor.y, cursor.z
    return cursor.x, cursor.y, cursor.z
