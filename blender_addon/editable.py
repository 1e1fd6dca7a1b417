# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the meshes of a puzzle may be replaced, or the user is at work on them."""

from __future__ import annotations

from typing import Any

import bpy

from ..core.errors import InputError
from .names import KIT, PARTS


def check_editable(collection: bpy.types.Collection) -> None:
    """Raise InputError when a mesh of the puzzle, or of its kit if it is shown, must not be replaced."""
    if collection.library:
        raise InputError(f"'{collection.name}' is linked from another file: make it local to rebuild it.")
    group = collection.oskars_cube
    owners = [getattr(group, part.key) for part in PARTS]
    if group.way == KIT:
        owners += [item.part for item in group.kit_parts]
    for owner in owners:
        if owner is not None:
            _check_replaceable(owner)


def _check_replaceable(owner: bpy.types.Object) -> None:
    """Raise InputError when the mesh of an object must not be replaced."""
    mesh: Any = owner.data
    if mesh.library:
        raise InputError(f"'{owner.name}' is linked from another file: make it local to rebuild the puzzle.")
    if mesh.is_editmode:
        raise InputError(f"'{owner.name}' is in Edit Mode: leave it to rebuild the puzzle.")
    if mesh.shape_keys:
        raise InputError(f"'{owner.name}' has shape keys: remove them to rebuild the puzzle.")
