# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a puzzle, kept with it until its dimensions or the printer change."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import bpy
import numpy as np
from bpy.props import StringProperty

from ...core.common.errors import ExportError, InputError
from ...core.common.words import listed
from ...core.printing.checks import BAD, DOUBTFUL, Check, Report
from ...core.printing.printed_object import PrintedObject
from ..data.context import scene_of, view_layer_of
from ..data.property_groups import prop, with_properties
from ..scene.by_hand import by_hand
from ..scene.exports import edited_bodies, edits_in_the_way
from ..scene.properties import printer_of
from ..scene.puzzle import ScenePuzzle
from ..scene.selecting import activate
from ..window.framing import frame, frame_points
from . import place_drawing
from .kept_checks import keep_checks, kept_report
from .operator_base import AsksLittle, PuzzleOperator


class CheckPuzzle(PuzzleOperator, bpy.types.Operator):
    """Check whether the active puzzle will print and work"""

    bl_idname = "puzzle_cubes.check"
    bl_label = "Check Puzzle"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Look at the puzzle, and say what was found."""
        report = checked(context, puzzle)
        if report.level == BAD:
            self.report({"WARNING"}, bad_sentences(report))
        else:
            self.report({"INFO"}, f"'{puzzle.name}': {report.verdict}")


def checked(context: bpy.types.Context, puzzle: ScenePuzzle) -> Report:
    """Look at a puzzle with its dimensions and the scene's printer, keep what was found with it, and return that.

    Raises InputError for dimensions or a printer that cannot be.
    """
    printer, dimensions, way = printer_of(scene_of(context)), puzzle.dimensions, puzzle.way
    content, parts = puzzle.puzzle, None
    # The check says in its own words why parts cannot be.
    with suppress(InputError):
        parts = puzzle.parts(way, dimensions)
    report = puzzle.kind.model.check(content, dimensions, printer, way.name, parts)
    if line := _check_by_hand(context, puzzle):
        report = replace(report, checks=(line, *report.checks))
    keep_checks(puzzle, scene_of(context), report)
    return report


def bad_sentences(report: Report) -> str:
    """Return what is bad, as sentences."""
    return " ".join(check.sentence for check in report.checks if check.level == BAD)


def _check_by_hand(context: bpy.types.Context, puzzle: ScenePuzzle) -> Check | None:
    """Report on what was changed by hand, as files will have it; None where nothing was."""
    needed = {item.name for item in puzzle.items_of(puzzle.way)}
    if gone := [key for key in puzzle.missing_parts if key in needed]:
        return Check("By Hand", BAD, str(puzzle.deleted(gone[0])))
    changed = by_hand(puzzle)
    try:
        wrong = changed.misfit or edits_in_the_way(context, puzzle, changed)
        bodies = edited_bodies(context, puzzle, changed) if changed.edited and not wrong else {}
    except ExportError as error:
        wrong, bodies = str(error), {}
    if wrong:
        return Check("By Hand", BAD, wrong)
    if not bodies:
        return None
    sizes = []
    for key, body in bodies.items():
        size = " x ".join(f"{side:.4g}" for side in np.ptp(body.vertices, axis=0))
        volume = PrintedObject(key, (body,)).volume / 1000
        sizes.append(f"{changed.parts[key].label} is {size} mm, {volume:.1f} cm3")
    return Check(
        "By Hand",
        DOUBTFUL,
        f"Edited by hand: {listed(sizes)}, and leaves other parts their room. All other lines are about the puzzle "
        "before that; walls, strength and supports of the edit are not known.",
        tuple(bodies),
    )


@with_properties
class ShowParts(AsksLittle, PuzzleOperator, bpy.types.Operator):
    """Select the parts that this line speaks of, and bring them into the view, with the place that it means framed"""

    bl_idname = "puzzle_cubes.show_parts"
    bl_label = "Show Parts"
    part_keys: str = prop(StringProperty, name="Parts", description="The names of the parts, with commas between them")
    line: str = prop(
        StringProperty, name="Line", description="The name of the line of the check whose place is drawn, if it has one"
    )

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Select those that are seen."""
        parts = [puzzle.part_object(key) for key in self.part_keys.split(",")]
        shown = [part for part in parts if part is not None and part.visible_get()]
        if not shown:
            raise InputError("What this line speaks of is hidden, or was deleted.")
        activate(context, shown[0])
        for part in shown:
            part.select_set(True)
        place_drawing.show(self.line)
        if bpy.app.background:
            return
        view_layer_of(context).update()
        report = kept_report(puzzle, scene_of(context))
        lines = () if report is None else report.checks
        meant = [check for check in lines if check.name == self.line]
        corners = [corner for check in meant for corner in place_drawing.place_corners(puzzle, check)]
        if corners:
            frame_points(context, corners)
        else:
            frame(context, shown)


CLASSES = (CheckPuzzle, ShowParts)
