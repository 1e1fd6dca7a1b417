# SPDX-License-Identifier: GPL-3.0-or-later
"""What is connected, where all connections are known at once; see ``union_find`` for those that are made one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def components(count: int, sources: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return, for each number below ``count``, the lowest of all numbers that it is connected with.

    ``sources`` and ``targets`` are the ends of the connections, two arrays of one length; their order does not
    matter. Each round hooks the higher of two touching components to the lower and then shortens all
    chains to their roots (Shiloach and Vishkin, "An O(log n) parallel connectivity algorithm", 1982), so few
    rounds are enough.
    """
    label = np.arange(count)
    while len(sources):
        low = np.minimum(label[sources], label[targets])
        high = np.maximum(label[sources], label[targets])
        label[high] = low
        while not np.array_equal(label, shorter := label[label]):
            label = shorter
        apart = label[sources] != label[targets]
        sources, targets = sources[apart], targets[apart]
    return label
