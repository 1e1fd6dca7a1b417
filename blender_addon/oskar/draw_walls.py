# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing walls and solid cells by clicks: what must change for each does so, so that all stays a puzzle.

Draws what is shown while walls are drawn: the one under the mouse, those that change for it, and what was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from types import MappingProxyType

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.words import counted
from ...core.kind.kind import Search
from ...core.oskar.kind.kind import OskarModel
from ...core.oskar.kind.making import completed_in_steps
from ...core.oskar.making.by_hand import Change, Drawn, changed, is_wall
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.making.settings import EFFORTS
from ...core.oskar.maze.faces import Square
from ...core.oskar.model.box_and_cross import BOX
from ...core.oskar.model.dimensions import Dimensions
from ...core.oskar.play.squares import square_at, square_boxes
from ..data.context import present, units_per_millimeter
from ..scene.puzzle import ScenePuzzle
from ..scene.startup import activate
from ..tab.operator_base import DrawingOperator, drawable_puzzle, ray_at
from ..window.arrow_gizmo import pointer_in, window_region
from ..window.drawing import Color, Point, Row, blended, box_edges, paint_box, paint_lines
from ..window.game import GRAY, WHITE, YELLOW, GameDrawing, GamePicture, Overlay, draw_board, legend
from ..window.running_operator import TICK, Result, refuse
from .draw_letters import drawn_on, replace_drawn
from .puzzle import IN_ONE_PIECE

MEANINGS = MappingProxyType(
    {
        "Click": "Wall or Solid Cell",
        "C": "Make the Rest Hard",
        "F": "Forget Drawn",
        "Ctrl Z": "Undo",
        "Return": "Done",
    }
)
"""What mouse and keys do."""

HELP = "    ".join(f"{key}: {meaning}" for key, meaning in MEANINGS.items())
"""What the header of the view and the status bar show."""

GONE: Color = (1.0, 0.1, 0.05, 0.55)
COMES: Color = (0.2, 0.9, 0.3, 0.55)
"""Of a wall that a click would take out, and of one that it would put in."""

DRAWN: Color = (1.0, 1.0, 1.0, 0.9)
"""Of the edges of what was drawn."""

_LEGEND = legend(MEANINGS)


class WallsDrawing(GameDrawing):
    """The drawing over one 3D view; ``share`` is how far a search is that completes, None while there is none."""

    def __init__(self, area: int) -> None:
        super().__init__(area)
        self.share: float | None = None
        self._found: Change | str = ""
        self._text, self._state = "", ""
        self._boxes: Callable[[Square], list[list[Vector]]] = lambda _: []
        self._drawn: list[Square] = []

    def take(self, puzzle: ScenePuzzle, drawn: Drawn) -> None:
        """Show a puzzle from now on, and what was drawn on it."""
        built, box, content = puzzle.needed_built, puzzle.needed_part(BOX), puzzle.puzzle
        place: Matrix = box.matrix_world.copy()
        units, dimensions = units_per_millimeter(built.meters_per_unit), built.dimensions

        def boxes(square: Square) -> list[list[Vector]]:
            if not isinstance(dimensions, Dimensions):
                return []
            # The first axis is the lowest bit of a corner's number.
            return [
                [place @ (units * Vector(corner[::-1])) for corner in product(*one[::-1].tolist())]
                for one in square_boxes(square, content.size, dimensions)
            ]

        self._boxes, self._drawn, self._found = boxes, [*drawn], ""
        self._text = puzzle.text + puzzle.own.drawn
        reachable = content.measures.reachable
        self._state = f"{puzzle.kind.brief(content)}, {reachable} of {content.measures.positions} reachable"

    def follow(self, puzzle: ScenePuzzle, drawn_on: Callable[[ScenePuzzle], Mapping[Square, bool]]) -> bool:
        """Show the puzzle as it is, if it was changed otherwise, by an undo; report whether it was, or a text fades."""
        if self._text != puzzle.text + puzzle.own.drawn:
            self.take(puzzle, drawn_on(puzzle))
            return True
        return self.fading

    def point(self, found: Change | str) -> None:
        """Show what a click would do."""
        self._found = found

    def draw_inside(self) -> None:
        """Draw the walls."""
        for square in self._drawn:
            for corners in self._boxes(square):
                paint_lines(box_edges(corners), DRAWN, 1.0)
        if isinstance(self._found, Change):
            for square in (self._found.square, *self._found.instead):
                color = COMES if is_wall(self._found.puzzle, square) else GONE
                width = 2.5 if square == self._found.square else 1.0
                for corners in self._boxes(square):
                    paint_box(corners, color)
                    paint_lines(box_edges(corners), (*color[:3], 1.0), width, through=True)

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the board."""
        with blended():
            draw_board(overlay.free, overlay.scale, self._row(), [_LEGEND])

    def _row(self) -> Row:
        """Return how the puzzle is, or what is said about a click."""
        if self.share is not None:
            return [("Completing: ", GRAY), (f"{self.share:.0%}", WHITE)]
        if said := self.said:
            return [(said, YELLOW)]
        return [(self._state, WHITE), (f"    {counted(len(self._drawn), 'square')} drawn", GRAY)]


COMPLETE, FORGET = "C", "F"


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
        self._completing: Search[Puzzle] | None = None
        self._known: tuple[object, Square, Change | str] | None = None
        self._drawing = WallsDrawing(present(context.area).as_pointer())
        self._drawing.take(puzzle, drawn_on(puzzle))
        self._picture = GamePicture(context, [box])
        activate(context, box)
        return self.begin(context, HELP)

    def let_go(self) -> None:
        """End the search that completes."""
        self._completing = None

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Light up what is under the mouse, and draw it where it clicks."""
        puzzle = present(self._puzzle())
        found = self._found(puzzle, pointer_in(window_region(area), event), area)
        self._drawing.point(found)
        area.tag_redraw()
        if event.type != "LEFTMOUSE":
            return False
        if event.value == "PRESS" and self._completing is None:
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
        if event.type == COMPLETE and self._completing is None:
            self._completing = Search(completed_in_steps(puzzle.puzzle, drawn_on(puzzle), EFFORTS["quick"]))
        elif event.type == FORGET and drawn_on(puzzle):
            puzzle.own.drawn = ""
            self._drawing.take(puzzle, {})
            self._push("Forget What Is Drawn")

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Go on with a search that completes, and take what it has found when it is over."""
        puzzle = present(self._puzzle())
        if self._drawing.follow(puzzle, drawn_on):
            area.tag_redraw()
        if self._completing is None:
            return
        if self._completing.advance(TICK):
            self._complete(puzzle, self._completing.result)
            return
        self._drawing.share = self._completing.share
        area.tag_redraw()

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave it as it is; each click was a step of undo already."""
        if self._completing is not None and self._completing.best is not None:
            self._complete(present(self._puzzle()), self._completing.best)
        return {"CANCELLED"}

    def put_back(self) -> None:
        """Leave it as it is: Ctrl Z takes back what was drawn."""
        self.keep(bpy.context)

    def _complete(self, puzzle: ScenePuzzle, found: Puzzle) -> None:
        self._completing = self._drawing.share = None
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
