# SPDX-License-Identifier: GPL-3.0-or-later
"""Small maps of the three faces beside a game: on each, a dot shows where the arm through it stands.

They show why a move is refused: it moves the dots of two maps, and a wall on either of these stops both.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ...core.common.playing import FinePosition
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import FACE_AXES, FACE_NAMES, Square
from ...core.oskar.model.looks import END_LOOK, START_LOOK
from ..window.drawing import Color, FreePart, Point, blended, paint_polygon, paint_rectangle, paint_row
from ..window.game_board import DARK, EDGE, GRAY, RED, WHITE

HEIGHT_SHARE, MOST = 0.24, 190.0
"""The side of the largest map: a share of the free part's height, and pixels at a scale of 1."""

MAPS_SHARE = 0.28
"""The share of the free part's width that maps take at most."""

LEAST_UNIT = 0.8
"""Maps whose squares would be smaller than so many pixels say nothing, and are not drawn."""

TITLE = 12.0
GAP = 8.0
DOT = 0.75
MARK = 0.5
"""The radius of the dot, and of the marks of start and end, in squares."""

DOT_COLOR: Color = (1.0, 1.0, 1.0, 1.0)

_SEEN_FROM = {"XY": "Top", "XZ": "Front", "YZ": "Right"}
"""From where each map shows its face, as the keypad's views 7, 1 and 3 do."""


class FaceMaps:
    """The maps of a puzzle, in the colors of its plates."""

    def __init__(self, puzzle: Puzzle, colors: Sequence[Color]) -> None:
        """Take the puzzle and the colors of XY, XZ and YZ, as they are on a screen."""
        self._puzzle, self._colors = puzzle, colors
        self._grids = [np.pad(face.inflate(), 1, constant_values=1) for face in puzzle.faces]
        self._batches: list[gpu.types.GPUBatch] = []

    def draw(self, free: FreePart, scale: float, place: FinePosition, blocked: Sequence[Square]) -> float:
        """Draw the maps at the left of the free part, and return where they end there."""
        gap, title = GAP * scale, TITLE * scale
        height = free.top - free.bottom
        fits = height / len(self._grids) - title - 2.5 * gap
        room = min(HEIGHT_SHARE * height, fits, MOST * scale, MAPS_SHARE * (free.right - free.left))
        unit = room / max(max(grid.shape) for grid in self._grids)
        if unit < LEAST_UNIT:
            return free.left
        if not self._batches:
            self._batches = [_batch_of(grid) for grid in self._grids]
        heights = [unit * grid.shape[1] + title + 2.5 * gap for grid in self._grids]
        width = max(unit * grid.shape[0] for grid in self._grids) + 2 * gap
        left, top = free.left + gap, (free.top + free.bottom + sum(heights)) / 2
        for number, (name, height) in enumerate(zip(FACE_NAMES, heights, strict=True)):
            top -= height
            # Text leaves colors unmixed.
            with blended():
                paint_rectangle((left, top), (width, height - gap / 2), gap, DARK, EDGE)
                corner = left + (width - unit * self._grids[number].shape[0]) / 2, top + gap
                self._draw_map(number, corner, unit, place, blocked)
                middle = left + width / 2, top + height - gap - title
                paint_row(middle, [(f"{_SEEN_FROM[name]}  {name}", WHITE)], title)
        return left + width

    def _draw_map(
        self, number: int, corner: Point, unit: float, place: FinePosition, blocked: Sequence[Square]
    ) -> None:
        """Draw one map with its lower left corner at a place, and squares of so many pixels."""
        axes = FACE_AXES[number]
        shader = gpu.shader.from_builtin("UNIFORM_COLOR")
        # The stubs claim that it returns None.
        push_pop: Any = gpu.matrix.push_pop
        with push_pop():
            gpu.matrix.translate(corner)
            gpu.matrix.scale_uniform(unit)
            shader.uniform_float("color", self._colors[number])
            self._batches[number].draw(shader)
            for obstacle in blocked:
                if obstacle.face == number:
                    x, y = obstacle.place
                    paint_polygon(_square(x + 1.5, y + 1.5, 0.5), RED)
            for position, color in ((self._puzzle.start, START_LOOK.color), (self._puzzle.end, END_LOOK.color)):
                x, y = (2 * position[axis] for axis in axes)
                paint_polygon(_square(x + 1.5, y + 1.5, MARK), on_screen(color))
            along, across = (2 * place[axis] for axis in axes)
            paint_polygon(_circle(along + 1.5, across + 1.5, DOT), DOT_COLOR)


def face_colors(materials: Sequence[bpy.types.Material | None]) -> list[Color]:
    """Return the colors of XY, XZ and YZ on a screen, from the materials of the plates across x, y and z."""
    shown = [on_screen((*one.diffuse_color,)) if one else GRAY for one in materials[:3]]
    # Somebody may have taken materials away.
    return [*reversed(shown), *[GRAY] * (3 - len(shown))]


def on_screen(color: Color) -> Color:
    """Return a linear color as it is drawn over a view."""
    red, green, blue = (value ** (1 / 2.2) for value in color[:3])
    return red, green, blue, color[3]


def _square(x: float, y: float, half: float) -> list[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * cos(step * pi / 12), y + radius * sin(step * pi / 12)) for step in range(24)]


def _batch_of(grid: np.ndarray[Any, Any]) -> gpu.types.GPUBatch:
    """Return the walls of a grid as squares with sides of 1."""
    corners = np.argwhere(grid)[:, None] + np.array([(0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1)])
    places = np.zeros((corners.shape[0] * 6, 3), dtype=np.float32)
    places[:, :2] = corners.reshape(-1, 2)
    content: Any = {"pos": places}
    return batch_for_shader(gpu.shader.from_builtin("UNIFORM_COLOR"), "TRIS", content)
