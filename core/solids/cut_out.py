# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes cut out of a solid that is there already."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .solid import Solid

NEAREST = 0.01
"""In millimeters; lines of a grid are at least so far apart, or single precision, which STL files have, loses it."""


def cut_out(solid: Solid, boxes: ArrayLike) -> Solid:
    """Return a solid without some boxes, given as an array of shape (number, 3 axes, 2 ends), in millimeters.

    An end less than ``NEAREST`` beside a line of the solid's grid is moved there, so that no sliver is left; ends that
    should be the same must be, to within a millionth of a millimeter. What lies outside of the grid cuts nothing.
    """
    ends = np.round(np.asarray(boxes, dtype=np.float64), 6)
    lines, sampled = [], []
    for axis, own in enumerate(solid.lines):
        wanted = np.clip(ends[:, axis], own[0], own[-1])
        nearest = own[np.abs(np.subtract.outer(wanted, own)).argmin(axis=-1)]
        ends[:, axis] = np.where(np.abs(nearest - wanted) < NEAREST, nearest, wanted)
        line: NDArray[np.float64] = np.union1d(own, ends[:, axis])
        lines.append(line)
        sampled.append(np.searchsorted(own, (line[:-1] + line[1:]) / 2) - 1)
    places = np.ix_(*sampled)
    filled = solid.filled[places]
    for box in ends:
        filled[tuple(slice(*np.searchsorted(line, span)) for line, span in zip(lines, box, strict=True))] = False
    directions = None if solid.directions is None else solid.directions[places]
    return Solid((lines[0], lines[1], lines[2]), filled, directions)
