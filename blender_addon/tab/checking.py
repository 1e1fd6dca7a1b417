# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a puzzle, kept with it until its dimensions or the printer change."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import bpy
from bpy.props import StringProperty

from ...core.common.errors import InputError
from ...core.common.options import values_of
from ...core.printing.checks import BAD, DOUBTFUL, GOOD, Check, Report
from ...core.printing.printer import Printer
from ..data.context import scene_of
from ..data.property_groups import prop, with_properties
from ..scene.model import dimensions_of, kind_of, parts_of, puzzle_of, way_of
from ..scene.option_properties import options_in
from ..scene.properties import PuzzleProperties, puzzle_group, scene_group
from ..scene.puzzles import part_object
from ..window.framing import frame
from ..window.results import Result
from .operator_base import PuzzleOperator, activate, needed_puzzle

SAVED_FORMAT = 2


class CheckPuzzle(PuzzleOperator, bpy.types.Operator):
    """Check whether the active puzzle will print and work"""

    bl_idname = "puzzle_cubes.check"
    bl_label = "Check Puzzle"

    def work(self, context: bpy.types.Context) -> Result:
        """Look at the puzzle with its dimensions and the scene's printer, and keep what was found."""
        collection = needed_puzzle(context)
        group = puzzle_group(collection)
        printer = options_in(scene_group(scene_of(context)), Printer)
        puzzle, dimensions, way = puzzle_of(collection), dimensions_of(group), way_of(group)
        parts = None
        # The check says in its own words why parts cannot be.
        with suppress(InputError):
            parts = parts_of(collection, dimensions, way)
        report = kind_of(group).model.check(puzzle, dimensions, printer, way.name, parts)
        keep_checks(collection, scene_of(context), report)
        worst = [check for check in report.checks if check.level == BAD]
        if worst:
            self.report({"WARNING"}, " ".join(check.sentence for check in worst))
        else:
            self.report({"INFO"}, f"'{collection.name}' will print: {report.mass:.0f} g")
        return {"FINISHED"}


def keep_checks(collection: bpy.types.Collection, scene: bpy.types.Scene, report: Report) -> None:
    """Keep the checks of a puzzle, and what they were made for."""
    group = puzzle_group(collection)
    lines = [asdict(check) for check in report.checks]
    group.checks = json.dumps({"format": SAVED_FORMAT, "for": _subject(group, scene), "lines": lines})


def kept_checks(collection: bpy.types.Collection, scene: bpy.types.Scene) -> list[Check] | None:
    """Return the checks of the puzzle as it is now; None when there are none, or only of an earlier state.

    Raises InputError for dimensions or a printer that cannot be.
    """
    group = puzzle_group(collection)
    if not group.checks:
        return None
    try:
        kept: dict[str, Any] = json.loads(group.checks)
        lines = [
            Check(str(one["name"]), one["level"], str(one["sentence"]), tuple(map(str, one["parts"])))
            for one in kept["lines"]
        ]
        known = kept["format"] == SAVED_FORMAT and all(check.level in {GOOD, DOUBTFUL, BAD} for check in lines)
        made_for = kept["for"]
    except (ValueError, TypeError, KeyError, RecursionError):
        # What is damaged in a file, or was kept there by another version, is none.
        return None
    return lines if known and made_for == _subject(group, scene) else None


def _subject(group: PuzzleProperties, scene: bpy.types.Scene) -> dict[str, Any]:
    """Return all that the checks depend on, besides the puzzle, by name."""
    return {
        "way": way_of(group).name,
        "dimensions": values_of(dimensions_of(group)),
        "printer": values_of(options_in(scene_group(scene), Printer)),
    }


@with_properties
class ShowParts(PuzzleOperator, bpy.types.Operator):
    """Select the parts that this line speaks of, and bring them into the view"""

    bl_idname = "puzzle_cubes.show_parts"
    bl_label = "Show Parts"
    part_keys: str = prop(StringProperty, name="Parts", description="The names of the parts, with commas between them")

    def work(self, context: bpy.types.Context) -> Result:
        """Select those that are seen."""
        collection = needed_puzzle(context)
        found = [part_object(collection, key) for key in self.part_keys.split(",")]
        shown = [one for one in found if one is not None and one.visible_get()]
        if not shown:
            raise InputError("What this line speaks of is hidden, or was deleted.")
        activate(context, shown[0])
        for one in shown:
            one.select_set(True)
        if not bpy.app.background:
            frame(context, shown)
        return {"FINISHED"}


CLASSES = (CheckPuzzle, ShowParts)
