# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid of a piece: its cubes as one body, with every side moved inward by the inset, and its edges as slopes.

Where cubes wind about a corner of the grid, as in a twisted piece, the insets leave edges that are only two insets
long. A slope along these, or into them, would be no wider than that, and with it all slopes of the piece; so near such
a corner all edges stay as they are. Inner edges are filled only where no piece of the puzzle has such a corner: what
slides along them then has a slope there, too, and the gap is no smaller.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...polycubes.terms.cells import Cell, Cells, box_cells, extent, lowest_corner, moved
from ...solids.chamfer import Chamfer
from ...solids.chamfer_room import SHARE
from ...solids.regions import Region
from ...solids.solid import Solid, without_needless_lines
from .dimensions import Dimensions
from .lettering import LEAST_SHARE


def piece_solid(cells: Cells, cube: float, inset: float) -> Solid:
    """Return the union of cubes with a side of ``cube`` without all that lies within the inset of another cube's place.

    The cell (0, 0, 0) has its lowest corner at the origin. Where pieces lie beside each other, there is a gap of twice
    the inset all along, also past inner edges.
    """
    corner, size = lowest_corner(cells), extent(cells)
    x, y, z = corner
    places = np.array(moved(cells, (-x, -y, -z)))
    filled = np.zeros(size, dtype=bool)
    filled[tuple(places.T)] = True
    lines = []
    for axis, first in enumerate(corner):
        filled = _inset(filled, axis)
        starts = cube * np.arange(first, first + size[axis] + 1)
        inner = np.stack((starts[:-1], starts[:-1] + inset, starts[1:] - inset), axis=1).ravel()
        # Rounded, so that what should be equal leaves no sliver.
        lines.append(np.round(np.append(inner, starts[-1]), 6))
    return without_needless_lines(Solid((lines[0], lines[1], lines[2]), filled))


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


def winding_corners(cells: Cells) -> tuple[Cell, ...]:
    """Return the corners of the grid about which a piece winds, each by the cell that begins there; sorted."""
    filled = set(cells)
    corners = {corner for cell in cells for corner in moved(OCTANTS, (cell[0] + 1, cell[1] + 1, cell[2] + 1))}
    found = []
    for corner in corners:
        around = frozenset(octant for octant in OCTANTS if moved([octant], corner)[0] in filled)
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
