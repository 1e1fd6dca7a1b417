# SPDX-License-Identifier: GPL-3.0-or-later
"""The six places of a cross: which cells they share, how pieces lie in them, and how all turn together.

An assembly is six numbers of pieces as they lie, one for each place: the cells that are missing, as bits, without the 1
that numbers of pieces begin with. Where notches are looked for, all cells are those of the twelve that a place shares
with others. Pieces that are the same but for a turn have several numbers; the least one stands for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from ..polycubes.shape import (
    ROTATIONS,
    Cell,
    Cells,
    Turn,
    are_connected,
    lowest_corner,
    moved,
    way_between,
    way_to_origin,
)
from .crossed import PIECES, STICKS, Cut, cross

Ints = NDArray[np.int64]

Assembly = tuple[int, ...]
"""What is missing of the piece in each place, as it lies there."""

PLACES = PIECES

SHARED = 12
"""Cells that a place shares with others: those of the first bits."""

ALL_SHARED = (1 << SHARED) - 1

_IS_MISSING: Ints = np.arange(ALL_SHARED + 1)[:, None] >> np.arange(SHARED) & 1
"""Whether the cell of each bit is missing, 1 or 0: [what is missing, bit]."""

ALL_CELLS = (1 << 32) - 1
"""Of the cross, those that several places share, as bits."""


@dataclass(frozen=True, eq=False)
class CrossTurn:
    """A turn of the cross onto itself: to which place each piece comes, and what is missing there.

    ``tables`` have that by the place that a piece comes from and what was missing of it.
    """

    turn: Turn
    places: tuple[int, ...]
    tables: NDArray[np.int16]

    def of(self, rows: Ints) -> Ints:
        """Return assemblies as they are turned, a row each."""
        turned = np.empty_like(rows)
        turned[:, self.places] = self.tables[range(PLACES), rows]
        return turned


class Cross:
    """A cross that is cut into pieces of a length: all that follows from how it is cut.

    ``lying`` returns all that may be missing of a piece, by what is missing, as it lies in a place, turned in any way;
    sorted.
    """

    def __init__(self, cut: Cut, length: int) -> None:
        self.cut, self.length = cut, length
        self.goal = cross(length)
        self._places = cut.places(length)
        self._removable = cut.removable(length)
        shared = sorted(self.goal.optional)
        self.shared = tuple(shared)
        """The cells that more than one place has, by their numbers."""
        self.cells = self._lying_alike()
        """Where the cells of a piece are, in each place."""
        self.numbers = tuple(
            tuple(shared.index(lies[notch]) for notch in self._removable[:SHARED]) for lies in self.cells
        )
        """Which of the shared cells is the cell of each bit, in each place."""
        self.lying: Callable[[int], tuple[int, ...]] = cache(self._lying)

    def blocks(self, assembly: Assembly) -> tuple[Cells, ...]:
        """Return the cells of the pieces of an assembly."""
        pieces = []
        for missing, lies in zip(assembly, self.cells, strict=True):
            gone = {notch for bit, notch in enumerate(self._removable) if missing >> bit & 1}
            pieces.append(tuple(sorted(cell for notch, cell in lies.items() if notch not in gone)))
        return tuple(pieces)

    def least_number(self, number: int) -> int:
        """Return the least number of a piece, however it lies."""
        return 1 + self.lying(number - 1)[0]

    def kinds(self, assembly: Assembly) -> tuple[int, ...]:
        """Return the pieces of an assembly, however they lie: the least that may be missing of each, sorted."""
        return tuple(sorted(self.lying(missing)[0] for missing in assembly))

    @cached_property
    def kept_cells(self) -> Ints:
        """Which shared cells a piece has, as bits: [place, what is missing of it]."""
        return np.array([(1 - _IS_MISSING) @ (1 << np.array(numbers, np.int64)) for numbers in self.numbers])

    @cached_property
    def kept(self) -> tuple[tuple[int, ...], ...]:
        """The same as whole numbers of Python, for one piece after another."""
        return tuple(map(tuple, self.kept_cells.tolist()))

    @cached_property
    def turns(self) -> tuple[CrossTurn, ...]:
        """The rotations of the cross that bring places to places; the first one changes nothing."""
        return self._turns(mirrored=False)

    @cached_property
    def mirrored_turns(self) -> tuple[CrossTurn, ...]:
        """The turns that make a mirror image."""
        return self._turns(mirrored=True)

    @cached_property
    def alike(self) -> tuple[CrossTurn, ...]:
        """The turns by which an assembly stays the same one; the first one changes nothing.

        They are rotations. The mirror image of flat pieces is one of the same pieces, and counts as the same, too.
        """
        return (*self.turns, *self.mirrored_turns) if self.cut.is_flat else self.turns

    @cached_property
    def turned(self) -> NDArray[np.int16]:
        """What is missing of a piece after each of these turns: [turn, place that it comes from, what was missing]."""
        return np.array([turn.tables for turn in self.alike])

    @cached_property
    def _turns_of_a_piece(self) -> tuple[tuple[int, ...], ...]:
        """The turns of a piece onto itself, each as the bit that each cell that can be removed comes to."""
        bits = {cell: bit for bit, cell in enumerate(self._removable)}
        whole = self.cut.whole(self.length)
        turns = []
        for turn in ROTATIONS:
            cells = turn.of(whole)
            back = way_to_origin(cells)
            if {*moved(cells, back)} == {*whole}:
                turns.append(tuple(bits[cell] for cell in moved(turn.of(self._removable), back)))
        return tuple(turns)

    def _lying(self, missing: int) -> tuple[int, ...]:
        alike = {_turned(missing, bits) for bits in self._turns_of_a_piece}
        return tuple(sorted(notches for notches in alike if notches <= ALL_SHARED))

    @cached_property
    def _symmetries(self) -> tuple[tuple[Turn, tuple[int, ...]], ...]:
        """The turns that bring each place to one: a short cross looks the same after others, too."""
        numbers = [frozenset(self.goal.numbers[cell] for cell in place) for place in self._places]
        return tuple(
            (turn, landed)
            for turn, landed in self.goal.symmetries
            if all(frozenset(landed[number] for number in place) in numbers for place in numbers)
        )

    def _lying_alike(self) -> list[dict[Cell, Cell]]:
        """Return where the cells of a piece are in each place, to which a rotation brings it from the first one."""
        whole = self.cut.whole(self.length)
        first = next(
            lies
            for lies in _ways_to_lie(whole, self._places[0])
            if all(lies[notch] in self.goal.optional for notch in self._removable[:SHARED])
        )
        numbers, cells = self.goal.numbers, self.goal.cells
        alike = {
            tuple(cells[landed[numbers[cell]]] for cell in first.values())
            for turn, landed in self._symmetries
            if not turn.is_mirrored
        }
        return [
            next(lies for lies in _ways_to_lie(whole, place) if tuple(lies.values()) in alike) for place in self._places
        ]

    def _turns(self, *, mirrored: bool) -> tuple[CrossTurn, ...]:
        bits_at = [{cell: bit for bit, cell in enumerate(numbers)} for numbers in self.numbers]
        at = {cell: number for number, cell in enumerate(self.shared)}
        turns = []
        for turn, landed in self._symmetries:
            if turn.is_mirrored != mirrored:
                continue
            comes = [at[self.goal.cells[landed[self.goal.numbers[cell]]]] for cell in self.shared]
            places, tables = [], []
            for numbers in self.numbers:
                reached = [comes[cell] for cell in numbers]
                place = next(lane for lane, bits in enumerate(bits_at) if bits.keys() == {*reached})
                places.append(place)
                bits = np.array([bits_at[place][cell] for cell in reached], np.int64)
                tables.append(_IS_MISSING @ (1 << bits))
            turns.append(CrossTurn(turn, tuple(places), np.array(tables, np.int16)))
        return tuple(turns)


@cache
def cross_of(cut: Cut = STICKS, length: int = 6) -> Cross:
    """Return the cross that is cut into pieces of a length."""
    return Cross(cut, length)


def _ways_to_lie(whole: Cells, place: Cells) -> Iterator[dict[Cell, Cell]]:
    """Yield where the cells of a piece are as it is turned in a place."""
    corner = lowest_corner(place)
    for turn in ROTATIONS:
        cells = turn.of(whole)
        lying = moved(cells, way_between(lowest_corner(cells), corner))
        if {*lying} == {*place}:
            yield dict(zip(whole, lying, strict=True))


def _turned(missing: int, bits: tuple[int, ...]) -> int:
    """Return what is missing of a piece after a turn by which each cell comes to another."""
    return sum(1 << bit for here, bit in enumerate(bits) if missing >> here & 1)


def is_connected(cut: Cut, number: int) -> bool:
    """Report whether all that is left of a piece hangs together."""
    return are_connected(cut.piece(number))


def is_notchable(number: int) -> bool:
    """Report whether a stick can be made with a saw and a chisel: each notch goes straight through it, across.

    Then beside each cell that is missing, across the stick, one of the two others at the same place is missing, too:
    otherwise a corner would have to be cut out from within.
    """
    missing = {cell for bit, cell in enumerate(STICKS.notches) if number - 1 >> bit & 1}
    return all((x, 1 - y, z) in missing or (x, y, 1 - z) in missing for x, y, z in missing)


def as_numbers(rows: Ints) -> tuple[Ints, Ints]:
    """Return two numbers for each assembly, by which assemblies are in order."""
    a, b, c, d, e, f = rows.T
    return a << 24 | b << 12 | c, d << 24 | e << 12 | f


def least_turned(cross: Cross, rows: Ints) -> Ints:
    """Return assemblies, each turned so that it stands for all that are the same one."""
    least = rows.copy()
    for turn in cross.alike:
        turned = turn.of(rows)
        (high, low), (turned_high, turned_low) = as_numbers(least), as_numbers(turned)
        is_less = (turned_high < high) | ((turned_high == high) & (turned_low < low))
        least[is_less] = turned[is_less]
    return least


def missing_that_lie(cross: Cross, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return all that may be missing of some pieces as they lie in a place of the cross, sorted."""
    return tuple(sorted({missing for number in numbers for missing in cross.lying(number - 1)}))


@cache
def usable_pieces(cut: Cut = STICKS) -> tuple[int, ...]:
    """Return the numbers of all pieces of which six can make a burr, each once."""
    lying = cross_of(cut).lying
    least = (missing + 1 for missing in range(ALL_SHARED + 1) if lying(missing)[0] == missing)
    return tuple(number for number in least if is_connected(cut, number))


@cache
def notchable_sticks() -> tuple[int, ...]:
    """Return the numbers of the sticks that can be cut straight."""
    return tuple(number for number in usable_pieces() if is_notchable(number))
