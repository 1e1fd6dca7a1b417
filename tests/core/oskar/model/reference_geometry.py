# SPDX-License-Identifier: GPL-3.0-or-later
"""The formulas of the box and the cross once more."""

from __future__ import annotations

import numpy as np

from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.solids.measured import Floats

Triple = tuple[int, int, int]
Lengths = tuple[float, float, float]


def outer_length(cells: int, dimensions: Dimensions) -> float:
    """Return the outer length of a box along an axis, without markers."""
    return cells * dimensions.passage + (cells - 1) * dimensions.wall + 2 * dimensions.plate


def square_edges(cells: int, dimensions: Dimensions) -> list[float]:
    """Return the edges of the framed squares along an axis, from the outer face: t, then p and w in turn, then t."""
    widths = [dimensions.plate, *[dimensions.passage, dimensions.wall] * cells]
    widths[-1] = dimensions.plate
    return [sum(widths[:count]) for count in range(len(widths) + 1)]


def middle_of_square(number: int, cells: int, dimensions: Dimensions) -> float:
    """Return the middle of a framed square (0 is the frame, 1 the first cell), from the outer face."""
    p, w, t = dimensions.passage, dimensions.wall, dimensions.plate
    if number == 0:
        return t / 2
    if number == 2 * cells:
        return t + cells * p + (cells - 1) * w + t / 2
    cell, wall = divmod(number - 1, 2)
    return t + cell * (p + w) + (p + w / 2 if wall else p / 2)


def box_corner(size: Triple, dimensions: Dimensions) -> Lengths:
    """Return the corner from which the squares are counted: the box is centered on x = y = 0 and stands on z = 0."""
    return -outer_length(size[0], dimensions) / 2, -outer_length(size[1], dimensions) / 2, 0.0


def center_of_cell(size: Triple, position: Triple, dimensions: Dimensions) -> Floats:
    """Return the center of a cell."""
    from_face = [
        dimensions.plate + dimensions.passage / 2 + cell * (dimensions.passage + dimensions.wall) for cell in position
    ]
    return np.add(box_corner(size, dimensions), from_face)


def arms(size: Triple, position: Triple, dimensions: Dimensions) -> Floats:
    """Return the lowest and the highest corner of the three arms at a position, shape (3, 2, 3)."""
    pitch = dimensions.passage + dimensions.wall
    center = center_of_cell(size, position, dimensions)
    extents = []
    for axis in range(3):
        half = np.full(3, dimensions.passage / 2 - dimensions.clearance)
        half[axis] = (size[axis] - 1) * pitch + dimensions.passage / 2 + dimensions.plate + dimensions.overhang
        extents.append((center - half, center + half))
    return np.array(extents)
