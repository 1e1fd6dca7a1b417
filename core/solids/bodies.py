# SPDX-License-Identifier: GPL-3.0-or-later
"""How many bodies a solid falls into."""

from __future__ import annotations

import numpy as np

from ..common.components import components
from .solid import Solid


def body_count(solid: Solid) -> int:
    """Count the bodies of a solid: parts whose boxes touch along whole sides."""
    filled = solid.filled
    # Boxes are numbered in the order of the grid; what an empty one has for a number is not looked at.
    numbers = np.cumsum(filled, dtype=np.intp).reshape(filled.shape) - 1
    sources, targets = [], []
    for axis in range(filled.ndim):
        layers, numbered = np.moveaxis(filled, axis, 0), np.moveaxis(numbers, axis, 0)
        touching = layers[:-1] & layers[1:]
        sources.append(numbered[:-1][touching])
        targets.append(numbered[1:][touching])
    lowest = components(np.count_nonzero(filled), np.concatenate(sources), np.concatenate(targets))
    return len(np.unique(lowest))
