# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows the walls of a puzzle solid, as wires, or as glass, in the viewport and in the render.

Their meshes and materials stay as they are, whatever is shown, and so do the files: glass lies over the materials in
the slots of the object, and the wires are shown by a modifier.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

import bpy

from ..data.materials import GLASS_ALPHA, glass_material, materials_of
from ..data.units import units_per_millimeter
from ..data.wire_model import hide_wire, show_wire
from .properties import GLASS, SOLID, WIRE
from .puzzle import ScenePuzzle
from .selecting import deselect, select_again


def follow_display(puzzle: ScenePuzzle) -> None:
    """Show the walls of a puzzle in the way that was chosen; walls that are shown solid already are not touched."""
    group = puzzle.group
    if group.display == group.displayed == SOLID or puzzle.built is None:
        return
    built, wires = puzzle.built, puzzle.shown.wires
    width = puzzle.kind.model.wire_width(built.dimensions) * units_per_millimeter(built.meters_per_unit)
    if group.display == WIRE != group.displayed:
        # The outlines of what is selected would cover the wires.
        deselect(puzzle)
    for key, walls, in_use in _walls(puzzle):
        if group.displayed == GLASS and group.display != GLASS:
            _remove_glass(walls)
        if group.displayed == WIRE and group.display != WIRE:
            hide_wire(walls)
        if group.display == GLASS:
            _add_glass(walls)
        elif group.display == WIRE and in_use and isinstance(walls.data, bpy.types.Mesh):
            wires[key] = show_wire(walls, width, wires.get(key))
    were_wires, group.displayed = group.displayed == WIRE, group.display
    if were_wires and group.display != WIRE:
        select_again(puzzle)


def _walls(puzzle: ScenePuzzle) -> Iterator[tuple[str, bpy.types.Object, bool]]:
    """Yield the keys of all walls, these, and whether they are in use: one way's are hidden while another's are shown.

    Walls that are linked from another file, overridden or not, are shown as they are there.
    """
    if puzzle.collection.override_library:
        return
    first, apart = puzzle.first_way.name, puzzle.shows_apart
    for item in puzzle.group.parts:
        if item.walls and item.part is not None and not item.part.library:
            yield item.name, item.part, apart != (item.way == first)


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
