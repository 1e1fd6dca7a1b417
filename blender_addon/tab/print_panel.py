# SPDX-License-Identifier: GPL-3.0-or-later
"""The panels that bring the active puzzle to the printer, and together: the way, the checks, the files, the steps.

The printer's beds are drawn in the 3D views below the parts that lie on them; they are no objects, and in no file.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import ClassVar

import bpy
from bpy.props import IntProperty
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.common.options import MILLIMETERS, declared
from ...core.common.words import quoted
from ...core.printing.checks import BAD, DOUBTFUL, GOOD, Check
from ...core.printing.printer import BED, Printer
from ..data.interface import (
    narrowed,
    present,
    prop,
    property_names,
    remembered,
    scene_of,
    units_per_millimeter,
    with_properties,
)
from ..scene.build import show_as_printed
from ..scene.exports import is_exported
from ..scene.lengths import PRINTER, shown_length
from ..scene.part_objects import animate_assembly, assembly_frames, is_film, remove_assembly, shows_beds, steps_of
from ..scene.properties import AssemblyPace, printer_of, scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle, puzzles_in
from ..scene.startup import put_end_back
from ..window.drawing import Line, ShownEverywhere, paint_lines
from ..window.framing import frame_if_out_of_view, play_animation, stop_animation
from ..window.running_operator import is_just_stopped
from ..window.sidebar import ClosedSidebar, Icon, Sidebar, message, progress_row, sentence, split_layout
from .checking import CheckPuzzle, ShowParts, StopWork, kept_report, working
from .export_operators import Export, ExportCoupon, OpenFolder, Print, text_operator
from .my_printer import MyPrinter, draw_usual_printers
from .operator_base import Need, OfPuzzle, PuzzleOperator, button, shown_dimensions

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
        """Draw the way to print, the buttons, the verdict, what is not good, and where the files are."""
        puzzle = active_puzzle(context)
        layout = split_layout(self.layout)
        if puzzle is not None and len(puzzle.kind.ways) > 1:
            row = layout.row()
            # Beside a label three have no room.
            row.use_property_split = len(puzzle.kind.ways) < 3
            row.prop(puzzle.own, "way", expand=True)
        row = layout.row(align=True)
        row.scale_y = 1.2
        if work := working():
            progress_row(row, work.share, f"{work.share:.0%}", StopWork.bl_idname)
        else:
            row.enabled = not is_just_stopped()
            row.operator(Print.bl_idname, text="Print", icon="EXPORT")
            row.operator(CheckPuzzle.bl_idname, text="Check", icon="CHECKMARK")
            row.operator(OpenFolder.bl_idname, text="", icon="FILE_FOLDER")
        if puzzle is not None:
            # Whatever comes and goes stands below the buttons.
            _draw_verdict(layout, context, puzzle)
            if is_exported(puzzle) and not OpenFolder.missing(context, puzzle):
                files = f"The files are in {quoted(puzzle.group.exported)}"
                sentence(layout.column(align=True), context, files, "FILE_FOLDER")


class ChecksPanel(ClosedSidebar, bpy.types.Panel):
    """The good results of the check."""

    bl_idname = "PUZZLE_CUBES_PT_checks"
    bl_label = "Passed Checks"
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
        for format_ in kind.formats:
            layout.operator(text_operator(format_), icon="TEXT")


class PrinterPanel(ClosedSidebar, bpy.types.Panel):
    """The printer."""

    bl_idname = "PUZZLE_CUBES_PT_printer"
    bl_label = "Nozzle and Bed"
    bl_description = "Your printer, as the checks and the layout of parts on its bed use it"
    bl_parent_id = PrintPanel.bl_idname

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the printer, and the print that shows which gaps suit it."""
        scene = scene_of(context)
        layout = split_layout(self.layout)
        draw_usual_printers(layout, scene)
        columns = [layout.column(align=True) for _ in range(2)]
        for option in declared(Printer):
            column = columns[option.name in BED]
            if option.unit == MILLIMETERS:
                column.prop(*shown_length(scene, None, PRINTER, option.name))
            else:
                column.prop(scene_group(scene), option.name)
        kind, _ = shown_dimensions(context, active_puzzle(context))
        if kind.has_coupon:
            row = layout.row(align=True)
            row.operator(ExportCoupon.bl_idname, text="Test Coupon", icon="EXPORT")
            row.operator(MyPrinter.bl_idname, text=f"{MyPrinter.bl_label} ...")


def _draw_verdict(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Draw what keeps the parts from lying apart, and what the last check found, in one line, with what is not good."""
    report = None
    # Dimensions that cannot be say so where they are typed.
    with suppress(InputError):
        report = kept_report(puzzle, scene_of(context))
    problem = puzzle.group.problem
    if problem and not (report and any(problem in check.sentence for check in report.checks)):
        message(layout, context, problem)
    if report is None:
        return
    column = layout.column(align=True)
    column.alert = report.level == BAD
    # Under a pointer that rests Blender takes the first label for the progress that stood there, and draws it as such.
    column.separator(factor=0.0)
    sentence(column, context, report.verdict, LEVEL_COLORS[report.level])
    for check in report.checks:
        if check.instead is not None:
            way = puzzle.kind.way(check.instead.way)
            words = f"{way.label}: {check.instead.words}"
            row = layout.row()
            row.use_property_split = False
            row.prop_enum(puzzle.own, "way", way.name.upper(), text=words, icon="FORWARD")
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
        values = {"part_keys": ",".join(check.parts), "line": check.name}
        button(row, ShowParts.bl_idname, values, text="", icon="VIEWZOOM", emboss=False)


def has_steps(puzzle: ScenePuzzle) -> bool:
    """Report whether a puzzle lies there in parts of which it is known how they are put together."""
    return puzzle.kind.has_assembly and puzzle.way.apart and not puzzle.group.problem


class AssemblyOperator(PuzzleOperator):
    """An operator on a puzzle that is put together."""

    needs: ClassVar[tuple[Need, ...]] = (
        (has_steps, "The puzzle has no parts to put together: choose another way under Print"),
    )


def end_and_play(context: bpy.types.Context, parts: Sequence[bpy.types.Object], frame: int | None = None) -> None:
    """Let the scene end with the animation of its parts, bring those in view that have just got one, and play it.

    With a frame that one is shown, and nothing is played.
    """
    scene = scene_of(context)
    put_end_back(scene)
    if frame is not None:
        stop_animation(context)
    scene.frame_set(scene.frame_start if frame is None else frame)
    if not bpy.app.background:
        frame_if_out_of_view(context, parts)
        if frame is None:
            play_animation(context)


def show_assembly(
    context: bpy.types.Context, puzzle: ScenePuzzle, pace: tuple[int, int], step: int | None = None
) -> int:
    """Animate the assembly, in place of earlier keys, and return the last frame; the pace is of a step and a pause.

    It is played, or with the number of a step shown as it is after that one.
    """
    scene, group = scene_of(context), puzzle.group
    _, steps = puzzle.needed_built, steps_of(puzzle)
    parts = [puzzle.needed_part(key) for key in dict.fromkeys(key for step in steps for key in step.keys)]
    earlier, was_film = assembly_frames(puzzle), is_film(puzzle)
    times = animate_assembly(puzzle, scene.frame_start, *pace)
    if earlier is None:
        group.earlier_explode = group.explode
    group.explode = 0.0
    if was_film:
        show_as_printed(puzzle, scene)
    moves = sum(len(step.moves) for step in steps[:step])
    end_and_play(context, parts, None if step is None else next(frame for frame, done in times if done == moves))
    return times[-1][0]


class AnimateAssembly(AssemblyPace, AssemblyOperator, bpy.types.Operator):
    """Animate the assembly step by step with keyframes, from the scene's first frame on; the scene ends with them"""

    bl_idname = "puzzle_cubes.animate_assembly"
    bl_label = "Animate Assembly"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Set the keys, and play them."""
        with remembered(self, AssemblyPace, puzzle.group):
            last = show_assembly(context, puzzle, (self.frames_per_step, self.step_pause))
        self.report({"INFO"}, f"The assembly takes the frames {scene_of(context).frame_start} to {last}")


@with_properties
class ShowStep(AssemblyOperator, bpy.types.Operator):
    """Show the parts as they are after this step, at its frame of the animation of the assembly"""

    bl_idname = "puzzle_cubes.show_step"
    bl_label = "Show Step"
    step: int = prop(IntProperty, "Step", "The step after which the parts are shown", default=1, min=1)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Animate the assembly, and show the frame at which the step is done."""
        group = puzzle.group
        show_assembly(context, puzzle, (group.frames_per_step, group.step_pause), self.step)


class RemoveAssembly(PuzzleOperator, bpy.types.Operator):
    """Remove the keyframes of the parts, and put these back to where they were before"""

    bl_idname = "puzzle_cubes.remove_assembly"
    bl_label = "Remove Animation of Parts"

    needs: ClassVar[tuple[Need, ...]] = ((assembly_frames, "The parts have no keyframes: Animate makes them"),)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Remove the keys, and show what was hidden in a film."""
        remove_assembly(puzzle)
        put_end_back(scene_of(context))
        puzzle.group.explode = puzzle.group.earlier_explode
        show_as_printed(puzzle, scene_of(context))


class AssemblyPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """The steps that put the active puzzle together."""

    bl_idname = "PUZZLE_CUBES_PT_assembly"
    bl_label = "Put Together"
    bl_description = "The steps that put the parts together, and an animation of them"
    bl_parent_id = PrintPanel.bl_idname

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for parts that can be put together only."""
        return super().poll(context) and has_steps(present(active_puzzle(context)))

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the steps and the buttons."""
        split_layout(layout)
        try:
            steps = steps_of(puzzle)
        except InputError as error:
            message(layout, context, str(error))
            return
        for number, step in enumerate(steps, 1):
            row = layout.row()
            sentence(row.column(align=True), context, f"{number}. {step.sentence}", "NONE", buttons=1)
            button(row, ShowStep.bl_idname, {"step": number}, text="", icon="HIDE_OFF", emboss=False)
        column = layout.column(align=True)
        for name in property_names(AssemblyPace):
            column.prop(puzzle.group, name)
        row = layout.row(align=True)
        row.operator(AnimateAssembly.bl_idname, text="Animate Assembly", icon="ANIM")
        row.operator(RemoveAssembly.bl_idname, text="", icon="X")


GRID = 10.0
"""From one line of a bed to the next, in millimeters."""

EDGE, INNER = (0.55, 0.75, 1.0, 0.9), (0.55, 0.75, 1.0, 0.18)
"""The colors of a bed's border and of its lines."""


def bed_lines(scene: bpy.types.Scene, puzzle: ScenePuzzle) -> tuple[list[Line], list[Line]]:
    """Return the border and the inner lines of a puzzle's beds in the world; none where no part is about to lie there.

    Raises InputError for a printer that cannot be.
    """
    if not shows_beds(puzzle):
        return [], []
    built, carrier = puzzle.needed_built, present(puzzle.group.carrier)
    printer = puzzle.kind.machine(built.dimensions, printer_of(scene), puzzle.way.name)
    scale = units_per_millimeter(built.meters_per_unit)
    edges: list[Line] = []
    inner: list[Line] = []
    for bed in range(built.beds):
        # Parts are laid out about the middle of a bed.
        middle = Vector((built.first_bed + bed * built.next_bed, 0, 0))
        for lines, segments in ((edges, _border(printer)), (inner, _grid(printer))):
            lines += [(middle + Vector((*begin, 0)), middle + Vector((*end, 0))) for begin, end in segments]
    place = carrier.matrix_world

    def placed(lines: list[Line]) -> list[Line]:
        return [(place @ (scale * begin), place @ (scale * end)) for begin, end in lines]

    return placed(edges), placed(inner)


_Flat = tuple[tuple[float, float], tuple[float, float]]
"""A line on the bed, from its middle, in millimeters."""

ROUND = 96
"""So many lines draw the border of a round bed."""


def _border(printer: Printer) -> list[_Flat]:
    """Return the lines round a bed."""
    if printer.round_bed:
        turns = [2 * math.pi * number / ROUND for number in range(ROUND + 1)]
        corners = [(printer.diameter / 2 * math.cos(turn), printer.diameter / 2 * math.sin(turn)) for turn in turns]
    else:
        x, y = printer.bed_x / 2, printer.bed_y / 2
        corners = [(-x, -y), (x, -y), (x, y), (-x, y), (-x, -y)]
    return list(itertools.pairwise(corners))


def _grid(printer: Printer) -> list[_Flat]:
    """Return the lines across a bed, which on a round one end at its border."""
    x, y = (printer.diameter / 2, printer.diameter / 2) if printer.round_bed else (printer.bed_x / 2, printer.bed_y / 2)

    def half(at: float, otherwise: float) -> float:
        return math.sqrt(max(0.0, x * x - at * at)) if printer.round_bed else otherwise

    along_y = [((at, -half(at, y)), (at, half(at, y))) for at in _between(x)]
    return along_y + [((-half(at, x), at), (half(at, x), at)) for at in _between(y)]


def _between(half: float) -> list[float]:
    """Return where the lines across a bed are, along one of its sides, from its middle."""
    return [GRID * number - half for number in range(1, int(2 * half / GRID - 1e-6) + 1)]


def _draw(context: bpy.types.Context, scene: bpy.types.Scene) -> None:
    for puzzle in puzzles_in(scene):
        # A local view, and a game, shows nothing of puzzles that are not in it.
        space = narrowed(context.space_data, bpy.types.SpaceView3D)
        if not any(item.part and item.part.visible_in_viewport_get(space) for item in puzzle.items_of(puzzle.way)):
            continue
        # The panels say what is wrong.
        with suppress(InputError):
            edges, inner = bed_lines(scene, puzzle)
            for lines, color in ((inner, INNER), (edges, EDGE)):
                if lines:
                    paint_lines(lines, color)


_BEDS = ShownEverywhere(_draw)

register, unregister = _BEDS.register, _BEDS.unregister

CLASSES = (PrintPanel, ChecksPanel, AnimateAssembly, ShowStep, RemoveAssembly, AssemblyPanel, FilesPanel, PrinterPanel)
