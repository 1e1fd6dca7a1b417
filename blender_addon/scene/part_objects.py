# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of a puzzle's parts: made where they are missing, and given the meshes of the parts, unless in use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import bpy
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.kind.part import Look, Part
from ...core.kind.way import Way
from ..data.context import mesh_of, root_of
from ..data.materials import materials_of, shared_material
from ..data.meshes import fill_or_move
from .puzzle import ScenePuzzle, is_puzzle


def look_material(kind_label: str, look: Look) -> bpy.types.Material:
    """Return the material that all puzzles of a kind share for a look; the user's changes to it stay."""
    return shared_material(f"{kind_label} {look.label}", look.color)


def check_replaceable(puzzle: ScenePuzzle) -> None:
    """Raise InputError when a mesh of the puzzle as it is shown must not be replaced."""
    if puzzle.is_linked:
        raise InputError(f"'{puzzle.name}' is linked from another file: make it local to rebuild it.")
    ways = {puzzle.first_way.name, puzzle.way.name, ""}
    for item in puzzle.group.parts:
        if item.part is not None and item.way in ways:
            _check_mesh(item.part)
    meshes = _meshes(puzzle)
    for other in bpy.data.collections:
        # It would change with this one, and its dimensions would not show it.
        is_other = other != puzzle.collection and other.users and is_puzzle(other)
        if is_other and not meshes.isdisjoint(_meshes(ScenePuzzle(other))):
            raise InputError(
                f"'{other.name}' has the same meshes: delete one of the two, or make the meshes single-user."
            )


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


def _meshes(puzzle: ScenePuzzle) -> set[bpy.types.ID | None]:
    """Return the meshes of the parts that are always there."""
    ways = {puzzle.first_way.name, ""}
    return {item.part.data for item in puzzle.group.parts if item.part is not None and item.way in ways}


def add_missing_parts(puzzle: ScenePuzzle, parts: Sequence[Part]) -> None:
    """Give a puzzle the objects that it lacks of the parts of its first way.

    What is beside the puzzle is hidden at first.
    """
    _add_missing_carrier(puzzle, parts)
    for part in parts:
        added = _object_of(puzzle, part, f"{puzzle.name} {part.label}", puzzle.first_way)
        if added.users_scene:
            continue
        puzzle.collection.objects.link(added)
        if added != puzzle.carrier:
            added.parent = puzzle.carrier
        if part.beside:
            # The object's own, not its view layer's, so that it stays hidden wherever it is taken.
            added.hide_viewport = added.hide_render = True


def add_missing_parts_apart(
    puzzle: ScenePuzzle, scene: bpy.types.Scene, parts: Iterable[Part], patterns: Iterable[Part]
) -> None:
    """Give a puzzle a collection with an object for each part of its way, which is not the first.

    ``patterns`` are the parts whose materials they take where they look alike.
    """
    group, collection = puzzle.group, puzzle.collection
    if group.apart is None:
        group.apart = bpy.data.collections.new(f"{puzzle.name} {puzzle.way.label}")
    children = (*root_of(scene).children_recursive, *collection.children_recursive)
    if group.apart not in children:
        collection.children.link(group.apart)
    for part in parts:
        added = _object_of(puzzle, part, part.label, puzzle.way, patterns)
        if not added.users_scene:
            group.apart.objects.link(added)


def fill_parts(puzzle: ScenePuzzle, parts: Sequence[Part], units: float) -> None:
    """Give the objects of parts their meshes, and those that the carrier carries their places.

    ``units`` is Blender units per millimeter. One that was taken off the carrier stays where the user has put it.
    """
    skins, objects, carrier = puzzle.shown.skins, puzzle.objects, puzzle.carrier
    shown = [part for part in parts if part.key in objects]
    skins.update(zip([part.key for part in shown], [part.skin(skins.get(part.key)) for part in shown], strict=True))
    positions = [skins[part.key].positions(units) for part in shown]
    meshes = [mesh_of(objects[part.key]) for part in shown]
    for part, mesh in zip(shown, meshes, strict=True):
        _add_missing_marks(puzzle, mesh, part)
    for part, mesh, places in zip(shown, meshes, positions, strict=True):
        fill_or_move(mesh, places, skins[part.key].faces)
        filled = objects[part.key]
        if filled != carrier and filled.parent == carrier and not part.beside:
            filled.location = Vector([units * value for value in part.assembled])


def _add_missing_marks(puzzle: ScenePuzzle, mesh: bpy.types.Mesh, part: Part) -> None:
    """Give a mesh the materials of the marks, where an older version has made it without; the user's own stay."""
    marks = [look for look in part.looks if look.mark]
    # A live puzzle comes here at each edit, so what costs nothing is asked first.
    if not marks or len(mesh.materials) != len(part.looks) - len(marks):
        return
    label = puzzle.kind.label
    if list(mesh.materials) == [look_material(label, look) for look in part.looks if not look.mark]:
        for look in marks:
            mesh.materials.append(look_material(label, look))


def _add_missing_carrier(puzzle: ScenePuzzle, parts: Sequence[Part]) -> None:
    """Let the first part carry the others where these stand in the puzzle, and else an empty."""
    group, way = puzzle.group, puzzle.first_way
    if not way.apart:
        group.carrier = _object_of(puzzle, parts[0], f"{puzzle.name} {parts[0].label}", way)
        return
    if group.carrier is None:
        group.carrier = bpy.data.objects.new(puzzle.name, None)
    if not group.carrier.users_scene:
        puzzle.collection.objects.link(group.carrier)


def _object_of(puzzle: ScenePuzzle, part: Part, name: str, way: Way, patterns: Iterable[Part] = ()) -> bpy.types.Object:
    """Return the object of a part, a new one where there is none."""
    group = puzzle.group
    item = group.parts.get(part.key)
    if item is None:
        item = group.parts.add()
        item.name, item.way, item.walls = part.key, "" if part.beside else way.name, part.walls
    if item.part is None:
        mesh = bpy.data.meshes.new(name)
        for look in part.looks:
            mesh.materials.append(_material(puzzle, look, patterns))
        item.part = bpy.data.objects.new(name, mesh)
        item.part.color = part.object_color
        item.part.parent = group.carrier
    return item.part


def _material(puzzle: ScenePuzzle, look: Look, patterns: Iterable[Part]) -> bpy.types.Material | None:
    """Return the material that a pattern with the same look has, maybe one of the user's, or else the shared one."""
    for pattern in patterns:
        like = puzzle.kept_object(pattern.key)
        if look in pattern.looks and like is not None:
            materials = materials_of(like)
            if materials:
                return materials[min(pattern.looks.index(look), len(materials) - 1)]
    return look_material(puzzle.kind.label, look)
