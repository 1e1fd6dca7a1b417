# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether polygons are the whole surface of something, and how many bodies a solid is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.union_find import components
from .solid import Solid

LARGEST_COUNT = 2**31
"""Of places whose numbers begin at 0, so many at most: the numbers of two of them then fit into one of 64 bits."""


def edges_are_paired(*polygons: NDArray[np.integer[Any]]) -> bool:
    """Report whether each edge of some polygons has exactly one that goes the other way.

    Each of ``polygons`` holds a whole number for each corner, shape (polygons, corners); equal numbers are the same
    place. An edge from a place to itself goes both ways. No polygons have all their edges paired.
    """
    begins = np.concatenate([some.ravel() for some in polygons])
    finishes = np.concatenate([np.roll(some, -1, axis=1).ravel() for some in polygons])
    if not len(begins):
        return True
    count = int(begins.max()) + 1
    if int(begins.min()) >= 0 and count <= LARGEST_COUNT:
        starts, ends = begins.astype(np.int64), finishes.astype(np.int64)
    else:
        keys, places = np.unique(np.stack((begins, finishes)), return_inverse=True)
        count = len(keys)
        starts, ends = places.reshape(2, -1).astype(np.int64)
    # Counted from 0, the numbers of both ends fit into one.
    forward = np.sort(starts * count + ends)
    backward = np.sort(ends * count + starts)
    return bool((forward[1:] != forward[:-1]).all() and np.array_equal(forward, backward))


def body_count(solid: Solid) -> int:
    """Count the bodies of a solid: parts whose boxes touch along whole sides."""
    filled = solid.filled.ravel()
    # Only the filled boxes are looked at: they are few in a large grid.
    places = np.flatnonzero(filled)
    sources, targets = [], []
    step = 1
    for count in reversed(solid.filled.shape):
        has_next = np.flatnonzero(places // step % count < count - 1)
        touching = has_next[filled[places[has_next] + step]]
        sources.append(touching)
        targets.append(np.searchsorted(places, places[touching] + step))
        step *= count
    lowest = components(len(places), np.concatenate(sources), np.concatenate(targets))
    return np.count_nonzero(lowest == np.arange(len(places)))
