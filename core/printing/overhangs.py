# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a slicer's automatic supports would hold up something of a solid, as it stands on z = 0.

Slicers disagree on which bridges need none, so a bridge counts as an overhang here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..solids.solid import Solid

LEDGE = 0.12
"""How far, in millimeters, a layer may lead out over the one below: as far as the thinnest of common layers is high.

That is a slope of 45 degrees, up to which slicers support nothing at the thresholds that people choose.
"""

WIDEST_ON_BED = 0.4
"""In millimeters: slicers support the upper part of a wider chamfer on the bed, at 45 degrees and layers of 0.2 mm."""


def has_overhang(solid: Solid) -> bool:
    """Report whether a level side of a solid looks down that is wider than a ledge, above the bed."""
    return bool(overhanging(solid))


def overhanging(solid: Solid) -> dict[int, NDArray[np.bool_]]:
    """Return where level sides look down that are wider than a ledge, by the number of the slab below them.

    Slabs lie between two neighboring lines across z; the arrays have the shape of a slab.
    """
    filled = solid.filled
    hanging = filled[:, :, 1:] & ~filled[:, :, :-1]
    found = {}
    for level in np.flatnonzero(hanging.any(axis=(0, 1))).tolist():
        layer = hanging[:, :, level]
        held = filled[:, :, level + 1] & filled[:, :, level]
        along_x = _narrow(layer, held, solid.lines[0])
        along_y = _narrow(layer.T, held.T, solid.lines[1]).T
        wide = layer & ~along_x & ~along_y
        # The corner of a narrow rim has others of the rim beside it.
        held |= layer & ~wide
        wide &= ~(_narrow(wide, held, solid.lines[0]) & _narrow(wide.T, held.T, solid.lines[1]).T)
        if wide.any():
            found[level] = wide
    return found


def _narrow(hanging: NDArray[np.bool_], held: NDArray[np.bool_], line: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the boxes in runs along the first axis that lead out no farther than a ledge from what is held."""
    narrow = np.zeros_like(hanging)
    padded = np.pad(held, ((1, 1), (0, 0)))
    for row in np.flatnonzero(hanging.any(axis=0)):
        ends = np.flatnonzero(np.diff(np.pad(hanging[:, row].astype(np.int8), 1)))
        for first, last in zip(ends[::2], ends[1::2], strict=True):
            holding = int(padded[first, row]) + int(padded[last + 1, row])
            narrow[first:last, row] = line[last] - line[first] <= holding * LEDGE + 1e-6
    return narrow
