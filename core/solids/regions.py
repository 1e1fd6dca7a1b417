# SPDX-License-Identifier: GPL-3.0-or-later
"""Regions of a solid in which edges stay sharp: the solid is divided where they end, and edges are chosen outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .edges import Edges, every_edge, segments_between
from .solid import SLIVER, Solid, with_lines

Corner = tuple[float, float, float]

Region = tuple[Corner, Corner]
"""The lowest and the highest corner of a box, in millimeters; it may be flat, or a line."""


def divided(solid: Solid, regions: Iterable[Region]) -> Solid:
    """Return a solid with lines where regions end, so that its edges can be chosen up to there."""
    ends = [sorted({round(corner[axis], 6) for region in regions for corner in region}) for axis in range(3)]
    return with_lines(solid, ends)


def edges_outside(solid: Solid, regions: Sequence[Region]) -> Edges:
    """Choose all edges but those in regions, and on their borders."""
    chosen = every_edge(solid)
    for low, high in regions:
        # A line that would have been a sliver beside another one was not added.
        (a, b, c), (x, y, z) = (
            tuple(place + side * 2 * SLIVER for place in corner) for corner, side in ((low, -1), (high, 1))
        )
        for some, within in zip(chosen, segments_between(solid, (a, b, c), (x, y, z)), strict=True):
            some[within] = False
    return chosen
