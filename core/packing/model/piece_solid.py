# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid of a piece: its cubes as one body, with every side moved inward by the inset."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...polycubes.terms.cells import Cells, extent, lowest_corner, moved
from ...solids.solid import Solid, without_needless_lines


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
