# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene for print work: one unit is a millimeter."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ..data.animation_keys import change_keys
from ..data.context import manager_of, scene_of
from ..scene.build import rebuild
from ..scene.properties import puzzle_group
from ..scene.puzzles import puzzles_in
from ..window.results import OperatorOptions, Result

METERS_PER_UNIT = 0.001
CLIP_START, CLIP_END = 0.1, 10000.0
"""What the 3D views show, in millimeters from the eye."""


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
        scene = scene_of(context)
        units = scene.unit_settings
        factor = units.scale_length / METERS_PER_UNIT
        units.system, units.scale_length, units.length_unit = "METRIC", METERS_PER_UNIT, "MILLIMETERS"
        for space in _views(context):
            space.clip_start, space.clip_end = CLIP_START, CLIP_END
            space.overlay.grid_scale = 1.0
            # What was seen stays in view.
            view = space.region_3d
            if view is not None:
                view.view_location *= factor
                view.view_distance *= factor
        for collection in puzzles_in(scene):
            try:
                rebuild(collection, scene)
            except InputError as error:
                self.report({"WARNING"}, f"'{collection.name}' was not rebuilt: {error}")
                continue
            carrier = puzzle_group(collection).carrier
            if carrier is not None:
                carrier.location *= factor
                change_keys(carrier, "location", lambda _, values: factor * values)
        self.report({"INFO"}, "The scene is in millimeters")
        return {"FINISHED"}


def is_in_millimeters(scene: bpy.types.Scene) -> bool:
    """Report whether one unit of a scene is a millimeter, and is shown so."""
    units = scene.unit_settings
    in_scale = abs(units.scale_length - METERS_PER_UNIT) < METERS_PER_UNIT / 1000
    return in_scale and (units.system, units.length_unit) == ("METRIC", "MILLIMETERS")


def _views(context: bpy.types.Context) -> list[bpy.types.SpaceView3D]:
    """Return the 3D views of all workspaces, but for those in a window with another scene."""
    others = [window.screen for window in manager_of(context).windows if window.scene != context.scene]
    return [
        space
        for screen in bpy.data.screens
        if screen not in others
        for area in screen.areas
        if area.type == "VIEW_3D"
        for space in area.spaces
        if isinstance(space, bpy.types.SpaceView3D)
    ]


CLASSES = (SetMillimeters,)
