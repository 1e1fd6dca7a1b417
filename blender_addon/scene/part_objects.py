# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of a puzzle's parts: made where they are missing, and given the meshes of the parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import bpy

from ...core.kind.model import Way
from ...core.kind.part import Look, Part
from ..data.context import root_of
from ..data.materials import materials_of
from ..data.meshes import Filling, fill_meshes
from .colors import look_material
from .puzzle import ScenePuzzle


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
        if added != puzzle.group.carrier:
            added.parent = puzzle.group.carrier
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
    Raises InputError, and changes nothing, where a mesh was edited by hand.
    """
    group, skins = puzzle.group, puzzle.shown.skins
    carrier = group.carrier
    objects = {item.name: item.part for item in group.parts if item.part is not None}
    meshes = {key: owner.data for key, owner in objects.items() if isinstance(owner.data, bpy.types.Mesh)}
    filled = [part for part in parts if part.key in meshes]
    fillings: list[Filling] = []
    for part in filled:
        skin = skins[part.key] = part.skin(skins.get(part.key))
        # What is beside the puzzle is not the user's.
        known = "" if part.beside else group.parts[part.key].shape
        fillings.append((meshes[part.key], skin.positions(units), skin.faces, known))
    shapes = fill_meshes(fillings)
    if shapes is None:
        puzzle.check_unedited()
        return
    for part, shape in zip(filled, shapes, strict=True):
        group.parts[part.key].shape = shape
        if len(meshes[part.key].materials) < len(part.looks):
            _add_missing_marks(puzzle, meshes[part.key], part)
        placed = objects[part.key]
        if placed != carrier and placed.parent == carrier and not part.beside:
            x, y, z = part.assembled
            placed.location = (units * x, units * y, units * z)


def _add_missing_marks(puzzle: ScenePuzzle, mesh: bpy.types.Mesh, part: Part) -> None:
    """Give a mesh the materials of the marks, where an older version has made it without; the user's own stay."""
    marks, label = [look for look in part.looks if look.mark], puzzle.kind.label
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
        item.shape = ""
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
