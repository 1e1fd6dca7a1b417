# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that brings the active puzzle to the printer: the way, the checks, the files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import declared
from ...core.common.words import counted
from ...core.printing.checks import BAD, DOUBTFUL, GOOD
from ...core.printing.printer import BED, Printer
from ..data.context import present, scene_of
from ..scene.parts_apart import assembly_frames
from ..scene.properties import scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..window.sidebar import ClosedSidebar, Sidebar, split_layout
from ..window.texts import Icon, line, message, sentence
from .checking import CheckPuzzle, ShowParts
from .export_operators import Export, ExportCoupon, OpenFolder, text_operator
from .kept_checks import kept_checks
from .my_printer import MyPrinter
from .operator_base import shown_dimensions

LEVEL_ICONS: Mapping[str, Icon] = MappingProxyType({GOOD: "CHECKMARK", DOUBTFUL: "ERROR", BAD: "CANCEL"})
"""A check mark, a warning triangle and a cross for the levels of a check."""


class PrintPanel(Sidebar, bpy.types.Panel):
    """How the active puzzle is printed, whether it will work, and its files."""

    bl_idname = "PUZZLE_CUBES_PT_print"
    bl_label = "Print"
    bl_description = "Check whether the active puzzle will print, and export its files"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the way to print, the export, and the checks."""
        puzzle = active_puzzle(context)
        layout = split_layout(self.layout)
        if puzzle is not None:
            _draw_way(layout, context, puzzle)
        row = layout.row(align=True)
        row.scale_y = 1.4
        row.operator(Export.bl_idname, text="Export Files", icon="EXPORT")
        row.operator(OpenFolder.bl_idname, text="", icon="FILE_FOLDER")
        if puzzle is not None:
            layout.prop(puzzle.group, "folder", text="")
        layout.operator(CheckPuzzle.bl_idname, text="Check", icon="CHECKMARK")
        if puzzle is not None:
            _draw_checks(layout, context, puzzle)


class PrinterPanel(ClosedSidebar, bpy.types.Panel):
    """The printer."""

    bl_idname = "PUZZLE_CUBES_PT_printer"
    bl_label = "Nozzle and Bed"
    bl_description = "What the checks, and the layout of parts on beds, know of your printer"
    bl_parent_id = PrintPanel.bl_idname

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the printer, and the print that shows which gaps suit it."""
        settings = scene_group(scene_of(context))
        layout = split_layout(self.layout)
        column = layout.column(align=True)
        for option in declared(Printer):
            if option.name not in BED:
                column.prop(settings, option.name)
        column = layout.column(align=True)
        for name in BED:
            column.prop(settings, name)
        kind, _ = shown_dimensions(context, active_puzzle(context))
        if kind.model.has_coupon:
            row = layout.row(align=True)
            row.operator(ExportCoupon.bl_idname, text="Test Coupon", icon="EXPORT")
            row.operator(MyPrinter.bl_idname, text=f"{MyPrinter.bl_label} ...")


class FormatsPanel(ClosedSidebar, bpy.types.Panel):
    """The texts of other programs."""

    bl_idname = "PUZZLE_CUBES_PT_formats"
    bl_label = "Other Programs"
    bl_description = "Texts in which other programs know puzzles of this kind"
    bl_parent_id = PrintPanel.bl_idname

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for kinds that have such texts."""
        kind, _ = shown_dimensions(context, active_puzzle(context))
        return bool(kind.files.formats)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the buttons."""
        kind, _ = shown_dimensions(context, active_puzzle(context))
        for other in kind.files.formats:
            present(self.layout).operator(text_operator(other), icon="TEXT")


def _draw_way(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Draw how the puzzle is printed."""
    group, kind, way, built = puzzle.group, puzzle.kind, puzzle.way, puzzle.built
    if len(kind.model.ways) > 1:
        layout.row().prop(puzzle.own, "way", expand=True)
    if group.problem:
        message(layout, context, group.problem)
    elif way.apart and built is not None:
        row = layout.row()
        # While the assembly is animated the keys say where the parts are.
        row.enabled = assembly_frames(puzzle) is None
        row.prop(group, "explode", slider=True)
        line(layout, "Parts", f"{len(built.laid)} on {counted(built.beds, 'bed')}")
    try:
        for label, text in kind.model.print_lines(puzzle.puzzle, way.name):
            line(layout, label, text)
    except InputError as error:
        message(layout, context, str(error))


def _draw_checks(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Draw what the last check found."""
    try:
        checks = kept_checks(puzzle, scene_of(context))
    except InputError as error:
        message(layout, context, str(error))
        return
    if checks is None:
        layout.label(text="Not checked yet")
    for check in checks or ():
        row = layout.row()
        row.alert = check.level == BAD
        sentence(row.column(align=True), context, check.sentence, LEVEL_ICONS[check.level], buttons=bool(check.parts))
        if check.parts:
            # The stubs do not know which properties it has.
            shower: Any = row.operator(ShowParts.bl_idname, text="", icon="VIEWZOOM", emboss=False)
            shower.part_keys, shower.line = ",".join(check.parts), check.name


CLASSES = (PrintPanel,)

LAST = (PrinterPanel, FormatsPanel)
