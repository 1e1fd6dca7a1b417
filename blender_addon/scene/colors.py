# SPDX-License-Identifier: GPL-3.0-or-later
"""The colors of a puzzle in the scene follow its theme; materials of the user's own stay.

Shows the walls of a puzzle solid, as wires, or as glass, in the viewport and in the render.

Their meshes and materials stay as they are, whatever is shown, and so do the files: glass lies over the materials in
the slots of the object, and the wires are shown by a modifier.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

import bpy

from ...core.common.options import Options
from ...core.kind.looks import COLORS
from ...core.kind.part import Color, Look, Part
from ..data.context import units_per_millimeter
from ..data.meshes import GLASS_ALPHA, found_glass, glass_material, materials_of, shared_material
from ..data.wire_model import hide_wire, show_wire
from .properties import GLASS, SOLID, WIRE
from .puzzle import ScenePuzzle
from .startup import deselect, select_again


def look_material(kind_label: str, look: Look) -> bpy.types.Material:
    """Return the material that all puzzles of a kind share for a look; the user's changes to it stay."""
    return shared_material(_name(kind_label, look), look.color)


def _name(kind_label: str, look: Look) -> str:
    return f"{kind_label} {look.label}"


def colors_differ(one: Options, other: Options) -> bool:
    """Report whether dimensions name different themes; those of some kinds name none."""
    return getattr(one, COLORS, None) != getattr(other, COLORS, None)


def follow_colors(puzzle: ScenePuzzle, earlier: Options, now: Options) -> None:
    """Give all objects of a puzzle the looks of its theme, where they have those of the earlier one.

    Both are dimensions with which the puzzle was built, or is.
    """
    if not colors_differ(earlier, now):
        return
    before, after = ({part.key: part for part in puzzle.parts(puzzle.first_way, one)} for one in (earlier, now))
    pairs = [(before[key], after[key]) for key in before.keys() & after.keys()]
    for key, shown in puzzle.objects.items():
        # What is only there in another way to print takes after all parts of the first one.
        own = [(before[key], after[key])] if key in before and key in after else pairs
        _recolor(puzzle.kind.label, shown, own)


def _recolor(kind_label: str, shown: bpy.types.Object, pairs: list[tuple[Part, Part]]) -> None:
    """Give an object the looks of parts in place of those that they had before."""
    if isinstance(shown.data, bpy.types.Mesh):
        news = {
            _name(kind_label, old): new
            for before, after in pairs
            for old, new in zip(before.looks, after.looks, strict=True)
            if old != new
        }
        for number, material in enumerate(materials_of(shown)):
            if material is not None and material.name in news:
                _replace(shown, number, material, look_material(kind_label, news[material.name]))
    for before, after in pairs:
        colors = [(before.object_color, after.object_color)]
        colors += [(old.color, new.color) for old, new in zip(before.looks, after.looks, strict=True)]
        if new := next((new for old, new in colors if _is_color(shown, old)), None):
            shown.color[:3] = new[:3]
            return


def _replace(shown: bpy.types.Object, number: int, old: bpy.types.Material, new: bpy.types.Material) -> None:
    """Put a material in the place of another, and the glass of it where the other's glass lies over that."""
    slot = shown.material_slots[number]
    is_glass = slot.link == "OBJECT" and slot.material is not None and slot.material == found_glass(old)
    shown.data.materials[number] = new  # type: ignore[union-attr]
    if is_glass:
        slot.material = glass_material(new)


def _is_color(shown: bpy.types.Object, color: Color) -> bool:
    """Report whether an object has a color, however dense it is."""
    return all(isclose(one, other, abs_tol=1e-6) for one, other in zip(shown.color[:3], color[:3], strict=True))


def follow_display(puzzle: ScenePuzzle) -> None:
    """Show the walls of a puzzle in the way that was chosen; walls that are shown solid already are not touched."""
    group = puzzle.group
    if group.display == group.displayed == SOLID or puzzle.built is None:
        return
    built, wires = puzzle.built, puzzle.wires
    width = puzzle.kind.wire_width(built.dimensions) * units_per_millimeter(built.meters_per_unit)
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
