# SPDX-License-Identifier: GPL-3.0-or-later
"""A small picture of meshes in a corner of a 3D view, seen from where the view looks, and a curve below it.

There are no objects of it, and it is in no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from gpu_extras.presets import draw_texture_2d
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from .drawing import (
    Color,
    Overlay,
    Painting,
    Point,
    blended,
    paint_line,
    paint_rectangle,
    paint_row,
    push_pop,
    row_width,
    text_height,
)
from .framing import areas_at
from .sidebar import wrapped

SHARE, LEAST, MOST = 0.34, 120, 420
"""The side of the picture: a share of the view's smaller side, and pixels."""

FINER = 2
"""So many times finer it is rendered, so that edges are smooth."""

LIGHT = Vector((0.35, -0.55, 0.8)).normalized()
SHADOW = 0.45
"""How bright a side is that looks away from the light."""

DARK: Color = (0.08, 0.08, 0.09, 0.72)
EDGE: Color = (0.5, 0.5, 0.5, 0.5)
WHITE: Color = (0.95, 0.95, 0.95, 1.0)
GRAY: Color = (0.75, 0.75, 0.75, 1.0)
AMBER: Color = (1.0, 0.72, 0.2, 1.0)
TEXT_SIZE = 12.0

WIDEST = 240.0
"""A longer text is broken into lines, in pixels at a scale of 1."""

CURVE_SHARE, CURVE_WIDTH = 0.2, 2.5
"""How high the curve is, as a share of the picture's side, and how wide its line."""


@dataclass(frozen=True, eq=False)
class Shape:
    """Triangles of shape (t, 3 corners, 3 coordinates) and the color of each, shape (t, 3), linear."""

    triangles: NDArray[np.float32]
    colors: NDArray[np.float32]


class Inset(Painting):
    """The picture in the 3D views of one area."""

    def __init__(self, area: bpy.types.Area) -> None:
        super().__init__(area.as_pointer())
        self._batch: gpu.types.GPUBatch | None = None
        self._text = self._caption = ""
        self._curve: Sequence[Point] = ()
        self._middle, self._radius = Vector(), 1.0
        self._offscreen: gpu.types.GPUOffScreen | None = None

    def show(self, shapes: Sequence[Shape], text: str) -> None:
        """Show other shapes, with a text below them."""
        corners = np.concatenate([shape.triangles for shape in shapes], dtype=np.float32).reshape(-1, 3)
        ends = corners.min(axis=0), corners.max(axis=0)
        self._middle = Vector(((ends[0] + ends[1]) / 2).tolist())
        self._radius = float(np.linalg.norm(ends[1] - ends[0])) / 2
        # The stubs know no arrays.
        content: Any = {"pos": corners, "color": np.concatenate([_lit(shape) for shape in shapes])}
        self._batch, self._text = batch_for_shader(gpu.shader.from_builtin("SMOOTH_COLOR"), "TRIS", content), text
        self._redraw()

    def show_curve(self, curve: Sequence[Point], caption: str) -> None:
        """Show a curve below the picture, of points from 0 to 1, with a text below it."""
        self._curve, self._caption = curve, caption
        self._redraw()

    def _redraw(self) -> None:
        for area in areas_at(self._area):
            area.tag_redraw()

    def remove(self) -> None:
        """Take the picture away."""
        super().remove()
        self._redraw()
        if self._offscreen is not None:
            self._offscreen.free()
            self._offscreen = None

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the picture and the curve."""
        if self._batch is None:
            return
        free, scale = overlay.free, overlay.scale
        side = round(max(LEAST, min(MOST, SHARE * min(free.right - free.left, free.top - free.bottom))))
        self._render(side, overlay.view)
        gap, size = 10 * scale, TEXT_SIZE * scale
        room = min(max(side, WIDEST * scale), free.right - free.left - 4 * gap)
        rows = [[(text, WHITE)] for text in wrapped(self._text, room, size)]
        caption = [(self._caption, GRAY)]
        line, high = text_height(size) + gap, CURVE_SHARE * side
        curve_below = line + 2 * gap + high if self._curve else 0.0
        below = curve_below + len(rows) * line + gap
        width = max(side, *(row_width(row, size) for row in (*rows, caption))) + 2 * gap
        left, bottom = overlay.put((free.left + gap, free.bottom + gap), (width, side + below))
        with blended():
            paint_rectangle((left, bottom), (width, side + below), gap, DARK, EDGE)
            for number, row in enumerate(reversed(rows)):
                paint_row((left + width / 2, bottom + curve_below + gap + number * line), row, size)
            if self._curve:
                paint_row((left + width / 2, bottom + gap), caption, size)
                begin, across, low = left + 2 * gap, width - 4 * gap, bottom + line + gap
                paint_line([(begin, low), (begin + across, low)], EDGE)
                paint_line([(begin + x * across, low + y * high) for x, y in self._curve], AMBER, CURVE_WIDTH * scale)
        # Text leaves colors unmixed.
        with blended():
            if self._offscreen is not None:
                draw_texture_2d(self._offscreen.texture_color, (left + (width - side) / 2, bottom + below), side, side)

    def _render(self, side: int, view: bpy.types.RegionView3D) -> None:
        """Render the shapes as they look from the view's side into a square of so many pixels."""
        if self._batch is None:
            return
        side *= FINER
        if self._offscreen is None or self._offscreen.width != side:
            if self._offscreen is not None:
                self._offscreen.free()
            # The stubs do not know how large it can be.
            new: Any = gpu.types.GPUOffScreen
            self._offscreen = new(side, side)
        shader = gpu.shader.from_builtin("SMOOTH_COLOR")
        turn = view.view_matrix.to_3x3().to_4x4()
        # The stubs claim that these return None.
        bind: Any = self._offscreen.bind
        push_pop_projection: Any = gpu.matrix.push_pop_projection
        framebuffer: Any = gpu.state.active_framebuffer_get
        with bind():
            framebuffer().clear(color=(0.0, 0.0, 0.0, 0.0), depth=1.0)
            gpu.state.depth_test_set("LESS_EQUAL")
            gpu.state.depth_mask_set(True)
            with push_pop(), push_pop_projection():
                gpu.matrix.load_matrix(turn @ Matrix.Translation(-self._middle))
                near = 1 / self._radius
                gpu.matrix.load_projection_matrix(Matrix.Diagonal((near, near, -near, 1.0)))
                self._batch.draw(shader)
            gpu.state.depth_mask_set(False)
            gpu.state.depth_test_set("NONE")


def _lit(shape: Shape) -> NDArray[np.float32]:
    """Return the colors of all corners of a shape, darker where its sides look away from the light."""
    first, second, third = (shape.triangles[:, corner] for corner in range(3))
    normals = np.cross(second - first, third - first)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    toward = (normals / np.maximum(lengths, 1e-12)) @ np.array(LIGHT)
    bright = SHADOW + (1 - SHADOW) * (toward + 1) / 2
    colors: NDArray[np.float32] = np.ones((3 * len(bright), 4), dtype=np.float32)
    colors[:, :3] = np.repeat(shape.colors * bright[:, None], 3, axis=0)
    return colors
