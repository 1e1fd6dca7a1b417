# SPDX-License-Identifier: GPL-3.0-or-later
"""Every assembly of the sticks that there are, once of all that are the same up to rotation: place by place.

Sticks that lie in the places are added to whole tables of what lies in those before, as long as no two have a cell in
common, no stick is used more often than it is there, and, where none may stay empty, each cell is filled that no later
stick can have. Of an assembly and its rotations the one with the least numbers is taken, so none of its sticks is less
than that in the first place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from ...common.draws import pick, shuffle_in_steps
from .assemblies import KEPT
from .places import AROUND, PLACES, TURNS, lying

Ints = NDArray[np.int64]

ANY, SOLID, HOLEY = FORMS = "any", "solid", "holey"

MOST_AT_ONCE = 1_000_000
"""Pairs of a row of a table and a stick that are compared at once."""

SAMPLES = 3
"""Batches of a part that are taken as samples."""

ALL_CELLS = (1 << 32) - 1


class EveryAssembly:
    """Every assembly of sticks, of which each number is there so many times; with ``random`` in a random order."""

    def __init__(self, sticks: Mapping[int, int], form: str = ANY, random: Random | None = None) -> None:
        limits = {lying(number - 1)[0]: 0 for number in sorted(sticks)}
        for number, count in sticks.items():
            limits[lying(number - 1)[0]] += count
        missing = sorted({one for kind in limits for one in lying(kind)})
        at = {one: place for place, one in enumerate(missing)}
        kinds = [lying(one)[0] for one in missing]
        self._missing = np.array(missing, np.int64)
        self._around = np.array([at[AROUND[one]] for one in missing], np.int64)
        self._kinds = np.array(kinds, np.int64)
        self._limits = np.array([limits[kind] for kind in kinds], np.int64)
        self._least = np.minimum(np.arange(len(missing)), self._around)
        self._kept = [np.array([of_place[one] for one in missing], np.int64) for of_place in KEPT]
        self._form = form
        self._random = random
        self._fit: dict[tuple[int, int], NDArray[np.bool_]] = {}
        self.firsts = tuple(place for place, least in enumerate(self._least.tolist()) if least == place)
        """The parts of all: the sticks that the first place can have, by their places among all that lie there."""

    def batches(self) -> Iterator[tuple[float, Ints]]:
        """Yield all assemblies in batches, by what is missing, each with the share of all that is done before it."""
        firsts = list(self.firsts)
        if self._random is not None:
            for _ in shuffle_in_steps(firsts, self._random):
                pass
        for number, first in enumerate(firsts):
            for share, batch in self.beginning_with(first):
                yield (number + share) / len(firsts), batch

    def samples(self, random: Random) -> Iterator[Ints]:
        """Yield batches without an end, a few of each part, so that they have little in common."""
        while True:
            batches = (batch for _, batch in self.beginning_with(pick(self.firsts, random)))
            yield from islice(batches, SAMPLES)

    def beginning_with(self, first: int) -> Iterator[tuple[float, Ints]]:
        """Yield those of a part, in batches, each with the share of the part that is done before it."""
        allowed = np.flatnonzero(self._least >= first)
        yield from self._grown(np.array([[first]], np.int64), 1, allowed)

    def _grown(self, rows: Ints, place: int, allowed: Ints) -> Iterator[tuple[float, Ints]]:
        """Yield the assemblies in which some sticks, a row each, lie in the first places."""
        if place == PLACES:
            yield 0.0, self._missing[self._once(rows)]
            return
        if self._random is not None and place > 1:
            order = list(range(len(rows)))
            for _ in shuffle_in_steps(order, self._random):
                pass
            rows = rows[order]
        step = max(1, MOST_AT_ONCE // len(allowed))
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step]
            fits = np.ones((len(part), len(allowed)), bool)
            for other in range(place):
                fits &= self._pairs(other, place)[part[:, other]][:, allowed]
            if self._limits.max() < PLACES or self._limits.min() < PLACES:
                used = sum((self._kinds[part[:, other]][:, None] == self._kinds[allowed]) for other in range(place))
                fits &= used < self._limits[allowed]
            numbers, sticks = np.nonzero(fits)
            # Most of those in the first places have an end: what is added is looked at in turn.
            if len(numbers):
                longer = np.concatenate((part[numbers], allowed[sticks][:, None]), axis=1)
                for share, batch in self._grown(longer, place + 1, allowed):
                    yield (begin + share * len(part)) / len(rows), batch

    def _pairs(self, one: int, other: int) -> NDArray[np.bool_]:
        """Return which sticks fit in two places together."""
        found = self._fit.get((one, other))
        if found is None:
            here, there = self._kept[one][:, None], self._kept[other][None]
            found = here & there == 0
            if self._form == SOLID:
                alone = KEPT[one][0] & KEPT[other][0]
                for place in {*range(PLACES)} - {one, other}:
                    alone &= ~KEPT[place][0]
                found &= (here | there) & alone == alone
            self._fit[one, other] = found
        return found

    def _once(self, rows: Ints) -> Ints:
        """Return those whose rotations are not less, and that are of the form that is wished."""
        if self._form != ANY:
            full = sum(kept[rows[:, place]] for place, kept in enumerate(self._kept)) == ALL_CELLS
            rows = rows[full if self._form == SOLID else ~full]
        is_least = np.ones(len(rows), bool)
        high, low = _as_numbers(rows)
        for turn in TURNS[1:]:
            turned = np.empty_like(rows)
            for place, (there, is_around) in enumerate(zip(turn.places, turn.around, strict=True)):
                turned[:, there] = self._around[rows[:, place]] if is_around else rows[:, place]
            other_high, other_low = _as_numbers(turned)
            is_least &= (other_high > high) | ((other_high == high) & (other_low >= low))
        once: Ints = rows[is_least]
        return once


def _as_numbers(rows: Ints) -> tuple[Ints, Ints]:
    one, two, three, four, five, six = rows.T
    return one << 24 | two << 12 | three, four << 24 | five << 12 | six
