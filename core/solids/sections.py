# SPDX-License-Identifier: GPL-3.0-or-later
"""Models in the cells of a grid: how much is in each cell, and in the sides where they hang together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .voxels import Floats, PlacedModel, shares_and_floors

BESIDE = 1e-4
"""What reaches no farther into a cell, in cells, is not in it."""

AT_ONCE = 500_000
"""Triangles in cells that are looked at together."""


@dataclass(frozen=True)
class Sections:
    """How much of each cell is inside of a model, whether anything is, and how much of the sides between cells.

    All are [x, y, z]; ``floors`` has, by axis, the side of each cell toward the one before it.
    """

    shares: Floats
    is_met: NDArray[np.bool_]
    floors: tuple[Floats, Floats, Floats]


def sections(model: PlacedModel) -> Sections:
    """Return what of a model is in cells, and in the sides between them."""
    shares, upright = shares_and_floors(model)
    beside = []
    for axis in range(2):
        order = [(axis + 1) % 3, (axis + 2) % 3, axis]
        turned = replace(model, corners=model.corners[:, :, order], cells=model.cells[order])
        beside.append(shares_and_floors(turned)[1].transpose(np.argsort(order)))
    is_met = (shares > BESIDE) | _cells_met(model)
    return Sections(shares, is_met, (beside[0], beside[1], upright))


def _cells_met(model: PlacedModel) -> NDArray[np.bool_]:
    """Return in which cells the surface of a model is."""
    is_met = np.zeros(model.cells, dtype=bool)
    low = np.clip(np.floor(model.corners.min(axis=1) + BESIDE), 0, model.cells).astype(np.int64)
    high = np.clip(np.ceil(model.corners.max(axis=1) - BESIDE), 0, model.cells).astype(np.int64)
    size = np.maximum(high - low, 0)
    ends = np.cumsum(size.prod(axis=1))
    begin = 0
    while begin < len(ends):
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + AT_ONCE, side="right")))
        which = np.repeat(np.arange(begin, end), np.diff(ends[begin:end], prepend=done))
        place = np.arange(len(which)) + done - (ends[which] - size[which].prod(axis=1))
        x, rest = np.divmod(place, size[which, 1] * size[which, 2])
        cell = low[which] + np.stack([x, *np.divmod(rest, size[which, 2])], axis=1)
        met = cell[cross(model.corners[which], cell[:, None] + 0.5, np.full(3, 0.5 - BESIDE))]
        is_met[tuple(met.T)] = True
        begin = end
    return is_met


def cross(corners: Floats, middle: Floats, half: Floats) -> NDArray[np.bool_]:
    """Report which triangles meet a box that their own bounds meet, by axes between which both would be apart.

    ``corners`` have shape (n, 3, 3); ``middle`` is that of one box, or of a box for each, shape (n, 1, 3). The axes are
    those of Akenine-Moeller, "Fast 3D Triangle-Box Overlap Testing", 2001.
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
    return ~apart
