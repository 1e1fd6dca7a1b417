# SPDX-License-Identifier: GPL-3.0-or-later
"""All assemblies of some pieces in the cross, by a search in depth in which sets of cells are bits of numbers.

Every assembly of the pieces that there are, each once however it is turned: place by place.

Pieces that lie in the places are added to whole tables of what lies in those before, as long as no two have a cell in
common, and no piece is used more often than it is there. Of an assembly and those that it is turned to the one whose
pieces are the first in order is taken. In that order pieces of a number follow each other: so the one in the first
place is of the first number that the assembly has, and all assemblies of six pieces begin with the same number.

Every solid assembly of which some pieces come off: those without a hole inside, which the first move parts.

In a solid assembly all cells of the cross are filled, and no row of them has a gap. So before a cell of pieces that can
go one cell lie only such that go with it, up to the end of the row; and then they can go on for good. Therefore all
solid assemblies that come apart are found by looking at each set of places and each way: no piece of the set may have a
cell of another one before it. Few pieces allow that: hardly any assembly is looked at that is none of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import prod
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ...common.draws import shuffle_in_steps
from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import take_apart
from ...polycubes.terms.shape import Cell, moved, neighbors
from .places import ALL_CELLS, ALL_SHARED, PLACES, Assembly, Cross


def assemblies_of(cross: Cross, pieces: Iterable[int], most: int | None = None) -> list[Assembly]:
    """Return all assemblies of six pieces, by what is missing of each, one of those that are the same one.

    They end after ``most``.
    """
    lying = cross.lying
    count = Counter(lying(missing)[0] for missing in pieces)
    # The one that has its place is there once, if any is, and lies in few ways.
    kinds = sorted(count, key=lambda kind: (count[kind], len(lying(kind)), kind))
    left = [count[kind] for kind in kinds]
    ways = [[[(missing, kept[missing]) for missing in lying(kind)] for kind in kinds] for kept in cross.kept]
    # The same one may be found again only where the first piece can have its place again.
    is_once = left[0] == 1 and all(table[missing] != missing for missing, _ in ways[0][0] for table in cross.at_home)
    found: set[Assembly] = set()
    chosen = [0] * PLACES

    def fill(place: int, full: int) -> bool:
        """Report whether there are enough."""
        if place == PLACES:
            found.add(tuple(chosen) if is_once else cross.least_turned(tuple(chosen)))
            return most is not None and len(found) >= most
        for kind, of_kind in enumerate(ways[place]):
            if left[kind]:
                left[kind] -= 1
                for missing, cells in of_kind:
                    if not full & cells:
                        chosen[place] = missing
                        if fill(place + 1, full | cells):
                            return True
                left[kind] += 1
        return False

    left[0] -= 1
    for missing, cells in ways[0][0]:
        if all(missing <= table[missing] for table in cross.at_home):
            chosen[0] = missing
            if fill(1, cells):
                break
    return sorted(found)


def comes_apart(cross: Cross, assembly: Assembly) -> bool:
    """Report whether all pieces come apart; not where that takes too long to find out."""
    try:
        return take_apart(cross.blocks(assembly)) is not None
    except TooManyArrangementsError:
        return False


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


Bools = NDArray[np.bool_]

Filled = NDArray[np.float32]
"""Cells that are filled: 1 or 0."""


@dataclass(frozen=True, order=True)
class Parting:
    """The places whose pieces go up or down an axis, or stay while the others go the other way: as cells of a way."""

    going: tuple[int, ...]
    way: Cell

    @property
    def others(self) -> Parting:
        """The same one as those see it that stay."""
        x, y, z = self.way
        return Parting(tuple(place for place in range(PLACES) if place not in self.going), (-x, -y, -z))


@cache
def partings(cross: Cross) -> tuple[Parting, ...]:
    """Return all partings, one of those that rotations of the cross make of each other."""
    ways = neighbors((0, 0, 0))
    every = (Parting(going, way) for count in (1, 2, 3) for going in combinations(range(PLACES), count) for way in ways)
    found = []
    met: set[Parting] = set()
    for parting in every:
        if parting not in met:
            found.append(parting)
            for turn in cross.turns:
                going = tuple(sorted(turn.places[place] for place in parting.going))
                alike = Parting(going, turn.turn.of([parting.way])[0])
                met |= {alike, alike.others}
    return tuple(found)


class SolidAssemblies:
    """Every solid assembly of pieces that the first move parts; with ``random`` in a random order.

    Of each number of ``pieces`` there are so many.
    """

    def __init__(self, cross: Cross, pieces: Mapping[int, int], random: Random | None = None) -> None:
        self._cross = cross
        self._limits = limits_of(cross, pieces)
        self._missing = np.array([one for kind in self._limits for one in cross.lying(kind)], np.int64)
        self._random = random

    def batches(self) -> Iterator[tuple[float, Ints]]:
        """Yield all in batches, by what is missing, each with the share of all that is done before it."""
        met: set[Assembly] = set()
        every = in_order(partings(self._cross), self._random)
        for number, parting in enumerate(every):
            parted = _Parted(self._cross, self._missing, parting)
            for share, rows in parted.batches(in_order(range(parted.count), self._random)):
                new = {self._cross.least_turned(tuple(row)) for row in rows.tolist()} - met
                met |= new
                batch = [assembly for assembly in sorted(new) if self._are_there(assembly)]
                yield (number + share) / len(every), np.array(batch, np.int64).reshape(-1, PLACES)

    def _are_there(self, assembly: Assembly) -> bool:
        kinds = self._cross.kinds(assembly)
        return all(kinds.count(kind) <= self._limits[kind] for kind in kinds)


class _Parted:
    """The solid assemblies of pieces that a parting parts.

    ``count`` is how many pieces may lie in the place that is looked at first.
    """

    def __init__(self, cross: Cross, missing: Ints, parting: Parting) -> None:
        self._whole = [_cells(cross, place, np.array([0])) for place in range(PLACES)]
        self._sides = {place: side for side in (parting, parting.others) for place in side.going}
        self._missing: list[Ints] = []
        self._cells: list[Filled] = []
        self._before: list[Filled] = []
        for place in range(PLACES):
            side = self._sides[place]
            cells = _cells(cross, place, missing)
            before = (cells @ _up_to_the_end(cross, side.way) > 0).astype(np.float32)
            fits = np.ones(len(missing), bool)
            for other in side.others.going:
                # The cells of another one that none shares are always there.
                fits &= ~(before @ _cells(cross, other, np.array([ALL_SHARED])).T > 0)[:, 0]
            self._missing.append(missing[fits])
            self._cells.append(cells[fits])
            self._before.append(before[fits])
        self._kept = [np.array(cross.kept[place], np.int64)[missing] for place, missing in enumerate(self._missing)]
        self._at_most = [of_place[0] for of_place in cross.kept]
        self.count = 0
        if min(map(len, self._missing)):
            self._fit = {pair: self._pairs(*pair) for pair in permutations(range(PLACES), 2)}
            self._order = self._places()
            self.count = len(self._missing[self._order[0]])

    def batches(self, firsts: Sequence[int]) -> Iterator[tuple[float, Ints]]:
        """Yield the assemblies with some pieces in the first place, in batches, each with the share before it."""
        if self.count:
            rows = np.array(firsts, np.int64)[:, None]
            yield from self._grown(rows, self._kept[self._order[0]][rows[:, 0]])

    def _grown(self, rows: Ints, full: Ints) -> Iterator[tuple[float, Ints]]:
        """Yield the assemblies in which some pieces, a row each, lie in the first places and fill some cells."""
        known = self._order[: rows.shape[1]]
        if len(known) == PLACES:
            found = np.empty_like(rows)
            for column, place in enumerate(known):
                found[:, place] = self._missing[place][rows[:, column]]
            yield 0.0, found
            return
        place, *later = self._order[len(known) :]
        must_be_full = ALL_CELLS
        for other in later:
            must_be_full &= ~self._at_most[other]
        step = max(1, MOST_AT_ONCE // len(self._missing[place]))
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step]
            fits = np.logical_and.reduce([self._fit[one, place][part[:, column]] for column, one in enumerate(known)])
            numbers, added = np.nonzero(fits)
            filled = full[begin : begin + step][numbers] | self._kept[place][added]
            is_full = filled & must_be_full == must_be_full
            longer = np.concatenate((part[numbers], added[:, None]), axis=1)[is_full]
            if len(longer):
                for share, batch in self._grown(longer, filled[is_full]):
                    yield (begin + share * len(part)) / len(rows), batch

    def _pairs(self, one: int, other: int) -> Bools:
        """Return which pieces can be in two places together."""
        here, there = self._cells[one], self._cells[other]
        is_together = self._sides[one] is self._sides[other]
        meets = (here if is_together else self._before[one]) @ there.T
        # A cell that only these two can have is one's or the other's.
        theirs = self._whole[one] * self._whole[other] * (sum(self._whole) == 2)
        leaves = ((1 - here) * theirs) @ (1 - there).T
        fits: Bools = (meets == 0) & (leaves == 0)
        return fits

    def _places(self) -> tuple[int, ...]:
        """Return the places in the order in which they are filled: next always the one that leaves the fewest rows."""
        order = [min(range(PLACES), key=lambda place: len(self._missing[place]))]
        while len(order) < PLACES:
            rows = {
                place: len(self._missing[place]) * prod(float(self._fit[one, place].mean()) for one in order)
                for place in range(PLACES)
                if place not in order
            }
            order.append(min(rows, key=lambda place: rows[place]))
        return tuple(order)


def _cells(cross: Cross, place: int, missing: Ints) -> Filled:
    """Return which cells of the cross pieces have in a place: [piece, cell], 1 or 0."""
    found = np.zeros((len(missing), len(cross.goal.cells)), np.float32)
    found[:, [cross.goal.numbers[cell] for cell in cross.cells[place].values()]] = 1
    for bit, number in enumerate(cross.numbers[place]):
        found[:, cross.goal.numbers[cross.shared[number]]] = (missing >> bit & 1) == 0
    return found


def _up_to_the_end(cross: Cross, way: Cell) -> Filled:
    """Return which cells of the cross lie in the row of each one, from it on a way to its end: [cell, cell], 1 or 0."""
    numbers = cross.goal.numbers
    found = np.zeros((len(numbers), len(numbers)), np.float32)
    for cell, number in numbers.items():
        there = cell
        while there in numbers:
            found[number, numbers[there]] = 1
            there = moved([there], way)[0]
    return found
