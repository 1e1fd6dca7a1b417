# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids from boxes that are given by their ends."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from .solid import Solid

Box = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""The lowest and the highest coordinate along x, y and z, in millimeters."""


def solid_from_boxes(filled: Iterable[ArrayLike], cut_out: Iterable[ArrayLike] = ()) -> Solid:
    """Return the union of the filled boxes without those that are cut out.

    Each is a ``Box``, or an array of its shape (3 axes, 2 ends). The grid has a line wherever one of them ends,
    also where it is cut out of nothing. Ends that differ at all are two lines: those that differ by their rounding
    only must be made equal before, or they leave a sliver. Raises ValueError where there is no box at all.
    """
    boxes = [(np.asarray(box, dtype=np.float64), True) for box in filled]
    boxes += [(np.asarray(box, dtype=np.float64), False) for box in cut_out]
    x, y, z = (np.unique([box[axis] for box, _ in boxes]) for axis in range(3))
    grid = np.zeros((len(x) - 1, len(y) - 1, len(z) - 1), dtype=bool)
    for box, is_filled in boxes:
        within = (slice(*np.searchsorted(line, ends)) for line, ends in zip((x, y, z), box, strict=True))
        grid[tuple(within)] = is_filled
    return Solid((x, y, z), grid)
