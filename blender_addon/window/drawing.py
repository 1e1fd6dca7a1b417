# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes and texts on a region of a window, the part of it that is free, and lines in the space that a view shows.

Lengths are pixels but for those lines, colors RGBA.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import blf
import bpy
import gpu
from gpu_extras.batch import batch_for_shader
from mathutils import Vector

Color = tuple[float, float, float, float]
Line = tuple[Vector, Vector]
"""The ends of a line in the world."""

Point = tuple[float, float]
Row = list[tuple[str, Color]]
"""Texts one after the other, each in its color."""

HIGHEST_HUD = 0.1
"""Where the panel of the last operation is closed, it is lower than this share of its view."""

_FONT = 0
_CORNER_STEPS = 6


@dataclass(frozen=True)
class FreePart:
    """A part of a region, in its pixels."""

    left: float
    bottom: float
    right: float
    top: float

    def nearest(self, place: Vector, margin: float) -> Point:
        """Return the place in here that is nearest to another one, and not nearer to the border than the margin."""
        x = max(self.left + margin, min(place.x, self.right - margin))
        y = max(self.bottom + margin, min(place.y, self.top - margin))
        return x, y


def free_part(area: bpy.types.Area, region: bpy.types.Region) -> FreePart:
    """Return the part of the region that no toolbar, sidebar, header or closed panel lies over, on whichever side."""
    left, bottom, right, top = 0, 0, region.width, region.height
    for other in area.regions:
        # Where a region is hidden it has no pixels, or one.
        if min(other.width, other.height) <= 1:
            continue
        x, y = other.x - region.x, other.y - region.y
        if other.type in {"TOOLS", "UI"}:
            if x < region.width / 2:
                left = max(left, x + other.width)
            else:
                right = min(right, x)
        elif other.type in {"HEADER", "TOOL_HEADER"}:
            if y < region.height / 2:
                bottom = max(bottom, y + other.height)
            else:
                top = min(top, y)
        elif other.type == "HUD" and other.height < HIGHEST_HUD * region.height:
            bottom = max(bottom, y + other.height)
    return FreePart(left, bottom, right, top)


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
    paint_line([*points, points[0]], edge)


def paint_polygon(points: Sequence[Point], color: Color) -> None:
    """Paint a convex polygon."""
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    triangles = [(0, place, place + 1) for place in range(1, len(points) - 1)]
    batch = batch_for_shader(shader, "TRIS", {"pos": _in_space(points)}, indices=triangles)
    shader.uniform_float("color", color)
    batch.draw(shader)


def paint_lines(lines: Sequence[Line], color: Color, width: float = 1.0, *, through: bool = False) -> None:
    """Paint lines in the world, where a view's own space is painted; ``through`` all that stands before them."""
    # The stubs know tuples of one length only, and claim that viewport_get returns None.
    content: Any = {"pos": [end[:] for line in lines for end in line]}
    viewport_get: Any = gpu.state.viewport_get
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    gpu.state.depth_test_set("NONE" if through else "LESS_EQUAL")
    with blended():
        shader.uniform_float("viewportSize", viewport_get()[2:])
        shader.uniform_float("lineWidth", width)
        shader.uniform_float("color", color)
        batch_for_shader(shader, "LINES", content).draw(shader)
    gpu.state.depth_test_set("NONE")


def box_edges(corners: Sequence[Vector]) -> list[Line]:
    """Return the edges of a box, whose corners are numbered by bits, one for each axis; none of no corners."""
    pairs = [(one, one | bit) for one in range(len(corners)) for bit in (1, 2, 4) if not one & bit]
    return [(corners[one], corners[other]) for one, other in pairs]


def paint_box(corners: Sequence[Vector], color: Color) -> None:
    """Paint the sides of a box in the world, before all that is there; its corners are numbered by bits."""
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    triangles = []
    for axis in range(3):
        one, other = (1 << (axis + 1) % 3), (1 << (axis + 2) % 3)
        for side in (0, 1 << axis):
            triangles += [(side, side + one, side + one + other), (side, side + one + other, side + other)]
    content: Any = {"pos": [corner[:] for corner in corners]}
    gpu.state.depth_test_set("NONE")
    with blended():
        shader.uniform_float("color", color)
        batch_for_shader(shader, "TRIS", content, indices=triangles).draw(shader)


def paint_line(points: Sequence[Point], color: Color, width: float = 1.5) -> None:
    """Paint a line through points, with soft edges."""
    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    # The stubs claim that it returns None.
    viewport_get: Any = gpu.state.viewport_get
    batch = batch_for_shader(shader, "LINE_STRIP", {"pos": _in_space(points)})
    shader.uniform_float("viewportSize", viewport_get()[2:])
    shader.uniform_float("lineWidth", width)
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
