# SPDX-License-Identifier: GPL-3.0-or-later
"""What the cross can do, read from the solids alone: no face of the puzzle is asked.

An arm that goes through two opposite plates is a square bar. Moving by a cell it sweeps a rectangle over
both plates; where the rectangle meets filled boxes, the move is stopped.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ...solids.solid import Solid
from ..maze.faces import FACE_AXES, Size
from .dimensions import Dimensions

TOLERANCE = 1e-6
"""Millimeters by which two solids may seem to touch by the rounding of their coordinates."""


Collisions = list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]


def collisions(solids: Iterable[Solid], size: Size, dimensions: Dimensions) -> Collisions:
    """Return where the arms hit a box of one or several solids: at rest in each cell, and on the way to the next.

    There is a pair for each face XY, XZ and YZ. Each array is boolean and indexed [column, row]; the second one has a
    first axis for the two directions of the face, and holds the way from a cell to the next one up that direction.
    The last cell of a direction has no such way.
    """
    found = [
        (np.zeros((size[first], size[second]), dtype=bool), np.zeros((2, size[first], size[second]), dtype=bool))
        for first, second in FACE_AXES
    ]
    half = dimensions.arm_width / 2
    for solid in solids:
        for axes, (at_rest, on_the_way) in zip(FACE_AXES, found, strict=True):
            # What an arm could hit is what is filled anywhere along it, seen in the direction of the arm.
            shadow = solid.filled.any(axis=3 - sum(axes))
            lowest = dimensions.center(size, (0, 0, 0))
            still, far = (
                [
                    [
                        _boxes_between(solid.lines[axis], lowest[axis] + cell * dimensions.pitch, reach, half)
                        for cell in range(size[axis])
                    ]
                    for axis in axes
                ]
                for reach in (0.0, dimensions.pitch)
            )
            for column, row in np.ndindex(at_rest.shape):
                at_rest[column, row] |= shadow[still[0][column], still[1][row]].any()
                on_the_way[0, column, row] |= shadow[far[0][column], still[1][row]].any()
                on_the_way[1, column, row] |= shadow[still[0][column], far[1][row]].any()
    return found


def _boxes_between(lines: NDArray[np.float64], center: float, reach: float, half: float) -> slice:
    """Return the boxes of a grid that a bar touches which moves from a center upward."""
    first = int(np.searchsorted(lines, center - half + TOLERANCE, side="right")) - 1
    last = int(np.searchsorted(lines, center + reach + half - TOLERANCE, side="left"))
    return slice(max(first, 0), last)
