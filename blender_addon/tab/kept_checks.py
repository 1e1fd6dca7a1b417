# SPDX-License-Identifier: GPL-3.0-or-later
"""The results of a check, kept with the puzzle as long as they are about it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import bpy

from ...core.common.options import values_of
from ...core.kind.themes import COLORS
from ...core.printing.checks import BAD, DOUBTFUL, GOOD, Check, Place, Report
from ..scene.by_hand import by_hand
from ..scene.properties import printer_of
from ..scene.puzzle import ScenePuzzle

SAVED_FORMAT = 4


def keep_checks(puzzle: ScenePuzzle, scene: bpy.types.Scene, report: Report) -> None:
    """Keep the checks of a puzzle, and what they were made for."""
    lines = [asdict(check) for check in report.checks]
    taken = [report.volume, report.mass, report.minutes, report.basis]
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
            )
            for line in kept["lines"]
        )
        volume, mass, minutes, basis = kept["taken"]
        report = Report(lines, float(volume), float(mass), float(minutes), str(basis))
        known = kept["format"] == SAVED_FORMAT and all(check.level in {GOOD, DOUBTFUL, BAD} for check in lines)
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
        "by_hand": by_hand(puzzle).state,
    }
