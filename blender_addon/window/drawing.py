# SPDX-License-Identifier: GPL-3.0-or-later
"""Painting with the graphics card: shapes and texts over a 3D view, and lines, cubes and ghosts in its space.

Over a view lengths are pixels, in its space Blender units; colors are RGBA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, ClassVar

import blf
import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ...core.common.errors import InputError
from ..data.interface import narrowed, preferences_of, present
from ..data.meshes import triangles_of

Color = tuple[float, float, float, float]
Line = tuple[Vector, Vector]
"""The ends of a line in the world."""

Point = tuple[float, float]
Row = list[tuple[str, Color]]
"""Texts one after the other, each in its color."""

HIGHEST_HUD = 0.1
"""Where the panel of the last operation is closed, it is lower than this share of its view."""

GAP = 8.0
"""Pixels between what is painted and what lies beside it, at a scale of 1."""

# The stubs claim that these return None.
push_pop: Any = gpu.matrix.push_pop
viewport_get: Any = gpu.state.viewport_get

_FONT = 0
_CORNER_STEPS = 6


@dataclass(frozen=True)
class FreePart:
    """A part of a region, in its pixels."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, neighbor: FreePart) -> bool:
        """Report whether two parts have pixels in common."""
        across = self.left < neighbor.right and neighbor.left < self.right
        return across and self.bottom < neighbor.top and neighbor.bottom < self.top

    def nearest(self, place: Vector, margin: float) -> Point:
        """Return the place in here that is nearest to another one, and not nearer to the border than the margin."""
        x = max(self.left + margin, min(place.x, self.right - margin))
        y = max(self.bottom + margin, min(place.y, self.top - margin))
        return x, y


def free_part(area: bpy.types.Area, region: bpy.types.Region) -> FreePart:
    """Return the part of the region that no toolbar, sidebar, header or closed panel lies over, on whichever side."""
    left, bottom, right, top = 0, 0, region.width, region.height
    for cover in area.regions:
        # Where a region is hidden it has no pixels, or one.
        if min(cover.width, cover.height) <= 1:
            continue
        x, y = cover.x - region.x, cover.y - region.y
        if cover.type in {"TOOLS", "UI"}:
            if x < region.width / 2:
                left = max(left, x + cover.width)
            else:
                right = min(right, x)
        elif cover.type in {"HEADER", "TOOL_HEADER"}:
            if y < region.height / 2:
                bottom = max(bottom, y + cover.height)
            else:
                top = min(top, y)
        elif cover.type == "HUD" and cover.height < HIGHEST_HUD * region.height:
            bottom = max(bottom, y + cover.height)
    return FreePart(left, bottom, right, top)


def open_panel(area: bpy.types.Area, region: bpy.types.Region) -> list[FreePart]:
    """Return where the open panel of the last operation lies over a region, if it does."""
    return [
        FreePart(x, y, x + cover.width, y + cover.height)
        for cover in area.regions
        if cover.type == "HUD" and cover.width > 1 and cover.height >= HIGHEST_HUD * region.height
        for x, y in [(cover.x - region.x, cover.y - region.y)]
    ]


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
    _paint_triangles(_in_space(points), [(0, place, place + 1) for place in range(1, len(points) - 1)], color)


def _paint_triangles(points: Any, triangles: Sequence[tuple[int, int, int]], color: Color) -> None:
    shader = _shader("UNIFORM_COLOR")
    shader.uniform_float("color", color)
    batch_for_shader(shader, "TRIS", {"pos": points}, indices=triangles).draw(shader)


def _paint_polyline(kind: Any, points: Any, color: Color, width: float) -> None:
    shader = _shader("POLYLINE_UNIFORM_COLOR")
    shader.uniform_float("viewportSize", viewport_get()[2:])
    shader.uniform_float("lineWidth", width)
    shader.uniform_float("color", color)
    batch_for_shader(shader, kind, {"pos": points}).draw(shader)


def paint_lines(lines: Sequence[Line], color: Color, width: float = 1.0, *, through: bool = False) -> None:
    """Paint lines in the world, where a view's own space is painted; ``through`` all that stands before them."""
    gpu.state.depth_test_set("NONE" if through else "LESS_EQUAL")
    with blended():
        _paint_polyline("LINES", [end[:] for line in lines for end in line], color, width)
    gpu.state.depth_test_set("NONE")


def box_edges(corners: Sequence[Vector]) -> list[Line]:
    """Return the edges of a box, whose corners are numbered by bits, one for each axis; none of no corners."""
    return [(begin, corners[bits | bit]) for bits, begin in enumerate(corners) for bit in (1, 2, 4) if not bits & bit]


def box_sides() -> list[tuple[int, int, int]]:
    """Return the triangles of the sides of a box, whose corners are numbered by bits, one for each axis."""
    sides = ((side, 1 << (axis + 1) % 3, 1 << (axis + 2) % 3) for axis in range(3) for side in (0, 1 << axis))
    return [(side, side + turn, side + first + second) for side, first, second in sides for turn in (first, second)]


def paint_box(corners: Sequence[Vector], color: Color) -> None:
    """Paint the sides of a box in the world, before all that is there; its corners are numbered by bits."""
    gpu.state.depth_test_set("NONE")
    with blended():
        _paint_triangles([corner[:] for corner in corners], box_sides(), color)


def paint_line(points: Sequence[Point], color: Color, width: float = 1.5) -> None:
    """Paint a line through points, with soft edges."""
    _paint_polyline("LINE_STRIP", _in_space(points), color, width)


def _in_space(points: Sequence[Point]) -> list[tuple[float, float, float]]:
    return [(x, y, 0.0) for x, y in points]


def text_height(size: float) -> float:
    """Return the height of a capital letter."""
    blf.size(_FONT, size)
    height: float = blf.dimensions(_FONT, "H")[1]
    return height


def row_width(row: Row, size: float) -> float:
    """Return the width of texts beside each other."""
    return sum(text_width(text, size) for text, _ in row)


def text_width(text: str, size: float) -> float:
    """Return the width of a text in the letters of buttons and labels."""
    blf.size(_FONT, size)
    width: float = blf.dimensions(_FONT, text)[0]
    return width


def paint_row(middle: Point, row: Row, size: float) -> None:
    """Paint texts beside each other, with the middle of their line at a place."""
    x, y = middle[0] - row_width(row, size) / 2, middle[1]
    for text, color in row:
        blf.color(_FONT, *color)
        blf.position(_FONT, round(x), round(y), 0)
        blf.draw(_FONT, text)
        x += blf.dimensions(_FONT, text)[0]


EDGE = (0.0, 0.0, 0.0, 0.45)
EDGE_WIDTH = 1.2

LIFTED = 0.004
"""How far edges are before their sides, in sides of a cube, so that these do not cover them."""


class Cubes:
    """The sides of cubes, ready to be drawn as often as the view is.

    ``corners`` are four for each side in their turn, shape (n, 4, 3), ``colors`` one for each side, shape (n, 4), and
    ``outward`` the way out of it, shape (n, 3).
    """

    def __init__(self, corners: NDArray[np.float64], colors: NDArray[np.float64], outward: NDArray[np.float64]) -> None:
        count = len(corners)
        # The stubs know tuples of one length only.
        sides: Any = {
            "pos": corners.reshape(-1, 3).astype(np.float32),
            "color": np.repeat(colors, 4, axis=0).astype(np.float32),
        }
        first = 4 * np.arange(count, dtype=np.int32)[:, None]
        triangles: Any = (first + np.array([[0, 1, 2, 0, 2, 3]], dtype=np.int32)).reshape(-1, 3)
        lifted = corners + LIFTED * outward[:, None]
        ends = np.stack([lifted, np.roll(lifted, -1, axis=1)], axis=2)
        edges: Any = {"pos": ends.reshape(-1, 3).astype(np.float32)}
        self._sides = batch_for_shader(_shader("SMOOTH_COLOR"), "TRIS", sides, indices=triangles)
        self._edges = batch_for_shader(_shader("POLYLINE_UNIFORM_COLOR"), "LINES", edges)

    def draw(self, place: Matrix) -> None:
        """Draw them where they are put, before and behind what is there."""
        edge = _shader("POLYLINE_UNIFORM_COLOR")
        gpu.state.depth_test_set("LESS_EQUAL")
        with push_pop():
            gpu.matrix.multiply_matrix(place)
            gpu.state.depth_mask_set(True)
            gpu.state.face_culling_set("BACK")
            self._sides.draw(_shader("SMOOTH_COLOR"))
            gpu.state.face_culling_set("NONE")
            gpu.state.depth_mask_set(False)
            gpu.state.blend_set("ALPHA")
            edge.uniform_float("viewportSize", viewport_get()[2:])
            edge.uniform_float("lineWidth", EDGE_WIDTH)
            edge.uniform_float("color", EDGE)
            self._edges.draw(edge)
            gpu.state.blend_set("NONE")
        gpu.state.depth_test_set("NONE")


def _shader(name: str) -> gpu.types.GPUShader:
    # The stubs know the names of the shaders as literals only.
    from_builtin: Any = gpu.shader.from_builtin
    shader: gpu.types.GPUShader = from_builtin(name)
    return shader


SEEN = 0.3
"""How dense a ghost is where nothing is before it."""


@dataclass(frozen=True)
class Overlay:
    """What is painted over: the region of a view, the part of it that is free, and the scale of all letters.

    ``covers`` is what lies over that part, and what was painted there before.
    """

    region: bpy.types.Region
    view: bpy.types.RegionView3D
    free: FreePart
    scale: float
    covers: list[FreePart]

    def put(self, corner: Point, size: Point) -> Point:
        """Return the lower left corner nearest to one at which nothing lies over a rectangle, and keep that free."""
        (width, height), gap, free = size, GAP * self.scale, self.free
        # What is wider than the free part may be as wide as it is.
        left, right = min(free.left, corner[0]), max(free.right - width, corner[0])
        across = [corner[0], *(cover.right + gap for cover in self.covers)]
        across += [cover.left - gap - width for cover in self.covers]
        upward = [corner[1], *(cover.top + gap for cover in self.covers)]
        places = sorted(
            ((x, y) for x in across for y in upward if left <= x <= right and y <= free.top - height),
            key=lambda place: abs(place[0] - corner[0]) + abs(place[1] - corner[1]),
        )
        parts = [FreePart(x, y, x + width, y + height) for x, y in places]
        clear = [part for part in parts if not any(part.overlaps(cover) for cover in self.covers)]
        chosen = clear[0] if clear else FreePart(*corner, corner[0] + width, corner[1] + height)
        self.covers.append(chosen)
        return chosen.left, chosen.bottom


class Painting:
    """What is painted in the 3D views of one area, in their space and over them, until it is removed.

    What was begun later keeps clear of what was begun before; ``covers`` is what was painted over the view last.
    """

    begun: ClassVar[list[Painting]] = []

    def __init__(self, area: int) -> None:
        """Paint from now on in the area with this pointer."""
        self._area = area
        self.covers: list[FreePart] = []
        self.begun.append(self)
        add = bpy.types.SpaceView3D.draw_handler_add
        self._handles = [add(self._over, (), "WINDOW", "POST_PIXEL"), add(self._inside, (), "WINDOW", "POST_VIEW")]

    def remove(self) -> None:
        """Take it away."""
        self.begun.remove(self)
        for handle in self._handles:
            bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")

    def draw_inside(self) -> None:
        """Draw in the space of the view."""

    def draw_over(self, overlay: Overlay) -> None:
        """Draw over the view, in pixels."""

    def _inside(self) -> None:
        if self._own_area() is not None:
            self.draw_inside()

    def _over(self) -> None:
        context, area = bpy.context, self._own_area()
        if area is not None and context.region_data is not None:
            region, view = present(context.region), narrowed(context.region_data, bpy.types.RegionView3D)
            earlier = [painting for painting in self.begun[: self.begun.index(self)] if painting._area == self._area]
            before = [*open_panel(area, region), *(cover for painting in earlier for cover in painting.covers)]
            overlay = Overlay(region, view, free_part(area, region), preferences_of(context).system.ui_scale, [*before])
            self.draw_over(overlay)
            self.covers = overlay.covers[len(before) :]

    def _own_area(self) -> bpy.types.Area | None:
        """Return the area that Blender draws just now, if it is this one."""
        area = bpy.context.area
        return None if area is None or area.as_pointer() != self._area else area


class ShownEverywhere:
    """What is drawn in the space of all 3D views that show overlays; nothing where that raises InputError."""

    def __init__(self, draw: Callable[[bpy.types.Context, bpy.types.Scene], None]) -> None:
        self._draw = draw
        self._handles: list[Any] = []

    def register(self) -> None:
        """Draw from now on, where there are windows."""
        if not bpy.app.background:
            # The stubs claim that it returns None.
            add: Callable[..., Any] = bpy.types.SpaceView3D.draw_handler_add
            self._handles.append(add(self._drawn, (), "WINDOW", "POST_VIEW"))

    def unregister(self) -> None:
        """Draw no longer."""
        while self._handles:
            bpy.types.SpaceView3D.draw_handler_remove(self._handles.pop(), "WINDOW")

    def _drawn(self) -> None:
        context = bpy.context
        space, scene = context.space_data, context.scene
        if isinstance(space, bpy.types.SpaceView3D) and scene is not None and space.overlay.show_overlays:
            with suppress(InputError):
                self._draw(context, scene)


def mesh_edges(mesh: bpy.types.Mesh, place: Matrix) -> list[Line]:
    """Return the edges of a mesh that stands at a place, in the world."""
    # The stubs know no edge's vertices.
    edges: Any = mesh.edges
    places = [place @ vertex.co for vertex in mesh.vertices]
    return [(places[edge.vertices[0]], places[edge.vertices[1]]) for edge in edges]


def mesh_batch(mesh: bpy.types.Mesh) -> gpu.types.GPUBatch:
    """Return the triangles of a mesh, to be painted: many are read once, and not each time the view is drawn."""
    places, triangles = triangles_of(mesh)
    # The stubs know no arrays.
    content: Any = {"pos": places}
    return batch_for_shader(_shader("UNIFORM_COLOR"), "TRIS", content, indices=triangles)


def paint_ghost(batch: gpu.types.GPUBatch, place: Matrix, color: Color, through: float) -> None:
    """Paint what stands at a place in the world as a ghost, so dense behind other things."""
    shader = _shader("UNIFORM_COLOR")
    # Its own sides must not shine through each other.
    gpu.state.face_culling_set("BACK")
    with blended(), push_pop():
        gpu.matrix.multiply_matrix(place)
        for test, alpha in (("GREATER", through), ("LESS_EQUAL", SEEN)):
            gpu.state.depth_test_set(test)
            shader.uniform_float("color", (*color[:3], alpha))
            batch.draw(shader)
    gpu.state.face_culling_set("NONE")
    gpu.state.depth_test_set("NONE")
