# SPDX-License-Identifier: GPL-3.0-or-later
"""The edges of a puzzle's parts that are cut, and the widths of the cuts.

A chamfer only takes away: what moves has at least the room that it has without.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...kind.part import UPSIDE_DOWN
from ...printing.printer import WIDEST_ON_BED
from ...solids.chamfer import Chamfer
from ...solids.edges import (
    BedSide,
    Edges,
    Region,
    all_but,
    both,
    edges_along,
    edges_between,
    edges_outside,
    either,
    every_edge,
    lowest_edges,
    no_edge,
)
from ...solids.solid import NEAREST, Solid
from ..maze.faces import Size
from .dimensions import SMALLEST_DIMENSION, Dimensions
from .joints import MARKED_SIDES, UPPER

INFINITE = float("inf")

HAIR = SMALLEST_DIMENSION / 2
"""In millimeters; what is less far from a side of the box lies on it."""


def of_cross(dimensions: Dimensions) -> Chamfer:
    """Return the chamfer of the cross in one piece: along all its edges, or else those on the bed."""
    return Chamfer(dimensions.arm_chamfer) if dimensions.arm_chamfer else Chamfer(dimensions.bed_chamfer, lowest_edges)


def width_on_arms(dimensions: Dimensions) -> float:
    """Return how wide the chamfers of the kit's cross are: no wider than slicers leave without supports."""
    return min(dimensions.arm_chamfer, WIDEST_ON_BED)


def of_cross_part(dimensions: Dimensions, up: int, letters: Sequence[NDArray[np.float64]] = ()) -> Chamfer:
    """Return the chamfer of a part of the kit's cross, printed with an axis ``up`` as ``Part`` counts it.

    As that of the cross it is along all edges, or else those on the bed, but needs no supports. The edges of
    ``letters``, lines of boxes that are cut out of the part, stay sharp.
    """
    if dimensions.arm_chamfer:
        return Chamfer(width_on_arms(dimensions), partial(_arm_edges, letters=letters))
    edges = partial(lowest_edges, axis=up % 3, downward=up >= UPSIDE_DOWN)
    return Chamfer(width_on_plates(dimensions), edges)


def of_box(dimensions: Dimensions, size: Size) -> Chamfer:
    """Return the chamfers of the box in one piece: along its edges on the bed, and those of the markers' posts."""
    posts = Chamfer(dimensions.marker_chamfer, partial(_post_edges, outer=_marked_sides(dimensions, size)))
    return Chamfer(dimensions.bed_chamfer, lowest_edges, (posts,))


def of_plate(dimensions: Dimensions, up: int, sharp: Sequence[Region]) -> Chamfer:
    """Return the chamfer of a plate of the kit: along its edges on the bed, but for ``sharp`` ones, near its marks.

    Nor is it round the marks of start and end: the steps in these are so low that there would be hardly any room.
    """
    side = bed_side(up)
    return Chamfer(width_on_plates(dimensions), partial(edges_outside, regions=sharp, choice=side.outline), pits=side)


def width_on_plates(dimensions: Dimensions) -> float:
    """Return how wide the chamfers of the kit's plates are: no wider than slicers leave without supports."""
    return min(dimensions.bed_chamfer, WIDEST_ON_BED)


def bed_side(up: int) -> BedSide:
    """Return the side on the bed of a part that is printed with an axis ``up`` as ``Part`` counts it."""
    return BedSide(up % 3, downward=up >= UPSIDE_DOWN)


def _arm_edges(solid: Solid, *, letters: Sequence[NDArray[np.float64]]) -> Edges:
    chosen = every_edge(solid)
    for boxes in letters:
        # Lines of letters may lie so far beside where they were wanted.
        low, high = boxes[:, :, 0].min(axis=0) - NEAREST, boxes[:, :, 1].max(axis=0) + NEAREST
        chosen = all_but(chosen, edges_between(solid, triple(low), triple(high)))
    return chosen


def _marked_sides(dimensions: Dimensions, size: Size) -> tuple[float, float, float]:
    """Return where the marked sides of the box are, which is centered on x = y = 0 and stands on z = 0."""
    x, y, z = dimensions.outer_size(size)
    lowest, highest = (-x / 2, -y / 2, 0.0), (x / 2, y / 2, z)
    ends = zip(lowest, highest, MARKED_SIDES, strict=True)
    return triple(high if side == UPPER else low for low, high, side in ends)


def _post_edges(solid: Solid, *, outer: tuple[float, float, float]) -> Edges:
    """Choose the edges of what stands on the marked sides of the box, but those at its foot."""
    chosen = no_edge(solid)
    for axis, (place, side) in enumerate(zip(outer, MARKED_SIDES, strict=True)):
        foot, beyond = (_edges_beyond(solid, axis, place + way * side * HAIR, side) for way in (-1, 1))
        chosen = either(chosen, either(beyond, both(foot, edges_along(solid, [axis]))))
    return chosen


def _edges_beyond(solid: Solid, axis: int, level: float, side: int) -> Edges:
    """Choose the edges above a level along an axis, or below it on the lower side."""
    ends = np.array([[-INFINITE] * 3, [INFINITE] * 3])
    ends[0 if side == UPPER else 1, axis] = level
    return edges_between(solid, *map(triple, ends.tolist()))
