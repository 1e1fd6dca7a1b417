# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators in a 3D view that go on until they are left: games with the active puzzle, and drawing on it by clicks."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

import bpy
from bpy_extras.view3d_utils import region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.playing import result_text
from ..data.interface import manager_of, present, scene_of
from ..scene import hooks
from ..scene.build import show_as_printed
from ..scene.by_hand import check_in_place
from ..scene.puzzle import ScenePuzzle, active_puzzle, puzzle_named
from ..scene.startup import select_again
from ..window.drawing import Point
from ..window.framing import view_in, window_region
from ..window.game import PUT_BACK, GameOperator, GamePicture, is_copy
from ..window.game_drawing import GameDrawing
from ..window.running_operator import OperatorOptions, Result, refuse, running
from .operator_base import NeedsPuzzle, needed_puzzle

MOTION = ("TIMER", "MOUSEMOVE", "INBETWEEN_MOUSEMOVE")
"""Events that come many times a second."""


class PuzzleGame(NeedsPuzzle, GameOperator):
    """A game with the active puzzle. It keeps what it paints over the view, and the picture of the view before."""

    bl_options: OperatorOptions = {"UNDO"}

    without_view = "Play needs a 3D view in a window: press its button in the sidebar there."
    """Why it refuses where there is none."""

    _name = _way = ""
    """The puzzle, and how it was printed before: it is played whole, in the first way."""

    _solved_after: float | None = None
    """Seconds from the beginning until it was solved for the first time."""

    if TYPE_CHECKING:
        bl_label: str
        _drawing: GameDrawing
        _picture: GamePicture

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on the active puzzle, in Object Mode, one game at a time."""
        if wrong := super().missing(context, puzzle):
            return wrong
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
            self._name, self._way = puzzle.name, puzzle.own.way
            self.set_up(context, _shown_in(context, puzzle, puzzle.first_way.name.upper()), area.as_pointer())
        except InputError as error:
            self._show_as_before(context, puzzle_named(self._name))
            return refuse(self, error)
        return self.begin(context)

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
    def praise(self) -> str:
        """How the puzzle was solved; nothing before that."""
        return ""

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Do what an event asks for. Ctrl C copies the result of a solved game, ready to send."""
        if is_copy(event) and self.praise:
            if event.value == "PRESS":
                self._copy_result(context)
            return {"RUNNING_MODAL"}
        result = super().answer(context, event)
        # What is dragged to its place is there once the button is let go.
        if event.type not in MOTION and self._solved_after is None and self.praise:
            self._solved_after = monotonic() - self._began
        return result

    def _copy_result(self, context: bpy.types.Context) -> None:
        puzzle = self.needed
        seconds = self._solved_after or 0.0
        manager_of(context).clipboard = result_text(puzzle.name, self.praise, seconds, puzzle.code or "")
        self.say("Copied: paste it where you want.")

    def say(self, sentence: str) -> None:
        """Show a sentence on the board for a while; an empty one takes it away."""
        self._drawing.say(sentence)

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
        self._show_as_before(context, self.puzzle() or puzzle_named(self._name))
        self._picture.put_back(context)
        if (puzzle := self.puzzle()) is not None:
            select_again(puzzle)
        super().clear_up(context)

    def _show_as_before(self, context: bpy.types.Context, puzzle: ScenePuzzle | None) -> None:
        """Show the puzzle in the way that it was printed before."""
        if puzzle is not None and self._way:
            _shown_in(context, puzzle, self._way)


def _shown_in(context: bpy.types.Context, puzzle: ScenePuzzle, way: str) -> ScenePuzzle:
    """Show a puzzle in a way to print; the view stays as it is."""
    if puzzle.own.way == way:
        return puzzle
    with hooks.without("scene.build:way_changed"):
        puzzle.own.way = way
    now = puzzle.renewed()
    show_as_printed(now, scene_of(context))
    return now


KEPT_TEXTS = ("checks", "opened_from", "exported")
"""What a puzzle that is drawn on has lost, and gets back with all else."""


class DrawingOperator(PuzzleGame):
    """A game that draws on the puzzle by clicks: each is a step of its own undo, and all are one of Blender's after it.

    A step holds whatever the class needs to bring back how all was after it.
    """

    without_view = "Drawing needs a 3D view in a window: press its button in the sidebar there."

    def begin_steps(self, puzzle: ScenePuzzle, first: Any) -> None:
        """Begin with how all is at first."""
        self._steps, self._step = [first], 0
        self._texts = {name: getattr(puzzle.group, name) for name in KEPT_TEXTS}

    def add_step(self, step: Any) -> None:
        """Note how all is now; what was undone before cannot come back then."""
        del self._steps[self._step + 1 :]
        self._steps.append(step)
        self._step += 1

    @property
    def is_drawn(self) -> bool:
        """Whether anything is otherwise than at first."""
        return bool(self._steps[self._step] != self._steps[0])

    def undo(self, area: bpy.types.Area, *, again: bool) -> None:
        """Bring back how all was a step before, or after it."""
        self.let_go()
        number = self._step + (1 if again else -1)
        if 0 <= number < len(self._steps):
            self._step = number
            self.bring_back(self._steps[number])
            self.say("")
        else:
            self.say(f"There is nothing to {'redo' if again else 'undo'}.")

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave what was drawn, which is one step of undo."""
        return {"FINISHED"} if self.is_drawn else {"CANCELLED"}

    def put_back(self) -> None:
        """Put the puzzle back to what it was, if the user asks for that; otherwise nothing that was drawn is lost.

        What was drawn is a step of Blender's undo, so that who has not meant it can have it back.
        """
        self.let_go()
        puzzle = self.puzzle()
        if self._ended != PUT_BACK or puzzle is None or not self.is_drawn:
            return
        bpy.ops.ed.undo_push(message=self.bl_label)
        self.bring_back(self._steps[0])
        for name, text in self._texts.items():
            setattr(self.needed.group, name, text)
        bpy.ops.ed.undo_push(message=f"Put Back {self.bl_label}")

    def bring_back(self, step: Any) -> None:
        """Bring back how all was after a step."""
        raise TypeError("a drawing knows its steps in its own class")

    def let_go(self) -> None:
        """Leave what is half done, because something is undone."""

    def failed(self, context: bpy.types.Context, error: InputError) -> Result | None:
        """Say what has ended a task; the drawing goes on."""
        self.say(str(error))
        return None

    def puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle that is drawn on: undo gives it other names and references, but it stays the active one."""
        puzzle = active_puzzle(bpy.context)
        return puzzle if puzzle is not None and isinstance(puzzle.kind, self.model) else None


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
