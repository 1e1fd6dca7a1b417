# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing pieces and what they have to fill, cube by cube, with what is known of the puzzle as it is then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import bpy

from ...core.common.errors import InputError
from ...core.common.task import Task
from ...core.packing.asking import Known, known_in_steps
from ...core.packing.kind import PackingModel
from ...core.packing.making.by_hand import (
    GOAL,
    Change,
    Cut,
    Hit,
    Places,
    bodies_of,
    empty_puzzle,
    followed,
    places_of,
    with_box,
    with_cells,
    with_mirror_image,
    with_other_need,
    with_piece,
    with_piece_instead,
    without_cells,
    without_piece,
)
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.shape import moved
from ..data.interface import narrowed, present
from ..scene.adding import replace_puzzle
from ..scene.by_hand import check_rebuildable
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..scene.startup import activate, choose
from ..tab.generate import count_behind
from ..tab.puzzle_game import DrawingOperator
from ..window.framing import areas_at, pointer_in, window_region
from ..window.game import LEAVE, PUT_BACK, GamePicture, is_undo
from ..window.running_operator import Result
from .draw_pieces_drawing import ADD, LEGENDS, REMOVE, PiecesDrawing, Row, cells_to, frame_bench, row_begun, side_at

SHOWN = 0.2
"""Seconds after which it shows what is known anew, while it counts."""

NEW, COPY, MIRROR, DELETE, NEXT = ("N",), ("C",), ("M",), ("X", "DEL"), ("TAB",)
OPTIONAL, BOX = ("O",), ("B",)
DEEPER = MappingProxyType({"PAGE_DOWN": 1, "PAGE_UP": -1, "WHEELDOWNMOUSE": 1, "WHEELUPMOUSE": -1})
"""How many layers keys, or the wheel with Ctrl, take away."""

DIGITS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
"""The keys that say how many of a piece there are, by Blender's names."""


class DrawPieces(DrawingOperator, bpy.types.Operator):
    """Draw the pieces and the goal cube by cube, by clicks on their sides; solutions are counted meanwhile"""

    bl_idname = "puzzle_cubes.draw_pieces"
    bl_label = "Draw Pieces"
    model = PackingModel

    work_seconds = 0.02

    if TYPE_CHECKING:
        _drawing: PiecesDrawing
        task: Task[Known, Known] | None

    def set_up(self, context: bpy.types.Context, puzzle: ScenePuzzle, area: int) -> None:
        """Begin to draw, with the goal and the pieces beside each other."""
        check_rebuildable(puzzle)
        first: PolycubePuzzle = puzzle.puzzle
        _ = puzzle.needed_built
        carrier = present(puzzle.group.carrier)
        self._text = puzzle.text
        # References die with an undo of what was typed in the sidebar, names do not; another goal has another name.
        self._names = {puzzle.name}
        self._places = places_of(first)
        self._active = 0
        self._cut = Cut()
        self._row: Row | None = None
        self._under: Hit | None = None
        self._known = Known(first)
        self._shown = 0.0
        self._picture = GamePicture(context, [carrier], len(LEGENDS))
        self._drawing = PiecesDrawing(area)
        activate(context, carrier)
        self._take(puzzle)
        self.begin_steps(puzzle, (first, self._places, self._active))
        frame_bench(context, puzzle, self._places)

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Leave to Blender what is done in the sidebar, and a row to Esc."""
        if self._row is None and not is_undo(event) and self._is_over_sidebar(event):
            return {"PASS_THROUGH"}
        if event.type == LEAVE and self._row is not None:
            self.let_go()
            return {"RUNNING_MODAL"}
        if event.type in DEEPER and event.ctrl and self._row is None:
            self._look_inside(DEEPER[event.type])
            return {"RUNNING_MODAL"}
        return super().answer(context, event)

    def let_go(self) -> None:
        """Leave the row that is being drawn."""
        self._row = None

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Show what a click would do, and do it where the mouse lets go."""
        puzzle, pointer = self.needed, pointer_in(window_region(area), event)
        if self._row is None:
            mode = REMOVE if event.ctrl else ADD
            self._under = side_at(puzzle, self._places, pointer, area, self._cut)
            row = None if self._under is None else row_begun(puzzle.puzzle, self._under, pointer, mode, self._cut)
        else:
            row = self._row
            row.cells = cells_to(puzzle, self._places, row, pointer, area)
        places = self._places
        self._drawing.point(() if row is None else moved(row.cells, places[row.hit.body]), row.mode if row else ADD)
        area.tag_redraw()
        if event.type != "LEFTMOUSE":
            return self._row is not None
        if event.value in {"PRESS", "DOUBLE_CLICK"} and row is not None:
            self._choose(row.hit.body)
            self._row = row
        elif event.value == "RELEASE" and self._row is not None:
            self._row = None
            if row is not None:
                self._draw(puzzle, row)
        return True

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for."""
        puzzle = self.needed
        content: PolycubePuzzle = puzzle.puzzle
        body, count = self._active, len(content.pieces)
        if self._row is not None:
            return
        if event.type in NEXT:
            self._choose((body + 2) % (count + 1) - 1)
        elif event.type in DEEPER:
            self._look_inside(DEEPER[event.type])
        elif event.type in NEW:
            self._put(puzzle, lambda: with_piece(content, empty_puzzle((1, 1, 1)).pieces[0]), count)
        elif event.type in OPTIONAL:
            under = self._under
            if under is None or under.body != GOAL:
                self.say("Point at a cell of the goal first: only these may stay empty.")
            else:
                self._put(puzzle, lambda: with_other_need(content, under.cell), GOAL)
        elif event.type in BOX:
            self._put(puzzle, lambda: with_box(content), count)
        elif body == GOAL and event.type in {*COPY, *MIRROR, *DELETE, *DIGITS}:
            self.say("That is done to a piece: click on one first.")
        elif event.type in COPY:
            self._put(puzzle, lambda: with_piece(content, content.pieces[body]), count)
        elif event.type in MIRROR:
            self._put(puzzle, lambda: with_mirror_image(content, body))
        elif event.type in DELETE:
            active = min(body, count - 2)
            self._put(puzzle, lambda: without_piece(content, body), active, removed=body)
        elif event.type in DIGITS:
            many = DIGITS.index(event.type) + 1
            piece = replace(content.pieces[body], least=many, most=many)
            self._put(puzzle, lambda: with_piece_instead(content, body, piece))

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Follow what was typed meanwhile, and show what is known now."""
        puzzle = self.needed
        if puzzle.text != self._text:
            self._picture.stay_alone(bpy.context, [present(puzzle.group.carrier)])
            self._take(puzzle)
            self.add_step((puzzle.puzzle, self._places, self._active))
            area.tag_redraw()
        if self._drawing.fading:
            area.tag_redraw()
        if monotonic() > self._shown + SHOWN:
            self._shown = monotonic()
            if self._drawing.know(self._known):
                area.tag_redraw()

    def show(self, context: bpy.types.Context) -> None:
        """Keep what is known so far."""
        self._known = present(self.task).best

    def take(self, context: bpy.types.Context, best: Any, why: str) -> None:
        """Keep all that is known, and show it at once."""
        self._known, self._shown = best, 0.0

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave what was drawn, with the solutions that were found."""
        puzzle = self.needed
        if not self.is_drawn:
            return {"CANCELLED"}
        now = self._known.puzzle
        try:
            self._replace(puzzle, now)
        except InputError as error:
            self.report({"ERROR"}, str(error))
            return {"FINISHED"}
        self.report({"INFO"}, f"Drew '{puzzle.name}': {puzzle.kind.brief(now)}")
        if not now.found.is_complete:
            count_behind(context)
        return {"FINISHED"}

    def bring_back(self, step: tuple[PolycubePuzzle, Places, int]) -> None:
        """Bring back a puzzle, and where all stood on the bench."""
        content, self._places, self._active = step
        self._take(self._replace(self.needed, content))

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take away what it has put into the window, and choose the puzzle if that was drawn on."""
        puzzle = self.puzzle()
        super().clear_up(context)
        if puzzle is not None and self._ended != PUT_BACK:
            choose(context, puzzle)

    def _draw(self, puzzle: ScenePuzzle, row: Row) -> None:
        """Let the cells of a row come or go, or be otherwise."""
        content: PolycubePuzzle = puzzle.puzzle
        body = row.hit.body
        change = with_cells if row.mode == ADD else without_cells
        self._put(puzzle, lambda: change(content, body, row.cells))

    def _put(
        self,
        puzzle: ScenePuzzle,
        change: Callable[[], Change],
        active: int | None = None,
        removed: int | None = None,
    ) -> None:
        """Change the puzzle, which is a step; ``active`` is what keys are about then."""
        active = self._active if active is None else active
        try:
            changed = change()
            changed = replace(changed, puzzle=narrowed(puzzle.kind, PackingModel).as_drawn(changed.puzzle))
            made = self._replace(puzzle, changed.puzzle)
        except InputError as error:
            self.say(str(error))
            return
        before, self._places = self._places, followed(self._places, changed, active, removed)
        self._active = active
        self._take(made)
        if len(self._places) > len(before):
            frame_bench(bpy.context, made, self._places, newest=True)
        self.add_step((changed.puzzle, self._places, self._active))

    def _replace(self, puzzle: ScenePuzzle, now: PolycubePuzzle) -> ScenePuzzle:
        replace_puzzle(bpy.context, puzzle, now)
        made = puzzle.renewed()
        self._names.add(made.name)
        # Blender shows what is new in the view, where the bench is alone.
        self._picture.stay_alone(bpy.context, [present(made.group.carrier)])
        return made

    def _take(self, puzzle: ScenePuzzle) -> None:
        """Show the puzzle as it is, and begin to count."""
        content: PolycubePuzzle = puzzle.puzzle
        if {*self._places} != {*bodies_of(content)}:
            kept = {body: place for body, place in self._places.items() if body in bodies_of(content)}
            self._places = places_of(content, kept)
        self._text = puzzle.text
        self._choose(min(self._active, len(content.pieces) - 1))
        if self.task is not None:
            self.task.stop()
        self.task = Task(known_in_steps(content))
        self.task.advance(0.0)
        self._known = self.task.best
        self._drawing.know(self._known)

    def _choose(self, body: int, layers: int = 0) -> None:
        """Let keys be about a piece, or the goal, and take so many layers more away from it."""
        puzzle = self.needed
        self._active = body
        self._cut = self._cut.moved(puzzle.puzzle, body, layers)
        self._drawing.take(puzzle, self._places, body, self._cut)

    def _look_inside(self, layers: int) -> None:
        """Take a layer away from what keys are about, or put one back."""
        self._choose(self._active, layers)

    def _is_over_sidebar(self, event: bpy.types.Event) -> bool:
        """Report whether an event of the mouse, or with Ctrl, is for the sidebar: lines of text are typed there."""
        if not (event.ctrl or event.type in {"LEFTMOUSE", "MOUSEMOVE"} or event.type.startswith("WHEEL")):
            return False
        return any(
            region.type == "UI"
            and region.width > 1
            and region.x <= event.mouse_x < region.x + region.width
            and region.y <= event.mouse_y < region.y + region.height
            for area in areas_at(self._area, bpy.context)
            for region in area.regions
        )

    def puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle that is drawn on."""
        named = (puzzle_named(name) for name in self._names)
        return next((puzzle for puzzle in named if puzzle is not None and isinstance(puzzle.kind, PackingModel)), None)


CLASSES = (DrawPieces,)
