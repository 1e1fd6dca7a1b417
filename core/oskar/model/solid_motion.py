# SPDX-License-Identifier: GPL-3.0-or-later
"""The moves that the cross can make, read from the solids alone: no face of the puzzle is asked.

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
                    _boxes_between(
                        solid.lines[axis], lowest[axis] + np.arange(size[axis]) * dimensions.pitch, reach, half
                    )
                    for axis in axes
                ]
                for reach in (0.0, dimensions.pitch)
            )
            at_rest[:] |= _any_between(shadow, still[0], still[1])
            on_the_way[0] |= _any_between(shadow, far[0], still[1])
            on_the_way[1] |= _any_between(shadow, still[0], far[1])
    return found


def _boxes_between(
    lines: NDArray[np.float64], centers: NDArray[np.float64], reach: float, half: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the boxes of a grid that a bar touches which moves from a center upward, for each of some centers.

    They are the numbers of the first one and of the one after the last.
    """
    first = np.searchsorted(lines, centers - half + TOLERANCE, side="right") - 1
    last = np.searchsorted(lines, centers + reach + half - TOLERANCE, side="left")
    return np.maximum(first, 0), np.minimum(last, len(lines) - 1)


def _any_between(
    shadow: NDArray[np.bool_],
    columns: tuple[NDArray[np.intp], NDArray[np.intp]],
    rows: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> NDArray[np.bool_]:
    """Report for each rectangle, from some columns and some rows, whether any of it is set.

    The numbers of what is set are summed up along both axes, so four of the sums are enough for a rectangle (Crow,
    "Summed-area tables for texture mapping", 1984).
    """
    sums = np.pad(shadow.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32), ((1, 0), (1, 0)))
    along = sums[columns[1]] - sums[columns[0]]
    found: NDArray[np.bool_] = along[:, rows[1]] > along[:, rows[0]]
    return found
