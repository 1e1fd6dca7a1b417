# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the meshes of a puzzle may be replaced, or the user is at work on them."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ...core.kinds import KINDS
from .model import way_of
from .properties import PuzzleProperties, puzzle_group
from .puzzles import first_way


def check_replaceable(collection: bpy.types.Collection) -> None:
    """Raise InputError when a mesh of the puzzle as it is shown must not be replaced."""
    if collection.library or collection.override_library:
        raise InputError(f"'{collection.name}' is linked from another file: make it local to rebuild it.")
    group = puzzle_group(collection)
    ways = {first_way(group), way_of(group).name, ""}
    for item in group.parts:
        if item.part is not None and item.way in ways:
            _check_mesh(item.part)
    _check_unshared(collection)


def _check_mesh(owner: bpy.types.Object) -> None:
    """Raise InputError when the mesh of an object must not be replaced."""
    mesh = owner.data
    if not isinstance(mesh, bpy.types.Mesh):
        raise InputError(f"'{owner.name}' is no longer a mesh: convert it back to one to rebuild the puzzle.")
    if mesh.library:
        raise InputError(f"'{owner.name}' is linked from another file: make it local to rebuild the puzzle.")
    if mesh.is_editmode:
        raise InputError(f"'{owner.name}' is in Edit Mode: leave it to rebuild the puzzle.")
    if mesh.shape_keys:
        raise InputError(f"'{owner.name}' has shape keys: remove them to rebuild the puzzle.")


def _check_unshared(collection: bpy.types.Collection) -> None:
    """Raise InputError when another puzzle, a linked duplicate, has the same meshes.

    It would change with this one, and its dimensions would not show it.
    """
    meshes = _meshes(puzzle_group(collection))
    for other in bpy.data.collections:
        if other != collection and other.users and not meshes.isdisjoint(_meshes(puzzle_group(other))):
            raise InputError(
                f"'{other.name}' has the same meshes: delete one of the two, or make the meshes single-user."
            )


def _meshes(group: PuzzleProperties) -> set[bpy.types.ID | None]:
    """Return the meshes of the parts that are always there, where a collection is a puzzle."""
    if not group.puzzle or group.kind not in KINDS:
        return set()
    ways = {first_way(group), ""}
    return {item.part.data for item in group.parts if item.part is not None and item.way in ways}
