# SPDX-License-Identifier: GPL-3.0-or-later
"""A logarithm that has the same bits on every machine, which the library's own need not have."""

from __future__ import annotations

from math import frexp

_PER_ARTANH = 2.8853900817779268
"""The logarithm of e to the base 2, twice."""

_ROOT_OF_HALF = 0.7071067811865476


def log2(number: float) -> float:
    """Return the logarithm to the base 2 of a number above 0, with an error below 1e-10.

    The fraction ``f`` of the number follows from the series ``ln f = 2 artanh((f - 1) / (f + 1))``; only operations
    that IEEE 754 defines to the last bit are used.
    """
    fraction, exponent = frexp(number)
    if fraction < _ROOT_OF_HALF:
        fraction, exponent = 2 * fraction, exponent - 1
    t = (fraction - 1) / (fraction + 1)
    square = t * t
    series = 1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square / 11))))
    return exponent + _PER_ARTANH * t * series
