# SPDX-License-Identifier: GPL-3.0-or-later
"""The six pieces of a burr by their numbers, and the cross that they make.

A cross is three slabs that go through each other. Each is cut into two pieces of one form: into sticks side by side, or
into boards that lie flat on each other. In the middle of a piece there are cells that other pieces can have, too. The
number is 1 plus two to the power of ``i`` for each such cell ``i`` that is removed.

The Känel number of a stick counts the cells so. Seen from the front, with the notches up, they are, in the upper layer
and in the lower one::

    back   4  5  6  7      14 10 11 15
    front  0  1  2  3      12  8  9 13

Those from 12 on are a stick's own in the cross, so it has the numbers up to 4096; others are of other burrs. Of boards
the cells are counted here, seen from above::

    back   -  10 11 -
           6  7  8  9
           2  3  4  5
    front  -  0  1  -
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from ..common.errors import InputError
from ..common.words import listed
from ..polycubes.terms.cells import Cell, Cells, box_cells
from ..polycubes.terms.goal import Goal

PIECES = 6

COLUMNS = 4
"""In the middle of a piece, where notches can be; and how wide a slab is."""

LARGEST_IN_CROSS = 4096
"""Pieces with larger numbers lack a cell that no other one can fill."""


@dataclass(frozen=True)
class Cut:
    """A way to cut the slabs of a cross, each into two pieces.

    ``name`` is what one is called, ``width`` and ``height`` are its cells across, and ``lengths`` those along it.
    ``notches`` are the cells that can be removed, by their numbers, counted from the first of the four columns.
    Of pieces that lack fewer cells than ``loose`` hardly any six come apart, so no search begins with them.
    """

    name: str
    width: int
    height: int
    lengths: tuple[int, ...]
    notches: Cells
    loose: int = 0

    @property
    def is_flat(self) -> bool:
        """Whether each piece, turned over, is its own mirror image."""
        return self.height == 1

    @property
    def largest_number(self) -> int:
        """The number of what lacks all cells that can be removed."""
        return 1 << len(self.notches)

    def piece(self, number: int, length: int = 6) -> Cells:
        """Return the cells of a piece along x, sorted; raises InputError for a number or a length that there is not."""
        self._check_length(length)
        if not 1 <= number <= self.largest_number:
            raise InputError(f"A {self.name} has the number {number}: it must be from 1 to {self.largest_number:,}.")
        removed = {cell for bit, cell in enumerate(self.removable(length)) if number - 1 >> bit & 1}
        left = [cell for cell in self.whole(length) if cell not in removed]
        if not left:
            raise InputError(f"A {self.name} of {length} cells has the number {number}: nothing would be left of it.")
        return tuple(left)

    def number_of(self, cells: Iterable[Cell], length: int = 6) -> int | None:
        """Return the number of a piece that lies along x, in the cells from 0 on; None where it is none."""
        self._check_length(length)
        missing = {*self.whole(length)} - {*cells}
        numbers = {cell: bit for bit, cell in enumerate(self.removable(length))}
        if not missing <= numbers.keys():
            return None
        return 1 + sum(1 << numbers[cell] for cell in missing)

    def removable(self, length: int) -> Cells:
        """Return the cells that can be removed from a piece of a length, by their numbers."""
        begin = (length - COLUMNS) // 2
        return tuple((begin + column, depth, height) for column, depth, height in self.notches)

    def places(self, length: int = 6) -> tuple[Cells, ...]:
        """Return the cells of the six places in a cross: two in the slab along x, two along y and two along z.

        Sticks along x lie beside each other along y, those along y along z, and those along z along x. Boards along x
        lie on each other along z, those along y along x, and those along z along y.
        """
        self._check_length(length)
        found = []
        for axis, slab in enumerate(_slabs(length)):
            split = (axis + (1 if self.width < COLUMNS else 2)) % 3
            cells = sorted({cell[split] for cell in slab})
            half = len(cells) // 2
            found += [tuple(cell for cell in slab if cell[split] in part) for part in (cells[:half], cells[half:])]
        return tuple(found)

    def whole(self, length: int) -> Cells:
        """Return the cells of the piece that lacks none, sorted."""
        return box_cells((length, self.width, self.height))

    def _check_length(self, length: int) -> None:
        if length not in self.lengths:
            lengths = listed([str(one) for one in self.lengths], "or")
            raise InputError(f"The length of {self.name}s is {length}: it must be {lengths}.")


STICKS = Cut(
    "stick",
    2,
    2,
    (4, 6, 8, 10),
    (
        *((column, depth, 1) for depth in range(2) for column in range(COLUMNS)),
        *((column, depth, 0) for depth in range(2) for column in (1, 2)),
        *((column, depth, 0) for depth in range(2) for column in (0, 3)),
    ),
)

BOARDS = Cut(
    "board",
    4,
    1,
    (6,),
    tuple((column, depth, 0) for depth in range(4) for column in range(COLUMNS) if depth in {1, 2} or column in {1, 2}),
    loose=9,
)

CUTS = (STICKS, BOARDS)

LENGTHS = STICKS.lengths
"""Cells along a stick."""


def cross(length: int = 6, *, solid: bool = False) -> Goal:
    """Return what six pieces fill: all of the cross, or what belongs to one of them and as much of the rest as they do.

    A solid cross has no cell that stays empty.
    """
    count = Counter(cell for slab in _slabs(length) for cell in slab)
    if solid:
        return Goal.of(count)
    return Goal.of([cell for cell, owners in count.items() if owners == 1], [cell for cell in count if count[cell] > 1])


def _slabs(length: int) -> tuple[Cells, ...]:
    """Return the cells of three slabs: that along x is wide along y, that along y along z, and that along z along x."""
    middle = length // 2
    found = []
    for axis in range(3):
        sides = [range(middle - 1, middle + 1)] * 3
        sides[axis] = range(length)
        sides[(axis + 1) % 3] = range(middle - COLUMNS // 2, middle + COLUMNS // 2)
        found.append(tuple((x, y, z) for x, y, z in product(*sides)))
    return tuple(found)
