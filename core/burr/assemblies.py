# SPDX-License-Identifier: GPL-3.0-or-later
"""Assemblies of pieces in the cross, each once however it is turned.

They grow place by place: the pieces of a place are added to whole tables of what lies in the places before, as long as
no two have a cell in common, and no piece is used more often than it is there. Of an assembly and those that it is
turned to the one whose pieces are the first in order is taken. In that order pieces of a number follow each other: so
the one in the first place is of the first number that the assembly has, and all assemblies of six pieces begin with the
same number.

In a solid assembly, one without a hole inside, all cells of the cross are filled, and no row of them has a gap. So
before a cell of pieces that can go one cell lie only such that go with it, up to the end of the row; and then they can
go on for good. Therefore all solid assemblies that come apart are found by looking at each set of places and each way:
no piece of the set may have a cell of another one before it. Few pieces allow that: hardly any assembly is looked at
that is none of these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import prod
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..common.draws import shuffle_in_steps
from ..polycubes.shape import STEPS, Cell, step
from .places import ALL_CELLS, ALL_SHARED, PLACES, Assembly, Cross, Ints, as_numbers, least_turned

Bools = NDArray[np.bool_]

Item = TypeVar("Item")

MOST_AT_ONCE = 1_000_000
"""Pairs of a row of a table and a piece that are compared at once."""


def limits_of(cross: Cross, pieces: Mapping[int, int]) -> dict[int, int]:
    """Return the pieces by the least that may be missing of each, in order, with how many there are of them."""
    limits = {cross.lying(number - 1)[0]: 0 for number in sorted(pieces)}
    for number, count in pieces.items():
        limits[cross.lying(number - 1)[0]] += count
    return limits


def in_order(items: Sequence[Item], random: Random | None) -> Sequence[Item]:
    """Return items in the order in which they are looked at: a random one where there is ``random``."""
    return items if random is None else list(shuffle_in_steps(list(items), random))


class Growth(ABC):
    """Tables that grow place by place, in an order: each row has the pieces in the first places of an assembly.

    ``pieces`` are those that may lie in each place, by what is missing of them; tables have their numbers among these.
    """

    def __init__(self, pieces: Sequence[Ints]) -> None:
        self.pieces = pieces
        self.order = tuple(range(PLACES))
        self._fits: dict[tuple[int, int], Bools] = {}

    @abstractmethod
    def _fit_together(self, place: int, second: int) -> Bools:
        """Return which pieces can lie in two places together: [piece of the one, piece of the other]."""

    def _fit(self, place: int, second: int) -> Bools:
        """Return the same, which is found once."""
        if (place, second) not in self._fits:
            self._fits[place, second] = self._fit_together(place, second)
        return self._fits[place, second]

    def _looked_at(self, rows: Ints) -> Ints:
        """Return rows in the order in which pieces are added to them."""
        return rows

    @abstractmethod
    def _with_a_future(self, rows: Ints) -> Ints:
        """Return those of rows, to which a piece was just added, that may become whole."""

    def _grown(self, rows: Ints, allowed: Sequence[Bools]) -> Iterator[tuple[float, Ints]]:
        """Yield the assemblies that begin with rows, in batches, each with the share of all that is done before it.

        ``allowed`` reports for each place which of its pieces may be added.
        """
        known = self.order[: rows.shape[1]]
        if len(known) == PLACES:
            yield 0.0, rows
            return
        rows, place = self._looked_at(rows), self.order[len(known)]
        at_once = max(1, MOST_AT_ONCE // np.count_nonzero(allowed[place]))
        for begin in range(0, len(rows), at_once):
            part = rows[begin : begin + at_once]
            fits = allowed[place] & self._fit(known[0], place)[part[:, 0]]
            for column, earlier in enumerate(known[1:], 1):
                fits &= self._fit(earlier, place)[part[:, column]]
            numbers, added = np.nonzero(fits)
            longer = self._with_a_future(np.concatenate((part[numbers], added[:, None]), axis=1))
            # Most of those in the first places have an end: what is added is looked at in turn.
            if len(longer):
                for share, batch in self._grown(longer, allowed):
                    yield (begin + share * len(part)) / len(rows), batch


class EveryAssembly(Growth):
    """Every assembly of pieces, of which each number is there so many times; with ``random`` in a random order."""

    def __init__(self, cross: Cross, pieces: Mapping[int, int], random: Random | None = None) -> None:
        limits = limits_of(cross, pieces)
        kinds = [kind for kind in limits for _ in cross.lying(kind)]
        missing = np.array([lying for kind in limits for lying in cross.lying(kind)], np.int64)
        super().__init__([missing] * PLACES)
        self._random = random
        self._kinds = np.array(kinds, np.int64)
        self._limits = np.array([limits[kind] for kind in kinds], np.int64)
        self._cells = cross.kept_cells[:, missing]
        numbers = np.zeros(ALL_SHARED + 1, np.int64)
        numbers[missing] = np.arange(len(missing))
        # Where pieces come by each turn: [turn, place, piece].
        self._turned = numbers[cross.turned[:, :, missing]]
        self._turns = [turn.places for turn in cross.alike]
        # Those in the first place by the turns that leave it there; the first of these changes nothing.
        self._at_home = self._turned[[places[0] == 0 for places in self._turns], 0]
        self._least = self._at_home.min(axis=0)
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
        of_part = np.flatnonzero(self._kinds == part - 1)
        firsts = in_order(of_part[self._least[of_part] == of_part].tolist(), self._random)
        for number, first in enumerate(firsts):
            allowed = [self._least >= first] * PLACES
            # Of what is there once, a turn brings an assembly to another one only if it leaves it as it lies.
            is_once = self._limits[first] == 1 and (self._at_home[1:, first] != first).all()
            for share, rows in self._grown(np.array([[first]], np.int64), allowed):
                yield (number + share) / len(firsts), self.pieces[0][rows if is_once else self._once(rows)]

    def _fit_together(self, place: int, second: int) -> Bools:
        fits: Bools = self._cells[place][:, None] & self._cells[second] == 0
        return fits

    def _looked_at(self, rows: Ints) -> Ints:
        if self._random is None or rows.shape[1] == 1:
            return rows
        return rows[in_order(range(len(rows)), self._random)]

    def _with_a_future(self, rows: Ints) -> Ints:
        if self._limits.min() >= PLACES:
            return rows
        added = rows[:, -1:]
        used = (self._kinds[rows] == self._kinds[added]).sum(axis=1)
        left: Ints = rows[used <= self._limits[added[:, 0]]]
        return left

    def _once(self, rows: Ints) -> Ints:
        """Return those of which no other one that is the same is before them."""
        is_first = np.ones(len(rows), bool)
        high, low = as_numbers(rows)
        for places, turned in zip(self._turns[1:], self._turned[1:], strict=True):
            others = np.empty_like(rows)
            others[:, places] = turned[range(PLACES), rows]
            other_high, other_low = as_numbers(others)
            is_first &= (other_high > high) | ((other_high == high) & (other_low >= low))
        once: Ints = rows[is_first]
        return once


class _Sixes:
    """Sixes of pieces whose assemblies grow together: rows of all of them in one table, place by place.

    Arrays of shape [six, piece] have the pieces of each six, as they may lie; those are first of which there are the
    fewest, in the fewest ways. A row has the numbers of pieces in the first places, and belongs to a six, its owner.
    """

    def __init__(self, cross: Cross, sixes: Sequence[Iterable[int]], most: int | None) -> None:
        self._most = most
        self._counts = np.zeros(len(sixes), np.int64)
        pieces = [self._rare_first(cross, six) for six in sixes]
        shape = len(sixes), max(map(len, pieces))
        self._missing = np.zeros(shape, np.int64)
        self._kinds, self._limits = np.zeros(shape, np.int8), np.zeros(shape, np.int8)
        for six, rows in enumerate(pieces):
            self._missing[six, : len(rows)], self._kinds[six, : len(rows)], self._limits[six, : len(rows)] = zip(
                *rows, strict=True
            )
        # A six with fewer pieces is filled up by such of which there are none; these have no number.
        named = np.where(self._limits > 0, self._missing, ALL_SHARED + 1)
        numbers = np.zeros((len(sixes), ALL_SHARED + 2), np.int16)
        numbers[np.arange(len(sixes))[:, None], named] = np.arange(shape[1])
        self._cells = cross.kept_cells[:, self._missing].astype(np.int32)
        self._turns = [turn.places for turn in cross.alike]
        # Where pieces come by each turn: [turn, place, six, piece].
        self._turned = np.take_along_axis(numbers[None, None], cross.turned[:, :, self._missing], axis=3)
        self._least = self._turned[[places[0] == 0 for places in self._turns], 0].min(axis=0)

    @staticmethod
    def _rare_first(cross: Cross, six: Iterable[int]) -> list[tuple[int, int, int]]:
        """Return all ways in which pieces may lie: what is missing, the number of the piece, how many there are."""
        counts = Counter(cross.lying(missing)[0] for missing in six)
        kinds = sorted(counts, key=lambda kind: (counts[kind], len(cross.lying(kind)), kind))
        return [(lying, number, counts[kind]) for number, kind in enumerate(kinds) for lying in cross.lying(kind)]

    def assemblies(self) -> list[Ints]:
        """Return the assemblies of each six, by what is missing, each once; where they are many not all."""
        firsts = (self._kinds == 0) & (self._limits > 0) & (self._least == np.arange(self._least.shape[1]))
        owners, pieces = np.nonzero(firsts)
        batches = [(owners[:0], np.empty((0, PLACES), np.int64)), *self._grown(owners, pieces[:, None])]
        every_owner, rows = (np.concatenate(columns) for columns in zip(*batches, strict=True))
        order = np.argsort(every_owner, kind="stable")
        missing = self._missing[every_owner[order][:, None], rows[order]]
        return np.split(missing, np.cumsum(self._counts)[:-1])

    def _grown(self, owners: Ints, rows: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Yield the assemblies that begin with rows, with their owners, in batches."""
        at_once = max(1, MOST_AT_ONCE // self._least.shape[1])
        for begin in range(0, len(rows), at_once):
            owner, row = owners[begin : begin + at_once], rows[begin : begin + at_once]
            if self._most is not None:
                is_open = self._counts[owner] < self._most
                owner, row = owner[is_open], row[is_open]
            if row.shape[1] == PLACES:
                is_once = self._are_once(owner, row)
                self._counts += np.bincount(owner[is_once], minlength=len(self._counts))
                yield owner[is_once], row[is_once]
                continue
            kinds = self._kinds[owner]
            full, used = np.zeros(len(row), np.int32), np.zeros(kinds.shape, np.int8)
            for place, column in enumerate(row.T):
                full |= self._cells[place, owner, column]
                used += kinds == self._kinds[owner, column, None]
            fits = (used < self._limits[owner]) & (self._least[owner] >= row[:, :1])
            fits &= self._cells[row.shape[1], owner] & full[:, None] == 0
            numbers, added = np.nonzero(fits)
            if len(numbers):
                yield from self._grown(owner[numbers], np.concatenate((row[numbers], added[:, None]), axis=1))

    def _are_once(self, owners: Ints, rows: Ints) -> Bools:
        """Report of which no other one that is the same is before them."""
        are_first = np.ones(len(rows), bool)
        value = rows @ _weights(range(PLACES))
        _, _, sixes, pieces = self._turned.shape
        at = (np.arange(PLACES) * sixes + owners[:, None]) * pieces + rows
        for places, turned in zip(self._turns[1:], self._turned[1:], strict=True):
            are_first &= turned.reshape(-1)[at] @ _weights(places) >= value
        return are_first


def _weights(places: Iterable[int]) -> Ints:
    """Return by what the numbers of pieces in some places are multiplied to have one number in their sum."""
    return np.array([1 << 10 * (PLACES - 1 - place) for place in places], np.int64)


SIXES_AT_ONCE = 25
"""Whose assemblies are found together."""


def assemblies_of_each(cross: Cross, sixes: Sequence[Iterable[int]], most: int | None = None) -> Iterator[Ints]:
    """Yield all assemblies of each of some six pieces, by what is missing of each, one of those that are the same one.

    They end after ``most``.
    """
    for begin in range(0, len(sixes), SIXES_AT_ONCE):
        for rows in _Sixes(cross, sixes[begin : begin + SIXES_AT_ONCE], most).assemblies():
            yield rows[:most]


def assemblies_of(cross: Cross, pieces: Iterable[int], most: int | None = None) -> list[Assembly]:
    """Return those of six pieces, each turned so that it stands for all that are the same one; sorted."""
    (rows,) = assemblies_of_each(cross, [pieces], most)
    return sorted(map(tuple, least_turned(cross, rows).tolist()))


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
    every = (
        Parting(going, way) for count in (1, 2, 3) for going in combinations(range(PLACES), count) for way in STEPS
    )
    different = []
    met: set[Parting] = set()
    for parting in every:
        if parting not in met:
            different.append(parting)
            for turn in cross.turns:
                going = tuple(sorted(turn.places[place] for place in parting.going))
                alike = Parting(going, turn.turn.of([parting.way])[0])
                met |= {alike, alike.others}
    return tuple(different)


class SolidAssemblies:
    """Every solid assembly of pieces that the first move parts; with ``random`` in a random order.

    Of each number of ``pieces`` there are so many.
    """

    def __init__(self, cross: Cross, pieces: Mapping[int, int], random: Random | None = None) -> None:
        self._cross = cross
        self._limits = limits_of(cross, pieces)
        self._missing = np.array([lying for kind in self._limits for lying in cross.lying(kind)], np.int64)
        self._random = random

    def batches(self) -> Iterator[tuple[float, Ints]]:
        """Yield all in batches, by what is missing, each with the share of all that is done before it."""
        met: set[Assembly] = set()
        every = in_order(partings(self._cross), self._random)
        for number, parting in enumerate(every):
            for share, rows in _Parted(self._cross, self._missing, parting).batches(self._random):
                new = {*map(tuple, least_turned(self._cross, rows).tolist())} - met
                met |= new
                batch = [assembly for assembly in sorted(new) if self._are_there(assembly)]
                yield (number + share) / len(every), np.array(batch, np.int64).reshape(-1, PLACES)

    def _are_there(self, assembly: Assembly) -> bool:
        kinds = self._cross.kinds(assembly)
        return all(kinds.count(kind) <= self._limits[kind] for kind in kinds)


class _Parted(Growth):
    """The solid assemblies of pieces that a parting parts, of which no matter how often a piece is used."""

    def __init__(self, cross: Cross, missing: Ints, parting: Parting) -> None:
        self._whole = [_cells(cross, place, np.array([0])) for place in range(PLACES)]
        self._sides = {place: side for side in (parting, parting.others) for place in side.going}
        self._cells: list[Filled] = []
        self._before: list[Filled] = []
        pieces: list[Ints] = []
        for place in range(PLACES):
            side = self._sides[place]
            cells = _cells(cross, place, missing)
            before = (cells @ _up_to_the_end(cross, side.way) > 0).astype(np.float32)
            fits = np.ones(len(missing), bool)
            for across in side.others.going:
                # The cells of another one that none shares are always there.
                fits &= ~(before @ _cells(cross, across, np.array([ALL_SHARED])).T > 0)[:, 0]
            pieces.append(missing[fits])
            self._cells.append(cells[fits])
            self._before.append(before[fits])
        super().__init__(pieces)
        self._kept = [cross.kept_cells[place, own] for place, own in enumerate(pieces)]
        self._at_most = cross.kept_cells[:, 0]
        if min(map(len, pieces)):
            self.order = self._places()

    def batches(self, random: Random | None) -> Iterator[tuple[float, Ints]]:
        """Yield the assemblies, by what is missing, in batches, each with the share of all that is done before it."""
        if not min(map(len, self.pieces)):
            return
        firsts = in_order(range(len(self.pieces[self.order[0]])), random)
        allowed = [np.ones(len(own), bool) for own in self.pieces]
        for share, rows in self._grown(np.array(firsts, np.int64)[:, None], allowed):
            missing = np.empty_like(rows)
            for column, place in enumerate(self.order):
                missing[:, place] = self.pieces[place][rows[:, column]]
            yield share, missing

    def _with_a_future(self, rows: Ints) -> Ints:
        """Return rows in which no cell stays empty that none of the pieces to come can have."""
        known, later = self.order[: rows.shape[1]], self.order[rows.shape[1] :]
        must_be_full = ALL_CELLS & ~np.bitwise_or.reduce(self._at_most[list(later)])
        filled = np.bitwise_or.reduce([self._kept[place][rows[:, column]] for column, place in enumerate(known)])
        left: Ints = rows[filled & must_be_full == must_be_full]
        return left

    def _fit_together(self, place: int, second: int) -> Bools:
        cells, beside = self._cells[place], self._cells[second]
        is_together = self._sides[place] is self._sides[second]
        meets = (cells if is_together else self._before[place]) @ beside.T
        # A cell that only these two can have is of the one or of the other.
        theirs = self._whole[place] * self._whole[second] * (sum(self._whole) == 2)
        leaves = ((1 - cells) * theirs) @ (1 - beside).T
        fits: Bools = (meets == 0) & (leaves == 0)
        return fits

    def _places(self) -> tuple[int, ...]:
        """Return the places in the order in which they are filled: next always the one that leaves the fewest rows."""
        order = [min(range(PLACES), key=lambda place: len(self.pieces[place]))]
        while len(order) < PLACES:
            rows = {
                place: len(self.pieces[place]) * prod(float(self._fit(before, place).mean()) for before in order)
                for place in range(PLACES)
                if place not in order
            }
            order.append(min(rows, key=lambda place: rows[place]))
        return tuple(order)


def _cells(cross: Cross, place: int, missing: Ints) -> Filled:
    """Return which cells of the cross pieces have in a place: [piece, cell], 1 or 0."""
    filled = np.zeros((len(missing), len(cross.goal.cells)), np.float32)
    filled[:, [cross.goal.numbers[cell] for cell in cross.cells[place].values()]] = 1
    for bit, number in enumerate(cross.numbers[place]):
        filled[:, cross.goal.numbers[cross.shared[number]]] = (missing >> bit & 1) == 0
    return filled


def _up_to_the_end(cross: Cross, way: Cell) -> Filled:
    """Return which cells of the cross lie in the row of each one, from it on a way to its end: [cell, cell], 1 or 0."""
    numbers = cross.goal.numbers
    ahead = np.zeros((len(numbers), len(numbers)), np.float32)
    for cell, number in numbers.items():
        place = cell
        while place in numbers:
            ahead[number, numbers[place]] = 1
            place = step(place, way)
    return ahead
