# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether polygons are the whole surface of something, and counts the bodies of a solid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..common.union_find import components
from .solid import Solid

LARGEST_COUNT = 2**31
"""Of places whose numbers begin at 0, so many at most: the numbers of two of them then fit into one of 64 bits."""

FACTORS = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
"""Odd ones, of which nothing else is wanted than that few bits of both are the same."""


def edges_are_paired(polygons: NDArray[np.integer[Any]]) -> bool:
    """Report whether each edge of some polygons has exactly one that goes the other way.

    ``polygons`` hold a whole number for each corner, shape (polygons, corners); equal numbers are the same place. An
    edge from a place to itself goes both ways. No polygons have all their edges paired.
    """
    return ways_are_paired(polygons.ravel(), np.roll(polygons, -1, axis=1).ravel())


def ways_are_paired(begins: NDArray[np.integer[Any]], finishes: NDArray[np.integer[Any]]) -> bool:
    """Report whether each way, between places that are whole numbers, has exactly one back.

    Numbers that are not below LARGEST_COUNT must be spread over all 64 bits: then two ways count as one with odds of
    1 in 2^64.
    """
    if not len(begins):
        return True
    count = int(begins.max()) + 1
    are_counted = int(begins.min()) >= 0 and count <= LARGEST_COUNT
    # Counted from 0, the numbers of both ends fit into one.
    factors = (np.uint64(count), np.uint64(1)) if are_counted else FACTORS
    starts, ends = begins.astype(np.uint64), finishes.astype(np.uint64)
    forward = np.sort(starts * factors[0] + ends * factors[1])
    backward = np.sort(ends * factors[0] + starts * factors[1])
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
