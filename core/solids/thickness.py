# SPDX-License-Identifier: GPL-3.0-or-later
"""The thickness of a solid where it is thinnest."""

from __future__ import annotations

import numpy as np

from .solid import Solid


def least_thickness(solid: Solid, axis: int) -> float:
    """Return how far one goes at least through a solid along an axis, from outside to outside, in millimeters."""
    filled = np.pad(np.moveaxis(solid.filled, axis, -1), [(0, 0), (0, 0), (1, 1)])
    inside, line = filled[..., 1:-1], solid.lines[axis]
    begins = np.nonzero(inside & ~filled[..., :-2])[-1]
    ends = np.nonzero(inside & ~filled[..., 2:])[-1]
    return round(float((line[ends + 1] - line[begins]).min()), 6)
