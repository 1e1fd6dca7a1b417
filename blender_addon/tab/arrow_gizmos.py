# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrows in the view that drag dimensions of the active puzzle, of whatever kind, and where such arrows stand.

They are gizmos, as large at each zoom. Blender's own make no step of undo when Python follows them, so these are drawn
and dragged here. They stand at the outline of the puzzle as the view shows it: before the lower edge that is nearest to
the eye. There they cover no face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import bpy
import gpu
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.options import declared
from ...core.kinds import KINDS
from ..data.interface import preferences_of, present, scene_of, with_shown_unit
from ..scene.build import has_current_dimensions
from ..scene.by_hand import by_hand
from ..scene.lengths import is_led
from ..scene.option_properties import value_in
from ..scene.puzzle import ScenePuzzle, active_puzzle, in_blender
from ..window.drawing import Point, blended, free_part, paint_rectangle, paint_row, row_width, text_height
from ..window.framing import LEAST_PIXELS, pointer_in, seen_way, view_in
from ..window.running_operator import RunningOperator, running

if TYPE_CHECKING:
    GizmoPart = bpy.types.Gizmo
    GroupPart = bpy.types.GizmoGroup
else:
    # Blender would take a class that inherits from its own for one to register.
    GizmoPart = GroupPart = object

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

GROUP_OPTIONS: Any = {"3D", "PERSISTENT"}

FIRST, NEXT, BELOW = 76.0, 8.0, 28.0
"""Pixels from the nearest corner to the first arrow, between two of them, and from the edge."""

LEAST = 0.01
"""Millimeters; no dimension can be dragged to less."""


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


@dataclass(frozen=True)
class Outline:
    """The box round a puzzle as it is seen: its place in the world, its corners there, and where the eye is from it.

    ``low`` and ``high`` are in the space of the puzzle, ``signs`` are the sides that are turned to the eye. ``toward``
    leads to the eye, and ``right`` to its right, in the world.
    """

    place: Matrix
    low: Vector
    high: Vector
    toward: Vector
    right: Vector
    signs: tuple[int, int, int]
    units: float
    """Blender units per millimeter."""

    def corner(self, signs: Sequence[int]) -> Vector:
        """Return the corner on some sides, in the world."""
        return self.place @ Vector([self.high[axis] if signs[axis] > 0 else self.low[axis] for axis in range(3)])

    @property
    def nearest(self) -> tuple[int, int, int]:
        """The sides of the nearest corner that is on the outline: below, where the eye is above."""
        x, y, z = self.signs
        return x, y, -z

    def millimeter(self, axis: int) -> Vector:
        """Return the way in the world that is a millimeter along an axis, out of the side that is turned to the eye."""
        way: Vector = self.place.to_3x3().normalized().col[axis] * (self.signs[axis] * self.units)
        return way

    def out(self, corner: Vector) -> Vector:
        """Return the way from the middle to a corner in the world."""
        return corner - self.place @ ((self.low + self.high) / 2)


def outline_of(puzzle: ScenePuzzle, view: bpy.types.RegionView3D) -> Outline | None:
    """Return how a view shows a puzzle; None where nothing of it is seen."""
    carrier = puzzle.group.carrier
    if carrier is None:
        return None
    if not any(beside.visible_get() for beside in present(puzzle.collection.all_objects)):
        return None
    # What is watched stands where its box is hidden.
    box = carrier.type == "MESH" and (carrier.visible_get() or not puzzle.seen_objects)
    shown = [carrier] if box else puzzle.seen_objects
    if not shown:
        return None
    back = carrier.matrix_world.inverted_safe()
    corners = [back @ part.matrix_world @ Vector(corner) for part in shown for corner in part.bound_box]
    low, high = (Vector([choose(corner[axis] for corner in corners) for axis in range(3)]) for choose in (min, max))
    eye = view.view_matrix.inverted_safe()
    toward = eye.to_3x3().col[2].normalized()
    if view.is_perspective:
        toward = (eye.translation - carrier.matrix_world @ ((low + high) / 2)).normalized()
    x, y, z = back.to_3x3() @ toward
    # Seen straight from the front or from above, the right, the front and the lower side count as near.
    signs = (1 if x > -1e-3 else -1, 1 if y > 1e-3 else -1, 1 if z > -1e-3 else -1)
    units = puzzle.needed_built.units
    return Outline(carrier.matrix_world.copy(), low, high, toward, eye.to_3x3().col[0], signs, units)


def live_puzzle(context: bpy.types.Context) -> ScenePuzzle | None:
    """Return the active puzzle if it can be dragged: live, as it was built, and the user is at work on nothing else."""
    space = context.space_data
    shown = isinstance(space, bpy.types.SpaceView3D) and space.show_gizmo and space.show_gizmo_context
    if not shown or context.mode != "OBJECT" or running(RunningOperator):
        return None
    puzzle, active = active_puzzle(context), context.active_object
    # The only puzzle there is stays the active one of the panels.
    if puzzle is not None and active is not None and active not in puzzle.collection.all_objects.values():
        return None
    try:
        is_live = puzzle is not None and puzzle.group.live and not puzzle.is_linked and has_current_dimensions(puzzle)
    except InputError:
        # The panels say what is wrong.
        return None
    return puzzle if is_live else None


class PuzzleGizmos(GroupPart):
    """Arrows at the active puzzle: ``setup`` makes them, and ``put`` puts them where they belong in a view."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = GROUP_OPTIONS

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show them where the puzzle can be dragged."""
        return live_puzzle(context) is not None

    def setup(self, context: bpy.types.Context) -> None:
        """Look at the puzzle when the arrows are needed first."""
        self.refresh(context)

    def refresh(self, context: bpy.types.Context) -> None:
        """Look whether the puzzle was changed by hand; that takes too long to be done whenever a view is drawn."""
        puzzle = active_puzzle(context)
        try:
            self.is_as_built = puzzle is not None and not by_hand(puzzle).parts
        except InputError:
            self.is_as_built = False

    def draw_prepare(self, context: bpy.types.Context) -> None:
        """Put the arrows where they belong in the view."""
        puzzle = live_puzzle(context)
        view = view_in(context.area)
        outline = outline_of(puzzle, view) if puzzle is not None and self.is_as_built else None
        for arrow in self.gizmos.values():
            present(arrow).hide = True
        if puzzle is not None and outline is not None:
            self.put(puzzle, outline)

    def put(self, puzzle: ScenePuzzle, outline: Outline) -> None:
        """Put the arrows of a puzzle where they belong."""
        raise TypeError("a group of arrows says in its own class where they stand")


class DimensionArrow(ArrowGizmo, bpy.types.Gizmo):
    """An arrow that drags a dimension"""

    bl_idname = "PUZZLE_CUBES_GT_dimension"

    dimension = ""
    """Its name."""

    def label(self, context: bpy.types.Context) -> str:
        """Return the dimension and its value."""
        puzzle = active_puzzle(context)
        if puzzle is None:
            return ""
        option = next(known for known in declared(puzzle.kind.dimensions) if known.name == self.dimension)
        return with_shown_unit(f"{option.label} {value_in(puzzle.own, option):g} mm", scene_of(context))

    def begin(self, context: bpy.types.Context) -> None:
        """Keep the value."""
        puzzle = active_puzzle(context)
        self.before = 0.0 if puzzle is None else getattr(puzzle.own, self.dimension)

    def follow(self, context: bpy.types.Context, millimeters: float, digits: int) -> None:
        """Let the dimension follow, as far as it can be built."""
        puzzle = active_puzzle(context)
        if puzzle is None:
            return
        value = round(max(LEAST, self.before + millimeters), digits)
        try:
            asked = replace(puzzle.dimensions, **{self.dimension: value})
        except InputError:
            return
        if asked != puzzle.dimensions:
            setattr(puzzle.own, self.dimension, value)

    def end(self, context: bpy.types.Context, *, cancelled: bool) -> str:
        """Keep the value, or put it back."""
        puzzle = active_puzzle(context)
        if puzzle is None or getattr(puzzle.own, self.dimension) == self.before:
            return ""
        if cancelled:
            setattr(puzzle.own, self.dimension, self.before)
            return ""
        return f"Drag {self.dimension.capitalize()}"


class DimensionGizmos(PuzzleGizmos, bpy.types.GizmoGroup):
    """Arrows that drag the dimensions of the active puzzle"""

    bl_idname = "PUZZLE_CUBES_GGT_dimensions"
    bl_label = "Dimensions of Puzzle"

    def setup(self, context: bpy.types.Context) -> None:
        """Make the arrows for the dimensions of all kinds."""
        self.arrows: dict[str, list[Any]] = {}
        for kind in KINDS:
            self.arrows[kind] = []
            for number, (name, color) in enumerate(in_blender(kind).arrows.items()):
                arrow: Any = self.gizmos.new(DimensionArrow.bl_idname)
                arrow.dimension = name
                arrow.look(color, (FIRST + number * (LENGTH + NEXT), BELOW), both_ways=True)
                self.arrows[kind].append(arrow)
        super().setup(context)

    def put(self, puzzle: ScenePuzzle, outline: Outline) -> None:
        """Put the arrows before the edge that is seen longer; dragged to the right they give more."""
        toward = outline.place.to_3x3().normalized().inverted_safe() @ outline.toward
        inward = -outline.millimeter(1 if abs(toward.x) > abs(toward.y) else 0)
        grows = inward if inward.dot(outline.right) > 0 else -inward
        corner = outline.corner(outline.nearest)
        for arrow in self.arrows[puzzle.kind.name]:
            if not is_led(scene_of(bpy.context), puzzle, arrow.dimension):
                arrow.stand(corner, inward, outline.toward, outline.out(corner), grows)


CLASSES = (DimensionArrow, DimensionGizmos)
