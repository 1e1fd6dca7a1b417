# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid assemblies of pieces in the cross that the first move parts, each once however it is turned.

In a solid assembly, one without a hole inside, all cells of the cross are filled, and no row of them has a gap. So
before a cell of pieces that can go one cell lie only such that go with it, up to the end of the row; and then they can
go on for good. Therefore all solid assemblies that come apart are found by looking at each set of places and each way:
no piece of the set may have a cell of another one before it. Few pieces allow that: hardly any assembly is looked at
that is none of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import prod
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..polycubes.shape import STEPS, Cell, step
from .assemblies import Bools, Growth, in_order, least_turned, limits_of
from .places import ALL_CELLS, ALL_SHARED, PLACES, Assembly, Cross, Ints

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
