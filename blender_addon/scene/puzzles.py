# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding the puzzles of a scene, and the objects of their parts.

A puzzle's collection points at the objects, so that renaming them does no harm; an object that the user removed is
brought back by Rebuild only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.kinds import KINDS
from ..data.context import present, root_of, scene_of, view_layer_of
from .model import kind_of, way_of
from .properties import FORMAT, PartProperties, PuzzleProperties, puzzle_group


def puzzles_in(scene: bpy.types.Scene) -> Iterator[bpy.types.Collection]:
    """Yield the collections of a scene that hold a puzzle."""
    return (collection for collection in root_of(scene).children_recursive if is_puzzle(collection))


def is_puzzle(collection: bpy.types.Collection) -> bool:
    """Report whether a collection holds a puzzle of a kind, and in a form, that this version knows."""
    group = puzzle_group(collection)
    return bool(group.puzzle) and group.kind in KINDS and group.format <= FORMAT


def puzzle_named(name: str) -> bpy.types.Collection | None:
    """Return the puzzle of this file with a name: a reference to it would not outlive an undo."""
    # The stubs claim that this returns what it is given as the default.
    collections: Any = bpy.data.collections
    named: bpy.types.Collection | None = collections.get((name, None))
    return named if named is not None and is_puzzle(named) else None


def active_puzzle(context: bpy.types.Context) -> bpy.types.Collection | None:
    """Return the puzzle that the user works on.

    It is the one whose part is active; else the one in whose collection the active object is; else
    that of the active collection; else the only one there is.
    """
    puzzles = list(puzzles_in(scene_of(context)))
    view_layer = view_layer_of(context)
    active = view_layer.objects.active if view_layer.objects else None
    if active is not None:
        for collection in puzzles:
            if any(item.part == active for item in puzzle_group(collection).parts):
                return collection
        for collection in puzzles:
            if active in collection.all_objects.values():
                return collection
    chosen = present(view_layer.active_layer_collection).collection
    if chosen in puzzles:
        return chosen
    return puzzles[0] if len(puzzles) == 1 else None


def item_of(group: PuzzleProperties, key: str) -> PartProperties | None:
    """Return what a puzzle keeps of a part, by the part's key; None where it never had it."""
    return group.parts.get(key)


def kept_object(group: PuzzleProperties, key: str) -> bpy.types.Object | None:
    """Return the object of a part, also one that the user removed from all scenes; None where there is none."""
    item = item_of(group, key)
    return None if item is None else item.part


def part_object(collection: bpy.types.Collection, key: str) -> bpy.types.Object | None:
    """Return the object of a part, or None when the user removed it from all scenes."""
    kept = kept_object(puzzle_group(collection), key)
    return kept if kept is not None and kept.users_scene else None


def needed_part(collection: bpy.types.Collection, key: str) -> bpy.types.Object:
    """Return the object of a part, to change it; raises InputError where it was deleted or is linked."""
    found = part_object(collection, key)
    if found is None:
        raise deleted(collection, key)
    if found.library or collection.library or collection.override_library:
        raise InputError(f"'{found.name}' is linked from another file: make it and its collection local to change it.")
    return found


def deleted(collection: bpy.types.Collection, key: str) -> InputError:
    """Return the error for a part that the user removed."""
    group = puzzle_group(collection)
    item = item_of(group, key)
    apart = item is not None and item.way not in {"", first_way(group)}
    name = f"A part of this {way_of(group).label.lower()}" if apart else f"The {key.replace('_', ' ')} of this puzzle"
    return InputError(f"{name} was deleted: press Rebuild to get it back.")


def missing_parts(collection: bpy.types.Collection) -> list[str]:
    """Return the keys of the parts that are always in the scene, and whose objects the user has deleted."""
    group = puzzle_group(collection)
    ways = {first_way(group), ""}
    return [item.name for item in group.parts if item.way in ways and (item.part is None or not item.part.users_scene)]


def own_items(group: PuzzleProperties, way: str) -> list[PartProperties]:
    """Return what a puzzle keeps of the parts of a way."""
    return [item for item in group.parts if item.way == way]


def first_way(group: PuzzleProperties) -> str:
    """Return the name of the way whose parts are always in the scene."""
    return kind_of(group).model.ways[0].name


def shows_apart(group: PuzzleProperties) -> bool:
    """Report whether the parts of a way are shown that is not the first."""
    way = way_of(group).name
    return way != first_way(group) and bool(own_items(group, way))
