# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes and texts on a region of a window; all lengths are pixels, all colors RGBA."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import cos, pi, sin
from typing import Any

import blf
import gpu
from gpu_extras.batch import batch_for_shader

Color = tuple[float, float, float, float]
Point = tuple[float, float]
Row = list[tuple[str, Color]]
"""Texts one after the other, each in its color."""

_FONT = 0
_CORNER_STEPS = 6


@contextmanager
def blended() -> Iterator[None]:
    """Let colors be mixed with what they are painted on."""
    gpu.state.blend_set("ALPHA")
    try:
        yield
    finally:
        gpu.state.blend_set("NONE")


def paint_rectangle(corner: Point, size: Point, radius: float, fill: Color, edge: Color) -> None:
    """Paint a rectangle with round corners, given by its lower left one, with its edge in another color."""
    (x, y), (width, height) = corner, size
    points = []
    for number, (corner_x, corner_y) in enumerate(((x + width, y + height), (x, y + height), (x, y), (x + width, y))):
        side_x, side_y = (1 if corner_x > x else -1), (1 if corner_y > y else -1)
        for step in range(_CORNER_STEPS + 1):
            angle = (number + step / _CORNER_STEPS) * pi / 2
            points.append(
                (corner_x - side_x * radius + radius * cos(angle), corner_y - side_y * radius + radius * sin(angle))
            )
    paint_polygon(points, fill)
    _paint_line([*points, points[0]], edge)


def paint_polygon(points: Sequence[Point], color: Color) -> None:
    """Paint a convex polygon."""
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    triangles = [(0, place, place + 1) for place in range(1, len(points) - 1)]
    batch = batch_for_shader(shader, "TRIS", {"pos": _in_space(points)}, indices=triangles)
    shader.uniform_float("color", color)
    batch.draw(shader)


def _paint_line(points: Sequence[Point], color: Color) -> None:
    """Paint a line through points, with soft edges."""
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    # The stubs claim that it returns None.
    viewport_get: Any = gpu.state.viewport_get
    batch = batch_for_shader(shader, "LINE_STRIP", {"pos": _in_space(points)})
    shader.uniform_float("viewportSize", viewport_get()[2:])
    shader.uniform_float("lineWidth", 1.5)
    shader.uniform_float("color", color)
    batch.draw(shader)


def _in_space(points: Sequence[Point]) -> list[tuple[float, float, float]]:
    return [(x, y, 0.0) for x, y in points]


def text_height(size: float) -> float:
    """Return the height of a capital letter."""
    blf.size(_FONT, size)
    height: float = blf.dimensions(_FONT, "H")[1]
    return height


def row_width(row: Row, size: float) -> float:
    """Return the width of texts beside each other."""
    blf.size(_FONT, size)
    return sum(blf.dimensions(_FONT, text)[0] for text, _ in row)


def paint_row(middle: Point, row: Row, size: float) -> None:
    """Paint texts beside each other, with the middle of their line at a place."""
    x, y = middle[0] - row_width(row, size) / 2, middle[1]
    for text, color in row:
        blf.color(_FONT, *color)
        blf.position(_FONT, round(x), round(y), 0)
        blf.draw(_FONT, text)
        x += blf.dimensions(_FONT, text)[0]
