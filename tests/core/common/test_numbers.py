# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers are read as people write them, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.options import decimal_number, whole_number

NO_NUMBERS = ["", " ", "1_0", "_1", "1 ", " 1", "\t1", "1\n", "٣", "１", "²", "--", "-", "+", ".", "e5", "1e", "0x1"]
NO_NUMBERS += ["1,5", "five", "nan", "inf", "-inf", "1e5.", "9" * 41, "\ud800", "1\x00", "𝟙"]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=ascii)
def test_what_is_no_number_is_not_read(text: str) -> None:
    assert whole_number(text) is None
    assert decimal_number(text) is None


@pytest.mark.parametrize("text", ["1.0", "1.", ".5", "1e3", "-2.5"])
def test_a_decimal_number_is_no_whole_one(text: str) -> None:
    assert whole_number(text) is None
    assert decimal_number(text) == float(text)


@given(draw.integers(-(10**38), 10**38))
def test_whole_numbers_are_read(number: int) -> None:
    assert whole_number(str(number)) == number
    assert decimal_number(str(number)) == float(number)
    assert whole_number(f"+{abs(number)}") == abs(number)


@given(draw.floats(allow_nan=False, allow_infinity=False))
def test_decimal_numbers_are_read(number: float) -> None:
    assert decimal_number(repr(number)) == number


@given(draw.text(max_size=50))
def test_what_is_read_consists_of_digits(text: str) -> None:
    if whole_number(text) is not None:
        assert set(text) <= set("+-0123456789")
    if decimal_number(text) is not None:
        assert set(text) <= set("+-.eE0123456789")
