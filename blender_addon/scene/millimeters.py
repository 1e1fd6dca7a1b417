# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene for print work: one unit is a millimeter."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ..data.animation_keys import change_keys
from ..data.context import scene_of
from ..window.views import views_of
from .build import rebuild
from .properties import puzzle_group
from .puzzles import puzzles_in

METERS_PER_UNIT = 0.001

CLIP_START, CLIP_END = 0.1, 10_000.0
"""What the 3D views show, in millimeters from the eye."""


def is_in_millimeters(scene: bpy.types.Scene) -> bool:
    """Report whether one unit of a scene is a millimeter, and is shown so."""
    units = scene.unit_settings
    in_scale = abs(units.scale_length - METERS_PER_UNIT) < METERS_PER_UNIT / 1000
    return in_scale and (units.system, units.length_unit) == ("METRIC", "MILLIMETERS")


def set_millimeters(context: bpy.types.Context) -> list[str]:
    """Set the scene's units, and its 3D views to fit; puzzles keep their size.

    Returns a sentence for each puzzle that could not be built anew.
    """
    scene = scene_of(context)
    units = scene.unit_settings
    factor = units.scale_length / METERS_PER_UNIT
    units.system, units.scale_length, units.length_unit = "METRIC", METERS_PER_UNIT, "MILLIMETERS"
    puzzles = list(puzzles_in(scene))
    for space in views_of(context):
        space.clip_start, space.clip_end = CLIP_START, CLIP_END
        space.overlay.grid_scale = 1.0
        view = space.region_3d
        # Puzzles grow in units, so that they are as large as before, and with them what is seen; all else stays.
        if view is not None and puzzles:
            view.view_location *= factor
            view.view_distance = min(factor * view.view_distance, CLIP_END / 4)
    problems = []
    for collection in puzzles:
        try:
            rebuild(collection, scene)
        except InputError as error:
            problems.append(f"'{collection.name}' was not rebuilt: {error}")
            continue
        carrier = puzzle_group(collection).carrier
        if carrier is not None:
            carrier.location *= factor
            change_keys(carrier, "location", lambda _, values: factor * values)
    return problems
