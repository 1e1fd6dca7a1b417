# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that brings the active puzzle to the printer: the way, the checks, the files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import declared
from ...core.printing.checks import BAD, DOUBTFUL, GOOD, Check
from ...core.printing.printer import BED, Printer
from ..data.context import present, scene_of
from ..scene.properties import scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..window.sidebar import ClosedSidebar, Sidebar, split_layout
from ..window.texts import Icon, message, sentence
from .checking import CheckPuzzle, ShowParts
from .export_operators import Export, ExportCoupon, OpenFolder, Print, text_operator
from .kept_checks import kept_report
from .my_printer import MyPrinter
from .operator_base import shown_dimensions

LEVEL_ICONS: Mapping[str, Icon] = MappingProxyType({GOOD: "CHECKMARK", DOUBTFUL: "ERROR", BAD: "CANCEL"})
"""A check mark, a warning triangle and a cross for the levels of a check."""

LEVEL_COLORS: Mapping[str, Icon] = MappingProxyType(
    {GOOD: "COLORSET_03_VEC", DOUBTFUL: "COLORSET_09_VEC", BAD: "COLORSET_01_VEC"}
)
"""Green, yellow and red, for the verdict."""


class PrintPanel(Sidebar, bpy.types.Panel):
    """The print of the active puzzle, in one press, and the results of its check."""

    bl_idname = "PUZZLE_CUBES_PT_print"
    bl_label = "Print"
    bl_description = "Check the active puzzle, and write its files"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the way to print, the buttons, the verdict, and what is not good."""
        puzzle = active_puzzle(context)
        layout = split_layout(self.layout)
        if puzzle is not None:
            if len(puzzle.kind.model.ways) > 1:
                layout.row().prop(puzzle.own, "way", expand=True)
            if puzzle.group.problem:
                message(layout, context, puzzle.group.problem)
        row = layout.row(align=True)
        row.scale_y = 1.2
        row.operator(Print.bl_idname, text="Print", icon="EXPORT")
        row.operator(CheckPuzzle.bl_idname, text="Check", icon="CHECKMARK")
        row.operator(OpenFolder.bl_idname, text="", icon="FILE_FOLDER")
        if puzzle is not None:
            _draw_verdict(layout, context, puzzle)


class ChecksPanel(ClosedSidebar, bpy.types.Panel):
    """The good results of the check."""

    bl_idname = "PUZZLE_CUBES_PT_checks"
    bl_label = "What Is Good"
    bl_description = "The good results of the last check, with plastic and time for the print"
    bl_parent_id = PrintPanel.bl_idname

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for a puzzle that was checked as it is."""
        puzzle = active_puzzle(context)
        with suppress(InputError):
            return puzzle is not None and kept_report(puzzle, scene_of(context)) is not None
        return False

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the good lines."""
        report = kept_report(present(active_puzzle(context)), scene_of(context))
        for check in present(report).checks:
            if check.level == GOOD:
                _draw_check(present(self.layout), context, check)


class FilesPanel(ClosedSidebar, bpy.types.Panel):
    """The folder for the files, and files that are written by themselves."""

    bl_idname = "PUZZLE_CUBES_PT_files"
    bl_label = "Files"
    bl_description = "The folder for the files, export without a check, and texts for other programs"
    bl_parent_id = PrintPanel.bl_idname

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the folder and the buttons."""
        puzzle = active_puzzle(context)
        layout = present(self.layout)
        if puzzle is not None:
            layout.prop(puzzle.group, "folder", text="")
        layout.operator(Export.bl_idname, icon="EXPORT")
        kind, _ = shown_dimensions(context, puzzle)
        for other in kind.files.formats:
            layout.operator(text_operator(other), icon="TEXT")


class PrinterPanel(ClosedSidebar, bpy.types.Panel):
    """The printer."""

    bl_idname = "PUZZLE_CUBES_PT_printer"
    bl_label = "Nozzle and Bed"
    bl_description = "Your printer, as the checks and the layout of parts on its bed use it"
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


def _draw_verdict(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Draw what the last check found: in one line, and below it what is not good."""
    try:
        report = kept_report(puzzle, scene_of(context))
    except InputError as error:
        message(layout, context, str(error))
        return
    if report is None:
        return
    column = layout.column(align=True)
    column.alert = report.level == BAD
    sentence(column, context, report.verdict, LEVEL_COLORS[report.level])
    for level in (BAD, DOUBTFUL):
        for check in report.checks:
            if check.level == level:
                _draw_check(layout, context, check)


def _draw_check(layout: bpy.types.UILayout, context: bpy.types.Context, check: Check) -> None:
    """Draw a line of a check, with a lens that shows what it speaks of."""
    row = layout.row()
    row.alert = check.level == BAD
    sentence(row.column(align=True), context, check.sentence, LEVEL_ICONS[check.level], buttons=bool(check.parts))
    if check.parts:
        # The stubs do not know which properties it has.
        shower: Any = row.operator(ShowParts.bl_idname, text="", icon="VIEWZOOM", emboss=False)
        shower.part_keys, shower.line = ",".join(check.parts), check.name


CLASSES = (PrintPanel, ChecksPanel)

LAST = (FilesPanel, PrinterPanel)
