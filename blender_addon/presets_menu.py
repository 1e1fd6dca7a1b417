# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets of dimensions and printer, by Blender's own mechanism: those that come along, and the user's."""

from __future__ import annotations

from pathlib import Path

import bpy
from bl_operators.presets import AddPresetBase
from bpy.props import BoolProperty

from .on_puzzle import refuse
from .properties import BED, DimensionProperties, PrinterProperties
from .puzzle_objects import active_puzzle, copy_dimensions, follow_dimensions

FOLDER = str(Path(__file__).parent)
"""Blender looks here for a folder "presets", besides its own: those that come along."""


class PresetsMenu(bpy.types.Menu):
    """The presets"""

    bl_idname = "OSKARS_CUBE_MT_presets"
    bl_label = "Presets"
    bl_description = "Dimensions that suit a material or a use"
    preset_subdir = "oskars_cube"
    preset_operator = "script.execute_preset"
    draw = bpy.types.Menu.draw_preset  # type: ignore[assignment]

    @staticmethod
    def post_cb(context: bpy.types.Context, filepath: str) -> None:  # noqa: ARG004
        """Give the dimensions, which the preset has put into the scene, to the active puzzle.

        Where it cannot follow, the panel tells why.
        """
        collection = active_puzzle(context)
        if collection is not None:
            copy_dimensions(context.scene.oskars_cube, collection)
            follow_dimensions(collection, context.scene)


class AddPreset(AddPresetBase, bpy.types.Operator):
    """Keep these dimensions, the nozzle and the material as a preset; the minus sign removes the one chosen last"""

    bl_idname = "oskars_cube.add_preset"
    bl_label = "Add Preset"
    # As Blender declares them, but with a tooltip.
    remove_name: BoolProperty(  # type: ignore[valid-type]
        name="Remove by Name", description="Remove the preset with this name", options={"HIDDEN", "SKIP_SAVE"}
    )
    remove_active: BoolProperty(  # type: ignore[valid-type]
        name="Remove Active", description="Remove the preset that was chosen last", options={"HIDDEN", "SKIP_SAVE"}
    )
    preset_menu = PresetsMenu.bl_idname
    preset_subdir = PresetsMenu.preset_subdir
    preset_defines = ["puzzle = bpy.context.scene.oskars_cube"]
    preset_values = [
        f"puzzle.{name}"
        for name in (*DimensionProperties.__annotations__, *PrinterProperties.__annotations__)
        if name not in BED
    ]

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the dimensions that the panel shows, those of the active puzzle if there is one, or remove a preset.

        Where there is nothing to do Blender's own part would be silent.
        """
        if self.remove_active and not _is_chosen():
            return refuse(self, "No preset is chosen: choose the one to remove in the menu beside.")
        if not (self.remove_active or self.remove_name or self.name.strip()):
            return refuse(self, "The name is empty: give the preset a name.")
        collection = active_puzzle(context)
        if collection is not None:
            for name in DimensionProperties.__annotations__:
                setattr(context.scene.oskars_cube, name, getattr(collection.oskars_cube, name))
        result: set[str] = super().execute(context)
        return result


def _is_chosen() -> bool:
    """Tell whether the menu shows the name of a preset, not its own: Blender gives it that of the last one chosen."""
    label, folder = PresetsMenu.bl_label, PresetsMenu.preset_subdir
    return any(bpy.utils.preset_find(label, folder, display_name=shown) for shown in (False, True))


CLASSES = (PresetsMenu, AddPreset)
