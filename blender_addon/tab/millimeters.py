# SPDX-License-Identifier: GPL-3.0-or-later
"""The operator that makes a scene one for print work."""

from __future__ import annotations

import bpy

from ..data.context import scene_of
from ..scene.millimeters import is_in_millimeters, set_millimeters
from ..window.results import OperatorOptions, Result


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
