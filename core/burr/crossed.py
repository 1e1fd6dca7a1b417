# SPDX-License-Identifier: GPL-3.0-or-later
"""Six pieces that cross as a puzzle, and what is read of one: its sticks or boards by their numbers, and its code.

A cross is three slabs that go through each other. Each is cut into two pieces of one form: into sticks side by side, or
into boards that lie flat on each other. In the middle of a piece there are cells that other pieces can have, too. The
number is 1 plus two to the power of ``i`` for each such cell ``i`` that is removed.

The Känel number of a stick counts the cells so. Seen from the front, with the notches up, they are, in the upper layer
and in the lower one::

    back   4  5  6  7      14 10 11 15
    front  0  1  2  3      12  8  9 13

Those from 12 on are a stick's own in the cross, so it has the numbers up to 4096; others are of other burrs. Of boards
the cells are counted here, seen from above, and beside that as Känel and puzzlecad count them::

    back   -  10 11 -      -  10 11 -
           6  7  8  9      4  5  6  7
           2  3  4  5      0  1  2  3
    front  -  0  1  -      -  8  9  -

In a code six pieces that cross are their numbers, and what else was drawn is a packing puzzle. The last digit tells
boards from sticks, and lengths beyond the first three: of sticks of these it is 0, and numbers end without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..common.codes import Reader, Writer
from ..common.errors import InputError
from ..common.words import listed
from ..polycubes.goal import Goal, Piece
from ..polycubes.puzzle import PolycubePuzzle
from ..polycubes.puzzle import puzzle_from_number as pieces_from_number
from ..polycubes.puzzle import puzzle_to_number as pieces_to_number
from ..polycubes.shape import Cell, Cells, Shape, box_cells, moved

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
    ``as_kaenel`` are the numbers of cells here in the order in which Känel counts them; none where that is the same.
    """

    name: str
    width: int
    height: int
    lengths: tuple[int, ...]
    notches: Cells
    loose: int = 0
    as_kaenel: tuple[int, ...] = ()

    def of_kaenel(self, number: int) -> int:
        """Return the number here of a piece by its Känel number; raises InputError where there is none."""
        if not 1 <= number <= LARGEST_IN_CROSS:
            raise InputError(f"A {self.name} has the Känel number {number}: it must be from 1 to {LARGEST_IN_CROSS:,}.")
        return 1 + sum(1 << cell for bit, cell in enumerate(self._kaenel_cells) if number - 1 >> bit & 1)

    def to_kaenel(self, number: int) -> int:
        """Return the Känel number of a piece by its number here."""
        return 1 + sum(1 << bit for bit, cell in enumerate(self._kaenel_cells) if number - 1 >> cell & 1)

    @property
    def _kaenel_cells(self) -> Sequence[int]:
        return self.as_kaenel or range(LARGEST_IN_CROSS.bit_length() - 1)

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
        places: list[Cells] = []
        for axis, slab in enumerate(_slabs(length)):
            split = (axis + (1 if self.width < COLUMNS else 2)) % 3
            cells = sorted({cell[split] for cell in slab})
            half = len(cells) // 2
            places += [tuple(cell for cell in slab if cell[split] in part) for part in (cells[:half], cells[half:])]
        return tuple(places)

    def whole(self, length: int) -> Cells:
        """Return the cells of the piece that lacks none, sorted."""
        return box_cells((length, self.width, self.height))

    def _check_length(self, length: int) -> None:
        if length not in self.lengths:
            lengths = listed(list(map(str, self.lengths)), "or")
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
    as_kaenel=(*range(2, 10), 0, 1, 10, 11),
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
    slabs = []
    for axis in range(3):
        sides = [range(middle - 1, middle + 1)] * 3
        sides[axis] = range(length)
        sides[(axis + 1) % 3] = range(middle - COLUMNS // 2, middle + COLUMNS // 2)
        slabs.append(tuple((x, y, z) for x, y, z in product(*sides)))
    return tuple(slabs)


class Numbered(NamedTuple):
    """A piece by its number, of which each way to cut the cross has its own."""

    cut: Cut
    number: int


def burr_of(numbers: Sequence[int], length: int = 6, cut: Cut = STICKS) -> PolycubePuzzle:
    """Return the burr of six pieces; raises InputError for pieces that can make none.

    Those that are alike are one piece, by the number that comes first.
    """
    name = cut.name
    if len(numbers) != PIECES:
        raise InputError(f"A burr has six {name}s, not {len(numbers)}: give six numbers.")
    pieces: dict[Shape, Piece] = {}
    for number in numbers:
        if not 1 <= number <= LARGEST_IN_CROSS:
            raise InputError(f"A {name} has the number {number}: in a cross it must be from 1 to {LARGEST_IN_CROSS:,}.")
        shape = Shape.of(cut.piece(number, length))
        if not shape.is_connected:
            raise InputError(f"The {name} {number} falls apart: its notches cut it through, so take another one.")
        alike = pieces.get(shape.upright, Piece(shape, 0, 0, str(number)))
        pieces[shape.upright] = replace(alike, least=alike.least + 1, most=alike.most + 1)
    burr = in_its_cross(PolycubePuzzle(tuple(pieces.values()), cross(length)))
    cells, room = _cells(burr), len(burr.goal.cells)
    if cells > room:
        raise InputError(
            f"The {name}s have {cells} cells, and the cross has room for {room}: take {name}s with more notches."
        )
    return burr


def in_its_cross(puzzle: PolycubePuzzle) -> PolycubePuzzle:
    """Return a puzzle whose goal is a cross with a solid one where the pieces fill it, else with one that has holes."""
    length = length_of(puzzle)
    if length is None:
        return puzzle
    goal = cross(length, solid=_cells(puzzle) == len(puzzle.goal.cells))
    return puzzle if goal == puzzle.goal else replace(puzzle, goal=goal)


def length_of(puzzle: PolycubePuzzle) -> int | None:
    """Return how many cells the pieces of a burr are long; None where its goal is no cross."""
    return next((length for length in LENGTHS if puzzle.goal in (cross(length), cross(length, solid=True))), None)


def numbered(puzzle: PolycubePuzzle) -> tuple[Numbered | None, ...]:
    """Return each piece by its number; None for one that has none."""
    length = length_of(puzzle)
    return tuple(
        None if length is None else _numbered(piece.shape.cells, piece.name, length) for piece in puzzle.pieces
    )


def cut_of(puzzle: PolycubePuzzle) -> Cut | None:
    """Return how the cross is cut into the six pieces of a burr; None where they are not six of one way."""
    if sum(piece.most for piece in puzzle.pieces) != PIECES:
        return None
    cuts = {None if piece is None else piece.cut for piece in numbered(puzzle)}
    return cuts.pop() if len(cuts) == 1 else None


def numbers_of(puzzle: PolycubePuzzle, cut: Cut | None) -> list[int]:
    """Return the numbers of pieces of one way to cut, each as often as there are such; none where one is of no such."""
    pairs = zip(numbered(puzzle), puzzle.pieces, strict=True)
    numbers = [(known.number, piece.most) for known, piece in pairs if known is not None and known.cut is cut]
    return [number for number, most in numbers for _ in range(most)] if len(numbers) == len(puzzle.pieces) else []


def sticks_of(puzzle: PolycubePuzzle) -> list[int]:
    """Return the numbers of the sticks, each as often as there are such; none where a piece is no stick."""
    return numbers_of(puzzle, STICKS)


def boards_of(puzzle: PolycubePuzzle) -> list[int]:
    """Return the numbers of the boards, each as often as there are such; none where a piece is no board."""
    return numbers_of(puzzle, BOARDS)


def kaenel_boards_of(puzzle: PolycubePuzzle) -> list[int]:
    """Return the boards by the numbers that Känel and puzzlecad give them, the least ones; none as ``boards_of``."""
    length = length_of(puzzle) or 0
    if not boards_of(puzzle):
        return []
    pieces = [(_every_number(piece.shape.cells, length), piece.most) for piece in puzzle.pieces]
    return [min(BOARDS.to_kaenel(board.number) for board in boards) for boards, most in pieces for _ in range(most)]


def holes(puzzle: PolycubePuzzle) -> int:
    """Return how many cells stay empty inside, at least."""
    return max(0, len(puzzle.goal.cells) - _cells(puzzle))


def _cells(puzzle: PolycubePuzzle) -> int:
    return sum(piece.most * len(piece.shape.cells) for piece in puzzle.pieces)


def _numbered(cells: Cells, name: str, length: int) -> Numbered | None:
    """Return a piece, however it is turned, by the number by which it is called, or else by its least one."""
    known = _every_number(cells, length)
    return next((piece for piece in known if str(piece.number) == name), known[0] if known else None)


@lru_cache(maxsize=1000)
def _every_number(cells: Cells, length: int) -> tuple[Numbered, ...]:
    """Return all numbers of a piece, each for a way in which it can be turned, the least first; it may have none."""
    for cut in CUTS:
        every: set[int | None] = set()
        for lying in Shape(cells).orientations if length in cut.lengths else ():
            x, y, z = Shape(lying).extent
            for way in product(range(length - x + 1), range(cut.width + 1 - y), range(cut.height + 1 - z)):
                every.add(cut.number_of(moved(lying, way), length))
        if numbers := sorted(filter(None, every)):
            return tuple(Numbered(cut, number) for number in numbers)
    return ()


CROSS, OTHER = 0, 1
"""What the rest of the number is of."""

FIRST_LENGTHS = 3
"""That the first digit tells from each other: codes stay what they are when there are more."""

LAST = len(CUTS) * (1 + (len(LENGTHS) - 1) // FIRST_LENGTHS)
"""Values of the last digit."""


def puzzle_to_number(puzzle: PolycubePuzzle) -> int:
    """Return the number of a burr; raises InputError for one that has none."""
    cut = _crossing(puzzle)
    digits = Writer()
    digits.put(OTHER if cut is None else CROSS, 2)
    if cut is None:
        return digits.number + 2 * pieces_to_number(puzzle)
    more, length = divmod(LENGTHS.index(max(puzzle.goal.size)), FIRST_LENGTHS)
    digits.put(length, FIRST_LENGTHS)
    for number in numbers_of(puzzle, cut):
        digits.put(number - 1, LARGEST_IN_CROSS)
    digits.put(CUTS.index(cut) + more * len(CUTS), LAST)
    return digits.number


def puzzle_from_number(number: int) -> PolycubePuzzle:
    """Return the burr of a number; raises InputError for what is none."""
    if number % 2 == OTHER:
        return pieces_from_number(number // 2)
    digits = Reader(number // 2)
    length = digits.take(FIRST_LENGTHS)
    numbers = [1 + digits.take(LARGEST_IN_CROSS) for _ in range(PIECES)]
    more, cut = divmod(digits.take(LAST), len(CUTS))
    digits.check_end()
    place = length + more * FIRST_LENGTHS
    if place >= len(LENGTHS):
        raise InputError("The code is damaged: it is of sticks that are too long.")
    return burr_of(numbers, LENGTHS[place], CUTS[cut])


def _crossing(puzzle: PolycubePuzzle) -> Cut | None:
    """Return how the cross is cut into six pieces that lie as their numbers say; None where that says not all."""
    length, cut = length_of(puzzle), cut_of(puzzle)
    if length is None or cut is None or puzzle.has_colors:
        return None
    try:
        burr = burr_of(numbers_of(puzzle, cut), length, cut)
    except InputError:
        return None
    pieces = [[(piece.shape, piece.least, piece.most) for piece in crossed.pieces] for crossed in (burr, puzzle)]
    # Where no cell is left over, it makes no difference that some may stay empty.
    return cut if pieces[0] == pieces[1] and (burr.goal == puzzle.goal or not holes(puzzle)) else None
