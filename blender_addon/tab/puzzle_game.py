# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators in a 3D view that go on until they are left: games with the active puzzle, and drawing on it by clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import bpy
from bpy_extras.view3d_utils import region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ..data.context import present
from ..scene.by_hand import check_in_place
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..window.drawing import Ghost, Point
from ..window.framing import view_in, window_region
from ..window.game import GameOperator, GamePicture
from ..window.game_drawing import GameDrawing
from ..window.running_operator import OperatorOptions, Result, refuse, running
from .operator_base import NeedsPuzzle, needed_puzzle


class PuzzleGame(NeedsPuzzle, GameOperator):
    """A game with the active puzzle. It keeps what it paints over the view, and the picture of the view before."""

    bl_options: OperatorOptions = {"UNDO"}

    without_view = "Play needs a 3D view in a window: press its button in the sidebar there."
    """Why it refuses where there is none."""

    keys_text: ClassVar[str]
    """What header and status bar say of its keys."""

    _ghost: Ghost | None = None

    if TYPE_CHECKING:
        _drawing: GameDrawing
        _picture: GamePicture

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on the active puzzle, in Object Mode, one game at a time."""
        try:
            if wrong := super().missing(context, puzzle):
                return wrong
        except InputError as error:
            return str(error)
        if context.mode != "OBJECT":
            return "Go back to Object Mode first: press Tab, or choose it at the upper left of the view"
        return "A game is running: leave it with Return or Esc" if running(GameOperator) else ""

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Begin in the 3D view."""
        area = context.area
        if bpy.app.background or area is None or area.type != "VIEW_3D":
            return self.execute(context)
        try:
            puzzle = needed_puzzle(context)
            check_in_place(puzzle)
            self.set_up(context, puzzle, area.as_pointer())
        except InputError as error:
            return refuse(self, error)
        return self.begin(context, self.keys_text)

    def execute(self, context: bpy.types.Context) -> Result:
        """Refuse: without keys and a mouse there is nothing to play or to draw with."""
        return refuse(self, self.without_view)

    def set_up(self, context: bpy.types.Context, puzzle: ScenePuzzle, area: int) -> None:
        """Begin with a puzzle, in the area with a pointer; raises InputError, before it paints, where it cannot."""
        raise TypeError("a game says how it begins in its own class")

    def puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle as the game has left it; None where something else has changed it."""
        raise TypeError("a game knows its puzzle in its own class")

    @property
    def needed(self) -> ScenePuzzle:
        """The puzzle, which is there when an event is answered."""
        return present(self.puzzle())

    def is_there(self) -> bool:
        """Report whether the puzzle is as the game has left it."""
        return self.puzzle() is not None

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take away what the game has put into the window."""
        self._drawing.remove()
        if self._ghost is not None:
            self._ghost.remove()
        self._picture.put_back(context)
        super().clear_up(context)


class DrawingOperator(PuzzleGame):
    """A game that draws on the puzzle by clicks, each of which is a step of undo."""

    bl_options: OperatorOptions = set()
    without_view = "Drawing needs a 3D view in a window: press its button in the sidebar there."

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Leave it to Blender to undo and redo: each click is a step."""
        if event.type == "Z" and (event.ctrl or event.oskey):
            self.let_go()
            return {"PASS_THROUGH"}
        return super().answer(context, event)

    def let_go(self) -> None:
        """Leave what is half done, because something is undone."""

    def failed(self, context: bpy.types.Context, error: InputError) -> Result | None:
        """Say what has ended a task; the drawing goes on."""
        self._drawing.say(str(error))
        return None

    def puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle that is drawn on: undo gives it other names and references, but it stays the active one."""
        puzzle = active_puzzle(bpy.context)
        return puzzle if puzzle is not None and isinstance(puzzle.kind, self.model) else None


def check_drawable(puzzle: ScenePuzzle) -> None:
    """Raise InputError where a puzzle cannot be drawn on."""
    puzzle.check_replaceable()
    puzzle.check_unedited()


def ray_at(area: bpy.types.Area, pointer: Point, back: Matrix) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """Return where the line of sight begins and leads, as a matrix brings it from the world; None beside the view."""
    region = window_region(area)
    if not (0 <= pointer[0] < region.width and 0 <= pointer[1] < region.height):
        return None
    view = view_in(area)
    # The stubs know no vector that is a sequence of numbers.
    point: Any = Vector(pointer)
    origin = (back @ region_2d_to_origin_3d(region, view, point))[:]
    way = (back.to_3x3() @ region_2d_to_vector_3d(region, view, point))[:]
    return origin, way
