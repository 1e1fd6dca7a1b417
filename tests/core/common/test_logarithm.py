# SPDX-License-Identifier: GPL-3.0-or-later
"""The logarithm is that of the library, as far as it goes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.draws import log2


@given(draw.floats(1e-300, 1e300))
def test_it_is_the_logarithm_to_the_base_2(number: float) -> None:
    assert log2(number) == pytest.approx(math.log2(number), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("exponent", [-1000, -1, 0, 1, 52, 1000])
def test_powers_of_two_are_exact(exponent: int) -> None:
    assert log2(2.0**exponent) == exponent
