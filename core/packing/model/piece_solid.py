# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid of a piece: its cubes as one body, with every side moved inward by the inset, and its edges as slopes.

Where cubes wind about a corner of the grid, as in a twisted piece, the insets leave edges that are only two insets
long. A slope along these, or into them, would be no wider than that, and with it all slopes of the piece; so near such
a corner all edges stay as they are. Inner edges are filled only where no piece of the puzzle has such a corner: what
slides along them then has a slope there, too, and the gap is no smaller.

The box for a puzzle is a tray as high as the pieces, with a hole to push them out, and a lid that goes over it. Its top
stands out over two of its sides, so that fingers pull it off from below. It lies on its top in print, and so these
grips are on the bed and hang nowhere. What stands out of a first layer is in nobody's way: the tray's is far
below where the lid ends, the lid's is on its top, and so neither has a chamfer on the bed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from ...common.triples import triple
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.shape import Cell, Cells, box_cells, extent, lowest_corner, moved, step
from ...solids.chamfer import Chamfer
from ...solids.chamfer_plan import SHARE
from ...solids.edges import Region
from ...solids.solid import Box, Solid, solid_from_boxes, without_needless_lines
from .dimensions import Dimensions, grips, pieces_size
from .lettering import LEAST_SHARE


def piece_solid(cells: Cells, cube: float, inset: float) -> Solid:
    """Return the union of cubes with a side of ``cube`` without all that lies within the inset of another cube's place.

    The cell (0, 0, 0) has its lowest corner at the origin. Where pieces lie beside each other, there is a gap of twice
    the inset all along, also past inner edges.
    """
    corner, size = lowest_corner(cells), extent(cells)
    places = np.array(cells) - corner
    filled = np.zeros(size, dtype=bool)
    filled[tuple(places.T)] = True
    lines = []
    for axis, first in enumerate(corner):
        filled = _inset(filled, axis)
        starts = cube * np.arange(first, first + size[axis] + 1)
        inner = np.stack((starts[:-1], starts[:-1] + inset, starts[1:] - inset), axis=1).ravel()
        # Rounded, so that what should be equal leaves no sliver.
        lines.append(np.round(np.append(inner, starts[-1]), 6))
    return without_needless_lines(Solid(triple(lines), filled))


def _inset(filled: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    """Return boxes of which each is three along an axis: its lower rim, its middle and its upper rim.

    A rim stays where the next box is filled, too. Done along all axes in turn, this leaves out whatever is near an
    empty box, at its sides, its edges and its corners.
    """
    layers = np.moveaxis(filled, axis, 0)
    padded = np.pad(layers, ((1, 1), (0, 0), (0, 0)))
    thirds = np.stack((layers & padded[:-2], layers, layers & padded[2:]), axis=1)
    return np.moveaxis(thirds.reshape(3 * len(layers), *layers.shape[1:]), 0, axis)


HAIR = 1e-4
"""Millimeters by which a slope may end too early, so that it does not end too late by its rounding."""

OCTANTS = moved(box_cells((2, 2, 2)), (-1, -1, -1))
"""The cells round the corner of the grid where the cell (0, 0, 0) begins."""


@lru_cache(maxsize=512)
def winding_corners(cells: Cells) -> tuple[Cell, ...]:
    """Return the corners of the grid about which a piece winds, each by the cell that begins there; sorted."""
    filled = set(cells)
    corners = {corner for cell in cells for corner in moved(OCTANTS, step(cell, (1, 1, 1)))}
    found = []
    for corner in corners:
        around = frozenset(octant for octant in OCTANTS if step(octant, corner) in filled)
        if _winds(around):
            found.append(corner)
    return tuple(sorted(found))


@cache
def _winds(octants: frozenset[Cell]) -> bool:
    """Report whether the insets leave an edge among cells round a corner that is much shorter than a cell."""
    solid = piece_solid(tuple(sorted(octants)), 10.0, 0.1)
    return Chamfer(1.0).width_in(solid) < 1.0


def bevel_width(dimensions: Dimensions, *, winding: bool) -> float:
    """Return how wide the slopes of a piece are, in millimeters: as wide as wished, if every cube has the room."""
    side = dimensions.cube - 2 * dimensions.inset
    shares = [1.0]
    if dimensions.letters:
        shares.append((1 - LEAST_SHARE) / 2)
    if winding:
        # Between two such corners a slope needs room to begin, to go on and to end.
        shares.append(1 / 3)
    return min(dimensions.bevel, SHARE * side * min(shares))


def sharp_regions(cells: Cells, dimensions: Dimensions) -> list[Region]:
    """Return where no edges are cut, for a piece whose cell (0, 0, 0) begins at the origin."""
    reach = bevel_width(dimensions, winding=True) / SHARE + dimensions.inset + HAIR
    found = []
    for corner in winding_corners(cells):
        x, y, z = (dimensions.cube * place for place in corner)
        found.append(((x - reach, y - reach, z - reach), (x + reach, y + reach, z + reach)))
    return found


HOLE_SHARE = 0.6
"""The most that the hole takes of the floor's width, and of its depth."""

LARGEST_HOLE = 20.0
"""A finger goes through, in millimeters."""

LID_SHARE = 0.4
"""The most that the lid reaches over the height of the tray."""

DEEPEST_LID = 12.0
"""In millimeters."""


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
    """Return the lid on its tray, which stands as ``tray`` says."""
    wall = dimensions.tray_wall
    x, y, _ = pieces_size(size, dimensions)
    inner_x, inner_y = (side / 2 + dimensions.tray_gap + wall + dimensions.lid_gap for side in (x, y))
    top, reach = _top(size, dimensions), lid_reach(size, dimensions)
    outer_x, outer_y = inner_x + wall, inner_y + wall
    grip_x, grip_y = grips(size)
    return solid_from_boxes(
        [
            _box((-outer_x, outer_x), (-outer_y, outer_y), (top - reach, top + wall)),
            _box((-outer_x - grip_x, outer_x + grip_x), (-outer_y - grip_y, outer_y + grip_y), (top, top + wall)),
        ],
        [_box((-inner_x, inner_x), (-inner_y, inner_y), (top - reach, top))],
    )


def _top(size: Cell, dimensions: Dimensions) -> float:
    """Return how high the tray is, on which the lid lies."""
    return dimensions.tray_wall + pieces_size(size, dimensions)[2] + dimensions.tray_gap


def _box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Box:
    """Return a box with its ends rounded, so that what should be equal leaves no sliver."""
    return triple((round(low, 6), round(high, 6)) for low, high in (x, y, z))
