# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws are fair, make one call each, and take what that call says; the logarithm is that of the library."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice, permutations
from math import nextafter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.draws import index_below, log2, pick, shuffle_in_steps, take, take_at, toss

LARGEST = nextafter(1.0, 0.0)
SHARES = draw.floats(0, LARGEST)
ITEMS = draw.lists(draw.integers(), min_size=1, max_size=12)


class Scripted(Random):
    """A generator whose numbers are known beforehand."""

    def __init__(self, values: Iterable[float]) -> None:
        super().__init__(0)
        self._values = list(values)

    def random(self) -> float:
        return self._values.pop(0)

    @property
    def left(self) -> int:
        return len(self._values)


@given(draw.integers(1, 2**50), SHARES | draw.just(LARGEST))
def test_an_index_is_below_the_count(count: int, share: float) -> None:
    random = Scripted([share])
    assert 0 <= index_below(count, random) < count
    assert random.left == 0


@given(ITEMS, SHARES)
def test_pick_returns_the_item_at_a_share_of_the_way(items: list[int], share: float) -> None:
    before = items.copy()
    assert pick(items, Scripted([share])) == before[int(share * len(before))]
    assert items == before


@given(ITEMS, SHARES)
def test_take_removes_what_it_returns_and_only_the_last_item_moves(items: list[int], share: float) -> None:
    before = items.copy()
    place = int(share * len(before))
    assert take(items, Scripted([share])) == before[place]
    assert items == [*before[:place], before[-1], *before[place + 1 :]][: len(before) - 1]


@given(ITEMS, draw.data())
def test_take_at_removes_the_item_of_a_place(items: list[int], data: draw.DataObject) -> None:
    before = items.copy()
    place = data.draw(draw.integers(0, len(items) - 1))
    taken = take_at(items, place)
    assert taken == before[place]
    assert Counter([*items, taken]) == Counter(before)


@pytest.mark.parametrize("drawn", [pick, take])
def test_of_nothing_nothing_can_be_drawn(drawn: Callable[[list[int], Random], int]) -> None:
    with pytest.raises(IndexError):
        drawn([], Scripted([0.5]))


@pytest.mark.parametrize(("share", "side"), [(0.0, True), (0.49, True), (0.5, False), (LARGEST, False)])
def test_a_toss_has_two_sides(share: float, side: bool) -> None:
    assert toss(Scripted([share])) is side


@given(ITEMS, draw.integers(0, 12), draw.data())
def test_a_shuffle_draws_only_for_what_is_asked_for(items: list[int], asked: int, data: draw.DataObject) -> None:
    before = items.copy()
    random = Scripted(data.draw(draw.lists(SHARES, min_size=len(items), max_size=len(items))))
    yielded = list(islice(shuffle_in_steps(items, random), asked))
    assert random.left == max(0, len(before) - asked)
    assert yielded == items[:asked]
    assert Counter(items) == Counter(before)


def test_every_order_is_equally_likely() -> None:
    # Six shares evenly apart: of three places each gets two of them, of two places each gets three.
    shares = [(2 * number + 1) / 12 for number in range(6)]
    orders = Counter(
        tuple(shuffle_in_steps([1, 2, 3], Scripted([first, second, 0.0]))) for first in shares for second in shares
    )
    assert orders == dict.fromkeys(permutations((1, 2, 3)), 6)


@given(draw.floats(1e-300, 1e300))
def test_it_is_the_logarithm_to_the_base_2(number: float) -> None:
    assert log2(number) == pytest.approx(math.log2(number), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("exponent", [-1000, -1, 0, 1, 52, 1000])
def test_powers_of_two_are_exact(exponent: int) -> None:
    assert log2(2.0**exponent) == exponent
