# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle in the scene: a collection with an object for each part; they follow the dimensions and the way of printing.

The collection's property group holds the puzzle and its dimensions and points at the objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options, declared, lengths
from ...core.kind.kind import AnyKind
from ...core.kind.laid import lay, next_bed
from ...core.kind.model import Way
from ...core.kind.part import Part
from ...core.printing.printer import Printer
from ..data.context import root_of, scene_of
from ..data.units import scale_length, units_per_millimeter
from .apart import place_parts
from .assembly import follow_assembly
from .built import Built
from .display import follow_display
from .free_place import free_name, free_place
from .half import half_of
from .model import built_of, dimensions_of, kind_of, parts_of, puzzle_of, remembered_parts, way_of
from .option_properties import options_in, put_options, value_in
from .part_objects import add_missing_parts, add_missing_parts_apart, fill_parts
from .properties import FORMAT, own_group, puzzle_group, scene_group
from .puzzles import first_way, item_of, own_items, puzzles_in, shows_apart
from .replaceable import check_replaceable


def add_puzzle(context: bpy.types.Context, kind: AnyKind, puzzle: Any, dimensions: Options) -> bpy.types.Collection:
    """Make the collection and objects of a puzzle, beside the puzzles that stand there already."""
    scene, way = scene_of(context), kind.model.ways[0]
    parts = remembered_parts(kind, puzzle, dimensions, way)
    place = free_place(context, kind, puzzle, dimensions)
    collection = bpy.data.collections.new(free_name(kind.facts.name(puzzle)))
    root_of(scene).children.link(collection)
    group = puzzle_group(collection)
    group.format, group.kind, group.puzzle = FORMAT, kind.name, kind.files.to_json(puzzle)
    put_options(own_group(group), dimensions)
    group.folder = "//"
    group.explode = kind.model.first_explode
    add_missing_parts(collection, parts, way.name)
    if group.carrier is not None:
        group.carrier.location = place
    _fill(collection, scene, dimensions_of(group))
    group.live = True
    return collection


def rebuild(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Build the meshes anew, in place, from the same puzzle and the present dimensions.

    Raises InputError when the dimensions cannot be built, or an object is in Edit Mode.
    """
    check_replaceable(collection)
    _fill(collection, scene, dimensions_of(puzzle_group(collection)))


def rebuild_all(context: bpy.types.Context, collection: bpy.types.Collection, dimensions: Options) -> None:
    """Give a puzzle new dimensions, bring back the objects that the user removed, and rebuild.

    Raises InputError, before anything is changed, when the puzzle cannot be built.
    """
    check_replaceable(collection)
    group = puzzle_group(collection)
    way = kind_of(group).model.ways[0]
    parts = parts_of(collection, dimensions, way)
    put_dimensions(collection, dimensions)
    add_missing_parts(collection, parts, way.name)
    _fill(collection, scene_of(context), dimensions_of(group))


def follow_dimensions(owner: bpy.types.ID, scene: bpy.types.Scene) -> None:
    """Rebuild a live puzzle if its dimensions were changed to something that can be built.

    What cannot be built leaves the meshes as they are; the panel shows why (see ``problem``). An
    owner of dimensions that is no collection has no meshes that could follow.
    """
    if not isinstance(owner, bpy.types.Collection) or not puzzle_group(owner).live:
        return
    with suppress(InputError):
        built, dimensions = built_of(puzzle_group(owner)), dimensions_of(puzzle_group(owner))
        if built is None or (built.dimensions, built.meters_per_unit) != (dimensions, scale_length(scene)):
            check_replaceable(owner)
            _fill(owner, scene, dimensions)


def show_as_printed(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Show a puzzle in one piece or with its parts apart, whichever way it is printed, as it was built."""
    # A damaged puzzle is reported elsewhere; things then stay as they are.
    with suppress(InputError):
        built = built_of(puzzle_group(collection))
        if built is not None:
            _follow_way(collection, scene, built.dimensions)
            follow_display(collection)


def lay_out_anew(scene: bpy.types.Scene) -> None:
    """Lay all parts that lie apart out anew, for the scene's printer."""
    for collection in puzzles_in(scene):
        with suppress(InputError):
            if way_of(puzzle_group(collection)).apart:
                show_as_printed(collection, scene)


def put_dimensions(collection: bpy.types.Collection, dimensions: Options) -> None:
    """Give a puzzle dimensions, all at once and without rebuilding it."""
    group = puzzle_group(collection)
    live, group.live = group.live, False
    put_options(own_group(group), dimensions)
    group.live = live


def copy_dimensions(source: Any, collection: bpy.types.Collection) -> None:
    """Give a puzzle the lengths of another group, also such that cannot be built, without rebuilding it."""
    group = puzzle_group(collection)
    live, group.live = group.live, False
    for dimension in lengths(kind_of(group).model.dimensions):
        setattr(own_group(group), dimension.name, getattr(source, dimension.name))
    group.live = live


def problem(collection: bpy.types.Collection) -> str | None:
    """Return why the puzzle cannot be built now, or None."""
    try:
        check_replaceable(collection)
        dimensions_of(puzzle_group(collection))
    except InputError as error:
        return str(error)
    return None


def is_current(collection: bpy.types.Collection, scene: bpy.types.Scene) -> bool:
    """Report whether the meshes were built with the present dimensions and unit scale."""
    built = built_of(puzzle_group(collection))
    return built is not None and has_current_dimensions(collection) and built.meters_per_unit == scale_length(scene)


def has_current_dimensions(collection: bpy.types.Collection) -> bool:
    """Report whether the meshes were built with the present dimensions, at whatever unit scale."""
    group = puzzle_group(collection)
    built = built_of(group)
    return built is not None and all(
        value_in(own_group(group), dimension) == getattr(built.dimensions, dimension.name)
        for dimension in declared(type(built.dimensions))
    )


def _fill(collection: bpy.types.Collection, scene: bpy.types.Scene, dimensions: Options) -> None:
    """Put the meshes into the objects, and these where they belong; raises InputError before anything is changed."""
    group = puzzle_group(collection)
    puzzle, kind = puzzle_of(collection), kind_of(group)
    parts = parts_of(collection, dimensions, kind.model.ways[0])
    earlier = built_of(group)
    meters_per_unit = scale_length(scene)
    now = Built(dimensions, meters_per_unit)
    if earlier is not None:
        now = Built(dimensions, meters_per_unit, earlier.laid, earlier.next_bed)
    _add_new_parts(collection, parts, kind.model.ways[0])
    fill_parts(group, parts, units_per_millimeter(now.meters_per_unit))
    group.built = now.to_json()
    half_of(kind.name).follow(collection, puzzle, earlier, now)
    if way_of(group).apart:
        _follow_way(collection, scene, dimensions)
    follow_display(collection)


def _add_new_parts(collection: bpy.types.Collection, parts: Sequence[Part], way: Way) -> None:
    """Give a puzzle the objects of parts that it never had: parts that lie apart may come with other dimensions."""
    group = puzzle_group(collection)
    new = [part for part in parts if item_of(group, part.key) is None]
    if new and way.apart:
        add_missing_parts(collection, new, way.name)


def _follow_way(collection: bpy.types.Collection, scene: bpy.types.Scene, dimensions: Options) -> None:
    """Show the parts of the way in which the puzzle is printed, and hide the others, and those that are no more.

    Where the parts cannot lie apart they stay as they are and the puzzle's problem says why; as long as there are none,
    those of the first way stay in sight.
    """
    group = puzzle_group(collection)
    group.problem = ""
    if way_of(group).apart:
        try:
            _lay_apart(collection, scene, dimensions)
        except InputError as error:
            group.problem = str(error)
    apart = shows_apart(group)
    built = built_of(group)
    for item in own_items(group, first_way(group)):
        if item.part is not None:
            gone = way_of(group).apart and built is not None and bool(built.laid) and item.name not in built.laid
            item.part.hide_viewport = item.part.hide_render = apart or gone
    if group.apart is not None:
        group.apart.hide_viewport = group.apart.hide_render = not apart
    if way_of(group).apart:
        half_of(kind_of(group).name).placed(collection)


def _lay_apart(collection: bpy.types.Collection, scene: bpy.types.Scene, dimensions: Options) -> None:
    """Make the parts that are missing, and lay all on the beds of the scene's printer.

    Raises InputError, before anything is changed, when they cannot be built or have no room.
    """
    group = puzzle_group(collection)
    kind, way, built = kind_of(group), way_of(group), built_of(group)
    if built is None:
        return
    printer = options_in(scene_group(scene), Printer)
    parts = [part for part in parts_of(collection, dimensions, way) if not part.beside]
    laid = lay(parts, printer)
    check_replaceable(collection)
    if way != kind.model.ways[0]:
        patterns = parts_of(collection, dimensions, kind.model.ways[0])
        add_missing_parts_apart(collection, scene, parts, way.name, patterns)
        # The unit of the carrier, even if the scene's has changed since.
        fill_parts(group, parts, units_per_millimeter(built.meters_per_unit))
    now = replace(built, laid=laid, next_bed=next_bed(printer))
    group.built = now.to_json()
    place_parts(group)
    follow_assembly(collection, now)
