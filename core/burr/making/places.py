# SPDX-License-Identifier: GPL-3.0-or-later
"""The six places of a cross: which cells they share, and how sticks lie in them.

An assembly is six numbers of sticks as they lie, one for each place: the cells that are missing, as bits, without the 1
that numbers of sticks begin with. Where notches are looked for, all cells are those of the twelve that a place shares
with others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from ...polycubes.terms.cells import Cell, Cells, lowest_corner, moved
from ...polycubes.terms.turns import ROTATIONS, Turn
from ..sticks import COLUMNS, NOTCHES, cross, cross_cells, stick

Assembly = tuple[int, ...]
"""What is missing of the stick in each place, as it lies there."""

PLACES = 6

SHARED = 12
"""Cells that a place shares with others: those of the first bits."""

ALL_SHARED = (1 << SHARED) - 1


def turned(missing: int, bits: tuple[int, ...]) -> int:
    """Return what is missing of a stick after a turn by which each cell comes to another."""
    return sum(1 << there for here, there in enumerate(bits) if missing >> here & 1)


@dataclass(frozen=True)
class CrossTurn:
    """A turn of the cross onto itself: to which place each stick comes, and what is missing there, by what was."""

    turn: Turn
    places: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]

    def of(self, assembly: Assembly) -> Assembly:
        """Return an assembly as it is turned."""
        found = [0] * PLACES
        for missing, place, table in zip(assembly, self.places, self.tables, strict=True):
            found[place] = table[missing]
        return tuple(found)


class Cross:
    """A cross of sticks of a length: the cells of its places."""

    def __init__(self, length: int) -> None:
        self.length = length
        whole = stick(1, length)
        begin = (length - COLUMNS) // 2
        notches = [(begin + column, depth, height) for column, depth, height in NOTCHES]
        self.goal = cross(length)
        self.cells: list[dict[Cell, Cell]] = []
        """Where the cells of a stick are, in each place."""
        for place in cross_cells(length):
            corner = lowest_corner(place)
            for turn in ROTATIONS:
                cells = turn.of(whole)
                x, y, z = lowest_corner(cells)
                there = moved(cells, (corner[0] - x, corner[1] - y, corner[2] - z))
                lies = dict(zip(whole, there, strict=True))
                if {*there} == {*place} and all(lies[notch] in self.goal.optional for notch in notches[:SHARED]):
                    self.cells.append(lies)
                    break
        shared = sorted(self.goal.optional)
        self.shared = tuple(shared)
        """The cells that more than one place has, by their numbers."""
        self.numbers = tuple(tuple(shared.index(lies[notch]) for notch in notches[:SHARED]) for lies in self.cells)
        """Which of them is the cell of each bit, in each place."""
        self._notches = notches

    def blocks(self, assembly: Assembly) -> tuple[Cells, ...]:
        """Return the cells of the sticks of an assembly."""
        found = []
        for missing, lies in zip(assembly, self.cells, strict=True):
            gone = {notch for bit, notch in enumerate(self._notches) if missing >> bit & 1}
            found.append(tuple(sorted(there for here, there in lies.items() if here not in gone)))
        return tuple(found)


@lru_cache(maxsize=3)
def cross_of(length: int) -> Cross:
    """Return the cross of sticks of a length."""
    return Cross(length)


def _turns_of_a_stick() -> tuple[tuple[int, ...], ...]:
    """Return the turns of a stick onto itself, each as the bit that each of all sixteen cells comes to."""
    bits = {cell: bit for bit, cell in enumerate(NOTCHES)}
    found = []
    for turn in ROTATIONS:
        cells = turn.of(product(range(COLUMNS), range(2), range(2)))
        x, y, z = lowest_corner(cells)
        corner = (-x, -y, -z)
        if {*moved(cells, corner)} == bits.keys():
            found.append(tuple(bits[cell] for cell in moved(turn.of(NOTCHES), corner)))
    return tuple(found)


STICK_TURNS = _turns_of_a_stick()
"""The eight turns of a stick onto itself; the first one changes nothing."""


@cache
def _table(bits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(turned(missing, bits) for missing in range(1 << SHARED))


AROUND = _table(next(bits for bits in STICK_TURNS[1:] if {*bits[:SHARED]} == {*range(SHARED)})[:SHARED])
"""What is missing of a stick that is turned around in its place, so that its ends are exchanged."""


@cache
def lying(missing: int) -> tuple[int, ...]:
    """Return all that may be missing of a stick as it lies in a place of the cross, turned in any way; sorted."""
    found = {turned(missing, bits) for bits in STICK_TURNS}
    return tuple(sorted(one for one in found if one <= ALL_SHARED))


def _turns_of_the_cross(*, mirrored: bool) -> tuple[CrossTurn, ...]:
    # Of any length; a short cross looks the same after more rotations, which bring no stick to a place, though.
    cross = cross_of(6)
    bits_at = [{cell: bit for bit, cell in enumerate(numbers)} for numbers in cross.numbers]
    at = {cell: number for number, cell in enumerate(cross.shared)}
    found = []
    for turn, there in cross.goal.symmetries:
        if turn.is_mirrored != mirrored:
            continue
        comes = [at[cross.goal.cells[there[cross.goal.numbers[cell]]]] for cell in cross.shared]
        places, tables = [], []
        for numbers in cross.numbers:
            reached = [comes[cell] for cell in numbers]
            place = next(one for one, at_bits in enumerate(bits_at) if at_bits.keys() == {*reached})
            places.append(place)
            tables.append(_table(tuple(bits_at[place][cell] for cell in reached)))
        found.append(CrossTurn(turn, tuple(places), tuple(tables)))
    return tuple(found)


TURNS = _turns_of_the_cross(mirrored=False)
"""The twelve rotations of the cross onto itself; the first one changes nothing."""

MIRRORED_TURNS = _turns_of_the_cross(mirrored=True)
"""The twelve turns that make a mirror image."""


def least_turned(assembly: Assembly) -> Assembly:
    """Return the one that stands for all assemblies that rotations make of one."""
    return min(turn.of(assembly) for turn in TURNS)
