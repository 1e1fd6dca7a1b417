# SPDX-License-Identifier: GPL-3.0-or-later
"""Which edges of a puzzle's parts are cut, and how wide.

A chamfer only takes away: what moves has at least the room that it has without.
"""

from __future__ import annotations

from functools import partial

from ...kind.part import UPSIDE_DOWN
from ...solids.chamfer import Chamfer
from ...solids.edges import lowest_edges
from .dimensions import Dimensions


def on_bed(dimensions: Dimensions, up: int = 2) -> Chamfer:
    """Return the chamfer of what is printed with an axis ``up``, as ``Part`` counts it: along its edges on the bed."""
    return Chamfer(dimensions.bed_chamfer, partial(lowest_edges, axis=up % 3, downward=up >= UPSIDE_DOWN))


def of_cross(dimensions: Dimensions, up: int = 2) -> Chamfer:
    """Return the chamfer of the cross, or of a part of it: along all its edges, or else those on the bed."""
    return Chamfer(dimensions.arm_chamfer) if dimensions.arm_chamfer else on_bed(dimensions, up)
