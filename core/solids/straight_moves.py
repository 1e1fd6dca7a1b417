# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a solid can be taken away along an axis, past others that stand: exact, and without trying distances.

Seen along the axis, a solid that goes away for good sweeps all that lies ahead of its rearmost place, over its whole
outline. So it is free if no other solid has a place ahead of that, in any of the columns in which both are. Two
coordinates for each column of a solid are enough to know, whatever is in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .solid import Solid

TOLERANCE = 1e-5
"""Millimeters by which two solids may seem to overlap by the rounding of their coordinates."""

Heading = tuple[int, int]
"""An axis, and 1 for going up along it or -1 for going down."""


@dataclass(frozen=True)
class Columns:
    """A solid seen along an axis: the cuts of its grid along the two others, and where it begins and ends in each.

    ``lowest`` and ``highest`` are in millimeters, with a place for each column of the grid; an empty column begins
    above everything and ends below everything.
    """

    cuts: tuple[NDArray[np.float64], NDArray[np.float64]]
    lowest: NDArray[np.float64]
    highest: NDArray[np.float64]


class Movable:
    """A solid that is moved past others; what is known of it is kept, as it is asked for many times."""

    def __init__(self, solid: Solid) -> None:
        """Take the solid in its place."""
        self._solid = solid

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """The lowest and the highest coordinate of the grid along each axis, shape (3, 2)."""
        return np.array([line[[0, -1]] for line in self._solid.lines])

    @cached_property
    def columns(self) -> tuple[Columns, Columns, Columns]:
        """The solid seen along x, y and z."""
        x, y, z = (_columns(self._solid, axis) for axis in range(3))
        return x, y, z


def is_free(moving: Iterable[Movable], standing: Iterable[Movable], way: Heading) -> bool:
    """Report whether some solids, moved as one, can go away along an axis for good while others stand."""
    others = tuple(standing)
    return not any(_is_in_the_way(one, other, way) for one in moving for other in others)


def _is_in_the_way(moving: Movable, standing: Movable, way: Heading) -> bool:
    axis, sign = way
    across = [other for other in range(3) if other != axis]
    one, other = moving.bounds, standing.bounds
    if any(min(one[side, 1], other[side, 1]) - max(one[side, 0], other[side, 0]) < TOLERANCE for side in across):
        return False
    if sign > 0:
        rear, ahead = _on_common_cuts(moving.columns[axis], standing.columns[axis], "lowest", "highest")
        return bool((ahead > rear + TOLERANCE).any())
    rear, ahead = _on_common_cuts(moving.columns[axis], standing.columns[axis], "highest", "lowest")
    return bool((ahead < rear - TOLERANCE).any())


def _on_common_cuts(
    one: Columns, other: Columns, of_one: str, of_other: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return an end of each of two solids in the columns that both have room for."""
    places: list[list[NDArray[np.intp]]] = [[], []]
    for ours, theirs in zip(one.cuts, other.cuts, strict=True):
        cuts = np.unique(np.concatenate((ours, theirs)))
        cuts = cuts[(cuts >= max(ours[0], theirs[0])) & (cuts <= min(ours[-1], theirs[-1]))]
        # Cuts that should be equal leave slivers by their rounding, which are nothing.
        wide = np.diff(cuts) > TOLERANCE
        middles = ((cuts[:-1] + cuts[1:]) / 2)[wide]
        for found, line in zip(places, (ours, theirs), strict=True):
            found.append(np.searchsorted(line, middles, side="right") - 1)
    return getattr(one, of_one)[np.ix_(*places[0])], getattr(other, of_other)[np.ix_(*places[1])]


def _columns(solid: Solid, axis: int) -> Columns:
    layers = np.moveaxis(solid.filled, axis, 0)
    line = solid.lines[axis]
    first, last = layers.argmax(axis=0), len(layers) - layers[::-1].argmax(axis=0)
    is_empty = ~layers.any(axis=0)
    first_cuts, second_cuts = (solid.lines[other] for other in range(3) if other != axis)
    return Columns(
        (first_cuts, second_cuts),
        np.where(is_empty, np.inf, line[first]),
        np.where(is_empty, -np.inf, line[last]),
    )
