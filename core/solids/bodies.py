# SPDX-License-Identifier: GPL-3.0-or-later
"""How many bodies a solid falls into."""

from __future__ import annotations

import numpy as np

from ..common.components import components
from .solid import Solid


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
