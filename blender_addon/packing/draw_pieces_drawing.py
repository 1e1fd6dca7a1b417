# SPDX-License-Identifier: GPL-3.0-or-later
"""The drawing over the view while pieces are drawn: their cubes on the bench, what a click would do, what is known.

The mouse points at the side of a cube, and along a row of cells that is being drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

import bpy
import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Matrix, Vector

from ...core.common.words import counted
from ...core.packing.asking import Known
from ...core.packing.kind import PackingModel
from ...core.packing.making.by_hand import GOAL, Cut, Hit, Places, bodies_of, body_cells, hit, sides
from ...core.packing.model.parts import LOOKS
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.shape import STEPS, Cell, Cells, extent, moved
from ..data.interface import narrowed, present
from ..scene.puzzle import ScenePuzzle
from ..tab.puzzle_game import ray_at
from ..window.drawing import Color, Cubes, Overlay, Point, box_edges, free_part, paint_box, paint_lines, push_pop
from ..window.drawing import Row as TextRow
from ..window.framing import LEAST_PIXELS, frame_points, seen_way, view_in, window_region
from ..window.game_drawing import GRAY, WHITE, YELLOW, GameDrawing, Outline, draw_names, legend, outline_seen
from .view import dimensions_of

CELL_MEANINGS = MappingProxyType(
    {
        "Click": "Add",
        "Drag": "Add a Row",
        "Ctrl": "Remove",
        "Ctrl Wheel, Page Up/Down": "Look Inside",
        "O": "Cell of the Goal May Stay Empty",
    }
)
PIECE_MEANINGS = MappingProxyType(
    {"N": "New", "C": "Copy", "M": "Mirror", "X": "Delete", "1-9": "How Many", "Tab": "Next"}
)
OTHER_MEANINGS = MappingProxyType({"B": "Box Around"})
"""What mouse and keys do, in three rows."""

_ROWS = (CELL_MEANINGS, PIECE_MEANINGS, OTHER_MEANINGS)

ADD, REMOVE = "add", "remove"
"""What a click does: a cell comes or goes."""

COLORS: MappingProxyType[str, Color] = MappingProxyType({ADD: (0.2, 0.9, 0.3, 0.55), REMOVE: (1.0, 0.1, 0.05, 0.55)})

LIGHT = (0.82, 0.62, 0.55, 0.72, 1.0, 0.45)
"""How bright the sides of a cube are, in the order of ``STEPS``."""

SMALL = 0.55
"""The share of a cell that the cube of one has which may stay empty."""

LEGENDS = tuple(map(legend, _ROWS))
"""The rows of the board."""


class PiecesDrawing(GameDrawing):
    """The drawing over one 3D view."""

    def __init__(self, area: int) -> None:
        super().__init__(area)
        self._place = Matrix()
        self._puzzle: PolycubePuzzle | None = None
        self._places: Places = {}
        self._cubes: Cubes | None = None
        self._known: Known | None = None
        self._active = GOAL
        self._cut = Cut()
        self._names: tuple[str, ...] = ()
        self._pointed: Cells = ()
        self._mode = ADD

    def take(self, scene_puzzle: ScenePuzzle, places: Places, active: int, cut: Cut) -> None:
        """Show a puzzle from now on as it stands on the bench, cut, and which piece, or the goal, keys are about."""
        puzzle: PolycubePuzzle = scene_puzzle.puzzle
        looks = LOOKS[dimensions_of(scene_puzzle.needed_built).colors]
        squares = sides(puzzle, places, SMALL, cut)
        colors = np.array([looks.box.color, *(looks.of_piece(piece).color for piece in range(len(puzzle.pieces)))])
        shown = colors[squares.bodies - GOAL] ** np.array([1 / 2.2, 1 / 2.2, 1 / 2.2, 1.0])
        shown[:, :3] *= np.array(LIGHT)[squares.ways, None]
        self._cubes = Cubes(squares.corners, shown, np.array(STEPS, dtype=float)[squares.ways])
        self._puzzle, self._places, self._place, self._pointed = puzzle, places, bench_of(scene_puzzle), ()
        self._names, self._active, self._cut = (
            narrowed(scene_puzzle.kind, PackingModel).piece_names(puzzle),
            active,
            cut,
        )

    def know(self, known: Known) -> bool:
        """Show what is known of the puzzle; report whether that is more than before."""
        before, self._known = self._known, known
        return before is None or (before.cells, before.solutions, before.reasons, before.placements) != (
            known.cells,
            known.solutions,
            known.reasons,
            known.placements,
        )

    def point(self, cells: Cells, mode: str) -> None:
        """Show what a click would do, to cells of the bench."""
        self._pointed, self._mode = cells, mode

    def draw_inside(self) -> None:
        """Draw the cubes."""
        if self._cubes is None:
            return
        self._cubes.draw(self._place)
        color = COLORS[self._mode]
        with push_pop():
            gpu.matrix.multiply_matrix(self._place)
            for cell in self._pointed:
                # The first axis is the lowest bit of a corner's number.
                corners = [Vector(cell) + Vector(corner[::-1]) for corner in product((0, 1), repeat=3)]
                paint_box(corners, color)
                paint_lines(box_edges(corners), (*color[:3], 1.0), 2.0, through=True)

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the names and the board."""
        if self._puzzle is None:
            return
        reasons: Sequence[str] = () if self._known is None else self._known.reasons[:1]
        below = [[(reason, YELLOW)] for reason in reasons]
        above = self.board(overlay, self._state(self._puzzle, self._known), [*below, *LEGENDS])
        draw_names(above, self._outlines(self._puzzle, above), self._rows(self._puzzle))

    def _outlines(self, puzzle: PolycubePuzzle, overlay: Overlay) -> list[Outline | None]:
        """Return the outlines of the goal and of the pieces as they are seen."""
        corners = [
            [self._place @ corner for corner in _corners(puzzle, self._places, body)] for body in bodies_of(puzzle)
        ]
        return [outline_seen(overlay, outline) for outline in corners]

    def _rows(self, puzzle: PolycubePuzzle) -> list[TextRow]:
        """Return the names of the goal and of the pieces, with what keys are about in another color."""
        return [[(self._name(puzzle, body), YELLOW if body == self._active else WHITE)] for body in bodies_of(puzzle)]

    def _name(self, puzzle: PolycubePuzzle, body: int) -> str:
        """Return what stands beside a piece, with how many of it there are, or beside the goal."""
        if body == GOAL:
            return "Goal"
        piece = puzzle.pieces[body]
        many = "" if piece.least == piece.most == 1 else f" x {piece.least}"
        return self._names[body] + many + ("" if piece.least == piece.most else f" to {piece.most}")

    def _state(self, puzzle: PolycubePuzzle, known: Known | None) -> TextRow:
        body = self._active
        about = counted(len(body_cells(puzzle, body)), "cell")
        if known is not None and body != GOAL and len(known.placements) == len(puzzle.pieces):
            about += f", {counted(known.placements[body], 'place', grouped=True)}"
        row: TextRow = [(f"{self._name(puzzle, body)}: ", GRAY), (about, WHITE)]
        if self._cut.layers:
            height = extent(body_cells(puzzle, body))[2]
            row += [(f", layer {height - self._cut.layers} of {height}", YELLOW)]
        if known is not None:
            row += [("    All: ", GRAY), (known.cells, WHITE)]
            row += [(f"    {known.solutions}", WHITE)] if known.solutions else []
        return row


def bench_corners(puzzle: PolycubePuzzle, places: Places, place: Matrix) -> list[Vector]:
    """Return the corners in the world of all that stands on the bench."""
    return [place @ corner for body in bodies_of(puzzle) for corner in _corners(puzzle, places, body)]


def _corners(puzzle: PolycubePuzzle, places: Places, body: int) -> list[Vector]:
    """Return the corners of the box round a piece, or round the goal, on the bench, numbered by bits."""
    ends = places[body], moved([places[body]], extent(body_cells(puzzle, body)))[0]
    return [Vector(corner[::-1]) for corner in product(*zip(*(end[::-1] for end in ends), strict=True))]


@dataclass
class Row:
    """A row of cells that is being drawn: on which cube it was begun, where the pointer was, and what it does."""

    hit: Hit
    pointer: Point
    mode: str
    begin: Cell
    cells: Cells


def row_begun(puzzle: PolycubePuzzle, side: Hit, pointer: Point, mode: str, cut: Cut) -> Row | None:
    """Return a row of one cell: the one before the side that was met, or the one behind it.

    None where that lies above a cut, so that nobody would see what a click does.
    """
    cell = side.beside if mode == ADD else side.cell
    return None if cut.hides(puzzle, side.body, cell) else Row(side, pointer, mode, cell, (cell,))


def side_at(puzzle: ScenePuzzle, places: Places, pointer: Point, area: bpy.types.Area, cut: Cut) -> Hit | None:
    """Return the side of a cube that is under the pointer."""
    ray = ray_at(area, pointer, bench_of(puzzle).inverted_safe())
    return None if ray is None else hit(puzzle.puzzle, places, *ray, cut)


def cells_to(puzzle: ScenePuzzle, places: Places, row: Row, pointer: Point, area: bpy.types.Area) -> Cells:
    """Return the cells from where a row was begun to the pointer, along the axis that leads there best."""
    region, view = window_region(area), view_in(area)
    bench = bench_of(puzzle)
    begin = row.begin
    (on_bench,) = moved([begin], places[row.hit.body])
    middle = bench @ (Vector(on_bench) + Vector((0.5, 0.5, 0.5)))
    gone = Vector(pointer) - Vector(row.pointer)
    best, along, cells = 0.0, STEPS[0], 0
    for step in STEPS:
        seen = Vector(seen_way(region, view, middle, bench.to_3x3() @ Vector(step)))
        length = seen.length
        if length >= LEAST_PIXELS and gone.dot(seen) / length > best:
            best, along, cells = gone.dot(seen) / length, step, round(gone.dot(seen) / length**2)
    x, y, z = along
    drawn = [moved([begin], (x * far, y * far, z * far))[0] for far in range(cells + 1)]
    known = {*body_cells(puzzle.puzzle, row.hit.body)}
    return tuple(cell for cell in drawn if (cell in known) != (row.mode == ADD))


def frame_bench(context: bpy.types.Context, puzzle: ScenePuzzle, places: Places, *, newest: bool = False) -> None:
    """Bring all that stands on the bench into view, or do so where the ``newest`` that stands there is not in view."""
    content: PolycubePuzzle = puzzle.puzzle
    corners = bench_corners(content, places, bench_of(puzzle))
    if newest:
        region = window_region(present(context.area))
        free, view = free_part(present(context.area), region), view_in(context.area)
        seen = [location_3d_to_region_2d(region, view, corner) for corner in corners[-8:]]
        if all(place and free.left < place.x < free.right and free.bottom < place.y < free.top for place in seen):
            return
    frame_points(context, corners, rows=len(LEGENDS), tight=True)


def bench_of(puzzle: ScenePuzzle) -> Matrix:
    """Return where the bench stands in the world: its first cell is at the carrier of the puzzle."""
    built, carrier = puzzle.needed_built, present(puzzle.group.carrier)
    sides = (side * built.units for side in dimensions_of(built).pitch)
    return carrier.matrix_world @ Matrix.Diagonal((*sides, 1.0))
