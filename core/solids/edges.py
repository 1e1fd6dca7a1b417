# SPDX-License-Identifier: GPL-3.0-or-later
"""Which edges of a solid are meant: all, those along some axes, those on the bed, those in some region."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from .solid import Solid

Edges = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]
"""For the edges along x, y and z: which of the grid's segments are chosen.

An array has the shape of the grid's boxes along its own axis, and of the grid's lines along the two others. It does
not matter what it holds where the solid has no edge. Choices are combined by ``either`` and ``both``.
"""

EdgeChoice = Callable[[Solid], Edges]
"""Chooses edges of any solid."""


def every_edge(solid: Solid) -> Edges:
    """Choose all edges."""
    return edges_along(solid, range(3))


def no_edge(solid: Solid) -> Edges:
    """Choose no edge."""
    return edges_along(solid, ())


def edges_along(solid: Solid, axes: Iterable[int]) -> Edges:
    """Choose the edges that are parallel to one of some axes."""
    wanted = set(axes)
    x, y, z = (np.full(_shape(solid, axis), axis in wanted) for axis in range(3))
    return x, y, z


def bed_line(solid: Solid, axis: int = 2, *, downward: bool = False) -> tuple[int, int]:
    """Return an axis, and which line across it the lowest faces are on, or the highest where it points downward."""
    layers = np.moveaxis(solid.filled, axis, 0).any(axis=(1, 2))
    return axis, len(layers) - int(layers[::-1].argmax()) if downward else int(layers.argmax())


def lowest_edges(solid: Solid, axis: int = 2, *, downward: bool = False) -> Edges:
    """Choose the edges that bound the lowest faces along an axis, or the highest where it points downward.

    They are those on the bed, if the axis stands upright there.
    """
    level = float(solid.lines[axis][bed_line(solid, axis, downward=downward)[1]])
    low, high = (
        tuple(level if one == axis else infinite for one in range(3)) for infinite in (float("-inf"), float("inf"))
    )
    return edges_between(solid, (low[0], low[1], low[2]), (high[0], high[1], high[2]))


def pit_edges(solid: Solid, axis: int = 2, *, downward: bool = False) -> Edges:
    """Choose the edges of pits in the lowest faces along an axis, or in the highest where it points downward.

    Above a pit there is something of the solid; what is open all through it is none.
    """
    layers = np.moveaxis(solid.filled, axis, 0)
    occupied = layers.any(axis=(1, 2))
    lowest = len(layers) - 1 - int(occupied[::-1].argmax()) if downward else int(occupied.argmax())
    pits = ~layers[lowest] & layers.any(axis=0)
    chosen = no_edge(solid)
    first, second = (one for one in range(3) if one != axis)
    for along, across in ((first, 1), (second, 0)):
        padded = np.pad(pits, [(int(one == across),) * 2 for one in range(2)])
        beside = np.moveaxis(padded, across, 0)
        np.moveaxis(chosen[along], axis, 0)[lowest + downward] = np.moveaxis(beside[:-1] | beside[1:], 0, across)
    return chosen


def edges_between(solid: Solid, low: tuple[float, float, float], high: tuple[float, float, float]) -> Edges:
    """Choose the edges in a region, from its lowest to its highest corner, in millimeters.

    An edge is chosen from one line of the grid to the next if both its ends are in the region or on its border.
    """
    within = [
        (lowest <= line) & (line <= highest) for line, lowest, highest in zip(solid.lines, low, high, strict=True)
    ]
    chosen = []
    for axis in range(3):
        x, y, z = (inside[:-1] & inside[1:] if one == axis else inside for one, inside in enumerate(within))
        chosen.append(x[:, None, None] & y[:, None] & z)
    return chosen[0], chosen[1], chosen[2]


def either(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by one of two choices."""
    x, y, z = (one | other for one, other in zip(some, others, strict=True))
    return x, y, z


def both(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by two choices."""
    x, y, z = (one & other for one, other in zip(some, others, strict=True))
    return x, y, z


def all_but(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by the first of two choices, and not by the second one."""
    x, y, z = (one & ~other for one, other in zip(some, others, strict=True))
    return x, y, z


def _shape(solid: Solid, axis: int) -> tuple[int, ...]:
    return tuple(len(line) - (one == axis) for one, line in enumerate(solid.lines))
