# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing walls and solid cells by clicks: what must change for each does so, so that all stays a puzzle.

Shown are the wall under the mouse, those that change for it, and what was drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import bpy
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.words import counted
from ...core.kind.kind import Search
from ...core.oskar.game import square_at
from ...core.oskar.generating import DESIGNED_BY_DIFFICULTY, completed_in_steps
from ...core.oskar.generators import settings_with
from ...core.oskar.kind import OSKAR, OskarModel
from ...core.oskar.making.by_hand import Change, Drawn, changed, is_wall
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.making.settings import EFFORTS, Settings
from ...core.oskar.maze.faces import Square
from ...core.oskar.model.box_and_cross import BOX
from ..data.context import scene_of
from ..scene.option_properties import values_in
from ..scene.properties import next_group
from ..scene.puzzle import ScenePuzzle
from ..scene.startup import activate
from ..tab.puzzle_game import DrawingOperator, check_drawable, ray_at
from ..window.arrow_gizmo import pointer_in
from ..window.drawing import Color, Overlay, Point, Row, box_edges, paint_box, paint_lines
from ..window.framing import window_region
from ..window.game import GamePicture
from ..window.game_drawing import GRAY, WHITE, GameDrawing, legend
from ..window.running_operator import Result
from .draw_letters import drawn_on, replace_drawn
from .puzzle import dimensions_of, square_corners

MEANINGS = MappingProxyType(
    {
        "Click": "Green Comes, Red Goes",
        "C": "Make the Rest {}",
        "F": "Forget Drawn",
    }
)
"""What mouse and keys do; a difficulty is filled in."""

GONE: Color = (1.0, 0.1, 0.05, 0.55)
COMES: Color = (0.2, 0.9, 0.3, 0.55)
"""Of a wall that a click would take out, and of one that it would put in."""

DRAWN: Color = (1.0, 1.0, 1.0, 0.9)
"""Of the edges of what was drawn."""


def asked(scene: bpy.types.Scene) -> tuple[Settings | None, str]:
    """Return what New Puzzle asks of a search for a difficulty, and its name; where it asks for none, Hard."""
    values = values_in(next_group(scene, OSKAR), OSKAR.options)
    if values["style"] == DESIGNED_BY_DIFFICULTY:
        with suppress(InputError):
            difficulty = next(option for option in OSKAR.options if option.name == "difficulty")
            return settings_with(**values), difficulty.choices[str(values["difficulty"])].label
    return None, "Hard"


class WallsDrawing(GameDrawing):
    """The drawing over one 3D view; ``share`` is how far a search is that completes, None while there is none."""

    def __init__(self, area: int) -> None:
        super().__init__(area)
        self.share: float | None = None
        self._pointed: Change | str = ""
        self._state = ""
        self._boxes: Callable[[Square], list[list[Vector]]] = lambda _: []
        self._drawn: list[Square] = []

    def take(self, puzzle: ScenePuzzle, drawn: Drawn) -> None:
        """Show a puzzle from now on, and what was drawn on it."""
        built, box, content = puzzle.needed_built, puzzle.needed_part(BOX), puzzle.puzzle
        self._boxes = partial(square_corners, size=content.size, built=built, place=box.matrix_world.copy())
        self._drawn, self._pointed = [*drawn], ""
        reachable = content.measures.reachable
        self._state = f"{puzzle.kind.brief(content)}, {reachable} of {content.measures.positions} reachable"

    def point(self, change: Change | str) -> None:
        """Show what a click would do."""
        self._pointed = change

    def draw_inside(self) -> None:
        """Draw the walls."""
        for square in self._drawn:
            for corners in self._boxes(square):
                paint_lines(box_edges(corners), DRAWN, 1.0)
        change = self._pointed
        if isinstance(change, Change):
            for square in (change.square, *change.instead):
                color = COMES if is_wall(change.puzzle, square) else GONE
                width = 2.5 if square == change.square else 1.0
                for corners in self._boxes(square):
                    paint_box(corners, color)
                    paint_lines(box_edges(corners), (*color[:3], 1.0), width, through=True)

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the board."""
        state: Row = [(self._state, WHITE), (f"    {counted(len(self._drawn), 'square')} drawn", GRAY)]
        if self.share is not None:
            state = [("Completing: ", GRAY), (f"{self.share:.0%}", WHITE)]
        _, difficulty = asked(scene_of(bpy.context))
        self.board(overlay, state, [legend({key: text.format(difficulty) for key, text in MEANINGS.items()})])


COMPLETE, FORGET = "C", "F"


class DrawWalls(DrawingOperator, bpy.types.Operator):
    """Take walls out and in and fill cells by clicks; what you draw stays, and C makes the rest as hard as is asked"""

    bl_idname = "puzzle_cubes.draw_walls"
    bl_label = "Draw Walls"
    model = OskarModel
    needs = ((lambda puzzle: not puzzle.puzzle.flaws, "Its mazes have loops, or parts that are not connected"),)

    if TYPE_CHECKING:
        _drawing: WallsDrawing
        task: Search[Puzzle] | None

    def set_up(self, context: bpy.types.Context, puzzle: ScenePuzzle, area: int) -> None:
        """Begin to draw."""
        check_drawable(puzzle)
        box = puzzle.needed_part(BOX)
        if not box.visible_get():
            raise InputError("The box is hidden, as it is while something is watched: show it to draw on it.")
        self._known: tuple[object, Square, Change | str] | None = None
        self._drawing = WallsDrawing(area)
        self._drawing.take(puzzle, drawn_on(puzzle))
        self.begin_steps(puzzle, (puzzle.puzzle, drawn_on(puzzle)))
        self._picture = GamePicture(context, [box], 1)
        activate(context, box)

    def let_go(self) -> None:
        """End the search that completes."""
        if self.task is not None:
            self.task.stop()
            self.task = None

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Light up what is under the mouse, and draw it where it clicks."""
        puzzle = self.needed
        change = self._change_at(puzzle, pointer_in(window_region(area), event), area)
        self._drawing.point(change)
        area.tag_redraw()
        if event.type != "LEFTMOUSE":
            return False
        if event.value == "PRESS" and self.task is None:
            if isinstance(change, Change):
                drawn = drawn_on(puzzle) | {change.square: not change.was_wall}
                # A solid cell takes what was drawn beside it, and gives up with the passage that opens it.
                held = {square: filled for square, filled in drawn.items() if is_wall(change.puzzle, square) == filled}
                self._put(puzzle, change.puzzle, held)
            elif change:
                self.say(change)
        return True

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for."""
        puzzle = self.needed
        if event.type == COMPLETE and self.task is None:
            wished, _ = asked(scene_of(bpy.context))
            self.task = Search(completed_in_steps(puzzle.puzzle, drawn_on(puzzle), EFFORTS["quick"], wished=wished))
        elif event.type == FORGET and drawn_on(puzzle):
            self._put(puzzle, puzzle.puzzle, {})

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Show how far a search is that completes."""
        share = None if self.task is None else self.task.share
        if self._drawing.fading or share != self._drawing.share:
            area.tag_redraw()
        self._drawing.share = share

    def take(self, context: bpy.types.Context, best: Any, why: str) -> None:
        """Take what a search that completes has found."""
        if best is not None:
            puzzle = self.needed
            self._put(puzzle, best, drawn_on(puzzle))
            if why:
                self.report({"WARNING"}, f"{why}; kept the best so far, with {puzzle.kind.brief(best)}")

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave it as it is, with the best of a search that completes."""
        self.end_task(context)
        return super().keep(context)

    def bring_back(self, step: tuple[Puzzle, dict[Square, bool]]) -> None:
        """Bring back a puzzle with what was drawn on it."""
        self._show(self.needed, *step)

    def _put(self, puzzle: ScenePuzzle, now: Puzzle, drawn: dict[Square, bool]) -> None:
        """Put a puzzle in the place of what was drawn on; that is a step."""
        try:
            self._show(puzzle, now, drawn)
        except InputError as error:
            self.say(str(error))
            return
        self.add_step((now, drawn))

    def _show(self, puzzle: ScenePuzzle, now: Puzzle, drawn: dict[Square, bool]) -> None:
        self._drawing.take(replace_drawn(bpy.context, puzzle, now, drawn), drawn)

    def _change_at(self, puzzle: ScenePuzzle, pointer: Point, area: bpy.types.Area) -> Change | str:
        """Return what a click would do, or a sentence on why it does nothing; empty beside the box."""
        built, box, content = puzzle.needed_built, puzzle.needed_part(BOX), puzzle.puzzle
        ray = ray_at(area, pointer, Matrix.Scale(1 / built.units, 4) @ box.matrix_world.inverted_safe())
        square = None if ray is None else square_at(content, dimensions_of(built), *ray)
        if square is None:
            return ""
        state = puzzle.text, puzzle.own.drawn
        if self._known is None or self._known[:2] != (state, square):
            change: Change | str
            try:
                change = changed(content, square, drawn_on(puzzle))
            except InputError as error:
                change = str(error)
            self._known = state, square, change
        return self._known[2]


CLASSES = (DrawWalls,)
