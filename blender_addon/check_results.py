# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check found, kept with the puzzle until its dimensions or the printer change."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import bpy

from ..core.checks import Check, Report
from .conversions import dimensions_from, printer_from


def keep_checks(collection: bpy.types.Collection, scene: bpy.types.Scene, report: Report) -> None:
    """Keep the checks of a puzzle, and what they were made for."""
    group = collection.oskars_cube
    group.checks = json.dumps([asdict(check) for check in report.checks])
    group.checked_for = _subject(group, scene)


def kept_checks(collection: bpy.types.Collection, scene: bpy.types.Scene) -> list[Check] | None:
    """Return the checks of the puzzle as it is now; None when there are none, or only of an earlier state.

    Raises InputError for dimensions or a printer that cannot be.
    """
    group = collection.oskars_cube
    if not group.checks or group.checked_for != _subject(group, scene):
        return None
    return [Check(**check) for check in json.loads(group.checks)]


def _subject(group: Any, scene: bpy.types.Scene) -> str:
    """Return all that the checks depend on, besides the puzzle, as a text."""
    return json.dumps([group.way, asdict(dimensions_from(group)), asdict(printer_from(scene.oskars_cube))])
