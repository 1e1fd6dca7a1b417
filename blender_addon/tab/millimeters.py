# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene for print work: one unit is a millimeter."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ..data.animation_keys import change_keys
from ..data.context import scene_of
from ..scene.build import rebuild
from ..scene.puzzle import puzzles_in
from ..window.areas import views_of
from ..window.results import OperatorOptions, Result

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
    for puzzle in puzzles:
        try:
            rebuild(puzzle, scene)
        except InputError as error:
            problems.append(f"'{puzzle.name}' was not rebuilt: {error}")
            continue
        if puzzle.group.carrier is not None:
            puzzle.group.carrier.location *= factor
            change_keys(puzzle.group.carrier, "location", lambda _, values: factor * values)
    return problems


class SetMillimeters(bpy.types.Operator):
    """Set the scene's units to millimeters, and grid and clipping of the 3D views to fit; puzzles keep their size"""

    bl_idname = "puzzle_cubes.set_millimeters"
    bl_label = "Set Scene to Millimeters"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work where there is something to set."""
        if is_in_millimeters(scene_of(context)):
            cls.poll_message_set("The scene is in millimeters already")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> Result:
        """Set the units, then build the puzzles of the scene anew so that they have the size they had."""
        for problem in set_millimeters(context):
            self.report({"WARNING"}, problem)
        self.report({"INFO"}, "The scene is in millimeters")
        return {"FINISHED"}


CLASSES = (SetMillimeters,)
