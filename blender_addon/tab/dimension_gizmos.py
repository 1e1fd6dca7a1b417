# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrows in the view that drag dimensions of the active puzzle, of whatever kind, and where such arrows stand.

They stand at the outline of the puzzle as the view shows it: before the lower edge that is nearest to the eye. There
they cover no face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.options import declared
from ...core.kinds import KINDS
from ..data.context import present, scene_of
from ..scene.build import has_current_dimensions
from ..scene.by_hand import by_hand
from ..scene.lengths import is_animated
from ..scene.option_properties import value_in
from ..scene.puzzle import ScenePuzzle, active_puzzle, in_blender
from ..window.arrow_gizmo import LENGTH, ArrowGizmo
from ..window.framing import view_in
from ..window.running_operator import RunningOperator, running

if TYPE_CHECKING:
    GroupPart = bpy.types.GizmoGroup
else:
    GroupPart = object

GROUP_OPTIONS: Any = {"3D", "PERSISTENT"}

FIRST, NEXT, BELOW = 76.0, 8.0, 28.0
"""Pixels from the nearest corner to the first arrow, between two of them, and from the edge."""

LEAST = 0.01
"""Millimeters; no dimension can be dragged to less."""


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
        return f"{option.label} {value_in(puzzle.own, option):g} mm"

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
            # What is driven or keyed cannot be dragged.
            if not is_animated(scene_of(bpy.context), puzzle, arrow.dimension):
                arrow.stand(corner, inward, outline.toward, outline.out(corner), grows)


CLASSES = (DimensionArrow, DimensionGizmos)
