# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that draw on a puzzle by clicks in a 3D view, each of which is a step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import bpy
from bpy_extras.view3d_utils import region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils import Matrix, Vector

from ..data.context import narrowed, present
from ..scene.by_hand import check_in_place
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..window.drawing import Point
from ..window.game import GameOperator
from ..window.game_picture import GamePicture
from ..window.pointer_drag import window_region
from ..window.results import OperatorOptions, Result, refuse
from .operator_base import NeedsPuzzle, needed_puzzle


class Drawn(Protocol):
    """What such an operator paints over the view."""

    def remove(self) -> None:
        """Take it away."""


class DrawingOperator(NeedsPuzzle, GameOperator):
    """An operator that draws until it is left; it keeps what it paints, and the picture of the view before."""

    bl_options: OperatorOptions = set()
    if TYPE_CHECKING:
        _drawing: Any
        _picture: GamePicture

    def execute(self, context: bpy.types.Context) -> Result:
        """Refuse: without a mouse there is nothing to draw with."""
        return refuse(self, "Drawing needs a 3D view in a window: press its button in the sidebar there.")

    def is_there(self) -> bool:
        """Report whether the puzzle is there."""
        return self._puzzle() is not None

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Leave it to Blender to undo and redo: each click is a step."""
        if event.type == "Z" and (event.ctrl or event.oskey):
            self.let_go()
            return {"PASS_THROUGH"}
        return super().answer(context, event)

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take away what it has put into the window."""
        drawing: Drawn = self._drawing
        drawing.remove()
        self._picture.put_back(context)
        super().clear_up(context)

    def let_go(self) -> None:
        """Leave what is half done, because something is undone."""

    def _puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle that is drawn on: undo gives it other names and references, but it stays the active one."""
        puzzle = active_puzzle(bpy.context)
        return puzzle if puzzle is not None and isinstance(puzzle.kind.model, self.model) else None


def drawable_puzzle(context: bpy.types.Context) -> ScenePuzzle:
    """Return the active puzzle; raises InputError where it cannot be drawn on."""
    puzzle = needed_puzzle(context)
    check_in_place(puzzle)
    puzzle.check_replaceable()
    puzzle.check_unedited()
    return puzzle


def ray_at(area: bpy.types.Area, pointer: Point, back: Matrix) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """Return where the line of sight begins and leads, as a matrix brings it from the world; None beside the view."""
    region = window_region(area)
    if not (0 <= pointer[0] < region.width and 0 <= pointer[1] < region.height):
        return None
    view = present(narrowed(area.spaces.active, bpy.types.SpaceView3D).region_3d)
    # The stubs know no vector that is a sequence of numbers.
    point: Any = Vector(pointer)
    origin = (back @ region_2d_to_origin_3d(region, view, point))[:]
    way = (back.to_3x3() @ region_2d_to_vector_3d(region, view, point))[:]
    return origin, way
