# SPDX-License-Identifier: GPL-3.0-or-later
"""The sides between filled and empty boxes of a grid, and the direction of each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_DIRECTION = -1
"""The direction of a grid box that belongs to several, or to none."""

INSIDE_OF = 64
"""What is added to the direction of an empty box where all sides round it have that direction, whatever is filled."""


def sides_across(filled: NDArray[np.bool_], directions: NDArray[np.int8] | None, axis: int) -> NDArray[np.int8]:
    """Return the sides of a grid's boxes on each of its lines across an axis; the other axes follow in the cycle.

    It is 0 where there is no side; else 1 for one that looks down or 2 for one that looks up, and twice its direction
    more.
    """
    below, above = _neighbors(np.pad(filled, 1), axis)
    sides = (below != above) * np.int8(1) + (below & ~above)
    if directions is not None:
        beside = _neighbors(np.pad(directions, 1, constant_values=NO_DIRECTION), axis)
        sides += np.int8(2) * _directions_of_sides(*beside, below, axis) * (sides != 0)
    return np.transpose(sides, (axis, (axis + 1) % 3, (axis + 2) % 3))


def _neighbors(padded: NDArray[Any], axis: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what lies below and above each side of the grid's boxes across an axis, from a grid with a margin of 1."""
    below, above = (
        padded[tuple(ends if other == axis else slice(1, -1) for other in range(3))]
        for ends in (slice(None, -1), slice(1, None))
    )
    return below, above


def _directions_of_sides(
    lower: NDArray[np.int8], higher: NDArray[np.int8], upward: NDArray[np.bool_], axis: int
) -> NDArray[np.int8]:
    """Return the directions of sides across an axis, from those of the boxes below and above, and how they look."""
    inner, outer = np.where(upward, lower, higher), np.where(upward, higher, lower)
    wanted = np.where(inner == NO_DIRECTION, outer, inner)
    found: NDArray[np.int8] = np.where(wanted == NO_DIRECTION, np.int8(axis), wanted)
    found[outer >= INSIDE_OF] = outer[outer >= INSIDE_OF] - np.int8(INSIDE_OF)
    return found
