# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a puzzle, whose results are kept with it until its dimensions or the printer change.

The place that a line of the check means is drawn in the 3D views as a box while its part is selected.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import asdict, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from bpy.props import StringProperty
from mathutils import Vector

from ...core.common.errors import ExportError, InputError
from ...core.common.options import values_of
from ...core.common.task import Task
from ...core.common.words import listed
from ...core.kind.part import COLORS
from ...core.printing.checks import BAD, DOUBTFUL, GOOD, Check, OtherWay, Place, Report
from ...core.printing.estimate import Estimate
from ..data.interface import present, prop, scene_of, units_per_millimeter, view_layer_of, with_properties
from ..scene.by_hand import by_hand
from ..scene.exports import edited_meshes, edits_in_files, edits_in_the_way
from ..scene.properties import printer_of
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..scene.startup import activate
from ..window.drawing import Line, ShownEverywhere, box_edges, paint_lines
from ..window.framing import frame, frame_points, redraw_sidebars, set_status
from ..window.running_operator import PATIENCE, Needs, Result, StoppableOperator, refuse, running
from .operator_base import AsksLittle, PuzzleOperator, needed_puzzle

SAVED_FORMAT = 6


def keep_checks(puzzle: ScenePuzzle, scene: bpy.types.Scene, report: Report) -> None:
    """Keep the checks of a puzzle, and what they were made for."""
    lines = [asdict(check) for check in report.checks]
    taken = [report.volume, *vars(report.cost).values()]
    subject = _subject(puzzle, scene)
    puzzle.group.checks = json.dumps({"format": SAVED_FORMAT, "for": subject, "lines": lines, "taken": taken})


def kept_report(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> Report | None:
    """Return what the last check found, for the puzzle as it is now; None without one, or only of an earlier state.

    Raises InputError for dimensions or a printer that cannot be.
    """
    if not puzzle.group.checks:
        return None
    try:
        kept: dict[str, Any] = json.loads(puzzle.group.checks)
        lines = tuple(
            Check(
                str(line["name"]),
                line["level"],
                str(line["sentence"]),
                tuple(map(str, line["parts"])),
                _place(line["where"]),
                None
                if line["instead"] is None
                else OtherWay(str(line["instead"]["way"]), str(line["instead"]["words"])),
            )
            for line in kept["lines"]
        )
        volume, grams, minutes, basis, cut = kept["taken"]
        cost = Estimate(float(grams), float(minutes), str(basis), float(cut))
        report = Report(lines, float(volume), cost)
        ways = {None, *(way.name for way in puzzle.kind.ways)}
        known = kept["format"] == SAVED_FORMAT and all(
            check.level in {GOOD, DOUBTFUL, BAD} and (check.instead and check.instead.way) in ways for check in lines
        )
        made_for = kept["for"]
    except (ValueError, TypeError, KeyError, RecursionError):
        # What is damaged in a file, or was kept there by another version, is none.
        return None
    return report if known and made_for == _subject(puzzle, scene) else None


def _place(where: Any) -> Place | None:
    """Return a place from its corners, or None from None; raises ValueError or TypeError for what is neither."""
    if where is None:
        return None
    (a, b, c), (d, e, f) = (map(float, corner) for corner in where)
    return (a, b, c), (d, e, f)


def _subject(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> dict[str, Any]:
    """Return all that the checks depend on, besides the puzzle, by name."""
    return {
        "way": puzzle.way.name,
        "dimensions": {name: value for name, value in values_of(puzzle.dimensions).items() if name != COLORS},
        "printer": values_of(printer_of(scene)),
        "by_hand": edits_in_files(puzzle, by_hand(puzzle)),
    }


COLOR, WIDTH = (1.0, 0.1, 0.35, 1.0), 2.5
"""Unlike the orange outline of what is selected."""

_shown: list[str] = []
"""The name of the line whose place is shown, if any."""


def show(name: str) -> None:
    """Draw the place of a line from now on, as long as the check is about the puzzle as it is."""
    _shown[:] = [name]


def place_corners(puzzle: ScenePuzzle, check: Check) -> list[Vector]:
    """Return the eight corners of a line's place in the world; none where it has no place, or its part is gone."""
    built, part = puzzle.built, puzzle.part_object(check.parts[0]) if check.parts else None
    if check.where is None or built is None or part is None:
        return []
    scale = units_per_millimeter(built.meters_per_unit)
    return [part.matrix_world @ (scale * Vector(corner)) for corner in product(*zip(*check.where, strict=True))]


def shown_checks(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> list[Check]:
    """Return the lines whose place is shown; none where the check is an old one.

    Raises InputError for dimensions or a printer that cannot be.
    """
    report = kept_report(puzzle, scene) if _shown else None
    return [] if report is None else [check for check in report.checks if check.name in _shown]


def place_lines(context: bpy.types.Context) -> list[Line]:
    """Return the edges of the place that is shown; none where its part is not selected.

    Raises InputError as ``shown_checks``.
    """
    puzzle = active_puzzle(context)
    if puzzle is None:
        return []
    for check in shown_checks(puzzle, scene_of(context)):
        part = puzzle.part_object(check.parts[0]) if check.parts else None
        if part is not None and part.visible_get() and part.select_get():
            return box_edges(place_corners(puzzle, check))
    return []


def _draw(context: bpy.types.Context, _: bpy.types.Scene) -> None:
    if lines := place_lines(context):
        paint_lines(lines, COLOR, WIDTH, through=True)


_PLACES = ShownEverywhere(_draw)

register = _PLACES.register


def unregister() -> None:
    """Show no place any more."""
    _shown.clear()
    _PLACES.unregister()


CHECKING, DRAWING_PAGE = "Checking whether it will print", "Drawing how it is put together"
"""What is said meanwhile."""


class Prepared(StoppableOperator, PuzzleOperator):
    """An operator that works out beside Blender what takes long, and is remembered, and then does the rest at once.

    Nothing is changed before that, so nothing is lost when it is stopped.
    """

    if TYPE_CHECKING:
        task: Task[float, None] | None

    doing = CHECKING
    """What it works out now."""

    def to_prepare(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> Generator[float, None, None]:
        """Work it out, and yield the share that is done; raises InputError for what cannot be."""
        raise TypeError("an operator says what it prepares in its own class")

    def begin(self, context: bpy.types.Context, event: bpy.types.Event | None = None) -> Result:
        """Do what there is to do, once all is prepared; without an event that was beside Blender."""
        return self.execute(context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Prepare, beside Blender where that takes long, and begin."""
        if bpy.app.background:
            return self.begin(context, event)
        if working():
            return refuse(self, "A check or a print is at work: press Esc to stop it.")
        task = self.task = Task(self.to_prepare(context, needed_puzzle(context)))
        result = self.go_on(context, PATIENCE)
        if result or task.is_done:
            return result or self.begin(context, event)
        return self.run_beside(context, 0.02)

    def show(self, context: bpy.types.Context) -> None:
        """Show how far it is."""
        if self.is_beside:
            set_status(context, f"{self.doing}: {self.share:.0%}    Esc: Stop")
            redraw_sidebars(context)

    @property
    def share(self) -> float:
        """How far it is, from 0 to 1."""
        return 0.0 if self.task is None else self.task.latest or 0.0

    def take(self, context: bpy.types.Context, best: Any, why: str) -> Result | None:
        """Begin with what is remembered now; who has stopped it has all as it was."""
        if why:
            self.report({"WARNING"}, f"{why}: nothing was checked or written")
            return {"CANCELLED"}
        return self.begin(context) if self.is_beside else None


def working() -> Prepared | None:
    """Return the check or the print that is at work beside Blender, if one is."""
    work = running(Prepared)
    return work if work is not None and work.task is not None else None


class StopWork(Needs, bpy.types.Operator):
    """Stop the check or the print; nothing is kept or written"""

    bl_idname = "puzzle_cubes.stop_work"
    bl_label = "Stop Check or Print"

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Work while one is running."""
        return "" if working() else "No check or print is at work"

    def execute(self, context: bpy.types.Context) -> Result:
        """Let it stop."""
        work = present(working())
        work.stops = work.is_clicked = True
        return {"FINISHED"}


class CheckPuzzle(Prepared, bpy.types.Operator):
    """Check whether the active puzzle will print and work"""

    bl_idname = "puzzle_cubes.check"
    bl_label = "Check Puzzle"

    def to_prepare(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> Generator[float, None, None]:
        """Look at the puzzle."""
        yield from puzzle.as_set(scene_of(context)).remember_check()

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Say what was found."""
        report = checked(context, puzzle)
        if report.level == BAD:
            self.report({"WARNING"}, bad_sentences(report))
        else:
            self.report({"INFO"}, f"'{puzzle.name}': {report.verdict}")


def checked(context: bpy.types.Context, puzzle: ScenePuzzle) -> Report:
    """Look at a puzzle with its dimensions and the scene's printer, keep what was found with it, and return that.

    Raises InputError for dimensions or a printer that cannot be.
    """
    report = puzzle.as_set(scene_of(context)).check()
    if line := _check_by_hand(puzzle):
        report = replace(report, checks=(line, *report.checks))
    keep_checks(puzzle, scene_of(context), report)
    return report


def bad_sentences(report: Report) -> str:
    """Return what is bad, as sentences."""
    return " ".join(check.sentence for check in report.checks if check.level == BAD)


def _check_by_hand(puzzle: ScenePuzzle) -> Check | None:
    """Report on what was changed by hand, as files will have it; None where nothing was."""
    needed = {item.name for item in puzzle.items_of(puzzle.way)}
    if gone := [key for key in puzzle.missing_parts if key in needed]:
        return Check("By Hand", BAD, str(puzzle.deleted(gone[0])))
    changed = by_hand(puzzle)
    try:
        wrong = changed.misfit or edits_in_the_way(puzzle, changed)
        meshes = edited_meshes(puzzle, changed) if changed.edited and not wrong else {}
    except ExportError as error:
        wrong, meshes = str(error), {}
    if wrong:
        return Check("By Hand", BAD, wrong)
    if not meshes:
        return None
    sizes = []
    for key, mesh in meshes.items():
        size = " x ".join(f"{side:.4g}" for side in np.ptp(mesh.vertices, axis=0))
        sizes.append(f"{changed.parts[key].label} is {size} mm, {mesh.volume / 1000:.1f} cm3")
    return Check(
        "By Hand",
        DOUBTFUL,
        f"Edited by hand: {listed(sizes)}, and leaves other parts their room. All other lines are about the puzzle "
        "before that; walls, strength and supports of the edit are not known.",
        tuple(meshes),
    )


@with_properties
class ShowParts(AsksLittle, PuzzleOperator, bpy.types.Operator):
    """Select the parts that this line is about, and bring them into view, with the place framed"""

    bl_idname = "puzzle_cubes.show_parts"
    bl_label = "Show Parts"
    part_keys: str = prop(StringProperty, "Parts", "The names of the parts, with commas between them")
    line: str = prop(StringProperty, "Line", "The name of the line of the check whose place is drawn, if it has one")

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Select those that are seen."""
        parts = [puzzle.part_object(key) for key in self.part_keys.split(",")]
        shown = [part for part in parts if part is not None and part.visible_get()]
        if not shown:
            raise InputError("What this line speaks of is hidden, or was deleted.")
        activate(context, shown[0])
        for part in shown:
            part.select_set(True)
        show(self.line)
        if bpy.app.background:
            return
        view_layer_of(context).update()
        meant = shown_checks(puzzle, scene_of(context))
        corners = [corner for check in meant for corner in place_corners(puzzle, check)]
        if corners:
            frame_points(context, corners)
        else:
            frame(context, shown)


CLASSES = (CheckPuzzle, StopWork, ShowParts)
