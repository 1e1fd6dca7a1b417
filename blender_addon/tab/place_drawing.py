# SPDX-License-Identifier: GPL-3.0-or-later
"""The place that a line of the check means, drawn in the 3D views as a box while its part is selected."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import bpy
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.printing.checks import Check
from ..data.context import scene_of
from ..data.units import units_per_millimeter
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..window.drawing import Line, box_edges, paint_lines
from .kept_checks import kept_report

COLOR, WIDTH = (1.0, 0.1, 0.35, 1.0), 2.5
"""Unlike the orange outline of what is selected."""

_shown: list[str] = []
"""The name of the line whose place is shown, if any."""

_handles: list[Any] = []


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


def place_lines(context: bpy.types.Context) -> list[Line]:
    """Return the edges of the place that is shown; none where the check is an old one, or its part is not selected.

    Raises InputError for dimensions or a printer that cannot be.
    """
    puzzle = active_puzzle(context)
    if puzzle is None or not _shown:
        return []
    report = kept_report(puzzle, scene_of(context))
    for check in () if report is None else report.checks:
        if check.name == _shown[0] and check.parts:
            part = puzzle.part_object(check.parts[0])
            if part is not None and part.visible_get() and part.select_get():
                return box_edges(place_corners(puzzle, check))
    return []


def _draw() -> None:
    """Draw the place that is shown."""
    context = bpy.context
    space = context.space_data
    if not isinstance(space, bpy.types.SpaceView3D) or context.scene is None or not space.overlay.show_overlays:
        return
    try:
        lines = place_lines(context)
    except InputError:
        # The panels say what is wrong.
        return
    if lines:
        paint_lines(lines, COLOR, WIDTH, through=True)


def register() -> None:
    """Draw in all 3D views, where there are windows."""
    if not bpy.app.background:
        # The stubs claim that it returns None.
        add: Callable[..., Any] = bpy.types.SpaceView3D.draw_handler_add
        _handles.append(add(_draw, (), "WINDOW", "POST_VIEW"))


def unregister() -> None:
    """Draw no longer."""
    _shown.clear()
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
