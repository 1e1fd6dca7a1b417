# SPDX-License-Identifier: GPL-3.0-or-later
"""The first panels of the tab, in the order of work: the puzzle, what came out, and its dimensions."""

from __future__ import annotations

from dataclasses import fields

import bpy

from ..core.difficulty import difficulty
from ..core.dimensions import Dimensions
from ..core.errors import InputError
from ..core.generators import STYLES
from ..core.settings import check_size
from .conversions import dimensions_from
from .display import draw_display
from .generate_operator import Generate
from .measure_texts import MEASURE_TEXTS
from .names import KIT, OWN
from .on_puzzle import shown_dimensions
from .operators import Load, NewSeed, Rebuild
from .panel_texts import labeled, line, message
from .presets_menu import AddPreset, PresetsMenu
from .print_scene import SetMillimeters, is_in_millimeters
from .puzzle_objects import active_puzzle, has_current_dimensions, is_current, problem
from .search_progress import StopSearch, is_searching
from .sidebar import Sidebar


class PuzzlePanel(Sidebar, bpy.types.Panel):
    """The settings of the next puzzle, and the button that makes it."""

    bl_idname = "OSKARS_CUBE_PT_puzzle"
    bl_label = "Puzzle"
    bl_description = "The settings of the next puzzle, and the button that makes it"

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
            if settings.effort_preset == OWN:
                layout.prop(settings, "effort")
        for name in style.settings:
            if name != "effort":
                layout.prop(settings, name)
        layout.prop(settings, "size")
        row = layout.row(align=True)
        row.prop(settings, "seed")
        row.operator(NewSeed.bl_idname, text="", icon="FILE_REFRESH")
        layout.prop(settings, "start_choice")
        if settings.start_choice == OWN:
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
        if is_searching():
            _draw_search(layout, context)
            return
        row = layout.row(align=True)
        row.scale_y = 1.4
        row.operator(Generate.bl_idname, text="Generate", icon="MESH_CUBE")
        row.operator(Load.bl_idname, text="", icon="FILE_FOLDER")
        if not is_in_millimeters(context.scene):
            layout.operator(SetMillimeters.bl_idname, icon="SCENE_DATA")


def _draw_search(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """Draw how far a running search is, in place of the buttons that begin one."""
    search = context.window_manager.oskars_cube_search
    layout.progress(factor=search.share, text=search.best)
    row = layout.row()
    row.scale_y = 1.4
    row.operator(StopSearch.bl_idname, text="Stop and Keep the Best", icon="CANCEL")


class ResultPanel(Sidebar, bpy.types.Panel):
    """What the active puzzle is like."""

    bl_idname = "OSKARS_CUBE_PT_result"
    bl_label = "Result"
    bl_description = "What the active puzzle is like, and how its walls are shown"

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
        draw_display(layout, group)
        level, share = difficulty(group.bits)
        labeled(layout, "Difficulty").progress(factor=share, text=level)
        column = layout.column(align=True)
        line(column, "Made", group.origin)
        line(column, "Seed", group.seed)
        for name, (label, _) in MEASURE_TEXTS.items():
            labeled(column, label).prop(group, f"{name}_text", text="", emboss=False)


class DimensionsPanel(Sidebar, bpy.types.Panel):
    """The dimensions of the active puzzle, or of the next one."""

    bl_idname = "OSKARS_CUBE_PT_dimensions"
    bl_label = "Dimensions"
    bl_description = "The dimensions of the active puzzle, or of the next one, in millimeters"

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
            row = column.row(align=True)
            # In one piece there are no joints.
            row.active = collection is None or group.way == KIT or dimension.name != "joint"
            row.prop(group, dimension.name)
        size = tuple(group.size)
        try:
            check_size(size)
            dimensions = dimensions_from(group)
        except InputError as error:
            message(layout, context, str(error))
            return
        column = layout.column(align=True)
        line(column, "Arm Width", f"{dimensions.arm_width:.2f} mm")
        line(column, "Pitch", f"{dimensions.pitch:.2f} mm")
        line(column, "Outer Size", " x ".join(map(_short, dimensions.outer_size(size))) + " mm")
        if collection is not None:
            row = layout.row(align=True)
            row.use_property_split = False
            row.prop(group, "live", toggle=True)
            row.operator(Rebuild.bl_idname, text="Rebuild")
            if wrong := problem(collection):
                message(layout, context, wrong)
            elif not has_current_dimensions(collection):
                message(layout, context, "The meshes are older than these dimensions. Press Rebuild.")
            elif not is_current(collection, context.scene):
                message(layout, context, "The scene's unit scale has changed. Press Rebuild.")


def _short(millimeters: float) -> str:
    """Return a length in as many digits as the sidebar has room for three times."""
    return f"{millimeters:.3g}" if millimeters < 100 else f"{millimeters:.0f}"


CLASSES = (PuzzlePanel, ResultPanel, DimensionsPanel)
