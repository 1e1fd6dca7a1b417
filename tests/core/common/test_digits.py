# SPDX-License-Identifier: GPL-3.0-or-later
"""Digits of many bases come back from the one number that they make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.codes import Reader, Writer
from puzzle_cubes.common.errors import InputError

DIGITS = draw.integers(1, 300).flatmap(lambda base: draw.tuples(draw.integers(0, base - 1), draw.just(base)))


@given(draw.lists(DIGITS | draw.integers(0, 10**6)))
def test_digits_come_back_in_their_order(written: list[tuple[int, int] | int]) -> None:
    writer = Writer()
    for number in written:
        if isinstance(number, int):
            writer.put_natural(number)
        else:
            writer.put(*number)
    reader = Reader(writer.number)
    for number in written:
        if isinstance(number, int):
            assert reader.take_natural() == number
        else:
            assert reader.take(number[1]) == number[0]
    reader.check_end()


@pytest.mark.parametrize(("number", "bits"), [(0, 4), (7, 4), (8, 8), (71, 8), (72, 12)])
def test_small_numbers_take_few_bits(number: int, bits: int) -> None:
    writer = Writer()
    writer.put_natural(number)
    writer.put(1, 2)
    assert writer.number.bit_length() == bits + 1


def test_what_is_no_digit_or_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="5 is not a digit of base 5"):
        Writer().put(5, 5)
    with pytest.raises(InputError, match="far too long"):
        Reader(2**200 - 1).take_natural()
    with pytest.raises(InputError, match="more than a puzzle"):
        Reader(1).check_end()


def test_naturals_have_ten_places_of_eight_at_most() -> None:
    largest = sum(8**places for places in range(1, 11)) - 1
    for number in (largest, largest + 1):
        writer = Writer()
        writer.put_natural(number)
        if number == largest:
            assert Reader(writer.number).take_natural() == number
        else:
            with pytest.raises(InputError, match="far too long"):
                Reader(writer.number).take_natural()
