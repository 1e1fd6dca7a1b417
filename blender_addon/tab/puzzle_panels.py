# SPDX-License-Identifier: GPL-3.0-or-later
"""The first panels of the tab, in the order of work: the puzzle, what came out, and its dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import MILLIMETERS, STEPS, Option, shown_with_lengths
from ...core.common.words import counted, listed
from ...core.kind.facts import time_left
from ...core.kind.holding import FOLLOWS, HOLDING, followers_of, holdable_options
from ...core.kind.kind import AnyKind
from ...core.kind.part import COLORS
from ...core.kinds import KINDS
from ..data.interface import present, scene_of
from ..scene.build import followed, has_corner, has_current_dimensions, is_current, problem
from ..scene.by_hand import copied, edited_parts
from ..scene.lengths import shown_length
from ..scene.option_properties import draw_value, options_in, picture_name, pin_name, typed_name, values_in
from ..scene.part_objects import assembly_frames
from ..scene.properties import next_dimensions, next_group, scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..scene.startup import is_untouched
from ..window.running_operator import is_just_stopped, running
from ..window.sidebar import ClosedSidebar, Sidebar, labeled, line, message, progress_row, sentence, split_layout
from .generate import Another, Generate
from .my_printer import draw_presets
from .operator_base import OfPuzzle, draw_makers, next_kind, shown_dimensions
from .picture import Picture
from .preferences import SetMillimeters, is_in_millimeters
from .puzzle_list import DuplicatePuzzle, RemovePuzzle
from .puzzle_operators import (
    CopyCode,
    FromCode,
    Load,
    MakeEditable,
    NewSeed,
    Rebuild,
    Restore,
    draw_by_hand,
    instanced_puzzle,
)
from .search_on import SearchingOperator, SearchOn, StopSearch, time_for


class PuzzlePanel(Sidebar, bpy.types.Panel):
    """The settings of the next puzzle that everybody sets, and the button that makes it."""

    bl_idname = "PUZZLE_CUBES_PT_puzzle"
    bl_label = "New Puzzle"
    bl_description = "The main settings of the next puzzle, and the button that makes it"

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the settings in the order of work."""
        scene = scene_of(context)
        kind = next_kind(context)
        settings = next_group(scene, kind)
        layout = split_layout(self.layout)
        if len(KINDS) > 1:
            layout.prop(scene_group(scene), "kind")
        _draw_options(layout, context, kind, settings, _first_options(kind))
        if search := running(SearchingOperator):
            _draw_search(layout, search)
        else:
            _draw_makers(layout)
        draw_makers(layout, [kind.name])
        if instanced_puzzle(context) is not None:
            message(layout, context, "This is an instance of a puzzle: it only shows it.")
            layout.operator(MakeEditable.bl_idname, icon="OUTLINER_COLLECTION")
        if not is_in_millimeters(scene) and not is_untouched(scene):
            layout.operator(SetMillimeters.bl_idname, icon="SCENE_DATA")


class OptionsPanel(ClosedSidebar, bpy.types.Panel):
    """The options of the next puzzle, for those who want to choose them."""

    bl_idname = "PUZZLE_CUBES_PT_options"
    bl_label = "Options"
    bl_description = "Settings of how the next puzzle is made, and what it must have"
    bl_parent_id = PuzzlePanel.bl_idname

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it where there is more to set for the settings as they are."""
        kind = next_kind(context)
        settings = next_group(scene_of(context), kind)
        values = values_in(settings, kind.options)
        return not {name for name, _ in kind.shown(values)} <= {*_first_options(kind)}

    def draw(self, context: bpy.types.Context) -> None:
        """Draw all options that are not drawn first."""
        kind = next_kind(context)
        settings = next_group(scene_of(context), kind)
        layout = split_layout(self.layout)
        first = _first_options(kind)
        names = [option.name for option in kind.options if option.name not in first]
        _draw_options(layout, context, kind, settings, names)


def _first_options(kind: AnyKind) -> tuple[str, ...]:
    """Return the names of the options that stand first in the panel: all where the kind names none."""
    return kind.headline or tuple(option.name for option in kind.options)


def _draw_options(
    layout: bpy.types.UILayout, context: bpy.types.Context, kind: AnyKind, settings: Any, names: Sequence[str]
) -> None:
    """Draw those of some options that matter for the settings as they are."""
    options = {option.name: option for option in kind.options}
    values = values_in(settings, kind.options)
    heading = ""
    group = layout
    for name, matters in kind.shown(values):
        option = options[name]
        if name not in names:
            continue
        if option.heading != heading or not option.heading:
            heading = option.heading
            group = layout.column(heading=heading) if heading else layout.column()
        group.active = matters
        _draw_option(group, option, kind, settings)
        chosen = option.choices.get(str(values[name]))
        if chosen is not None and chosen.group:
            sentence(layout.column(align=True), context, f"{chosen.meaning}.", "INFO")
        if option.unit == STEPS and (seconds := time_for(kind, values)):
            line(layout, "Time Needed", seconds)


def _draw_option(layout: bpy.types.UILayout, option: Option, kind: AnyKind, settings: Any) -> None:
    """Draw an option: by its names, if it has some, also by pictures, or as a value."""
    if option.choices and option.own is not None:
        draw_value(layout, settings, option)
    elif isinstance(option.typed, tuple):
        row = labeled(layout, option.own_label or option.label).row(align=True)
        row.use_property_split = False
        for axis in range(len(option.typed)):
            row.prop(settings, option.name, index=axis, text="")
    elif option.is_text:
        # Such as many numbers: that needs the whole width.
        column = layout.column(align=True)
        column.use_property_split = False
        column.label(text=option.label)
        column.prop(settings, option.name, text="")
    elif option.name == "seed":
        row = layout.row(align=True)
        row.prop(settings, option.name)
        row.operator(NewSeed.bl_idname, text="", icon="FILE_REFRESH")
    else:
        layout.prop(settings, option.name)
    if option.name in kind.pictured:
        shown = labeled(layout, "")
        shown.template_icon_view(settings, picture_name(option.name), show_labels=True, scale=5, scale_popup=5)


def _draw_makers(layout: bpy.types.UILayout) -> None:
    """Draw the buttons that bring a puzzle into the scene."""
    row = layout.row(align=True)
    row.scale_y = 1.2
    row.enabled = not is_just_stopped()
    row.operator(Generate.bl_idname, text="Generate", icon="MESH_CUBE")
    # Also where there is none to be replaced: Generate must not move from under the pointer.
    row.operator(Another.bl_idname, text="Another", icon="LOOP_FORWARDS")
    row.operator(Load.bl_idname, text="", icon="FILE_FOLDER")
    row.operator(FromCode.bl_idname, text="", icon="PASTEDOWN")


def _draw_search(layout: bpy.types.UILayout, search: SearchingOperator) -> None:
    """Draw how far a running search is, in the row of the buttons that begin one: all that is below stays there."""
    task = present(search.task)
    row = layout.row(align=True)
    row.scale_y = 1.2
    left = time_left(task.share, search.seconds)
    progress_row(row, task.share, f"{task.share:.0%}, {left}" if left else f"{task.share:.0%}", StopSearch.bl_idname)


class ResultPanel(OfPuzzle, bpy.types.Panel):
    """The active puzzle in short."""

    bl_idname = "PUZZLE_CUBES_PT_result"
    bl_label = "Active Puzzle"
    bl_description = "The puzzle that all panels below are about: its display and its difficulty"

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw its name, how it is shown, how hard it is, and what is odd about it."""
        kind = puzzle.kind
        # A name of many numbers needs the whole width.
        layout.prop(puzzle.collection, "name", text="")
        _draw_deleted(layout, context, puzzle)
        with suppress(InputError):
            draw_by_hand(layout, context, puzzle)
        if told := copied(puzzle, context.active_object):
            sentence(layout.column(align=True), context, told, "INFO")
            layout.operator(DuplicatePuzzle.bl_idname, icon="DUPLICATE")
        row = layout.row(align=True)
        has_walls = any(item.walls for item in puzzle.group.parts)
        if has_walls:
            row.row(align=True).prop(puzzle.group, "display", expand=True)
        row.operator(Picture.bl_idname, text="" if has_walls else Picture.bl_label, icon="RENDER_STILL")
        row.operator(RemovePuzzle.bl_idname, text="", icon="TRASH")
        row = layout.row(align=True)
        # It has its room in each way to print, so that nothing below moves. Keys of an animation place the parts.
        lie_apart = puzzle.way.apart and puzzle.built is not None and not puzzle.group.problem
        row.enabled = lie_apart and assembly_frames(puzzle) is None
        row.prop(puzzle.group, "parts_at", expand=True)
        rating = kind.rating(puzzle.puzzle)
        for warning in kind.warnings(puzzle.puzzle):
            message(layout, context, warning)
        if rating is not None:
            labeled(layout, "Difficulty").progress(factor=rating.share, text=rating.word)
        missed = kind.missed(puzzle.puzzle)
        for said in missed:
            sentence(layout.column(align=True), context, said, "INFO")
        if missed and not kind.is_over(puzzle.puzzle):
            layout.operator(SearchOn.bl_idname, icon="VIEWZOOM")


MOST_BESIDE = 20
"""Letters of a value that have room beside its label; a longer one stands below it."""


class DetailsPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """All facts about the active puzzle."""

    bl_idname = "PUZZLE_CUBES_PT_details"
    bl_label = "Details"
    bl_description = "The numbers of the active puzzle, its colors and code, and the search that goes on with it"
    bl_parent_id = ResultPanel.bl_idname

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw what people compare first, then all else."""
        has_code = bool(puzzle.code)
        rating = puzzle.kind.rating(puzzle.puzzle)
        on_printing = puzzle.kind.print_lines(puzzle.puzzle, puzzle.way.name)
        if not puzzle.kind.missed(puzzle.puzzle) and not puzzle.kind.is_over(puzzle.puzzle):
            layout.operator(SearchOn.bl_idname, icon="VIEWZOOM")
        if hasattr(puzzle.own, COLORS):
            labeled(layout, "Colors").prop(puzzle.own, COLORS, text="")
        if rating is not None:
            sentence(layout.column(align=True), context, rating.sentence, "USER")
        column = layout.column(align=True)
        for measure in sorted(puzzle.kind.measures, key=lambda measure: measure.detail):
            if text := measure.text(puzzle.puzzle):
                place = labeled(column, measure.label)
                if len(text) > MOST_BESIDE:
                    place = column.row()
                    place.use_property_split = False
                place.prop(puzzle.own, f"{measure.name}_text", text="", emboss=False)
        for label, text in on_printing:
            line(column, label, text)
        built = puzzle.built
        if puzzle.way.apart and built is not None and not puzzle.group.problem:
            surface = "sheet" if puzzle.way.cut else "bed"
            line(column, "Parts", f"{len(built.laid)} on {counted(built.beds, surface)}")
            row = split_layout(layout.row())
            row.enabled = assembly_frames(puzzle) is None
            row.prop(puzzle.group, "explode", slider=True)
        if has_code:
            row = labeled(layout, "Code").row(align=True)
            row.prop(puzzle.group, "code", text="")
            row.operator(CopyCode.bl_idname, text="", icon="COPYDOWN")


def _draw_deleted(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Say that objects of a puzzle were deleted by hand, and offer what can be done about it."""
    gone = puzzle.missing_parts
    if not gone:
        return
    # What was edited is not rebuilt over.
    again = Restore if edited_parts(puzzle) else Rebuild
    name, parts = again.bl_label.split()[0], "it" if len(gone) == 1 else "them"
    message(layout, context, f"Deleted: {listed(puzzle.labels(gone))}. {name} brings {parts} back.")
    row = layout.row(align=True)
    row.operator(again.bl_idname, text=name, icon="LOOP_BACK")
    row.operator(RemovePuzzle.bl_idname, icon="TRASH")


class DimensionsPanel(ClosedSidebar, bpy.types.Panel):
    """The dimensions of the active puzzle, or of the next one."""

    bl_idname = "PUZZLE_CUBES_PT_dimensions"
    bl_label = "Dimensions"
    bl_description = "The dimensions of the active puzzle, or of the next one"

    def draw_header(self, context: bpy.types.Context) -> None:
        """Mark the title where they cannot be: it is in sight where they are typed, and while the panel is closed."""
        puzzle = active_puzzle(context)
        with suppress(InputError):
            _derived_lines(puzzle, *shown_dimensions(context, puzzle))
            if puzzle is None or not (problem(puzzle) or puzzle.group.problem):
                return
        present(self.layout).label(icon="ERROR")

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the dimensions, what follows from them, and what is wrong with them."""
        puzzle = active_puzzle(context)
        kind, group = shown_dimensions(context, puzzle)
        layout = split_layout(self.layout)
        draw_presets(layout, kind)
        follower = followed(puzzle, kind, group)
        lines: tuple[tuple[str, str], ...] | None = None
        # Of dimensions that can be, but not in the way to print.
        wrong = "" if puzzle is None else puzzle.group.problem
        try:
            lines = _derived_lines(puzzle, kind, group)
        except InputError as error:
            wrong = str(error)
        hidden = kind.of_others(kind.ways[0] if puzzle is None else puzzle.way)
        dimensions = [known for known in shown_with_lengths(kind.dimensions) if known.name not in hidden]
        # What follows a length that is held stands above those, with its other sides.
        followers = tuple(next((known.choices for known in dimensions if known.name == FOLLOWS), {}))
        column = layout.column(align=True)
        for dimension in dimensions:
            if dimension.name.startswith(followers):
                _draw_dimension(_row(column, dimension, wrong), context, puzzle, dimension, follower)
        _draw_holdable(layout, context, puzzle, follower, wrong)
        column = layout.column(align=True)
        for dimension in dimensions:
            # The colors of a puzzle are beside its walls.
            is_drawn = dimension.name.startswith(followers) or dimension.name in HOLDING
            if not is_drawn and (dimension.name != COLORS or puzzle is None):
                _draw_dimension(_row(column, dimension, wrong), context, puzzle, dimension, follower)
        if lines is None:
            message(layout, context, wrong)
            return
        column = layout.column(align=True)
        for label, text in lines:
            line(column, label, text)
        if puzzle is not None:
            _draw_rebuild(layout, context, puzzle)


def _row(column: bpy.types.UILayout, option: Option, wrong: str) -> bpy.types.UILayout:
    """Return a row for a length, red where the sentence on what is wrong begins with it: that stands out of sight."""
    row = column.row(align=True)
    row.alert = wrong.lower().startswith(f"{option.label.lower()} is ")
    return row


def _draw_dimension(
    row: bpy.types.UILayout,
    context: bpy.types.Context,
    puzzle: ScenePuzzle | None,
    dimension: Option,
    follower: str,
) -> None:
    """Draw a dimension: a length as the scene's units ask for, grayed where it makes no difference or follows."""
    kind, group = shown_dimensions(context, puzzle)
    row.active = puzzle is None or dimension.name not in puzzle.way.unused
    row.enabled = dimension.name != follower
    place = (group, dimension.name)
    if dimension.unit == MILLIMETERS:
        place = shown_length(scene_of(context), puzzle, kind.name, dimension.name)
    row.prop(*place, icon="LINKED" if dimension.name == follower else "NONE")


def _draw_holdable(
    layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle | None, follower: str, wrong: str
) -> None:
    """Draw the lengths that can be held, each with a pin, and what follows the one that is."""
    kind, group = shown_dimensions(context, puzzle)
    column = layout.column(align=True)
    for option in holdable_options(kind.dimensions):
        row = _row(column, option, wrong)
        makes_no_difference = puzzle is not None and option.name in puzzle.way.unused
        row.active = not makes_no_difference
        is_held = getattr(group, pin_name(option.name))
        if not is_held and not getattr(group, typed_name(option.name)):
            line(row, option.label, "Not known")
            continue
        row.prop(*shown_length(scene_of(context), puzzle, kind.name, option.name))
        row.prop(group, pin_name(option.name), text="", icon="PINNED" if is_held else "UNPINNED")
        if is_held and puzzle is not None and makes_no_difference:
            in_vain = f"{option.label} is not held in the way {puzzle.way.label}: what it becomes follows below."
            sentence(column, context, in_vain, "INFO")
    if follower and len(followers_of(options_in(group, kind.dimensions))) > 1:
        layout.row().prop(group, FOLLOWS, expand=True)


def _derived_lines(puzzle: ScenePuzzle | None, kind: AnyKind, group: Any) -> tuple[tuple[str, str], ...]:
    """Return what follows from the dimensions; raises InputError where they cannot be."""
    if puzzle is not None:
        way = puzzle.way.name
        return kind.derived_lines(kind.in_way(puzzle.dimensions, way), puzzle.puzzle, {}, way)
    return kind.derived_lines(next_dimensions(group), None, values_in(group, kind.options), kind.ways[0].name)


def _draw_rebuild(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Draw whether the puzzle follows its dimensions, and what keeps it from that."""
    if has_corner(puzzle):
        layout.row().prop(puzzle.group, "origin", expand=True)
    row = layout.row(align=True)
    row.use_property_split = False
    row.prop(puzzle.group, "live", toggle=True)
    row.operator(Rebuild.bl_idname, text="Rebuild")
    if wrong := problem(puzzle):
        message(layout, context, wrong)
    elif not has_current_dimensions(puzzle):
        message(layout, context, "The meshes are older than these dimensions. Press Rebuild.")
    elif not is_current(puzzle, scene_of(context)):
        message(layout, context, "The scene's unit scale has changed. Press Rebuild.")
    elif puzzle.group.problem:
        message(layout, context, puzzle.group.problem)


FIRST = (PuzzlePanel, OptionsPanel, ResultPanel, DetailsPanel)

CLASSES = (DimensionsPanel,)
