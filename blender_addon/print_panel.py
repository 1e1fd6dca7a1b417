# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that brings the active puzzle to the printer: the way, the checks, the files."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import bpy

from ..core.checks import BAD, DOUBTFUL, GOOD
from ..core.errors import InputError
from .check_results import kept_checks
from .names import KIT
from .operators import CheckPuzzle, Export, ExportCoupon, ExportMazeCube
from .panel_texts import line, message, sentence
from .properties import BED
from .puzzle_objects import active_puzzle
from .sidebar import Sidebar

LEVEL_ICONS = MappingProxyType(
    {GOOD: "COLLECTION_COLOR_04", DOUBTFUL: "COLLECTION_COLOR_03", BAD: "COLLECTION_COLOR_01"}
)
"""A green, a yellow and a red dot for the levels of a check."""


class PrintPanel(Sidebar, bpy.types.Panel):
    """How the active puzzle is printed, whether it will work, and its files."""

    bl_idname = "OSKARS_CUBE_PT_print"
    bl_label = "Print"
    bl_description = "Check whether the active puzzle will print, and export its files"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the way to print, the printer, the checks and the export."""
        settings = context.scene.oskars_cube
        collection = active_puzzle(context)
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        if collection is not None:
            _draw_way(layout, context, collection.oskars_cube)
        column = layout.column(align=True)
        column.prop(settings, "nozzle")
        column.prop(settings, "material")
        column = layout.column(align=True)
        for name in BED:
            column.prop(settings, name)
        layout.operator(ExportCoupon.bl_idname, icon="EXPORT")
        layout.separator()
        layout.operator(CheckPuzzle.bl_idname, text="Check", icon="CHECKMARK")
        if collection is not None:
            _draw_checks(layout, context, collection)
            layout.separator()
            layout.prop(collection.oskars_cube, "folder", text="")
        row = layout.row()
        row.scale_y = 1.4
        row.operator(Export.bl_idname, text="Export STL", icon="EXPORT")
        layout.operator(ExportMazeCube.bl_idname, icon="TEXT")


def _draw_way(layout: bpy.types.UILayout, context: bpy.types.Context, group: Any) -> None:
    """Draw how the puzzle is printed."""
    layout.row().prop(group, "way", expand=True)
    if group.way == KIT and group.kit_problem:
        message(layout, context, group.kit_problem)
    elif group.way == KIT:
        layout.prop(group, "explode", slider=True)
        beds = 1 + max((item.bed for item in group.kit_parts), default=0)
        line(layout, "Parts", f"{len(group.kit_parts)} on {beds} {'bed' if beds == 1 else 'beds'}")
    else:
        line(layout, "Cross", group.pose)


def _draw_checks(layout: bpy.types.UILayout, context: bpy.types.Context, collection: bpy.types.Collection) -> None:
    """Draw what the last check found."""
    try:
        checks = kept_checks(collection, context.scene)
    except InputError as error:
        message(layout, context, str(error))
        return
    if checks is None:
        layout.label(text="Not checked yet")
    for check in checks or ():
        sentence(layout.column(align=True), context, check.told, LEVEL_ICONS[check.level])


CLASSES = (PrintPanel,)
