# SPDX-License-Identifier: GPL-3.0-or-later
"""Regions of a solid in which edges stay sharp: the solid is divided where they end, and edges are chosen outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from .edges import EdgeChoice, Edges, every_edge, segments_between
from .solid import SLIVER, Solid, with_lines

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
    for places in segments_between(solid, lows - 2 * SLIVER, highs + 2 * SLIVER):
        for some, within in zip(chosen, places, strict=True):
            some[within] = False
    return chosen
