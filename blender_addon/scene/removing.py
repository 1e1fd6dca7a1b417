# SPDX-License-Identifier: GPL-3.0-or-later
"""Removing a puzzle with all that belongs to it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ...core.common.errors import InputError
from ..data.materials import found_glass
from ..data.wire_model import hide_wire
from .kind_in_blender import in_blender
from .puzzle import ScenePuzzle


def remove_puzzle(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove a puzzle: its objects, also hidden ones, their meshes, keys and wires, and materials that nobody uses now.

    Objects of the user's own that hang on it, or lie in its collections, stay where they are, in the scene's own
    collection. Raises InputError for a puzzle that is linked from another file.
    """
    if puzzle.is_linked:
        raise InputError(f"'{puzzle.name}' is linked from another file: unlink its collection to remove it.")
    in_blender(puzzle.kind.name).remove(puzzle, scene)
    parts = set(puzzle.objects.values()) | ({puzzle.group.carrier} if puzzle.group.carrier else set())
    materials = list(dict.fromkeys(_materials(puzzle)))
    glasses = [glass for material in materials if (glass := found_glass(material)) is not None]
    # The inner one first.
    collections = [owned for owned in (puzzle.group.apart, puzzle.collection) if owned is not None]
    for owned in collections:
        for content in [content for content in owned.objects.values() if content is not None and content not in parts]:
            if all(other in collections for other in content.users_collection):
                scene.collection.objects.link(content)
    for part in parts:
        remove_object(part)
    for owned in collections:
        bpy.data.collections.remove(owned)
    unused: list[bpy.types.ID] = [owned for owned in dict.fromkeys((*materials, *glasses)) if not owned.users]
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
