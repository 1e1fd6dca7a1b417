# SPDX-License-Identifier: GPL-3.0-or-later
"""How the walls of a puzzle are shown: solid, as wires, or as glass, in the viewport and in the render.

The walls are the box, or the plates of the kit. Their meshes and materials stay as they are,
whatever is shown, and so do the files: glass lies over the materials in the slots of the object, and the wires
are shown by a modifier.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Any

import bpy

from .conversions import built_dimensions
from .kit_objects import shows_kit
from .materials import GLASS_ALPHA, glass_material, materials_of
from .names import GLASS, PLATE_START, SOLID, WIRE
from .units import units_per_millimeter
from .wire_model import hide_wire, show_wire

WIRE_WIDTH = 0.125
"""The width of a wire, in plates' thicknesses."""


def draw_display(layout: bpy.types.UILayout, group: Any) -> None:
    """Draw the choice between solid, wire and glass."""
    layout.row().prop(group, "display", expand=True)


def follow_display(collection: bpy.types.Collection) -> None:
    """Show the walls of a puzzle in the way that was chosen; walls that are shown solid already are not touched."""
    group = collection.oskars_cube
    for walls, in_use in _walls(group):
        if group.displayed == GLASS and group.display != GLASS:
            _remove_glass(walls)
        if group.displayed == WIRE and group.display != WIRE:
            hide_wire(walls)
        if group.display not in (group.displayed, SOLID) and walls.select_get():
            # The outlines of what is selected would cover the colors and what is inside.
            walls.select_set(False)
        if group.display == GLASS:
            _add_glass(walls)
        elif group.display == WIRE and in_use:
            plate = built_dimensions(group).plate * units_per_millimeter(group.built_scale)
            show_wire(walls, WIRE_WIDTH * plate)
    group.displayed = group.display


def _walls(group: Any) -> Iterator[tuple[bpy.types.Object, bool]]:
    """Yield all walls, and whether they are in use.

    Where the puzzle is a kit the box is hidden, else the kit's whole collection is. Walls that are
    linked from another file, overridden or not, are shown as they are there.
    """
    as_kit = shows_kit(group)
    if group.id_data.override_library:
        return
    if group.box is not None and not group.box.library:
        yield group.box, not as_kit
    for item in group.kit_parts:
        if item.part is not None and not item.part.library and item.name.startswith(PLATE_START):
            yield item.part, as_kit


def _add_glass(walls: bpy.types.Object) -> None:
    """Lay glass over all materials but those that the user laid over them."""
    for slot, material in zip(walls.material_slots, materials_of(walls), strict=True):
        if slot.link == "DATA":
            slot.link = "OBJECT"
            slot.material = slot.material or glass_material(material)
    # A density of the user's own stays.
    if walls.color[3] == 1.0:
        walls.color[3] = GLASS_ALPHA


def _remove_glass(walls: bpy.types.Object) -> None:
    """Take the glass off; a material of the user's own that lay there can be laid there again."""
    for slot, material in zip(walls.material_slots, materials_of(walls), strict=True):
        if slot.link == "OBJECT":
            if slot.material == glass_material(material):
                slot.material = None
            slot.link = "DATA"
    if isclose(walls.color[3], GLASS_ALPHA, abs_tol=1e-6):
        walls.color[3] = 1.0
