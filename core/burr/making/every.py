# SPDX-License-Identifier: GPL-3.0-or-later
"""Every assembly of the pieces that there are, each once however it is turned: place by place.

Pieces that lie in the places are added to whole tables of what lies in those before, as long as no two have a cell in
common, and no piece is used more often than it is there. Of an assembly and those that it is turned to the one whose
pieces are the first in order is taken. In that order pieces of a number follow each other: so the one in the first
place is of the first number that the assembly has, and all assemblies of six pieces begin with the same number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ...common.draws import shuffle_in_steps
from .places import PLACES, Cross

Ints = NDArray[np.int64]

Item = TypeVar("Item")

MOST_AT_ONCE = 1_000_000
"""Pairs of a row of a table and a piece that are compared at once."""


def limits_of(cross: Cross, pieces: Mapping[int, int]) -> dict[int, int]:
    """Return the pieces by the least that may be missing of each, in order, with how many there are of them."""
    found = {cross.lying(number - 1)[0]: 0 for number in sorted(pieces)}
    for number, count in pieces.items():
        found[cross.lying(number - 1)[0]] += count
    return found


def in_order(items: Sequence[Item], random: Random | None) -> Sequence[Item]:
    """Return items in the order in which they are looked at: a random one where there is ``random``."""
    return items if random is None else list(shuffle_in_steps(list(items), random))


class EveryAssembly:
    """Every assembly of pieces, of which each number is there so many times; with ``random`` in a random order."""

    def __init__(self, cross: Cross, pieces: Mapping[int, int], random: Random | None = None) -> None:
        self._lying = lying = cross.lying
        limits = limits_of(cross, pieces)
        kinds = [kind for kind in limits for _ in lying(kind)]
        missing = [one for kind in limits for one in lying(kind)]
        self._at = {one: place for place, one in enumerate(missing)}
        self._missing = np.array(missing, np.int64)
        self._kinds = np.array(kinds, np.int64)
        self._limits = np.array([limits[kind] for kind in kinds], np.int64)
        self._least = np.minimum.reduce([np.arange(len(missing)), *map(self._turned, cross.at_home)])
        self._kept = [np.array([of_place[one] for one in missing], np.int64) for of_place in cross.kept]
        self._random = random
        self._fit: dict[tuple[int, int], NDArray[np.bool_]] = {}
        self._turns = [(turn.places, [self._turned(table) for table in turn.tables]) for turn in cross.alike[1:]]
        self.parts = tuple(kind + 1 for kind in limits)
        """The parts of all, by the number of the first piece."""

    def batches(self) -> Iterator[tuple[float, Ints]]:
        """Yield all assemblies in batches, by what is missing, each with the share of all that is done before it."""
        parts = in_order(self.parts, self._random)
        for number, part in enumerate(parts):
            for share, batch in self.beginning_with(part):
                yield (number + share) / len(parts), batch

    def beginning_with(self, part: int) -> Iterator[tuple[float, Ints]]:
        """Yield those of a part, in batches, each with the share of the part that is done before it."""
        every = [self._at[one] for one in self._lying(part - 1)]
        firsts = in_order([first for first in every if self._least[first] == first], self._random)
        for number, first in enumerate(firsts):
            allowed = np.flatnonzero(self._least >= first)
            for share, batch in self._grown(np.array([[first]], np.int64), 1, allowed):
                yield (number + share) / len(firsts), batch

    def _turned(self, table: Sequence[int]) -> Ints:
        """Return where the pieces come by a turn, as their places among all that lie there."""
        return np.array([self._at[table[one]] for one in self._at], np.int64)

    def _grown(self, rows: Ints, place: int, allowed: Ints) -> Iterator[tuple[float, Ints]]:
        """Yield the assemblies in which some pieces, a row each, lie in the first places."""
        if place == PLACES:
            yield 0.0, self._missing[self._once(rows)]
            return
        if self._random is not None and place > 1:
            rows = rows[in_order(range(len(rows)), self._random)]
        step = max(1, MOST_AT_ONCE // len(allowed))
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step]
            fits = np.ones((len(part), len(allowed)), bool)
            for other in range(place):
                fits &= self._pairs(other, place)[part[:, other]][:, allowed]
            if self._limits.max() < PLACES or self._limits.min() < PLACES:
                used = sum((self._kinds[part[:, other]][:, None] == self._kinds[allowed]) for other in range(place))
                fits &= used < self._limits[allowed]
            numbers, added = np.nonzero(fits)
            # Most of those in the first places have an end: what is added is looked at in turn.
            if len(numbers):
                longer = np.concatenate((part[numbers], allowed[added][:, None]), axis=1)
                for share, batch in self._grown(longer, place + 1, allowed):
                    yield (begin + share * len(part)) / len(rows), batch

    def _pairs(self, one: int, other: int) -> NDArray[np.bool_]:
        """Return which pieces fit in two places together."""
        found = self._fit.get((one, other))
        if found is None:
            found = self._kept[one][:, None] & self._kept[other][None] == 0
            self._fit[one, other] = found
        return found

    def _once(self, rows: Ints) -> Ints:
        """Return those of which no other one that is the same is before them."""
        is_first = np.ones(len(rows), bool)
        high, low = _as_numbers(rows)
        for places, tables in self._turns:
            turned = np.empty_like(rows)
            for place, (there, table) in enumerate(zip(places, tables, strict=True)):
                turned[:, there] = table[rows[:, place]]
            other_high, other_low = _as_numbers(turned)
            is_first &= (other_high > high) | ((other_high == high) & (other_low >= low))
        once: Ints = rows[is_first]
        return once


def _as_numbers(rows: Ints) -> tuple[Ints, Ints]:
    one, two, three, four, five, six = rows.T
    return one << 24 | two << 12 | three, four << 24 | five << 12 | six
