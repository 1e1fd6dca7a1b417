# SPDX-License-Identifier: GPL-3.0-or-later
"""Random draws from ``Random.random()`` alone.

That is the one method whose sequence Python promises to keep, so a seed gives the same puzzle in every version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
