# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the edges on a plate's bed that the marks of start and end keep from being cut."""

from __future__ import annotations

from ...solids.chamfer_room import SHARE
from ...solids.regions import Region
from ...solids.solid import Solid
from .chamfers import bed_side, width_on_plates
from .dimensions import Dimensions
from .kit_markers import mark_size

ROUNDING = 1e-4
"""In millimeters; what differs by less is equal but for its rounding."""


def leave_room_for_chamfers(dimensions: Dimensions) -> bool:
    """Report whether the rims beside all marks, wherever these may be, have the room that chamfers on the bed need."""
    return least_rim(dimensions) >= _rim_on_bed(dimensions) - ROUNDING


def least_rim(dimensions: Dimensions) -> float:
    """Return how wide the thinnest rim beside a mark is, on the bed and wherever the mark may be; infinite for none."""
    rims = [float("inf")]
    for depth in (dimensions.start_marker, dimensions.end_marker):
        if depth > 0:
            width, on_frame = (mark_size(depth, dimensions, on_frame=one)[0] for one in (False, True))
            rims += [(dimensions.wall - width) / 2, dimensions.plate / 2 - dimensions.joint - on_frame]
    return min(rims)


def sharp_on_plate(solid: Solid, dimensions: Dimensions, up: int) -> list[Region]:
    """Return which edges of a plate's bed side stay sharp: where a mark is open to a joint, or its rim too thin.

    The mark's own edge is not cut. So of a rim that is cut a fifth stays, too, if it is half of what is cut from both
    sides. The plate is to be divided where the regions end.
    """
    rim = _rim_on_bed(dimensions)
    return bed_side(up).near_pits(solid, rim - ROUNDING, 2 * rim + ROUNDING) if rim else []


def _rim_on_bed(dimensions: Dimensions) -> float:
    """Return how far a chamfer on the bed keeps from a mark: half of what a wall needs that is cut from both sides."""
    return width_on_plates(dimensions) / SHARE / 2
