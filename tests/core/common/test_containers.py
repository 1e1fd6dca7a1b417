# SPDX-License-Identifier: GPL-3.0-or-later
"""Containers: what is connected is known by its root, all at once or one by one, and what was made last is kept."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.containers import Recent, UnionFind, components, fixed

COUNT = 12
NUMBERS = draw.integers(0, COUNT - 1)


@given(draw.lists(draw.tuples(NUMBERS, NUMBERS), max_size=20))
@run_with(max_examples=200)
def test_each_number_has_the_lowest_that_it_is_connected_with(pairs: list[tuple[int, int]]) -> None:
    one_by_one = UnionFind(range(COUNT))
    for first, second in pairs:
        one_by_one.join(first, second)
    expected = [
        min(member for member in range(COUNT) if one_by_one.root(member) == one_by_one.root(number))
        for number in range(COUNT)
    ]
    ends = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    assert components(COUNT, ends[:, 0], ends[:, 1]).tolist() == expected


def test_a_long_chain_in_any_order_is_one() -> None:
    order = np.random.default_rng(1).permutation(10_000)
    assert not components(len(order), order[1:], order[:-1]).any()


@given(draw.integers(2, 12), draw.data())
def test_what_is_joined_is_known_by_one_root(count: int, data: draw.DataObject) -> None:
    number = draw.integers(0, count - 1)
    sets = UnionFind(range(count))
    label = list(range(count))
    for first, second in data.draw(draw.lists(draw.tuples(number, number), max_size=12)):
        assert sets.would_close_loop([(first, second)]) == (label[first] == label[second])
        sets.join(first, second)
        label = [label[first] if of_number == label[second] else of_number for of_number in label]
    for first, second in product(range(count), repeat=2):
        assert (sets.root(first) == sets.root(second)) == (label[first] == label[second])
    several = data.draw(draw.lists(draw.tuples(number, number), max_size=6))
    closes = False
    joined = label.copy()
    for first, second in several:
        closes = closes or joined[first] == joined[second]
        joined = [joined[first] if of_number == joined[second] else of_number for of_number in joined]
    assert sets.would_close_loop(several) == closes
    # To ask changes nothing.
    assert sets.would_close_loop(several) == closes


def test_what_was_used_last_is_made_once() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    recent = Recent[str](2)
    for key in "abab":
        assert recent.get(key, lambda key=key: make(key)) == key.upper()  # type: ignore[misc]
    assert made == ["a", "b"]
    recent.get("a", lambda: make("a"))
    recent.get("c", lambda: make("c"))
    # The one that was not used for the longest time went.
    recent.get("a", lambda: make("a"))
    recent.get("b", lambda: make("b"))
    assert made == ["a", "b", "c", "b"]


def test_what_was_made_elsewhere_is_kept_and_what_fails_is_not() -> None:
    recent = Recent[int](2)
    recent.put("one", 1)
    assert recent.get("one", lambda: 7) == 1

    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        recent.get("two", fail)
    assert recent.get("two", lambda: 2) == 2


def test_nothing_is_written_into_what_is_fixed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        fixed(np.zeros(3))[0] = 1
