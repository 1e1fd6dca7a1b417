# SPDX-License-Identifier: GPL-3.0-or-later
"""Removing a puzzle with all that belongs to it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ...core.common.errors import InputError
from ..data.materials import found_glass
from ..data.wire_model import hide_wire
from .half import half_of
from .model import kind_of
from .properties import PuzzleProperties, puzzle_group


def remove_puzzle(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Remove a puzzle: its objects, also hidden ones, their meshes, keys and wires, and materials that nobody uses now.

    Objects of the user's own that hang on it, or lie in its collections, stay where they are, in the scene's own
    collection. Raises InputError for a puzzle that is linked from another file.
    """
    if collection.library or collection.override_library:
        raise InputError(f"'{collection.name}' is linked from another file: unlink its collection to be rid of it.")
    group = puzzle_group(collection)
    half_of(kind_of(group).name).remove(collection, scene)
    materials = list(dict.fromkeys(_materials(group)))
    glasses = [glass for material in materials if (glass := found_glass(material)) is not None]
    owned = {item.part for item in group.parts} | {group.carrier}
    parts = [one for one in owned if one is not None]
    for own in _own_objects(collection, parts):
        if not any(other != collection for other in own.users_collection if other not in _collections(collection)):
            scene.collection.objects.link(own)
    for part in parts:
        remove_object(part)
    for one in _collections(collection):
        bpy.data.collections.remove(one)
    unused: list[bpy.types.ID] = [one for one in dict.fromkeys((*materials, *glasses)) if not one.users]
    bpy.data.batch_remove(unused)


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
    left: list[bpy.types.ID] = [one for one in (data, action) if one is not None and not one.users]
    bpy.data.batch_remove(left)


def _collections(collection: bpy.types.Collection) -> list[bpy.types.Collection]:
    """Return the collections of a puzzle, the inner one first."""
    apart = puzzle_group(collection).apart
    return [one for one in (apart, collection) if one is not None]


def _own_objects(collection: bpy.types.Collection, parts: list[bpy.types.Object]) -> Iterator[bpy.types.Object]:
    """Yield the objects in a puzzle's collections that are none of its own."""
    for one in _collections(collection):
        yield from (own for own in one.objects.values() if own is not None and own not in parts)


def _materials(group: PuzzleProperties) -> Iterator[bpy.types.Material]:
    """Yield the materials of a puzzle's parts, and what lies over them."""
    for item in group.parts:
        if item.part is not None:
            for slot in item.part.material_slots:
                if slot.material is not None:
                    yield slot.material
            mesh = item.part.data
            if isinstance(mesh, bpy.types.Mesh):
                yield from (material for material in mesh.materials if material is not None)
