# SPDX-License-Identifier: GPL-3.0-or-later
"""How much room a puzzle takes, wherever its cross is: what a camera must have in its picture."""

from __future__ import annotations

from math import hypot

from ..maze.faces import Size
from .dimensions import Dimensions


def center_and_radius(size: Size, dimensions: Dimensions) -> tuple[tuple[float, float, float], float]:
    """Return a sphere round the box that the cross never leaves, in millimeters as ``Dimensions.center`` has them."""
    outer = dimensions.outer_size(size)
    marker = max(dimensions.start_marker, dimensions.end_marker)
    radius = hypot(*(side / 2 + marker for side in outer))
    # How far the cross's center comes from the box's, and then its arms.
    ways = [(cells - 1) * dimensions.pitch / 2 for cells in size]
    for axis, half_arm in enumerate(dimensions.half_arms(size)):
        tip = [way + dimensions.arm_width / 2 for way in ways]
        tip[axis] = ways[axis] + half_arm
        radius = max(radius, hypot(*tip))
    return (0.0, 0.0, outer[2] / 2), radius
