# SPDX-License-Identifier: GPL-3.0-or-later
"""The box for a puzzle: a tray as high as the pieces, with a hole to push them out, and a lid that goes over it.

The lid's top stands out over two of its sides, so that fingers pull it off from below. It lies on its top in print, and
so these grips are on the bed and hang nowhere. What stands out of a first layer is in nobody's way: the tray's is far
below where the lid ends, the lid's is on its top, and so neither has a chamfer on the bed.
"""

from __future__ import annotations

from math import prod

from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cell, Cells, extent
from ...solids.boxes import Box, solid_from_boxes
from ...solids.solid import Solid
from .dimensions import Dimensions

HOLE_SHARE = 0.6
"""The most that the hole takes of the floor's width, and of its depth."""

LARGEST_HOLE = 20.0
"""A finger goes through, in millimeters."""

LID_SHARE = 0.4
"""The most that the lid reaches over the height of the tray."""

DEEPEST_LID = 12.0
"""In millimeters."""

GRIP = 2.0
"""How far the lid's top stands out over the sides that fingers take it by, in millimeters."""


def needs_box(puzzle: PolycubePuzzle) -> bool:
    """Report whether pieces need a box to lie in: the goal is one, and no piece is a box or a cage itself."""
    goal = puzzle.goal
    if len(goal.cells) < prod(goal.size):
        return False
    # What holds the others is as large, and has most of the cells along the edges.
    as_large = [piece.shape for piece in puzzle.pieces if sorted(piece.shape.extent) == sorted(goal.size)]
    return not any(2 * _along_edges(shape.cells) > _along_edges(goal.cells) for shape in as_large)


def _along_edges(cells: Cells) -> int:
    """Return how many cells, of which the lowest are at 0, are along the edges of the box round them."""
    ends = [{0, side - 1} for side in extent(cells)]
    return sum(sum(place in end for place, end in zip(cell, ends, strict=True)) > 1 for cell in cells)


def pieces_size(size: Cell, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the size of the pieces put together, in millimeters, for a goal of so many cells."""
    x, y, z = (cells * dimensions.cube - 2 * dimensions.inset for cells in size)
    return x, y, z


def tray(size: Cell, dimensions: Dimensions) -> Solid:
    """Return the tray, centered on x = y = 0 and standing on z = 0."""
    wall = dimensions.tray_wall
    x, y, z = pieces_size(size, dimensions)
    inner_x, inner_y, height = x / 2 + dimensions.tray_gap, y / 2 + dimensions.tray_gap, z + dimensions.tray_gap
    hole_x, hole_y = (min(HOLE_SHARE * side, LARGEST_HOLE) / 2 for side in (x, y))
    return solid_from_boxes(
        [_box((-inner_x - wall, inner_x + wall), (-inner_y - wall, inner_y + wall), (0, wall + height))],
        [
            _box((-inner_x, inner_x), (-inner_y, inner_y), (wall, wall + height)),
            _box((-hole_x, hole_x), (-hole_y, hole_y), (0, wall)),
        ],
    )


def lid_reach(size: Cell, dimensions: Dimensions) -> float:
    """Return how far the lid reaches over the tray, in millimeters."""
    return min(LID_SHARE * _top(size, dimensions), DEEPEST_LID)


def lid(size: Cell, dimensions: Dimensions) -> Solid:
    """Return the lid on its tray, which stands as ``tray`` says.

    Its grips are along its longer sides, across which a hand is put.
    """
    wall = dimensions.tray_wall
    x, y, _ = pieces_size(size, dimensions)
    inner_x, inner_y = (side / 2 + dimensions.tray_gap + wall + dimensions.lid_gap for side in (x, y))
    top, reach = _top(size, dimensions), lid_reach(size, dimensions)
    outer_x, outer_y = inner_x + wall, inner_y + wall
    grip_x, grip_y = (GRIP, 0.0) if x <= y else (0.0, GRIP)
    return solid_from_boxes(
        [
            _box((-outer_x, outer_x), (-outer_y, outer_y), (top - reach, top + wall)),
            _box((-outer_x - grip_x, outer_x + grip_x), (-outer_y - grip_y, outer_y + grip_y), (top, top + wall)),
        ],
        [_box((-inner_x, inner_x), (-inner_y, inner_y), (top - reach, top))],
    )


def outer_size(size: Cell, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the size of the closed box, or of the pieces where there is none."""
    if not dimensions.tray_wall:
        return pieces_size(size, dimensions)
    x, y, z = (float(line[-1]) for line in lid(size, dimensions).lines)
    return 2 * x, 2 * y, z


def _top(size: Cell, dimensions: Dimensions) -> float:
    """Return how high the tray is, on which the lid lies."""
    return dimensions.tray_wall + pieces_size(size, dimensions)[2] + dimensions.tray_gap


def _box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Box:
    """Return a box with its ends rounded, so that what should be equal leaves no sliver."""
    first, second, third = ((round(low, 6), round(high, 6)) for low, high in (x, y, z))
    return first, second, third
