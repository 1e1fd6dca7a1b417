# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that brings the active puzzle to the printer: the way, the checks, the files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import bpy

from ...core.common.errors import InputError
from ...core.common.words import counted
from ...core.printing.checks import BAD, DOUBTFUL, GOOD
from ...core.printing.printer import BED
from ..data.context import present, scene_of
from ..scene.assembly import assembly_frames
from ..scene.model import built_of, kind_of, puzzle_of, way_of
from ..scene.properties import own_group, puzzle_group, scene_group
from ..scene.puzzles import active_puzzle
from ..window.icons import Icon
from ..window.sidebar import Sidebar
from ..window.texts import line, message, sentence
from .checking import CheckPuzzle, kept_checks
from .export_operators import Export, ExportCoupon, OpenFolder
from .operator_base import shown_kind
from .text_operators import text_operator

LEVEL_ICONS: Mapping[str, Icon] = MappingProxyType(
    {GOOD: "COLLECTION_COLOR_04", DOUBTFUL: "COLLECTION_COLOR_03", BAD: "COLLECTION_COLOR_01"}
)
"""A green, a yellow and a red dot for the levels of a check."""


class PrintPanel(Sidebar, bpy.types.Panel):
    """How the active puzzle is printed, whether it will work, and its files."""

    bl_idname = "PUZZLE_CUBES_PT_print"
    bl_label = "Print"
    bl_description = "Check whether the active puzzle will print, and export its files"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the way to print, the printer, the checks and the export."""
        settings = scene_group(scene_of(context))
        collection = active_puzzle(context)
        kind = shown_kind(context)
        layout = present(self.layout)
        layout.use_property_split = True
        layout.use_property_decorate = False
        if collection is not None:
            _draw_way(layout, context, collection)
        column = layout.column(align=True)
        column.prop(settings, "nozzle")
        column.prop(settings, "material")
        column = layout.column(align=True)
        for name in BED:
            column.prop(settings, name)
        if kind.has_coupon:
            layout.operator(ExportCoupon.bl_idname, icon="EXPORT")
        layout.separator()
        layout.operator(CheckPuzzle.bl_idname, text="Check", icon="CHECKMARK")
        if collection is not None:
            _draw_checks(layout, context, collection)
            layout.separator()
            layout.prop(puzzle_group(collection), "folder", text="")
        row = layout.row()
        row.scale_y = 1.4
        row.operator(Export.bl_idname, text="Export Files", icon="EXPORT")
        layout.operator(OpenFolder.bl_idname, icon="FILE_FOLDER")
        for other in kind.formats:
            layout.operator(text_operator(kind, other), icon="TEXT")


def _draw_way(layout: bpy.types.UILayout, context: bpy.types.Context, collection: bpy.types.Collection) -> None:
    """Draw how the puzzle is printed."""
    group = puzzle_group(collection)
    kind, way, built = kind_of(group), way_of(group), built_of(group)
    if len(kind.ways) > 1:
        layout.row().prop(own_group(group), "way", expand=True)
    if group.problem:
        message(layout, context, group.problem)
    elif way.apart and built is not None:
        row = layout.row()
        # While the assembly is animated the keys say where the parts are.
        row.enabled = assembly_frames(group) is None
        row.prop(group, "explode", slider=True)
        line(layout, "Parts", f"{len(built.laid)} on {counted(built.beds, 'bed')}")
    try:
        for label, text in kind.print_lines(puzzle_of(collection), way.name):
            line(layout, label, text)
    except InputError as error:
        message(layout, context, str(error))


def _draw_checks(layout: bpy.types.UILayout, context: bpy.types.Context, collection: bpy.types.Collection) -> None:
    """Draw what the last check found."""
    try:
        checks = kept_checks(collection, scene_of(context))
    except InputError as error:
        message(layout, context, str(error))
        return
    if checks is None:
        layout.label(text="Not checked yet")
    for check in checks or ():
        sentence(layout.column(align=True), context, check.sentence, LEVEL_ICONS[check.level])


CLASSES = (PrintPanel,)
