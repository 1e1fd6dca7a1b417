# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing walls and solid cells by clicks: what must change for each does so, so that all stays a puzzle."""

from __future__ import annotations

from time import monotonic

import bpy
from mathutils import Matrix

from ...core.common.errors import InputError
from ...core.oskar.kind.completing import Completing, completed_in_steps
from ...core.oskar.kind.model import OskarModel
from ...core.oskar.making.by_hand import Change, changed, is_wall
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.making.settings import EFFORTS
from ...core.oskar.maze.faces import Square
from ...core.oskar.model.box_and_cross import BOX
from ...core.oskar.model.dimensions import Dimensions
from ...core.oskar.play.squares import square_at
from ..data.context import present
from ..data.units import units_per_millimeter
from ..scene.puzzle import ScenePuzzle
from ..scene.selecting import activate
from ..tab.drawing_operator import DrawingOperator, drawable_puzzle, ray_at
from ..window.drawing import Point
from ..window.game_picture import GamePicture
from ..window.pointer_drag import pointer_in, window_region
from ..window.results import Result, refuse
from .draw_walls_drawing import HELP, WallsDrawing
from .drawn import drawn_on, replace_drawn
from .puzzle import IN_ONE_PIECE

COMPLETE, FORGET = "C", "F"

TICK = 0.05
"""Seconds that it searches before Blender may do other things."""


class DrawWalls(DrawingOperator, bpy.types.Operator):
    """Take walls out and in and fill cells by clicks; what you draw stays, and C lets the search make the rest hard"""

    bl_idname = "puzzle_cubes.draw_walls"
    bl_label = "Draw Walls"
    model = OskarModel
    needs = (
        IN_ONE_PIECE,
        (lambda puzzle: not puzzle.puzzle.flaws, "Its mazes have loops, or parts that are not connected"),
    )

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on the active puzzle, in Object Mode, one game at a time."""
        try:
            return super().missing(context, puzzle) or cls.in_the_way(context)
        except InputError as error:
            return str(error)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Begin to draw."""
        if not self.has_view(context):
            return self.execute(context)
        try:
            puzzle = drawable_puzzle(context)
            box = puzzle.needed_part(BOX)
        except InputError as error:
            return refuse(self, error)
        self._steps: Completing | None = None
        self._best: Puzzle | None = None
        self._known: tuple[object, Square, Change | str] | None = None
        self._drawing = WallsDrawing(present(context.area).as_pointer())
        self._drawing.take(puzzle, drawn_on(puzzle))
        self._picture = GamePicture(context, [box])
        activate(context, box)
        return self.begin(context, HELP)

    def let_go(self) -> None:
        """End the search that completes."""
        self._steps = None

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Light up what is under the mouse, and draw it where it clicks."""
        puzzle = present(self._puzzle())
        found = self._found(puzzle, pointer_in(window_region(area), event), area)
        self._drawing.point(found)
        area.tag_redraw()
        if event.type != "LEFTMOUSE":
            return False
        if event.value == "PRESS" and self._steps is None:
            if isinstance(found, Change):
                drawn = drawn_on(puzzle) | {found.square: not found.was_wall}
                # A solid cell takes what was drawn beside it, and gives up with the passage that opens it.
                held = {one: filled for one, filled in drawn.items() if is_wall(found.puzzle, one) == filled}
                self._put(puzzle, found.puzzle, held)
            elif found:
                self._drawing.say(found)
        return True

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for."""
        puzzle = present(self._puzzle())
        if event.type == COMPLETE and self._steps is None:
            self._steps = completed_in_steps(puzzle.puzzle, drawn_on(puzzle), EFFORTS["quick"])
        elif event.type == FORGET and drawn_on(puzzle):
            puzzle.own.drawn = ""
            self._drawing.take(puzzle, {})
            self._push("Forget What Is Drawn")

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Go on with a search that completes, and take what it has found when it is over."""
        puzzle = present(self._puzzle())
        if self._drawing.follow(puzzle, drawn_on):
            area.tag_redraw()
        if self._steps is None:
            return
        end = monotonic() + TICK
        while monotonic() < end:
            try:
                progress = next(self._steps)
            except StopIteration as done:
                self._complete(puzzle, done.value)
                return
            self._best = progress.best
            self._drawing.share = progress.share
        area.tag_redraw()

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave it as it is; each click was a step of undo already."""
        if self._steps is not None and self._best is not None:
            self._complete(present(self._puzzle()), self._best)
        return {"CANCELLED"}

    def put_back(self) -> None:
        """Leave it as it is: Ctrl Z takes back what was drawn."""
        self.keep(bpy.context)

    def _complete(self, puzzle: ScenePuzzle, found: Puzzle) -> None:
        self._steps = self._best = self._drawing.share = None
        self._put(puzzle, found, drawn_on(puzzle), "Complete Walls")

    def _put(self, puzzle: ScenePuzzle, now: Puzzle, drawn: dict[Square, bool], message: str = "Draw Wall") -> None:
        """Put a puzzle in the place of what was drawn on; that is a step of undo."""
        try:
            made = replace_drawn(bpy.context, puzzle, now, drawn)
        except InputError as error:
            self._drawing.say(str(error))
            return
        self._drawing.take(made, drawn)
        self._push(message)

    def _push(self, message: str) -> None:
        bpy.ops.ed.undo_push(message=message)

    def _found(self, puzzle: ScenePuzzle, pointer: Point, area: bpy.types.Area) -> Change | str:
        """Return what a click would do, or a sentence on why it does nothing; empty beside the box."""
        built, box, content = puzzle.needed_built, puzzle.needed_part(BOX), puzzle.puzzle
        if not isinstance(built.dimensions, Dimensions):
            return ""
        units = units_per_millimeter(built.meters_per_unit)
        ray = ray_at(area, pointer, Matrix.Scale(1 / units, 4) @ box.matrix_world.inverted_safe())
        square = None if ray is None else square_at(content, built.dimensions, *ray)
        if square is None:
            return ""
        state = puzzle.text, puzzle.own.drawn
        if self._known is None or self._known[:2] != (state, square):
            found: Change | str
            try:
                found = changed(content, square, drawn_on(puzzle))
            except InputError as error:
                found = str(error)
            self._known = state, square, found
        return self._known[2]


CLASSES = (DrawWalls,)
