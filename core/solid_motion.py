# SPDX-License-Identifier: GPL-3.0-or-later
"""What the cross can do, told by the solids alone: no face of the puzzle is asked.

An arm that goes through two opposite plates is a square bar. Moving by a cell it sweeps a rectangle over
both plates; where the rectangle meets filled boxes, the move is stopped.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .dimensions import Dimensions
from .faces import FACE_AXES, Size
from .solids import Solid

TOLERANCE = 1e-6
"""Millimeters by which two solids may seem to touch by the rounding of their coordinates."""


def collisions(box: Solid, size: Size, dimensions: Dimensions) -> list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Return where the arms hit the plates, per face XY, XZ and YZ: at rest in each cell, and on the way to the next.

    Each is boolean and indexed [column, row]; the second has a first axis for the two directions of the face, and
    holds the way from a cell to the next one up that direction. The last cell of a direction has no such way.
    """
    found = []
    for axes in FACE_AXES:
        normal = 3 - sum(axes)
        # What an arm could hit is what is filled anywhere along it, seen in the direction of the arm.
        shadow = box.filled.any(axis=normal)
        columns, rows = (size[axis] for axis in axes)
        centers = [dimensions.center(size, (0, 0, 0))[axis] + dimensions.pitch * np.arange(size[axis]) for axis in axes]
        spans = [
            [_boxes_between(box.lines[axis], center, reach, dimensions.arm_width / 2) for center in along]
            for axis, along in zip(axes, centers, strict=True)
            for reach in (0.0, dimensions.pitch)
        ]
        still_first, far_first, still_second, far_second = spans
        at_rest = np.zeros((columns, rows), dtype=bool)
        on_the_way = np.zeros((2, columns, rows), dtype=bool)
        for column in range(columns):
            for row in range(rows):
                at_rest[column, row] = shadow[still_first[column], still_second[row]].any()
                on_the_way[0, column, row] = shadow[far_first[column], still_second[row]].any()
                on_the_way[1, column, row] = shadow[still_first[column], far_second[row]].any()
        found.append((at_rest, on_the_way))
    return found


def _boxes_between(lines: NDArray[np.float64], center: float, reach: float, half: float) -> slice:
    """Return the boxes of a grid that a bar touches which moves from a center upward."""
    first = int(np.searchsorted(lines, center - half + TOLERANCE, side="right")) - 1
    last = int(np.searchsorted(lines, center + reach + half - TOLERANCE, side="left"))
    return slice(max(first, 0), last)
