# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids from boxes that are given by their ends, and boxes cut out of a solid."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

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


def together(solids: Iterable[Solid]) -> Solid:
    """Return the union of one solid or more, each in its place; directions are left out."""
    several = [([np.round(line, 6) for line in one.lines], one.filled) for one in solids]
    x, y, z = (np.unique(np.concatenate([lines[axis] for lines, _ in several])) for axis in range(3))
    filled = np.zeros((len(x) - 1, len(y) - 1, len(z) - 1), dtype=bool)
    for lines, own_filled in several:
        spans, sampled = [], []
        for line, own in zip((x, y, z), lines, strict=True):
            first, last = np.searchsorted(line, own[[0, -1]])
            spans.append(slice(first, last))
            sampled.append(np.searchsorted(own, (line[first:last] + line[first + 1 : last + 1]) / 2) - 1)
        filled[tuple(spans)] |= own_filled[np.ix_(*sampled)]
    return Solid((x, y, z), filled)


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
