# SPDX-License-Identifier: GPL-3.0-or-later
"""What a game shows in the 3D view: the keys at the ends of the arms, and a board with the moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import monotonic

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d

from ...core.common.words import counted
from ...core.oskar.model.box_and_cross import CROSS
from ...core.oskar.play.game import Direction, Game
from ..data.context import narrowed, preferences_of, present
from ..scene.puzzles import part_object, puzzle_named
from ..window.drawing import Point, Row, blended, paint_rectangle, paint_row, row_width, text_height
from ..window.free_part import FreePart, free_part
from .play_keys import MEANINGS, letters_in_view

WHITE = (1.0, 1.0, 1.0, 1.0)
GRAY = (0.72, 0.72, 0.72, 1.0)
DARK = (0.06, 0.06, 0.06, 0.82)
EDGE = (0.3, 0.3, 0.3, 1.0)
YELLOW = (1.0, 0.78, 0.12, 1.0)
RED = (0.9, 0.12, 0.1, 1.0)
GREEN = (0.45, 0.9, 0.4, 1.0)
BLACK = (0.0, 0.0, 0.0, 1.0)

AXIS_COLORS = ((1.0, 0.25, 0.35, 1.0), (0.54, 0.86, 0.0, 1.0), (0.2, 0.6, 1.0, 1.0))

KNOCK_SECONDS = 0.4
"""How long it is seen that a wall was in the way."""

_LEGEND: Row = [
    piece for key, meaning in MEANINGS.items() for piece in ((f"   {key}", WHITE), (f"  {meaning}   ", GRAY))
]


class PlayDrawing:
    """The drawing over one 3D view; ``hint`` is the direction that it points out."""

    def __init__(self, name: str, area: int, game: Game) -> None:
        self.hint: Direction | None = None
        self._name = name
        self._area = area
        self._game = game
        self._knock: Direction | None = None
        self._knock_end = 0.0
        self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw, (), "WINDOW", "POST_PIXEL")

    def remove(self) -> None:
        """Take the drawing away."""
        bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")

    def knock(self, direction: Direction) -> None:
        """Show for a moment that a wall is in the way."""
        self._knock = direction
        self._knock_end = monotonic() + KNOCK_SECONDS

    @property
    def fading(self) -> bool:
        """Whether the drawing changes by itself, or has just done so."""
        return monotonic() < self._knock_end + 0.1

    @property
    def _knocked(self) -> Direction | None:
        return self._knock if monotonic() < self._knock_end else None

    def _draw(self) -> None:
        """Draw over the view, if it is the one where the game was begun."""
        context = bpy.context
        collection = puzzle_named(self._name)
        cross = None if collection is None else part_object(collection, CROSS)
        area = context.area
        if cross is None or area is None or area.as_pointer() != self._area:
            return
        free = free_part(area, present(context.region))
        scale = preferences_of(context).system.ui_scale
        parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
        letters = letters_in_view(narrowed(context.region_data, bpy.types.RegionView3D), parent)
        with blended():
            board_top = self._draw_board(free, scale, letters)
            self._draw_keys(context, cross, replace(free, bottom=board_top), scale, letters)

    def _draw_board(self, free: FreePart, scale: float, letters: Mapping[Direction, str]) -> float:
        """Draw the moves and the keys, in the middle below; return the upper end of that."""
        rows = ((self._state(letters), 20.0, 44.0), (_LEGEND, 12.0, 16.0))
        widest = max(row_width(row, size * scale) for row, size, _ in rows)
        # In a narrow view everything becomes smaller.
        scale *= max(0.3, min(1.0, (free.right - free.left) / (widest + 60 * scale)))
        width = max(row_width(row, size * scale) for row, size, _ in rows) + 36 * scale
        middle, bottom = (free.left + free.right) / 2, free.bottom + 20 * scale
        paint_rectangle((middle - width / 2, bottom), (width, 76 * scale), 10 * scale, DARK, EDGE)
        for row, size, above in rows:
            paint_row((middle, bottom + above * scale), row, size * scale)
        return bottom + 76 * scale

    def _draw_keys(
        self,
        context: bpy.types.Context,
        cross: bpy.types.Object,
        free: FreePart,
        scale: float,
        letters: Mapping[Direction, str],
    ) -> None:
        """Draw each key beside the end of the arm that it moves outward, the nearest and the marked last."""
        parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
        region, view = present(context.region), present(context.region_data)
        ends = []
        for (axis, step), letter in letters.items():
            if self._game.puzzle.size[axis] > 1:
                reach = max(corner[axis] for corner in cross.bound_box)
                end = cross.location.copy()
                end[axis] += 1.08 * step * reach
                ends.append((parent @ end, (axis, step), letter))
        marked = (self.hint, self._knocked)
        eye = view.view_matrix
        for end, direction, letter in sorted(ends, key=lambda other: (other[1] in marked, (eye @ other[0]).z)):
            place = location_3d_to_region_2d(region, view, end)
            if place is not None:
                self._draw_key(free.nearest(place, 22 * scale), direction, letter, scale)

    def _draw_key(self, place: Point, direction: Direction, letter: str, scale: float) -> None:
        side = 24 * scale
        fill, edge, color = DARK, AXIS_COLORS[direction[0]], WHITE
        if direction == self._knocked:
            fill = edge = RED
        elif direction == self.hint:
            side *= 1.4
            fill, edge, color = YELLOW, WHITE, BLACK
        x, y = place
        paint_rectangle((x - side / 2, y - side / 2), (side, side), side / 4, fill, edge)
        paint_row((x, y - text_height(side * 0.6) / 2), [(letter, color)], side * 0.6)

    def _state(self, letters: Mapping[Direction, str]) -> Row:
        """Return how the game stands."""
        game = self._game
        if game.solved:
            return [(solved_text(game), GREEN)]
        count, moves = counted(game.move_count, "move").split()
        state: Row = [
            (count, WHITE),
            (f" {moves}    ", GRAY),
            (f"{game.moves_to_end}", WHITE),
            (" to the end", GRAY),
        ]
        if self.hint is not None:
            state += [("    Hint: ", GRAY), (letters[self.hint], YELLOW)]
        return state


def solved_text(game: Game) -> str:
    """Return how well a game was solved."""
    best = "the fewest there are" if game.move_count == game.shortest else f"the shortest way has {game.shortest}"
    return f"Solved in {counted(game.move_count, 'move')}, {best}"
