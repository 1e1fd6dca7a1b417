# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a puzzle, kept with it until its dimensions or the printer change."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import bpy
import numpy as np
from bpy.props import StringProperty

from ...core.common.errors import ExportError, InputError
from ...core.common.options import values_of
from ...core.common.words import listed
from ...core.printing.checks import BAD, DOUBTFUL, GOOD, Check, Report
from ...core.printing.estimate import in_words
from ...core.printing.printed_object import PrintedObject
from ..data.context import scene_of
from ..data.property_groups import prop, with_properties
from ..scene.by_hand import by_hand
from ..scene.exports import edited_bodies, edits_in_the_way
from ..scene.properties import printer_of
from ..scene.puzzle import ScenePuzzle
from ..window.framing import frame
from .operator_base import PuzzleOperator, activate

SAVED_FORMAT = 2


class CheckPuzzle(PuzzleOperator, bpy.types.Operator):
    """Check whether the active puzzle will print and work"""

    bl_idname = "puzzle_cubes.check"
    bl_label = "Check Puzzle"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Look at the puzzle with its dimensions and the scene's printer, and keep what was found."""
        printer, dimensions, way = printer_of(scene_of(context)), puzzle.dimensions, puzzle.way
        content, parts = puzzle.puzzle, None
        # The check says in its own words why parts cannot be.
        with suppress(InputError):
            parts = puzzle.parts(way, dimensions)
        report = puzzle.kind.model.check(content, dimensions, printer, way.name, parts)
        if line := _check_by_hand(context, puzzle):
            report = replace(report, checks=(line, *report.checks))
        keep_checks(puzzle, scene_of(context), report)
        worst = [check for check in report.checks if check.level == BAD]
        if worst:
            self.report({"WARNING"}, " ".join(check.sentence for check in worst))
        else:
            self.report({"INFO"}, f"'{puzzle.name}' will print: {report.mass:.0f} g, {in_words(report.minutes)}")


def _check_by_hand(context: bpy.types.Context, puzzle: ScenePuzzle) -> Check | None:
    """Report on what was changed by hand, as files will have it; None where nothing was."""
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


def keep_checks(puzzle: ScenePuzzle, scene: bpy.types.Scene, report: Report) -> None:
    """Keep the checks of a puzzle, and what they were made for."""
    lines = [asdict(check) for check in report.checks]
    puzzle.group.checks = json.dumps({"format": SAVED_FORMAT, "for": _subject(puzzle, scene), "lines": lines})


def kept_checks(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> list[Check] | None:
    """Return the checks of the puzzle as it is now; None when there are none, or only of an earlier state.

    Raises InputError for dimensions or a printer that cannot be.
    """
    if not puzzle.group.checks:
        return None
    try:
        kept: dict[str, Any] = json.loads(puzzle.group.checks)
        lines = [
            Check(str(line["name"]), line["level"], str(line["sentence"]), tuple(map(str, line["parts"])))
            for line in kept["lines"]
        ]
        known = kept["format"] == SAVED_FORMAT and all(check.level in {GOOD, DOUBTFUL, BAD} for check in lines)
        made_for = kept["for"]
    except (ValueError, TypeError, KeyError, RecursionError):
        # What is damaged in a file, or was kept there by another version, is none.
        return None
    return lines if known and made_for == _subject(puzzle, scene) else None


def _subject(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> dict[str, Any]:
    """Return all that the checks depend on, besides the puzzle, by name."""
    return {
        "way": puzzle.way.name,
        "dimensions": values_of(puzzle.dimensions),
        "printer": values_of(printer_of(scene)),
        "by_hand": by_hand(puzzle).state,
    }


@with_properties
class ShowParts(PuzzleOperator, bpy.types.Operator):
    """Select the parts that this line speaks of, and bring them into the view"""

    bl_idname = "puzzle_cubes.show_parts"
    bl_label = "Show Parts"
    part_keys: str = prop(StringProperty, name="Parts", description="The names of the parts, with commas between them")

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Select those that are seen."""
        parts = [puzzle.part_object(key) for key in self.part_keys.split(",")]
        shown = [part for part in parts if part is not None and part.visible_get()]
        if not shown:
            raise InputError("What this line speaks of is hidden, or was deleted.")
        activate(context, shown[0])
        for part in shown:
            part.select_set(True)
        if not bpy.app.background:
            frame(context, shown)


CLASSES = (CheckPuzzle, ShowParts)
