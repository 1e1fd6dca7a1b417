# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game, and what it shows: keys at the ends of the arms, a board with the moves, a ghost at the goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from time import monotonic
from types import MappingProxyType

import bpy
from mathutils import Matrix, Vector

from ...core.common.playing import Direction, FinePosition
from ...core.common.words import counted
from ...core.oskar.maze.faces import Square
from ...core.oskar.model.box_and_cross import CROSS
from ...core.oskar.model.dimensions import Dimensions
from ...core.oskar.model.looks import END_LOOK
from ...core.oskar.play.game import Game
from ...core.oskar.play.squares import obstacles, square_boxes
from ..data.context import mesh_of, narrowed, preferences_of, present
from ..data.units import units_per_millimeter
from ..scene.puzzle import puzzle_named
from ..window.drawing import Color, Row, blended, box_edges, free_part, paint_box, paint_lines
from ..window.game_board import GRAY, GREEN, WHITE, YELLOW, KeyMark, draw_board, draw_keys, legend
from ..window.ghost import Shadow
from ..window.view_keys import letters_in_view
from .face_maps import FaceMaps
from .puzzle import built_place

HINT, TAKE_BACK, RESTART = "H", "BACK_SPACE", "R"

MEANINGS = MappingProxyType(
    {
        "H": "Hint",
        "Backspace": "Take Back",
        "R": "Restart",
        "Return": "Stop Here",
        "Esc": "Cancel",
    }
)
"""What the other keys do, by their names on the keyboard."""

HELP = "    ".join(
    ("W S A D Q E, or arrows and Page Up/Down: Move", *(f"{key}: {meaning}" for key, meaning in MEANINGS.items()))
)
"""What the header of the view and the status bar show."""

KNOCK_SECONDS = 1.2
"""How long it is seen which walls were in the way."""

WALL_COLOR, WALL_EDGE = (1.0, 0.05, 0.02, 0.45), (1.0, 0.25, 0.2, 1.0)
"""Of the walls that were in the way, seen through all that stands before them."""

VIEW_TEXT = 50.0
"""The height, in pixels at a scale of 1, of what Blender writes at the upper left of a view: how it looks, at what."""

# The header has no room for more.
_LEGEND = legend({"Drag an Arm": "Move", **MEANINGS})


class PlayDrawing:
    """The drawing over one 3D view; ``hint`` is the direction that it points out."""

    def __init__(
        self, name: str, area: int, game: Game, colors: Sequence[Color], place: Callable[[], FinePosition]
    ) -> None:
        """Draw from now on; ``colors`` are those of the faces, and ``place`` returns where the cross is just now."""
        self.hint: Direction | None = None
        self._name = name
        self._area = area
        self._game = game
        self._place = place
        self._maps = FaceMaps(game.puzzle, colors)
        self._knock: Direction | None = None
        self._blocked: tuple[Square, ...] = ()
        self._knock_end = 0.0
        add = bpy.types.SpaceView3D.draw_handler_add
        self._handles = [add(self._draw, (), "WINDOW", "POST_PIXEL"), add(self._draw_walls, (), "WINDOW", "POST_VIEW")]

    def remove(self) -> None:
        """Take the drawing away."""
        for handle in self._handles:
            bpy.types.SpaceView3D.draw_handler_remove(handle, "WINDOW")

    def knock(self, direction: Direction) -> None:
        """Show for a moment that walls are in the way, and which."""
        self._knock = direction
        self._blocked = obstacles(self._game.puzzle, self._game.position, direction)
        self._knock_end = monotonic() + KNOCK_SECONDS

    @property
    def fading(self) -> bool:
        """Whether the drawing changes by itself, or has just done so."""
        return monotonic() < self._knock_end + 0.1

    @property
    def _knocked(self) -> Direction | None:
        return self._knock if monotonic() < self._knock_end else None

    def _draw_walls(self) -> None:
        """Draw the walls that were in the way in the space of the view, if it is the one where the game was begun."""
        area, puzzle = bpy.context.area, puzzle_named(self._name)
        if self._knocked is None or area is None or area.as_pointer() != self._area or puzzle is None:
            return
        built, cross = puzzle.needed_built, present(puzzle.part_object(CROSS))
        parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
        units = units_per_millimeter(built.meters_per_unit)
        if isinstance(built.dimensions, Dimensions):
            for obstacle in self._blocked:
                for box in square_boxes(obstacle, self._game.puzzle.size, built.dimensions):
                    # The first axis is the lowest bit of a corner's number.
                    corners = [parent @ (units * Vector(corner[::-1])) for corner in product(*box[::-1].tolist())]
                    paint_box(corners, WALL_COLOR)
                    paint_lines(box_edges(corners), WALL_EDGE, 2.0, through=True)

    def _draw(self) -> None:
        """Draw over the view, if it is the one where the game was begun."""
        context = bpy.context
        puzzle = puzzle_named(self._name)
        cross = None if puzzle is None else puzzle.part_object(CROSS)
        area = context.area
        if cross is None or area is None or area.as_pointer() != self._area:
            return
        region, view = present(context.region), narrowed(context.region_data, bpy.types.RegionView3D)
        free = free_part(area, region)
        scale = preferences_of(context).system.ui_scale
        parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
        letters = letters_in_view(view, parent)
        with blended():
            bottom = draw_board(free, scale, self._state(letters), [_LEGEND])
        blocked = self._blocked if self._knocked is not None else ()
        beside = replace(free, bottom=bottom, top=free.top - VIEW_TEXT * scale)
        maps_end = self._maps.draw(beside, scale, self._place(), blocked)
        with blended():
            above = replace(free, bottom=bottom, left=maps_end)
            marks = self._marks(cross, parent, letters)
            draw_keys(region, view, above, scale, marks, hint=self.hint, knocked=self._knocked)

    def _marks(self, cross: bpy.types.Object, parent: Matrix, letters: Mapping[Direction, str]) -> list[KeyMark]:
        """Return each key beside the end of the arm that it moves outward."""
        marks = []
        for (axis, step), letter in letters.items():
            if self._game.puzzle.size[axis] > 1:
                reach = max(corner[axis] for corner in cross.bound_box)
                end = cross.location.copy()
                end[axis] += 1.08 * step * reach
                marks.append(KeyMark(parent @ end, (axis, step), letter))
        return marks

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


def cross_at_end(name: str, game: Game) -> Shadow | None:
    """Return the cross of a puzzle, by its name, at the end; nothing once it is there."""
    puzzle = puzzle_named(name)
    cross = None if puzzle is None else puzzle.part_object(CROSS)
    if game.solved or puzzle is None or cross is None:
        return None
    end = Vector(built_place(puzzle, game.puzzle.end))
    parent = cross.matrix_world @ cross.matrix_basis.inverted_safe()
    return Shadow(mesh_of(cross), parent @ Matrix.Translation(end), END_LOOK.color)
