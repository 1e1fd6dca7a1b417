# SPDX-License-Identifier: GPL-3.0-or-later
"""A new puzzle in a scene: a collection with an object for each part, beside the puzzles that stand there already.

Removing a puzzle with all that belongs to it, and nothing else.

Another puzzle in the place of one: the objects stay, with all that the user has done to them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from typing import Any

import bpy
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.kind.kind import AnyKind
from ..data.geometry_nodes import hide_wire
from ..data.interface import root_of, scene_of, units_per_millimeter, view_layer_of
from ..data.meshes import found_glass
from .build import rebuild, rebuild_all
from .by_hand import check_rebuildable
from .option_properties import put_options
from .part_objects import add_missing_parts, room_of
from .properties import FORMAT, scene_group
from .puzzle import ScenePuzzle, in_blender, puzzles_in, remembered_parts
from .startup import follow_puzzles, following_end

SOLID_TYPES = {"MESH", "CURVE", "SURFACE", "META", "FONT"}
"""The types of objects that can be in the way."""


def add_puzzle(context: bpy.types.Context, kind: AnyKind, puzzle: Any, dimensions: Options) -> ScenePuzzle:
    """Make the collection and objects of a puzzle, beside the puzzles that stand there already."""
    scene, dimensions = scene_of(context), kind.settled(dimensions, puzzle)
    parts = remembered_parts(kind, puzzle, dimensions, kind.ways[0])
    place = _free_place(context, kind, puzzle, dimensions)
    collection = bpy.data.collections.new(free_name(kind.name_of(puzzle)))
    root_of(scene).children.link(collection)
    added = ScenePuzzle(collection)
    group = added.group
    group.format, group.kind, group.puzzle = FORMAT, kind.name, kind.to_json(puzzle)
    put_options(added.own, dimensions)
    group.folder = scene_group(scene).folder
    group.explode = kind.first_explode
    add_missing_parts(added, parts)
    if group.carrier is not None:
        group.carrier.location = place
    rebuild(added, scene)
    group.live = True
    follow_puzzles(context)
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
    reach = units_per_millimeter(scene.unit_settings.scale_length) * kind.reach(puzzle, dimensions)
    clear = [end for neighbor in puzzles_in(scene) for end in _clear_ends(neighbor)]
    x = max(clear) + reach if clear else cursor.x
    return _past_others(context, Vector((x, cursor.y, cursor.z)), reach), cursor.y, cursor.z


def _past_others(context: bpy.types.Context, place: Vector, reach: float) -> float:
    """Return the first x from a place to the right where nothing visible is in the way of what reaches so far.

    What stands at a place may be up to twice as high as it reaches to the sides.
    """
    beside = []
    for visible in context.visible_objects:
        if visible.type in SOLID_TYPES:
            corners = [visible.matrix_world @ Vector(corner) for corner in visible.bound_box]
            (left, right), (front, back), (low, high) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
            is_in_row = front < place.y + reach and back > place.y - reach
            if is_in_row and low < place.z + 2 * reach and high > place.z - reach:
                beside.append((left, right))
    x = place.x
    for left, right in sorted(beside):
        if left < x + reach and right > x - reach:
            x = right + reach
    return x


def _clear_ends(puzzle: ScenePuzzle) -> list[float]:
    """Return coordinates along x that are clear of a puzzle, in Blender units."""
    carrier = puzzle.group.carrier
    ends: list[float] = []
    if carrier is not None and carrier.users_scene and carrier.type == "MESH":
        sides = [(carrier.matrix_world @ Vector(corner)).x for corner in carrier.bound_box]
        # What is inside of it comes out of it by less than it is wide.
        ends.append(2 * max(sides) - min(sides))
    if puzzle.way.apart:
        ends += [corner.x for corner in room_of(puzzle)]
    return ends


def remove_puzzle(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove a puzzle: its objects, also hidden ones, their meshes, keys and wires, and materials that nobody uses now.

    Objects and collections of the user's own that hang on it, or lie in its collections, stay where they are, in the
    scene's own collection. Raises InputError for a puzzle that is linked from another file.
    """
    if puzzle.is_linked:
        raise InputError(f"'{puzzle.name}' is linked from another file: unlink its collection to remove it.")
    in_blender(puzzle.kind.name).remove(puzzle, scene)
    parts = set(puzzle.objects.values()) | ({puzzle.group.carrier} if puzzle.group.carrier else set())
    materials = list(dict.fromkeys(_materials(puzzle)))
    glasses = [glass for material in materials if (glass := found_glass(material)) is not None]
    # The inner one first.
    collections = [owned for owned in (puzzle.parts_collection, puzzle.collection) if owned is not None]
    keep_others(collections, parts, scene.collection)
    for part in parts:
        remove_object(part)
    for owned in collections:
        bpy.data.collections.remove(owned)
    unused: list[bpy.types.ID] = [owned for owned in dict.fromkeys((*materials, *glasses)) if not owned.users]
    bpy.data.batch_remove(unused)


def keep_others(owned: Sequence[bpy.types.Collection], parts: Container[Any], place: bpy.types.Collection) -> None:
    """Link to a place what the user has put into collections that will be removed, if it is nowhere else."""
    for collection in owned:
        for content in collection.objects.values():
            if content is not None and content not in parts and all(user in owned for user in content.users_collection):
                place.objects.link(content)
        for inner in [inner for inner in collection.children.values() if inner is not None and inner not in owned]:
            users = (*(scene.collection for scene in bpy.data.scenes), *bpy.data.collections)
            if all(user in owned for user in users if inner in user.children.values()):
                place.children.link(inner)


def remove_object(removed: bpy.types.Object) -> None:
    """Remove an object with its mesh, its keys and its wires, where nothing else uses them; what hangs on it stays."""
    hide_wire(removed)
    for child in removed.children:
        place = child.matrix_world.copy()
        child.parent = None
        child.matrix_world = place
    animation = removed.animation_data
    action = None if animation is None else animation.action
    data = removed.data
    bpy.data.objects.remove(removed)
    left: list[bpy.types.ID] = [owned for owned in (data, action) if owned is not None and not owned.users]
    bpy.data.batch_remove(left)


def _materials(puzzle: ScenePuzzle) -> Iterator[bpy.types.Material]:
    """Yield the materials of a puzzle's parts, and what lies over them."""
    for part in puzzle.objects.values():
        for slot in part.material_slots:
            if slot.material is not None:
                yield slot.material
        if isinstance(part.data, bpy.types.Mesh):
            yield from (material for material in part.data.materials if material is not None)


def replace_puzzle(context: bpy.types.Context, before: ScenePuzzle, puzzle: Any) -> None:
    """Let a collection hold another puzzle of its kind.

    Where it stands, how it is shown and printed and where it is exported to stay as they were, and so do its
    dimensions, but for what follows from a puzzle. A name of the user's own stays, too. Raises InputError, before
    anything is changed, where the puzzle cannot be built.
    """
    check_rebuildable(before)
    kind, group = before.kind, before.group
    dimensions = kind.settled(kind.followed(before.puzzle, puzzle, before.dimensions), puzzle)
    kind.parts(puzzle, dimensions, before.first_way.name)
    name = kind.name_of(before.puzzle)
    group.puzzle = kind.to_json(puzzle)
    group.built = group.checks = group.opened_from = group.exported = ""
    now = before.renewed()
    _rename(now, name, kind.name_of(puzzle))
    with following_end(scene_of(context)):
        _remove_others(now, dimensions)
        rebuild_all(context, now, dimensions)
        in_blender(kind.name).replaced(now.renewed(), scene_of(context))


def _remove_others(puzzle: ScenePuzzle, dimensions: Options) -> None:
    """Remove the objects of parts that the puzzle has no longer, in whatever way they are printed."""
    group = puzzle.group
    for way in puzzle.kind.ways:
        names = {way.name, ""} if way == puzzle.first_way else {way.name}
        owned = [item for item in group.parts if item.way in names]
        keys: set[str] = set()
        if owned:
            # What cannot be printed in a way has no parts in it now.
            with suppress(InputError):
                keys = {part.key for part in puzzle.parts(way, dimensions)}
        for key in [item.name for item in owned if item.name not in keys and item.part != puzzle.group.carrier]:
            removed = puzzle.kept_object(key)
            if removed is not None:
                remove_object(removed)
            group.parts.remove(group.parts.find(key))


def _rename(puzzle: ScenePuzzle, before: str, now: str) -> None:
    """Give a collection and its objects the name of the new puzzle, where they bear that of the one before."""
    old = puzzle.name
    rest = old.removeprefix(before)
    if before == now or rest == old or (rest and not rest.startswith(" (")):
        return
    puzzle.collection.name = free_name(now)
    # What carries them may be one of them.
    parts = {puzzle.group.carrier, *(item.part for item in puzzle.group.parts)}
    named: list[Any] = [puzzle.parts_collection, *parts, *(part.data for part in parts if part is not None)]
    for owned in named:
        if owned is not None and owned.name.startswith(old):
            owned.name = puzzle.name + owned.name.removeprefix(old)
