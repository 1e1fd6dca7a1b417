# SPDX-License-Identifier: GPL-3.0-or-later
"""The panels of the tab, but for those with a file of their own."""

from __future__ import annotations

import textwrap
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import bpy

from ..core.checks import BAD, DOUBTFUL, GOOD
from ..core.dimensions import Dimensions
from ..core.errors import InputError
from ..core.generators import STYLES
from ..core.settings import check_size
from .check_results import kept_checks
from .conversions import dimensions_from
from .measure_texts import MEASURE_TEXTS
from .names import KIT
from .operators import (
    CheckPuzzle,
    Export,
    ExportCoupon,
    ExportMazeCube,
    Generate,
    Load,
    NewSeed,
    Rebuild,
    shown_dimensions,
)
from .presets_menu import AddPreset, PresetsMenu
from .properties import OWN, PrinterProperties
from .puzzle_objects import active_puzzle, is_current, problem
from .sidebar import Sidebar
from .solution_panel import SolutionPanel

LEVEL_ICONS = MappingProxyType(
    {GOOD: "COLLECTION_COLOR_04", DOUBTFUL: "COLLECTION_COLOR_03", BAD: "COLLECTION_COLOR_01"}
)
"""A green, a yellow and a red dot for the levels of a check."""


class PuzzlePanel(Sidebar, bpy.types.Panel):
    """The settings of the next puzzle, and the button that makes it."""

    bl_idname = "OSKARS_CUBE_PT_puzzle"
    bl_label = "Puzzle"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the settings in the order of work."""
        settings = context.scene.oskars_cube
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(settings, "style")
        style = STYLES[settings.style.lower()]
        if "effort" in style.settings:
            layout.prop(settings, "effort_preset")
            if settings.effort_preset == OWN.upper():
                layout.prop(settings, "effort")
        for name in style.settings:
            if name != "effort":
                layout.prop(settings, name)
        layout.prop(settings, "size")
        row = layout.row(align=True)
        row.prop(settings, "seed")
        row.operator(NewSeed.bl_idname, text="", icon="FILE_REFRESH")
        layout.prop(settings, "start_choice")
        if settings.start_choice == OWN.upper():
            layout.prop(settings, "start")
        layout.prop(settings, "end")
        layout.prop(settings, "minimum_length")
        column = layout.column(heading="Wishes")
        column.prop(settings, "all_corners")
        column.prop(settings, "no_loops")
        column = layout.column()
        column.active = not style.searched and (
            settings.minimum_length > 0 or settings.all_corners or settings.no_loops
        )
        column.prop(settings, "attempts")
        row = layout.row(align=True)
        row.scale_y = 1.4
        row.operator(Generate.bl_idname, text="Generate", icon="MESH_CUBE")
        row.operator(Load.bl_idname, text="", icon="FILE_FOLDER")


class ResultPanel(Sidebar, bpy.types.Panel):
    """What the active puzzle is like."""

    bl_idname = "OSKARS_CUBE_PT_result"
    bl_label = "Result"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for an active puzzle only."""
        return active_puzzle(context) is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the measures."""
        collection = active_puzzle(context)
        group = collection.oskars_cube
        layout = self.layout
        layout.prop(collection, "name", text="", icon="OUTLINER_COLLECTION")
        column = layout.column(align=True)
        _line(column, "Made", group.origin)
        _line(column, "Seed", group.seed)
        for name, (label, _) in MEASURE_TEXTS.items():
            _labeled(column, label).prop(group, f"{name}_text", text="", emboss=False)


class DimensionsPanel(Sidebar, bpy.types.Panel):
    """The dimensions of the active puzzle, or of the next one."""

    bl_idname = "OSKARS_CUBE_PT_dimensions"
    bl_label = "Dimensions"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the dimensions, what follows from them, and what is wrong with them."""
        collection = active_puzzle(context)
        group = shown_dimensions(context)
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        row = layout.row(align=True)
        row.menu(PresetsMenu.bl_idname, text=PresetsMenu.bl_label)
        row.operator(AddPreset.bl_idname, text="", icon="ADD")
        row.operator(AddPreset.bl_idname, text="", icon="REMOVE").remove_active = True
        column = layout.column(align=True)
        for dimension in fields(Dimensions):
            column.prop(group, dimension.name)
        size = tuple(group.size)
        try:
            check_size(size)
            dimensions = dimensions_from(group)
        except InputError as error:
            _message(layout, context, str(error))
            return
        column = layout.column(align=True)
        _line(column, "Arm Width", f"{dimensions.arm_width:.2f} mm")
        _line(column, "Pitch", f"{dimensions.pitch:.2f} mm")
        _line(column, "Outer Size", " x ".join(f"{side:g}" for side in dimensions.outer_size(size)) + " mm")
        if collection is not None:
            row = layout.row(align=True)
            row.use_property_split = False
            row.prop(group, "live", toggle=True)
            row.operator(Rebuild.bl_idname, text="Rebuild")
            if message := problem(collection):
                _message(layout, context, message)
            elif not is_current(collection, context.scene):
                _message(layout, context, "The meshes are older than these dimensions. Press Rebuild.")


class PrintPanel(Sidebar, bpy.types.Panel):
    """The printer, and whether the active puzzle will print."""

    bl_idname = "OSKARS_CUBE_PT_print"
    bl_label = "Print"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the printer, the button, and what the last check found."""
        settings = context.scene.oskars_cube
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        collection = active_puzzle(context)
        if collection is not None:
            self._draw_way(context, collection.oskars_cube)
        column = layout.column(align=True)
        for name in PrinterProperties.__annotations__:
            column.prop(settings, name)
        layout.operator(ExportCoupon.bl_idname, icon="MOD_LATTICE")
        layout.operator(CheckPuzzle.bl_idname, text="Check", icon="CHECKMARK")
        if collection is None:
            return
        try:
            checks = kept_checks(collection, context.scene)
        except InputError as error:
            _message(layout, context, str(error))
            return
        if checks is None:
            layout.label(text="Not checked yet")
        for check in checks or ():
            _sentence(layout.column(align=True), context, check.told, LEVEL_ICONS[check.level])

    def _draw_way(self, context: bpy.types.Context, group: Any) -> None:
        """Draw how the puzzle is printed."""
        self.layout.row().prop(group, "way", expand=True)
        if group.way == KIT and group.kit_problem:
            _message(self.layout, context, group.kit_problem)
        elif group.way == KIT:
            self.layout.prop(group, "explode", slider=True)
            beds = 1 + max((item.bed for item in group.kit_parts), default=0)
            _line(self.layout, "Parts", f"{len(group.kit_parts)} on {beds} {'bed' if beds == 1 else 'beds'}")
        else:
            _line(self.layout, "Cross", group.pose)


class ExportPanel(Sidebar, bpy.types.Panel):
    """Where the files of the active puzzle go."""

    bl_idname = "OSKARS_CUBE_PT_export"
    bl_label = "Export"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the folder and the button."""
        collection = active_puzzle(context)
        layout = self.layout
        if collection is not None:
            layout.prop(collection.oskars_cube, "folder", text="")
        row = layout.row()
        row.scale_y = 1.4
        row.operator(Export.bl_idname, text="Export STL", icon="EXPORT")
        layout.operator(ExportMazeCube.bl_idname)


def _labeled(layout: bpy.types.UILayout, label: str) -> bpy.types.UILayout:
    """Draw a label, aligned as the properties are, and return where its value goes."""
    split = layout.split(factor=0.4)
    name = split.row()
    name.alignment = "RIGHT"
    name.label(text=label)
    return split


def _line(layout: bpy.types.UILayout, label: str, value: str) -> None:
    """Draw a value that cannot be changed."""
    _labeled(layout, label).label(text=value)


def _message(layout: bpy.types.UILayout, context: bpy.types.Context, text: str) -> None:
    """Draw a sentence on what is wrong."""
    box = layout.box().column(align=True)
    box.alert = True
    _sentence(box, context, text, "ERROR")


def _sentence(layout: bpy.types.UILayout, context: bpy.types.Context, text: str, icon: Any) -> None:
    """Draw a sentence in as many lines as the sidebar's width asks for, the first with an icon."""
    width = max(20, int(context.region.width / context.preferences.system.ui_scale / 7) - 4)
    for number, line in enumerate(textwrap.wrap(text, width)):
        layout.label(text=line, icon=icon if number == 0 else "BLANK1")


CLASSES = (PuzzlePanel, ResultPanel, DimensionsPanel, SolutionPanel, PrintPanel, ExportPanel)
