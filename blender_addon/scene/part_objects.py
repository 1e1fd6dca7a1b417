# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of a puzzle's parts: made where they are missing, and given the meshes of the parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import bpy
from mathutils import Vector

from ...core.kind.part import Look, Part
from ..data.context import mesh_of, root_of
from ..data.materials import materials_of
from ..data.meshes import fill_or_move
from .looks import look_material
from .model import kind_of, shown_of
from .properties import PuzzleProperties, puzzle_group
from .puzzles import item_of, kept_object


def add_missing_parts(collection: bpy.types.Collection, parts: Iterable[Part], way: str) -> None:
    """Give a puzzle the objects that it lacks of the parts of its first way.

    What is beside the puzzle is hidden at first.
    """
    group = puzzle_group(collection)
    _add_missing_carrier(collection, parts, way)
    for part in parts:
        added = _object_of(group, part, f"{collection.name} {part.label}", way)
        if added.users_scene:
            continue
        collection.objects.link(added)
        if added != group.carrier:
            added.parent = group.carrier
        if part.beside:
            # The object's own, not its view layer's, so that it stays hidden wherever it is taken.
            added.hide_viewport = added.hide_render = True


def add_missing_parts_apart(
    collection: bpy.types.Collection, scene: bpy.types.Scene, parts: Iterable[Part], way: str, patterns: Iterable[Part]
) -> None:
    """Give a puzzle a collection with an object for each part of a way that is not its first.

    ``patterns`` are the parts whose materials they take where they look alike.
    """
    group = puzzle_group(collection)
    if group.apart is None:
        label = kind_of(group).model.way(way).label
        group.apart = bpy.data.collections.new(f"{collection.name} {label}")
    children = (*root_of(scene).children_recursive, *collection.children_recursive)
    if group.apart not in children:
        collection.children.link(group.apart)
    for part in parts:
        added = _object_of(group, part, part.label, way, patterns)
        if not added.users_scene:
            group.apart.objects.link(added)


def fill_parts(group: PuzzleProperties, parts: Sequence[Part], units: float) -> None:
    """Give the objects of parts their meshes, and those that the carrier carries their places.

    ``units`` is Blender units per millimeter. One that was taken off the carrier stays where the user has put it.
    """
    skins = shown_of(group).skins
    for part in parts:
        filled = kept_object(group, part.key)
        if filled is None:
            continue
        _add_missing_marks(group, mesh_of(filled), part)
        skin = skins[part.key] = part.skin(skins.get(part.key))
        fill_or_move(mesh_of(filled), skin.positions(units), skin.faces)
        if filled != group.carrier and filled.parent == group.carrier and not part.beside:
            filled.location = Vector([units * value for value in part.assembled])


def _add_missing_marks(group: PuzzleProperties, mesh: bpy.types.Mesh, part: Part) -> None:
    """Give a mesh the materials of the marks, where an older version has made it without; the user's own stay."""
    marks = [look for look in part.looks if look.mark]
    # A live puzzle comes here at each edit, so what costs nothing is asked first.
    if not marks or len(mesh.materials) != len(part.looks) - len(marks):
        return
    label = kind_of(group).label
    if list(mesh.materials) == [look_material(label, look) for look in part.looks if not look.mark]:
        for look in marks:
            mesh.materials.append(look_material(label, look))


def _add_missing_carrier(collection: bpy.types.Collection, parts: Iterable[Part], way: str) -> None:
    """Let the first part carry the others where these stand in the puzzle, and else an empty."""
    group = puzzle_group(collection)
    if not kind_of(group).model.way(way).apart:
        first = next(iter(parts))
        group.carrier = _object_of(group, first, f"{collection.name} {first.label}", way)
        return
    if group.carrier is None:
        group.carrier = bpy.data.objects.new(collection.name, None)
    if not group.carrier.users_scene:
        collection.objects.link(group.carrier)


def _object_of(
    group: PuzzleProperties, part: Part, name: str, way: str, patterns: Iterable[Part] = ()
) -> bpy.types.Object:
    """Return the object of a part, a new one where there is none."""
    item = item_of(group, part.key)
    if item is None:
        item = group.parts.add()
        item.name, item.way, item.walls = part.key, "" if part.beside else way, part.walls
    if item.part is None:
        mesh = bpy.data.meshes.new(name)
        for look in part.looks:
            mesh.materials.append(_material(group, look, patterns))
        item.part = bpy.data.objects.new(name, mesh)
        item.part.color = part.object_color
        item.part.parent = group.carrier
    return item.part


def _material(group: PuzzleProperties, look: Look, patterns: Iterable[Part]) -> bpy.types.Material | None:
    """Return the material that a pattern with the same look has, maybe one of the user's, or else the shared one."""
    for pattern in patterns:
        like = kept_object(group, pattern.key)
        if look in pattern.looks and like is not None:
            materials = materials_of(like)
            if materials:
                return materials[min(pattern.looks.index(look), len(materials) - 1)]
    return look_material(kind_of(group).label, look)
