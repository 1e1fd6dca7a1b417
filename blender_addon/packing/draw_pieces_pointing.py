# SPDX-License-Identifier: GPL-3.0-or-later
"""Pointing while pieces are drawn: at the side of a cube, and along a row of cells that is being drawn."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Matrix, Vector

from ...core.packing.making.by_hand import body_cells
from ...core.packing.model.dimensions import Dimensions
from ...core.packing.play.bench import Hit, Places, hit
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.terms.cells import STEPS, Cells, moved
from ..data.context import narrowed, present
from ..data.units import units_per_millimeter
from ..scene.puzzle import ScenePuzzle
from ..tab.drawing_operator import ray_at
from ..window.drawing import Point
from ..window.framing import frame_points
from ..window.pointer_drag import LEAST_PIXELS, seen_way, window_region
from .draw_pieces_drawing import ADD, bench_corners


@dataclass
class Row:
    """A row of cells that is being drawn: on which cube it was begun, where the pointer was, and what it does."""

    hit: Hit
    pointer: Point
    mode: str
    cells: Cells


def row_begun(found: Hit, pointer: Point, mode: str) -> Row:
    """Return a row of one cell: the one before the side that was met, or the one behind it."""
    return Row(found, pointer, mode, (found.beside if mode == ADD else found.cell,))


def side_at(puzzle: ScenePuzzle, places: Places, pointer: Point, area: bpy.types.Area) -> Hit | None:
    """Return the side of a cube that is under the pointer."""
    ray = ray_at(area, pointer, bench_of(puzzle).inverted_safe())
    return None if ray is None else hit(puzzle.puzzle, places, *ray)


def cells_to(puzzle: ScenePuzzle, places: Places, row: Row, pointer: Point, area: bpy.types.Area) -> Cells:
    """Return the cells from where a row was begun to the pointer, along the axis that leads there best."""
    region, view = window_region(area), present(narrowed(area.spaces.active, bpy.types.SpaceView3D).region_3d)
    bench = bench_of(puzzle)
    (begin,) = row_begun(row.hit, row.pointer, row.mode).cells
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
    drawn = [moved([begin], (x * one, y * one, z * one))[0] for one in range(cells + 1)]
    known = {*body_cells(puzzle.puzzle, row.hit.body)}
    return tuple(cell for cell in drawn if (cell in known) != (row.mode == ADD))


def frame_bench(context: bpy.types.Context, puzzle: ScenePuzzle, places: Places, *, newest: bool = False) -> None:
    """Bring all that stands on the bench into view, or do so where the ``newest`` that stands there is not in view."""
    content: PolycubePuzzle = puzzle.puzzle
    corners = bench_corners(content, places, bench_of(puzzle))
    if newest:
        region = window_region(present(context.area))
        view = present(narrowed(present(context.area).spaces.active, bpy.types.SpaceView3D).region_3d)
        seen = [location_3d_to_region_2d(region, view, corner) for corner in corners[-8:]]
        if all(one is not None and 0 < one.x < region.width and 0 < one.y < region.height for one in seen):
            return
    frame_points(context, corners, game=True)


def bench_of(puzzle: ScenePuzzle) -> Matrix:
    """Return where the bench stands in the world: its first cell is at the carrier of the puzzle."""
    built, carrier = puzzle.needed_built, present(puzzle.group.carrier)
    size = dimensions_of(puzzle).cube * units_per_millimeter(built.meters_per_unit)
    return carrier.matrix_world @ Matrix.Scale(size, 4)


def dimensions_of(puzzle: ScenePuzzle) -> Dimensions:
    """Return the dimensions that the puzzle was built with."""
    return narrowed(puzzle.needed_built.dimensions, Dimensions)
