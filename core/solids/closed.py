# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether polygons are the whole surface of something: every edge is used once in each direction."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def edges_are_paired(*polygons: NDArray[np.integer[Any]]) -> bool:
    """Report whether each edge of some polygons has exactly one that goes the other way.

    Each of ``polygons`` holds a whole number for each corner, shape (polygons, corners); equal numbers are the same
    place. An edge from a place to itself goes both ways. No polygons have all their edges paired.
    """
    begins = np.concatenate([some.ravel() for some in polygons])
    finishes = np.concatenate([np.roll(some, -1, axis=1).ravel() for some in polygons])
    keys, places = np.unique(np.stack((begins, finishes)), return_inverse=True)
    # Counted from 0, the numbers of both ends fit into one.
    starts, ends = places.reshape(2, -1).astype(np.int64)
    forward = np.sort((starts * len(keys) + ends).ravel())
    backward = np.sort((ends * len(keys) + starts).ravel())
    return bool((forward[1:] != forward[:-1]).all() and np.array_equal(forward, backward))
