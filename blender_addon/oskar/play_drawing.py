# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game, and what it shows: keys at the ends of the arms, a board with the moves, a ghost at the goal.

Beside it are small maps of the three faces, on each a dot where the arm through it stands. They show why a move is
refused: it moves the dots of two maps, and a wall on either of these stops both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import Any, ClassVar

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix, Vector

from ...core.common.playing import Direction, FinePosition
from ...core.common.words import counted
from ...core.oskar.game import Game, obstacles
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import FACE_AXES, FACE_LABELS, Square
from ...core.oskar.model.box_and_cross import CROSS, END_LOOK, START_LOOK
from ..data.interface import mesh_of
from ..scene.puzzle import puzzle_named
from ..window.drawing import (
    GAP,
    Color,
    Overlay,
    Point,
    Row,
    blended,
    box_edges,
    mesh_edges,
    paint_box,
    paint_lines,
    paint_polygon,
    paint_rectangle,
    paint_row,
    push_pop,
)
from ..window.game import grid_of, letters_in_view
from ..window.game_drawing import DARK, EDGE, GRAY, RED, WHITE, YELLOW, GameDrawing, KeyMark, legend, solved_row
from .puzzle import built_place, square_corners

HEIGHT_SHARE, MOST = 0.24, 190.0
"""The side of the largest map: a share of the free part's height, and pixels at a scale of 1."""

MAPS_SHARE = 0.28
"""The share of the free part's width that maps take at most."""

LEAST_UNIT = 0.8
"""Maps whose squares would be smaller than so many pixels say nothing, and are not drawn."""

TITLE = 12.0
DOT = 0.75
MARK = 0.5
"""The radius of the dot, and of the marks of start and end, in squares."""

DOT_COLOR: Color = (1.0, 1.0, 1.0, 1.0)


class FaceMaps:
    """The maps of a puzzle, in the colors of its plates."""

    def __init__(self, puzzle: Puzzle, colors: Sequence[Color]) -> None:
        """Take the puzzle and the colors of XY, XZ and YZ, as they are on a screen."""
        self._puzzle, self._colors = puzzle, colors
        self._grids = [np.pad(face.inflate(), 1, constant_values=1) for face in puzzle.faces]
        self._batches: list[gpu.types.GPUBatch] = []

    def draw(self, overlay: Overlay, place: FinePosition, blocked: Sequence[Square]) -> float:
        """Draw the maps at the left of the free part, and return where they end there."""
        free, scale = overlay.free, overlay.scale
        gap, title = GAP * scale, TITLE * scale
        height = free.top - free.bottom
        fits = height / len(self._grids) - title - 2.5 * gap
        room = min(HEIGHT_SHARE * height, fits, MOST * scale, MAPS_SHARE * (free.right - free.left))
        unit = room / max(max(grid.shape) for grid in self._grids)
        if unit < LEAST_UNIT:
            return free.left
        if not self._batches:
            self._batches = [_batch_of(grid) for grid in self._grids]
        heights = [unit * grid.shape[1] + title + 2.5 * gap for grid in self._grids]
        width = max(unit * grid.shape[0] for grid in self._grids) + 2 * gap
        top, end = (free.top + free.bottom + sum(heights)) / 2, free.left
        for number, (name, height) in enumerate(zip(FACE_LABELS, heights, strict=True)):
            top -= height
            left, bottom = overlay.put((free.left + gap, top), (width, height - gap / 2))
            end = max(end, left + width)
            # Text leaves colors unmixed.
            with blended():
                paint_rectangle((left, bottom), (width, height - gap / 2), gap, DARK, EDGE)
                corner = left + (width - unit * self._grids[number].shape[0]) / 2, bottom + gap
                self._draw_map(number, corner, unit, place, blocked)
                middle = left + width / 2, bottom + height - gap - title
                paint_row(middle, [(name, WHITE)], title)
        return end

    def _draw_map(
        self, number: int, corner: Point, unit: float, place: FinePosition, blocked: Sequence[Square]
    ) -> None:
        """Draw one map with its lower left corner at a place, and squares of so many pixels."""
        axes = FACE_AXES[number]
        shader = gpu.shader.from_builtin("UNIFORM_COLOR")
        with push_pop():
            gpu.matrix.translate(corner)
            gpu.matrix.scale_uniform(unit)
            shader.uniform_float("color", self._colors[number])
            self._batches[number].draw(shader)
            for obstacle in blocked:
                if obstacle.face == number:
                    x, y = obstacle.place
                    paint_polygon(_square(x + 1.5, y + 1.5, 0.5), RED)
            for position, color in ((self._puzzle.start, START_LOOK.color), (self._puzzle.end, END_LOOK.color)):
                x, y = (2 * position[axis] for axis in axes)
                paint_polygon(_square(x + 1.5, y + 1.5, MARK), on_screen(color))
            along, across = (2 * place[axis] for axis in axes)
            paint_polygon(_circle(along + 1.5, across + 1.5, DOT), DOT_COLOR)


def face_colors(materials: Sequence[bpy.types.Material | None]) -> list[Color]:
    """Return the colors of XY, XZ and YZ on a screen, from the materials of the plates across x, y and z."""
    shown = [on_screen((*material.diffuse_color,)) if material else GRAY for material in materials[:3]]
    # Somebody may have taken materials away.
    return [*reversed(shown), *[GRAY] * (3 - len(shown))]


def on_screen(color: Color) -> Color:
    """Return a linear color as it is drawn over a view."""
    red, green, blue = (value ** (1 / 2.2) for value in color[:3])
    return red, green, blue, color[3]


def _square(x: float, y: float, half: float) -> list[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * cos(step * pi / 12), y + radius * sin(step * pi / 12)) for step in range(24)]


def _batch_of(grid: np.ndarray[Any, Any]) -> gpu.types.GPUBatch:
    """Return the walls of a grid as squares with sides of 1."""
    corners = np.argwhere(grid)[:, None] + np.array([(0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1)])
    places = np.zeros((corners.shape[0] * 6, 3), dtype=np.float32)
    places[:, :2] = corners.reshape(-1, 2)
    content: Any = {"pos": places}
    return batch_for_shader(gpu.shader.from_builtin("UNIFORM_COLOR"), "TRIS", content)


HINT, TAKE_BACK, RESTART = "H", "BACK_SPACE", "R"

WALL_COLOR, WALL_EDGE = (1.0, 0.05, 0.02, 0.45), (1.0, 0.25, 0.2, 1.0)
"""Of the walls that were in the way, seen through all that stands before them."""

GHOST, GHOST_WIDTH = (*END_LOOK.color[:3], 0.6), 1.2
"""Of the edges of the cross at the end, which cover nothing."""

VIEW_TEXT = 50.0
"""The height, in pixels at a scale of 1, of what Blender writes at the upper left of a view: how it looks, at what."""

_LEGEND = legend({"W S A D Q E, Arrows, Drag an Arm": "Move", "H": "Hint", "R": "Restart"})


class PlayDrawing(GameDrawing):
    """The drawing over one 3D view; ``hint`` is the direction that it points out."""

    # It takes longer to see which walls were in the way.
    knock_seconds: ClassVar[float] = 1.2

    def __init__(
        self, name: str, area: int, game: Game, colors: Sequence[Color], place: Callable[[], FinePosition]
    ) -> None:
        """Draw from now on; ``colors`` are those of the faces, and ``place`` returns where the cross is just now."""
        super().__init__(area)
        self.hint: Direction | None = None
        self._name = name
        self._game = game
        self._place = place
        self._maps = FaceMaps(game.puzzle, colors)
        self._blocked: tuple[Square, ...] = ()

    def knock(self, direction: Direction) -> None:
        """Show for a moment that walls are in the way, and which."""
        super().knock(direction)
        self._blocked = obstacles(self._game.puzzle, self._game.position, direction)

    def draw_inside(self) -> None:
        """Draw the edges of the cross at the end, until it is there, and the walls that were in the way."""
        puzzle = puzzle_named(self._name)
        cross = None if puzzle is None else puzzle.part_object(CROSS)
        if puzzle is None or cross is None:
            return
        built, parent = puzzle.needed_built, grid_of(cross)
        if not self._game.solved:
            end = parent @ Matrix.Translation(Vector(built_place(puzzle, self._game.puzzle.end)))
            paint_lines(mesh_edges(mesh_of(cross), end), GHOST, GHOST_WIDTH, through=True)
        for obstacle in self._blocked if self.knocked is not None else ():
            for corners in square_corners(obstacle, self._game.puzzle.size, built, parent):
                paint_box(corners, WALL_COLOR)
                paint_lines(box_edges(corners), WALL_EDGE, 2.0, through=True)

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the board, the maps and the keys."""
        puzzle = puzzle_named(self._name)
        cross = None if puzzle is None else puzzle.part_object(CROSS)
        if cross is None:
            return
        parent, scale = grid_of(cross), overlay.scale
        letters = letters_in_view(overlay.view, parent)
        above = self.board(overlay, self._state(letters), [_LEGEND])
        blocked = self._blocked if self.knocked is not None else ()
        below_text = replace(above.free, top=above.free.top - VIEW_TEXT * scale)
        maps_end = self._maps.draw(replace(above, free=below_text), self._place(), blocked)
        beside = replace(above, free=replace(above.free, left=maps_end))
        self.keys(beside, self._marks(cross, parent, letters), self.hint)

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
            return solved_row(game.praise)
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
