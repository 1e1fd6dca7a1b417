# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what is shown while walls are drawn: the one under the mouse, those that change for it, and what was drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from time import monotonic
from types import MappingProxyType

import bpy
from mathutils import Matrix, Vector

from ...core.common.words import counted
from ...core.oskar.making.by_hand import Change, Drawn, is_wall
from ...core.oskar.maze.faces import Square
from ...core.oskar.model.box_and_cross import BOX
from ...core.oskar.model.dimensions import Dimensions
from ...core.oskar.play.squares import square_boxes
from ..data.context import preferences_of, present
from ..data.units import units_per_millimeter
from ..scene.puzzle import ScenePuzzle
from ..window.drawing import Color, Row, blended, box_edges, free_part, paint_box, paint_lines
from ..window.game_board import GRAY, WHITE, YELLOW, draw_board, legend

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

SAID_SECONDS = 4.0

_LEGEND = legend(MEANINGS)


class WallsDrawing:
    """The drawing over one 3D view; ``share`` is how far a search is that completes, None while there is none."""

    def __init__(self, area: int) -> None:
        self.share: float | None = None
        self._area = area
        self._found: Change | str = ""
        self._said, self._said_end = "", 0.0
        self._text, self._state = "", ""
        self._boxes: Callable[[Square], list[list[Vector]]] = lambda _: []
        self._drawn: list[Square] = []
        add = bpy.types.SpaceView3D.draw_handler_add
        self._handles = [add(self._draw, (), "WINDOW", "POST_PIXEL"), add(self._draw_walls, (), "WINDOW", "POST_VIEW")]

    def remove(self) -> None:
        """Take the drawing away."""
        for handle in self._handles:
            bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")

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
        self._state = f"{puzzle.kind.facts.brief(content)}, {reachable} of {content.measures.positions} reachable"

    def follow(self, puzzle: ScenePuzzle, drawn_on: Callable[[ScenePuzzle], Mapping[Square, bool]]) -> bool:
        """Show the puzzle as it is, if it was changed otherwise, by an undo; report whether it was, or a text fades."""
        if self._text != puzzle.text + puzzle.own.drawn:
            self.take(puzzle, drawn_on(puzzle))
            return True
        return bool(self._said) and monotonic() < self._said_end + 0.1

    def point(self, found: Change | str) -> None:
        """Show what a click would do."""
        self._found = found

    def say(self, sentence: str) -> None:
        """Show a sentence for a while."""
        self._said, self._said_end = sentence, monotonic() + SAID_SECONDS

    def _draw_walls(self) -> None:
        """Draw the walls in the space of the view."""
        area = bpy.context.area
        if area is None or area.as_pointer() != self._area:
            return
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

    def _draw(self) -> None:
        """Draw the board."""
        context = bpy.context
        area = context.area
        if area is None or area.as_pointer() != self._area:
            return
        free = free_part(area, present(context.region))
        with blended():
            draw_board(free, preferences_of(context).system.ui_scale, self._row(), [_LEGEND])

    def _row(self) -> Row:
        """Return how the puzzle is, or what is said about a click."""
        if self.share is not None:
            return [("Completing: ", GRAY), (f"{self.share:.0%}", WHITE)]
        if self._said and monotonic() < self._said_end:
            return [(self._said, YELLOW)]
        return [(self._state, WHITE), (f"    {counted(len(self._drawn), 'square')} drawn", GRAY)]
