# SPDX-License-Identifier: GPL-3.0-or-later
"""The colors of a puzzle in the scene follow its theme; materials of the user's own stay."""

from __future__ import annotations

from math import isclose

import bpy

from ...core.common.options import Options
from ...core.kind.part import Color, Look, Part
from ...core.kind.themes import COLORS
from ..data.materials import found_glass, glass_material, materials_of, shared_material
from .puzzle import ScenePuzzle


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
