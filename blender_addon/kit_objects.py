# SPDX-License-Identifier: GPL-3.0-or-later
"""The kit of a puzzle in the scene: a collection of nine objects below the puzzle's own.

The objects keep where they stand in the box and on the printer's bed, so the slider between the
two only moves them. Parts that the user removed come back when the kit is built or laid out anew.
"""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ..core.bed_layout import Place, lay_out
from ..core.dimensions import Dimensions
from ..core.errors import InputError
from ..core.kit import KitPart, kit
from ..core.puzzle import Puzzle
from ..core.solids import Mesh
from .conversions import printer_from
from .editable import check_editable
from .meshes import fill_mesh
from .names import BOX, CROSS, KIT, PLATE_LOOKS, PLATE_START, Color
from .units import units_per_millimeter

BETWEEN_BEDS = 20.0
"""The distance between two beds in the scene, in millimeters."""

APART = 0.8
"""How far plates come off in the exploded view, in lengths of the box's longest side."""

APART_INSIDE = 4.0
"""How far the half arms come off, in widths of the arm: farther than the peg reaches."""


def follow_way(
    collection: bpy.types.Collection, scene: bpy.types.Scene, puzzle: Puzzle, dimensions: Dimensions
) -> None:
    """Show the kit in place of box and cross, or these in place of the kit, as the puzzle is printed.

    Where the kit cannot be, its parts stay as they are and the kit's problem tells why; as long as
    there are none, box and cross stay in sight.
    """
    group = collection.oskars_cube
    group.kit_problem = ""
    if group.way == KIT:
        try:
            _fill_kit(collection, scene, puzzle, dimensions)
        except InputError as error:
            group.kit_problem = str(error)
    as_kit = shows_kit(group)
    for part in (BOX, CROSS):
        shown = getattr(group, part.key)
        if shown is not None:
            shown.hide_viewport = shown.hide_render = as_kit
    if group.kit is not None:
        group.kit.hide_viewport = group.kit.hide_render = not as_kit


def shows_kit(group: Any) -> bool:
    """Tell whether the kit is shown in place of box and cross."""
    return group.way == KIT and len(group.kit_parts) > 0


def place_kit(collection: bpy.types.Collection) -> None:
    """Move the parts of the kit to where the slider says.

    In the first half of its way they come off the box, in the second half they lie down on the bed.
    """
    group = collection.oskars_cube
    coming_off, lying_down = min(2 * group.explode, 1.0), max(2 * group.explode - 1, 0.0)
    for item in group.kit_parts:
        if item.part is None:
            continue
        off = Vector(item.assembled) + coming_off * Vector(item.outward)
        item.part.location = off.lerp(Vector(item.printed), lying_down)
        item.part.rotation_mode = "QUATERNION"
        item.part.rotation_quaternion = Quaternion().slerp(
            _turn(item.up, turned=item.turned).to_quaternion(), lying_down
        )


def printed_matrix(item: Any, *, on_bed: bool) -> Matrix:
    """Return how a part is printed, in Blender units: by itself above the origin, or in its place on its bed."""
    place = Vector(item.printed) - Vector((item.bed_offset, 0.0, 0.0)) if on_bed else Vector((0, 0, item.printed[2]))
    return Matrix.Translation(place) @ _turn(item.up, turned=on_bed and item.turned).to_4x4()


def _fill_kit(collection: bpy.types.Collection, scene: bpy.types.Scene, puzzle: Puzzle, dimensions: Dimensions) -> None:
    """Make the parts that are missing and give all their meshes and places.

    Raises InputError, before anything is changed, when the kit cannot be.
    """
    group = collection.oskars_cube
    printer = printer_from(scene.oskars_cube)
    parts = kit(puzzle, dimensions)
    places = lay_out({part.label: part.printed_size[:2] for part in parts}, printer)
    check_editable(collection)
    _add_missing_parts(collection, scene, parts)
    # The unit of the box that carries the parts, even if the scene's has changed since.
    scale = units_per_millimeter(group.built_scale)
    apart_plates = APART * max(dimensions.outer_size(puzzle.size))
    apart_inside = APART_INSIDE * dimensions.arm_width
    for item, part in zip(group.kit_parts, parts, strict=True):
        place = places[part.label]
        apart = apart_plates if part.name.startswith(PLATE_START) else apart_inside
        item.outward = [scale * apart * value for value in part.outward]
        item.bed, item.bed_offset = place.bed, scale * place.bed * (printer.bed_x + BETWEEN_BEDS)
        _keep_places(item, part, place, scale)
        mesh = part.solid.mesh()
        fill_mesh(item.part.data, Mesh(mesh.vertices - np.array(part.middle), mesh.quads), scale)
    place_kit(collection)


def _add_missing_parts(collection: bpy.types.Collection, scene: bpy.types.Scene, parts: tuple[KitPart, ...]) -> None:
    """Give the puzzle a collection with an object for each part; the box carries them."""
    group = collection.oskars_cube
    if group.kit is None:
        group.kit = bpy.data.collections.new(f"{collection.name} Kit")
    if group.kit not in (*scene.collection.children_recursive, *collection.children_recursive):
        collection.children.link(group.kit)
    for part in parts:
        item = group.kit_parts.get(part.name)
        if item is None:
            item = group.kit_parts.add()
            item.name = part.name
        if item.part is None:
            if part.name.startswith(PLATE_START):
                item.part = _new_object(part.label, PLATE_LOOKS[part.up].color, group.box, part.up)
            else:
                item.part = _new_object(part.label, CROSS.color, group.cross, 0)
            item.part.parent = group.box
        if not item.part.users_scene:
            group.kit.objects.link(item.part)


def _new_object(label: str, color: Color, pattern: bpy.types.Object | None, slot: int) -> bpy.types.Object:
    """Return a new object with the material that is in a slot of the box or the cross that it is a part of."""
    mesh = bpy.data.meshes.new(label)
    look: Any = None if pattern is None else pattern.data
    if look and look.materials:
        mesh.materials.append(look.materials[min(slot, len(look.materials) - 1)])
    added = bpy.data.objects.new(label, mesh)
    added.color = color
    return added


def _keep_places(item: Any, part: KitPart, place: Place, scale: float) -> None:
    """Keep where a part stands in the box and how it lies on its bed, in Blender units."""
    item.assembled = [scale * value for value in part.middle]
    item.printed = (item.bed_offset + scale * place.x, scale * place.y, scale * part.printed_size[2] / 2)
    item.up, item.turned = part.up, place.turned


def _turn(up: int, *, turned: bool) -> Matrix:
    """Return how a part is turned in print: the axis that looks up goes to z, the next ones to x and y."""
    flat = Matrix([[float(axis == (up + after) % 3) for axis in range(3)] for after in (1, 2, 3)])
    quarter = Matrix(((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    return quarter @ flat if turned else flat
