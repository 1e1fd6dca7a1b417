# SPDX-License-Identifier: GPL-3.0-or-later
"""Chooses the face of two that has the marks of start and end: the one that is seen at first in Blender's view."""

from __future__ import annotations

from ...solids.straight_moves import Heading
from .joints import LOWER, UPPER

MARKED_SIDES = (UPPER, LOWER, UPPER)
"""By axis: the right, the front and the upper face."""


def is_marked(face: Heading) -> bool:
    """Report whether a face has the marks, by the axis that it lies across and its side there."""
    axis, side = face
    return side == MARKED_SIDES[axis]
