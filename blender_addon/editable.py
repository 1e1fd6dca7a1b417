# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the meshes of a puzzle may be replaced, or the user is at work on them."""

from __future__ import annotations

from typing import Any

import bpy

from ..core.errors import InputError
from .names import KIT, PARTS


def check_editable(collection: bpy.types.Collection) -> None:
    """Raise InputError when a mesh of the puzzle, or of its kit if it is shown, must not be replaced."""
    if collection.library or collection.override_library:
        raise InputError(f"'{collection.name}' is linked from another file: make it local to rebuild it.")
    group = collection.oskars_cube
    owners = [getattr(group, part.key) for part in PARTS]
    if group.way == KIT:
        owners += [item.part for item in group.kit_parts]
    for owner in owners:
        if owner is not None:
            _check_replaceable(owner)
    _check_unshared(collection)


def _check_replaceable(owner: bpy.types.Object) -> None:
    """Raise InputError when the mesh of an object must not be replaced."""
    mesh: Any = owner.data
    if mesh.library:
        raise InputError(f"'{owner.name}' is linked from another file: make it local to rebuild the puzzle.")
    if mesh.is_editmode:
        raise InputError(f"'{owner.name}' is in Edit Mode: leave it to rebuild the puzzle.")
    if mesh.shape_keys:
        raise InputError(f"'{owner.name}' has shape keys: remove them to rebuild the puzzle.")


def _check_unshared(collection: bpy.types.Collection) -> None:
    """Raise InputError when another puzzle, a linked duplicate, has the same meshes.

    It would change with this one, and its dimensions would not tell so.
    """
    meshes = _meshes(collection)
    collections: Any = bpy.data.collections
    for other in collections:
        if other != collection and other.users and not meshes.isdisjoint(_meshes(other)):
            raise InputError(
                f"'{other.name}' has the same meshes: delete one of the two, or make the meshes single-user."
            )


def _meshes(collection: bpy.types.Collection) -> set[Any]:
    """Return the meshes of box, cross and trace, where a collection is a puzzle."""
    if not collection.oskars_cube.puzzle_json:
        return set()
    owners = (getattr(collection.oskars_cube, part.key) for part in PARTS)
    return {owner.data for owner in owners if owner is not None}
