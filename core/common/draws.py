# SPDX-License-Identifier: GPL-3.0-or-later
"""Random draws from ``Random.random()`` alone.

That is the one method whose sequence Python promises to keep, so a seed gives the same puzzle in every version.

A logarithm that has the same bits on every machine, which the library's own need not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import frexp
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def toss(random: Random) -> bool:
    """Return True or False, each half of the time."""
    return random.random() < 0.5


def index_below(count: int, random: Random) -> int:
    """Return a number from 0, below ``count``; each is equally likely."""
    return int(random.random() * count)


def pick(items: Sequence[Item], random: Random) -> Item:
    """Return one of some items, each equally likely; raises IndexError where there is none."""
    return items[index_below(len(items), random)]


def take(items: list[Item], random: Random) -> Item:
    """Remove and return one of some items, each equally likely; raises IndexError where there is none.

    It takes constant time, and may change the order of the others.
    """
    return take_at(items, index_below(len(items), random))


def take_at(items: list[Item], place: int) -> Item:
    """Remove and return the item at a place, in constant time: the last one fills the gap."""
    items[place], items[-1] = items[-1], items[place]
    return items.pop()


def shuffle_in_steps(items: list[Item], random: Random) -> Iterator[Item]:
    """Shuffle a list in place, every order being equally likely, and yield each item when its place is settled.

    One draw is made for each item that is asked for, so a walk that ends early draws no more than it needs
    (the shuffle of Fisher and Yates, from the front).
    """
    count = len(items)
    for number in range(count):
        place = number + index_below(count - number, random)
        items[number], items[place] = items[place], items[number]
        yield items[number]


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
