# SPDX-License-Identifier: GPL-3.0-or-later
"""Overhangs: the level sides of a solid that hang in the air where it is printed as it stands.

A slicer's automatic supports hold that up; slicers disagree on which bridges need none, so a bridge counts here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]

LEDGE = 0.12
"""How far, in millimeters, a layer may lead out over the one below: as far as the thinnest of common layers is high.

That is a slope of 45 degrees, up to which slicers support nothing at the thresholds that people choose.
"""


def overhanging(filled: NDArray[np.bool_], x: Line, y: Line) -> dict[int, NDArray[np.bool_]]:
    """Return where level sides of a grid's filled boxes look down that are wider than a ledge, by the slab below them.

    Slabs lie between two neighboring lines across z; the arrays have the shape of a slab. ``x`` and ``y`` are the
    lines across these axes, in millimeters.
    """
    filled = np.ascontiguousarray(np.moveaxis(filled, 2, 0))
    hanging = filled[1:] & ~filled[:-1]
    wider = {}
    for level in np.flatnonzero(hanging.any(axis=(1, 2))).tolist():
        layer = hanging[level]
        held = filled[level + 1] & filled[level]
        along_x = _narrow(layer, held, x)
        along_y = _narrow(layer.T, held.T, y).T
        wide = layer & ~along_x & ~along_y
        # The corner of a narrow rim has others of the rim beside it.
        held |= layer & ~wide
        wide &= ~(_narrow(wide, held, x) & _narrow(wide.T, held.T, y).T)
        if wide.any():
            wider[level] = wide
    return wider


def _narrow(hanging: NDArray[np.bool_], held: NDArray[np.bool_], line: Line) -> NDArray[np.bool_]:
    """Return the boxes in runs along the first axis that lead out no farther than a ledge from what is held."""
    changes = np.diff(np.pad(hanging.astype(np.int8), ((1, 1), (0, 0))), axis=0)
    row, first = np.nonzero(changes.T > 0)
    last = np.nonzero(changes.T < 0)[1]
    padded = np.pad(held, ((1, 1), (0, 0)))
    holding = padded[first, row].astype(np.int64) + padded[last + 1, row]
    is_wide = line[last] - line[first] > holding * LEDGE + 1e-6
    # Runs that are too wide begin and end no more.
    changes[first[is_wide], row[is_wide]] = changes[last[is_wide], row[is_wide]] = 0
    narrow: NDArray[np.bool_] = np.cumsum(changes[:-1], axis=0, dtype=np.int8) > 0
    return narrow
