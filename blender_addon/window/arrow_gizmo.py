# SPDX-License-Identifier: GPL-3.0-or-later
"""Dragging in a 3D view: arrows that the mouse drags along themselves, and what goes from cell to cell of a grid.

The arrows are gizmos, as large at each zoom. Blender's own make no step of undo when Python follows them, so these are
drawn and dragged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import bpy
import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Matrix, Vector

from ..data.context import preferences_of, present
from .drawing import Point, blended, free_part, paint_rectangle, paint_row, row_width, text_height
from .framing import view_in

if TYPE_CHECKING:
    GizmoPart = bpy.types.Gizmo
else:
    # Blender would take a class that inherits from its own for one to register.
    GizmoPart = object


LEAST_PIXELS = 4.0
"""A cell that is seen shorter than that, end on, cannot be dragged along."""

DECIDED = 0.6
"""A drag goes on to the next cell once the pointer is so much of one farther."""


class PointerDrag:
    """A drag that begins with the pointer at a place of a region, and with the thing at one of the world."""

    def __init__(
        self,
        region: bpy.types.Region,
        view: bpy.types.RegionView3D,
        pointer: Point,
        place: Vector,
        cells: Sequence[Vector],
    ) -> None:
        """Take the ways in the world that are one cell along each direction."""
        self._begin = np.array(pointer)
        self._ways = np.array([seen_way(region, view, place, cell) for cell in cells])
        self.done = [0] * len(cells)
        """Cells that the thing has gone along each direction; the owner counts them."""

    def next_step(self, pointer: Point) -> tuple[int, int] | None:
        """Return the direction, by its number, and the step along it that the thing has to go to follow the pointer."""
        if np.linalg.norm(self._ways, axis=1).min() < LEAST_PIXELS:
            return None
        asked = np.linalg.lstsq(self._ways.T, np.array(pointer) - self._begin, rcond=None)[0] - self.done
        farthest = int(np.abs(asked).argmax())
        if abs(asked[farthest]) < DECIDED:
            return None
        return farthest, 1 if asked[farthest] > 0 else -1


def pointer_in(region: bpy.types.Region, event: bpy.types.Event) -> Point:
    """Return where the pointer is in a region, in its pixels."""
    return event.mouse_x - region.x, event.mouse_y - region.y


def distance_to(
    region: bpy.types.Region, view: bpy.types.RegionView3D, pointer: Point, begin: Vector, end: Vector
) -> float:
    """Return how far the pointer is from a line in the world, in pixels; infinitely far from one behind the eye."""
    ends = [location_3d_to_region_2d(region, view, point) for point in (begin, end)]
    if ends[0] is None or ends[1] is None:
        return float("inf")
    way = ends[1] - ends[0]
    aside = Vector(pointer) - ends[0]
    share = max(0.0, min(1.0, aside.dot(way) / max(way.length_squared, 1e-9)))
    return (aside - share * way).length


def seen_way(region: bpy.types.Region, view: bpy.types.RegionView3D, place: Vector, cell: Vector) -> Point:
    """Return the way across the region that a way in the world is; none for one that the eye is in the middle of."""
    ends = [location_3d_to_region_2d(region, view, point) for point in (place, place + cell)]
    return (0.0, 0.0) if None in ends else (present(ends[1]) - present(ends[0])).to_tuple()


UNIT = 75.0
"""Pixels of a unit of a gizmo, at Blender's default size for gizmos."""

LENGTH, HEAD, HALF_HEAD, HALF_SHAFT, HALF_GRIP = 46.0, 16.0, 10.0, 3.0, 20.0
"""Pixels of an arrow and of its head, and of half the width of head, shaft, and what the mouse takes."""

PRECISE = 0.1
"""How far it goes while Shift is held."""

END_ON = 0.2
"""An arrow is hidden where its direction is seen shorter than this share of itself."""

TEXT, BACK, BORDER = (1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.7), (0.0, 0.0, 0.0, 0.0)
TEXT_SIZE = 13.0


class ArrowGizmo(GizmoPart):
    """An arrow; what is dragged by it says its own class: ``label``, ``begin``, ``follow`` and ``end``."""

    def look(self, color: Sequence[float], at: Point, *, both_ways: bool) -> None:
        """Let it be seen in a color, beginning at a place beside what it stands at, with a head at one or both ends."""
        x, y = at
        begin, end = x, x + LENGTH
        neck = begin + (HEAD if both_ways else 0.0)
        heads = [(end - HEAD, y - HALF_HEAD), (end, y), (end - HEAD, y + HALF_HEAD)]
        if both_ways:
            heads += [(neck, y - HALF_HEAD), (begin, y), (neck, y + HALF_HEAD)]
        self._shape = self._triangles([*heads, *_rectangle(neck, end - HEAD, y, HALF_SHAFT)])
        self._grip = self._triangles(_rectangle(begin, end, y, HALF_GRIP))
        self._middle = Vector(((begin + end) / 2 / UNIT, y / UNIT, 0.0))
        self.color, self.alpha = color, 0.9
        self.color_highlight, self.alpha_highlight = (1.0, 1.0, 1.0), 1.0
        self.use_draw_modal = True

    def stand(self, place: Vector, along: Vector, toward: Vector, out: Vector, grows: Vector | None = None) -> None:
        """Put it at a place of the world, along a way that is a millimeter long, flat to an eye that is ``toward`` it.

        Places beside it are to that side to which ``out`` leads. What is dragged grows along it, or along ``grows``.
        """
        first = along.normalized()
        # The stubs know that two vectors may have two axes each, and that a matrix is made of numbers.
        aside: Any = toward.normalized().cross(first)
        self.hide = aside.length < END_ON
        if self.hide:
            return
        aside = aside.normalized() if aside.dot(out) >= 0 else -aside.normalized()
        columns: Any = first, aside, first.cross(aside)
        turned = Matrix(columns).transposed()
        self.matrix_basis = Matrix.Translation(place) @ turned.to_4x4()
        self._place, self._along = place.copy(), (grows or along).copy()

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the arrow, and under the mouse what it is."""
        self.draw_custom_shape(self._shape)
        if self.is_highlight or self.is_modal:
            self._draw_label(context)

    def draw_select(self, context: bpy.types.Context, select_id: int | None = 0) -> None:
        """Let the mouse take it also beside its shaft."""
        self.draw_custom_shape(self._grip, select_id=select_id)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Any:
        """Begin to drag."""
        region = present(context.region)
        view = view_in(context.area)
        # A way that is seen long enough to be measured.
        many = 10.0
        self._seen = Vector(seen_way(region, view, self._place, many * self._along)) / many
        if many * self._seen.length < LEAST_PIXELS:
            return {"CANCELLED"}
        self._pointer, self._gone = Vector(pointer_in(region, event)), 0.0
        self.begin(context)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event, tweak: Any) -> Any:
        """Follow the mouse: with Shift ten times as slowly, with Ctrl in whole millimeters."""
        region = present(context.region)
        pointer = Vector(pointer_in(region, event))
        way = (pointer - self._pointer).dot(self._seen) / self._seen.length_squared
        self._pointer = pointer
        self._gone += way * (PRECISE if "PRECISE" in tweak else 1.0)
        self.follow(context, self._gone, 2 if "PRECISE" in tweak else 0 if "SNAP" in tweak else 1)
        region.tag_redraw()
        return {"RUNNING_MODAL"}

    def exit(self, context: bpy.types.Context, cancel: bool | None) -> None:
        """Keep what was dragged, as a step of undo, or take it back."""
        message = self.end(context, cancelled=bool(cancel))
        if message:
            bpy.ops.ed.undo_push(message=message)

    def label(self, context: bpy.types.Context) -> str:
        """Return what is said beside the arrow."""
        raise TypeError("an arrow says what it drags in its own class")

    def begin(self, context: bpy.types.Context) -> None:
        """Keep how it is before it is dragged."""

    def follow(self, context: bpy.types.Context, millimeters: float, digits: int) -> None:
        """Follow the mouse, which has gone so far along the arrow, to some digits of a millimeter."""

    def end(self, context: bpy.types.Context, *, cancelled: bool) -> str:
        """Put all back where that is asked for; return the name of the step of undo, or nothing where there is none."""
        raise TypeError("an arrow says what it drags in its own class")

    def _triangles(self, points: Sequence[Point]) -> Any:
        return self.new_custom_shape("TRIS", [(x / UNIT, y / UNIT, 0.0) for x, y in points])

    def _draw_label(self, context: bpy.types.Context) -> None:
        region = present(context.region)
        view = view_in(context.area)
        place = location_3d_to_region_2d(region, view, self.matrix_world @ self._middle)
        if place is None:
            return
        scale = preferences_of(context).system.ui_scale
        size = TEXT_SIZE * scale
        row = [(self.label(context), TEXT)]
        width, height = row_width(row, size) + 14 * scale, text_height(size) + 12 * scale
        free = free_part(present(context.area), region)
        x = max(free.left + width / 2, min(place.x, free.right - width / 2))
        y = max(free.bottom + height / 2, min(place.y - 34 * scale, free.top - height / 2))
        with over_region(region):
            corner = x - width / 2, y - height / 2
            paint_rectangle(corner, (width, height), 4 * scale, BACK, BORDER)
            paint_row((x, y - text_height(size) / 2), row, size)


@contextmanager
def over_region(region: bpy.types.Region) -> Iterator[None]:
    """Let a gizmo paint in the pixels of a region."""
    flat = Matrix.Translation((-1.0, -1.0, 0.0)) @ Matrix.Diagonal((2 / region.width, 2 / region.height, 1.0, 1.0))
    # The stubs claim that these return None.
    matrix: Any = gpu.matrix
    with matrix.push_pop(), matrix.push_pop_projection():
        matrix.load_identity()
        matrix.load_projection_matrix(flat)
        with blended():
            yield
        # Blender goes on to draw gizmos as it did before.
        gpu.state.blend_set("ALPHA")


def _rectangle(left: float, right: float, y: float, half: float) -> list[Point]:
    """Return two triangles that are a rectangle."""
    low, high = y - half, y + half
    return [(left, low), (right, low), (right, high), (left, low), (right, high), (left, high)]
