# SPDX-License-Identifier: GPL-3.0-or-later
"""The printer's beds, drawn in the 3D views below the parts that lie on them; they are no objects, and in no file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bpy
from mathutils import Vector

from ...core.common.errors import InputError
from ..data.units import units_per_millimeter
from ..scene.properties import printer_of
from ..scene.puzzle import ScenePuzzle, puzzles_in
from ..window.drawing import Line, paint_lines

LYING = 0.75
"""From which place of the slider on the parts are on their way to the bed."""

GRID = 10.0
"""From one line of a bed to the next, in millimeters."""

EDGE, INNER = (0.55, 0.75, 1.0, 0.9), (0.55, 0.75, 1.0, 0.18)
"""The colors of a bed's border and of its lines."""

_handles: list[Any] = []


def bed_lines(scene: bpy.types.Scene, puzzle: ScenePuzzle) -> tuple[list[Line], list[Line]]:
    """Return the border and the inner lines of a puzzle's beds in the world; none where no part is about to lie there.

    Raises InputError for a printer that cannot be.
    """
    built, carrier, group = puzzle.built, puzzle.group.carrier, puzzle.group
    if built is None or carrier is None or group.problem or group.explode < LYING or not puzzle.way.apart:
        return [], []
    if not carrier.users_scene:
        return [], []
    printer = printer_of(scene)
    scale = units_per_millimeter(built.meters_per_unit)
    edges: list[Line] = []
    inner: list[Line] = []
    width, depth = printer.bed_x, printer.bed_y
    for bed in range(built.beds):
        # Parts are laid out about the middle of a bed.
        left, near = bed * built.next_bed - width / 2, -depth / 2
        for lines, across in ((edges, (0.0, width)), (inner, _between(width))):
            lines += [(Vector((left + x, near, 0)), Vector((left + x, near + depth, 0))) for x in across]
        for lines, across in ((edges, (0.0, depth)), (inner, _between(depth))):
            lines += [(Vector((left, near + y, 0)), Vector((left + width, near + y, 0))) for y in across]
    place = carrier.matrix_world

    def placed(lines: list[Line]) -> list[Line]:
        return [(place @ (scale * begin), place @ (scale * end)) for begin, end in lines]

    return placed(edges), placed(inner)


def _between(length: float) -> list[float]:
    """Return where the lines of a bed are, along one of its sides."""
    return [GRID * number for number in range(1, int(length / GRID - 1e-6) + 1)]


def _draw() -> None:
    """Draw the beds of the scene's puzzles."""
    context = bpy.context
    space, scene = context.space_data, context.scene
    if not isinstance(space, bpy.types.SpaceView3D) or scene is None or not space.overlay.show_overlays:
        return
    for puzzle in puzzles_in(scene):
        try:
            edges, inner = bed_lines(scene, puzzle)
        except InputError:
            # The panels say what is wrong.
            continue
        for lines, color in ((inner, INNER), (edges, EDGE)):
            if lines:
                paint_lines(lines, color)


def register() -> None:
    """Draw in all 3D views, where there are windows."""
    if not bpy.app.background:
        # The stubs claim that it returns None.
        add: Callable[..., Any] = bpy.types.SpaceView3D.draw_handler_add
        _handles.append(add(_draw, (), "WINDOW", "POST_VIEW"))


def unregister() -> None:
    """Draw no longer."""
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
