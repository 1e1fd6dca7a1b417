# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of a 3D view that nothing lies over, to draw on."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
from mathutils import Vector

from .drawing import Point


@dataclass(frozen=True)
class FreePart:
    """A part of a region, in its pixels."""

    left: float
    bottom: float
    right: float
    top: float

    def nearest(self, place: Vector, margin: float) -> Point:
        """Return the place in here that is nearest to another one, and not nearer to the border than the margin."""
        x = max(self.left + margin, min(place.x, self.right - margin))
        y = max(self.bottom + margin, min(place.y, self.top - margin))
        return x, y


def free_part(area: bpy.types.Area, region: bpy.types.Region) -> FreePart:
    """Return the part of the region that no toolbar, sidebar or header lies over; each may be on either side."""
    left, bottom, right, top = 0, 0, region.width, region.height
    for other in area.regions:
        # Where a region is hidden it has no pixels, or one.
        if min(other.width, other.height) <= 1:
            continue
        x, y = other.x - region.x, other.y - region.y
        if other.type in {"TOOLS", "UI"}:
            if x < region.width / 2:
                left = max(left, x + other.width)
            else:
                right = min(right, x)
        elif other.type in {"HEADER", "TOOL_HEADER"}:
            if y < region.height / 2:
                bottom = max(bottom, y + other.height)
            else:
                top = min(top, y)
    return FreePart(left, bottom, right, top)
