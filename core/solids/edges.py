# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways to name edges of a solid: all, those along some axes, on the bed, in some region or outside of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..common.triples import triple
from .solid import SLIVER, Solid, with_lines

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
    return triple(np.full(_shape(solid, axis), axis in wanted) for axis in range(3))


def bed_line(solid: Solid, axis: int = 2, *, downward: bool = False) -> tuple[int, int]:
    """Return an axis, and which line across it the lowest faces are on, or the highest where it points downward."""
    layers = np.moveaxis(solid.filled, axis, 0).any(axis=(1, 2))
    return axis, len(layers) - int(layers[::-1].argmax()) if downward else int(layers.argmax())


def lowest_edges(solid: Solid, axis: int = 2, *, downward: bool = False) -> Edges:
    """Choose the edges that bound the lowest faces along an axis, or the highest where it points downward.

    They are those on the bed, if the axis stands upright there.
    """
    line = bed_line(solid, axis, downward=downward)[1]
    chosen = no_edge(solid)
    for along in {0, 1, 2} - {axis}:
        np.moveaxis(chosen[along], axis, 0)[line] = True
    return chosen


def edges_between(solid: Solid, low: tuple[float, float, float], high: tuple[float, float, float]) -> Edges:
    """Choose the edges in a region, from its lowest to its highest corner, in millimeters.

    An edge is chosen from one line of the grid to the next if both its ends are in the region or on its border.
    """
    return _marked(no_edge(solid), solid, np.array([low]), np.array([high]), is_chosen=True)


def _marked(
    choice: Edges, solid: Solid, lows: NDArray[np.float64], highs: NDArray[np.float64], *, is_chosen: bool
) -> Edges:
    """Choose the edges in some regions, or choose them no more; return the choice, which was changed.

    The lowest and the highest corners of the regions have the shape (n, 3).
    """
    ends = [
        (np.searchsorted(line, some).tolist(), np.searchsorted(line, others, side="right").tolist())
        for line, some, others in zip(solid.lines, lows.T, highs.T, strict=True)
    ]
    for spans in zip(*(zip(*pair, strict=True) for pair in ends), strict=True):
        for axis, along in enumerate(choice):
            # An edge goes from one line to the next.
            within = (slice(low, max(low, high - (side == axis))) for side, (low, high) in enumerate(spans))
            along[tuple(within)] = is_chosen
    return choice


def either(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by one of two choices."""
    return triple(one | other for one, other in zip(some, others, strict=True))


def both(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by two choices."""
    return triple(one & other for one, other in zip(some, others, strict=True))


def all_but(some: Edges, others: Edges) -> Edges:
    """Choose what is chosen by the first of two choices, and not by the second one."""
    return triple(one & ~other for one, other in zip(some, others, strict=True))


def _shape(solid: Solid, axis: int) -> tuple[int, ...]:
    return tuple(len(line) - (one == axis) for one, line in enumerate(solid.lines))


Corner = tuple[float, float, float]

Region = tuple[Corner, Corner]
"""The lowest and the highest corner of a box, in millimeters; it may be flat, or a line."""


def divided(solid: Solid, regions: Iterable[Region]) -> Solid:
    """Return a solid with lines where regions end, so that its edges can be chosen up to there."""
    ends = [sorted({round(corner[axis], 6) for region in regions for corner in region}) for axis in range(3)]
    return with_lines(solid, ends)


def edges_outside(solid: Solid, regions: Sequence[Region], choice: EdgeChoice = every_edge) -> Edges:
    """Choose the edges that another choice makes anew, but those in regions, and on their borders."""
    chosen = choice(solid)
    if not regions:
        return chosen
    # A line that would have been a sliver beside another one was not added.
    lows, highs = np.moveaxis(np.array(regions), 1, 0)
    return _marked(chosen, solid, lows - 2 * SLIVER, highs + 2 * SLIVER, is_chosen=False)
