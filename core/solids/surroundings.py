# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies near some boxes of a grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ROUNDING = 1e-5
"""Ends that belong together may differ by this, in millimeters."""

Spans = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Where the intervals of an axis begin and end, in millimeters: both ascend, and no interval begins before the one
before it ends. There may be room between two of them."""


def surroundings(
    filled: NDArray[np.bool_], spans: Sequence[Spans], axes: Sequence[int], reach: float
) -> NDArray[np.bool_]:
    """Return the boxes less than ``reach`` away from filled ones along each of some axes, the filled ones with them.

    ``spans`` are the intervals of each axis, ``reach`` is in millimeters and more than ``ROUNDING``. A box that is near
    enough in a part of it is near.
    """
    for axis in axes:
        lows, highs = spans[axis]
        number = np.arange(len(lows))
        # The intervals that lie near each one follow one another.
        first = np.searchsorted(highs, lows - reach + ROUNDING, side="right")
        last = np.searchsorted(lows, highs + reach - ROUNDING, side="left")
        layers = np.moveaxis(filled, axis, 0)
        near = layers.copy()
        # Only few are near. So the set is moved by so many intervals, all at once.
        for shift in range(int((first - number).min()), int((last - number).max())):
            within = np.flatnonzero((first <= number + shift) & (number + shift < last))
            if shift:
                near[within] |= layers[within + shift]
        filled = np.moveaxis(near, 0, axis)
    return filled
