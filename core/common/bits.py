# SPDX-License-Identifier: GPL-3.0-or-later
"""Boolean arrays held in Python integers, one bit an element, the first element in the lowest bit.

A face's passages as integers are immutable and compare at once.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def bits_from_array(array: NDArray[np.bool_]) -> int:
    """Pack a boolean array of any shape, in C order, into an integer."""
    return int.from_bytes(np.packbits(array, axis=None, bitorder="little").tobytes(), "little")


def array_from_bits(bits: int, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Unpack an integer into a boolean array of the given shape, in C order.

    Raises OverflowError when the integer has bits beyond the shape's last byte.
    """
    count = int(np.prod(shape))
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").reshape(shape).astype(bool)


def bits_from_indices(indices: Iterable[int], count: int) -> int:
    """Return the integer whose bits at the given places, each less than ``count``, are set."""
    array = np.zeros(count, dtype=bool)
    array[np.fromiter(indices, dtype=np.intp)] = True
    return bits_from_array(array)
