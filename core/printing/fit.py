# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a mesh, whatever was done to it, meets boxes that must stay free of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..solids.solid import Solid
from .printed_object import Floats

HAIR = 2e-3
"""Millimeters by which a mesh may reach into a box: single precision, which STL files have, rounds by less."""


def boxes_of(solid: Solid) -> Floats:
    """Return boxes whose union is a solid, none of which overlap, shape (n, 3 axes, 2 ends), in millimeters."""
    filled = solid.filled
    ends = np.diff(filled.astype(np.int8), axis=2, prepend=0, append=0)
    # The places of both are in the same order: column by column, upward.
    x, y, low = np.nonzero(ends > 0)
    high = np.nonzero(ends < 0)[2]
    lines = solid.lines
    pairs = [(lines[0][x], lines[0][x + 1]), (lines[1][y], lines[1][y + 1]), (lines[2][low], lines[2][high])]
    boxes: Floats = np.stack([np.stack(pair, axis=-1) for pair in pairs], axis=1)
    return boxes


def meets(vertices: Floats, triangles: NDArray[np.int32], boxes: Floats) -> bool:
    """Report whether a closed mesh shares room with any box: its surface does, or the box is inside of it.

    ``vertices`` is in millimeters, shape (v, 3); ``triangles`` numbers them, shape (t, 3); ``boxes`` are as those of
    ``boxes_of``. What only touches does not meet.
    """
    corners = vertices[triangles]
    lows, highs = corners.min(axis=1), corners.max(axis=1)
    for box in boxes:
        low, high = box[:, 0] + HAIR, box[:, 1] - HAIR
        near = ((lows < high) & (highs > low)).all(axis=1)
        if near.any() and _cross(corners[near], (low + high) / 2, (high - low) / 2):
            return True
    return any(_is_inside(corners, lows, highs, box.mean(axis=1)) for box in boxes)


def _cross(corners: Floats, middle: Floats, half: Floats) -> bool:
    """Report whether any triangle meets a box that its own bounds meet, by axes between which both would be apart.

    The axes are those of Akenine-Moeller, "Fast 3D Triangle-Box Overlap Testing", 2001.
    """
    triangles = corners - middle
    sides = np.roll(triangles, -1, axis=1) - triangles
    apart = np.zeros(len(triangles), dtype=bool)
    axes = [np.cross(sides[:, 0], sides[:, 1])]
    axes += [np.cross(np.eye(3)[axis], sides[:, side]) for axis in range(3) for side in range(3)]
    for axis in axes:
        shadows = np.einsum("tcx,tx->tc", triangles, axis)
        reach = np.abs(axis) @ half
        # An axis of no length parts nothing.
        apart |= (shadows.min(axis=1) > reach) | (shadows.max(axis=1) < -reach)
    return not apart.all()


def _is_inside(corners: Floats, lows: Floats, highs: Floats, point: Floats) -> bool:
    """Report whether a point is inside of a closed mesh: a ray upward from it leaves an odd number of times."""
    # A point on an edge as seen from above would be counted twice.
    x, y, z = point + np.array([0.000123, 0.000217, 0.0])
    above = (lows[:, 0] < x) & (highs[:, 0] > x) & (lows[:, 1] < y) & (highs[:, 1] > y) & (highs[:, 2] > z)
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners[above].transpose(1, 2, 0)
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    area = np.where(area == 0, 1e-30, area)
    b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    is_hit = (b > 0) & (c > 0) & (b + c < 1) & (az + b * (bz - az) + c * (cz - az) > z)
    return int(is_hit.sum()) % 2 == 1
