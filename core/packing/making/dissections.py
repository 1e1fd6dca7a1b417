# SPDX-License-Identifier: GPL-3.0-or-later
"""Dissections of a box into pieces: how they grow and change, what they miss of wishes, solutions, and locks.

Locks are the contacts that the rules ask for, and what pieces push of each other by theirs. Contacts are numbered, so
that a search need only keep how many cells make each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import prod
from random import Random

from ...common.draws import index_below, pick, shuffle_in_steps, toss
from ...polycubes.board import Board, Symmetry
from ...polycubes.goal import Goal, Piece
from ...polycubes.parting import WAYS
from ...polycubes.search import Cover, Search
from ...polycubes.shape import Cell, Shape, are_connected, extent
from ...polycubes.solver import possible_in
from .options import PackingOptions

Owners = tuple[int, ...]
"""The number of the piece of each cell of a goal, in the goal's own order."""

NODES = 10_000
"""Of one search for solutions, after which they are estimated."""

NODES_AT_ONCE = 500


class Dissections:
    """The ways to cut the cells of a goal into so many pieces, each of which hangs together."""

    def __init__(self, goal: Goal, pieces: int) -> None:
        self._cells = goal.cells
        self._pieces = pieces
        self.beside = goal.beside
        """The places of the cells beside each cell."""

    def grown(self, random: Random) -> Owners:
        """Return a dissection whose pieces have grown from random cells, the smallest of them first."""
        places = list(range(len(self._cells)))
        seeds = [place for place, _ in zip(shuffle_in_steps(places, random), range(self._pieces), strict=False)]
        owners = [-1] * len(places)
        sizes = [1] * self._pieces
        for piece, place in enumerate(seeds):
            owners[place] = piece
        while True:
            free: dict[int, list[int]] = {}
            for place, owner in enumerate(owners):
                if owner < 0:
                    for neighbor in self.beside[place]:
                        if owners[neighbor] >= 0:
                            free.setdefault(owners[neighbor], []).append(place)
            if not free:
                return tuple(owners)
            smallest = min(sizes[piece] for piece in free)
            piece = pick([piece for piece in sorted(free) if sizes[piece] == smallest], random)
            owners[pick(free[piece], random)] = piece
            sizes[piece] += 1

    def changed(self, owners: Owners, random: Random) -> Owners | None:
        """Return a dissection in which a piece has given a cell to a neighbor, which may have passed on another one.

        None where the first draw leads to none whose pieces all hang together.
        """
        place = index_below(len(owners), random)
        after = self._given(owners, place, random)
        if after is None or toss(random):
            return after
        taker = after[place]
        places = [own for own, owner in enumerate(after) if owner == taker and own != place]
        return self._given(after, pick(places, random), random) if places else None

    def _given(self, owners: Owners, place: int, random: Random) -> Owners | None:
        """Return a dissection in which a cell belongs to a neighbor of its piece; None where that breaks the piece."""
        giver = owners[place]
        takers = [owners[neighbor] for neighbor in self.beside[place] if owners[neighbor] != giver]
        left = [self._cells[own] for own, owner in enumerate(owners) if owner == giver and own != place]
        if not takers or not left or not are_connected(left):
            return None
        return (*owners[:place], pick(takers, random), *owners[place + 1 :])

    def hang_together(self, owners: Sequence[int]) -> bool:
        """Report whether each piece has cells, and they hang together."""
        seen = [owner < 0 for owner in owners]
        met = set()
        for first, owner in enumerate(owners):
            if seen[first]:
                continue
            if owner in met:
                return False
            met.add(owner)
            seen[first] = True
            waiting = [first]
            while waiting:
                for neighbor in self.beside[waiting.pop()]:
                    if owners[neighbor] == owner and not seen[neighbor]:
                        seen[neighbor] = True
                        waiting.append(neighbor)
        return len(met) == self._pieces

    def cells_of(self, owners: Sequence[int]) -> list[list[Cell]]:
        """Return the cells of each piece; an owner below 0 is none."""
        pieces: list[list[Cell]] = [[] for _ in range(self._pieces)]
        for cell, owner in zip(self._cells, owners, strict=True):
            if owner >= 0:
                pieces[owner].append(cell)
        return pieces

    def shapes(self, owners: Owners) -> tuple[Shape, ...]:
        """Return the shapes of the pieces."""
        return tuple(Shape.of(cells) for cells in self.cells_of(owners))


def ways_together(shapes: Iterable[Shape], size: Cell) -> int:
    """Return the product of the numbers of ways in which shapes, each by itself, fit into a box."""
    return prod(_ways(shape, size) for shape in shapes)


# Most changes leave most shapes as they are.
@lru_cache(maxsize=4096)
def _ways(shape: Shape, size: Cell) -> int:
    return sum(
        prod(max(0, cells - length + 1) for cells, length in zip(size, extent(turned), strict=True))
        for turned in shape.orientations
    )


def pairs_alike(shapes: Sequence[Shape]) -> int:
    """Return how many pairs of pieces are the same but for a rotation."""
    counts = Counter(shape.upright.cells for shape in shapes)
    return sum(count * (count - 1) // 2 for count in counts.values())


def missed_wishes(options: PackingOptions, shapes: Sequence[Shape]) -> int:
    """Return how much of the wishes for pieces is missed."""
    least, most = options.piece_sizes
    missed = sum(max(0, least - len(shape.cells), len(shape.cells) - most) for shape in shapes)
    if options.all_different:
        missed += pairs_alike(shapes)
    if options.no_planar:
        missed += sum(shape.is_planar for shape in shapes)
    if options.no_symmetric:
        missed += sum(shape.is_symmetric for shape in shapes)
    return missed


def count_solutions(pieces: Sequence[Piece], goal: Goal, limit: float) -> tuple[float, bool, int]:
    """Return how many solutions there are up to rotation, whether that is no estimate, and the nodes that it took.

    They are estimated where there are more than a limit, or where that takes too long.
    """
    board = Board(pieces, goal)
    symmetry = Symmetry(board)
    count = nodes = 0
    for number, case in enumerate(symmetry.cases):
        cover = Cover(board, possible_in(board, case), case.chosen)
        search = Search(cover)
        while not search.is_done:
            before = search.nodes
            for covered in search.go_on(NODES_AT_ONCE, NODES_AT_ONCE):
                count += symmetry.counted(cover.on_board(covered)) is not None
            nodes += search.nodes - before
            if count > limit or nodes >= NODES:
                share = 1.0 if search.is_done else Search(cover, search.path).share
                return count * len(symmetry.cases) / max(number + share, 1e-9), False, nodes
    return float(count), True, nodes


Contacts = tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
"""Which contacts it makes that a cell of a piece is beside one of another: [way][piece][other]."""


def _table(made: Callable[[int, int, int], tuple[int, ...]], count: int) -> Contacts:
    labels = range(count)
    return tuple(
        tuple(tuple(made(way, piece, blocker) for blocker in labels) for piece in labels) for way in range(len(WAYS))
    )


def contacts_of(ways: Sequence[int]) -> tuple[Contacts, int]:
    """Return which contacts there must be for the ways of all pieces but the last, and how many."""
    count = len(ways) + 1
    numbers: dict[tuple[str, int, int], int] = {}

    def number(rule: str, piece: int, way: int = 0) -> int:
        return numbers.setdefault((rule, piece, way), len(numbers))

    def made(way: int, piece: int, blocker: int) -> tuple[int, ...]:
        contacts = []
        if piece < blocker and way != ways[piece]:
            contacts.append(number("held", piece, way))
        if blocker == piece - 1 and piece < count - 1 and way == ways[piece]:
            contacts.append(number("holds the next", blocker))
        if piece + 1 < min(blocker, count - 1) and way == ways[piece + 1]:
            contacts.append(number("held with the next", piece))
        return tuple(contacts)

    return _table(made, count), len(numbers)


def pushes_of(ways: Sequence[int]) -> tuple[Contacts, int]:
    """Return the contacts by which pieces push each other, which are numbered as ``Pushes`` has them, and how many.

    The first piece, which is the key, pushes none along its own axis; what holds it from behind comes last.
    """
    count = len(ways) + 1
    kinds = 3 * count * count + 1

    def made(way: int, piece: int, blocker: int) -> tuple[int, ...]:
        axis, sign = WAYS[way]
        if 0 in (piece, blocker) and axis == WAYS[ways[0]][0]:
            return (kinds - 1,) if piece == 0 and way != ways[0] else ()
        return () if sign < 0 or piece == blocker else ((axis * count + piece) * count + blocker,)

    return _table(made, count), kinds


class Pushes:
    """Which piece pushes which along each axis, as bits, and how many are not locked with the last one by that."""

    def __init__(self, ways: Sequence[int], numbers: Sequence[int]) -> None:
        self._count = len(ways) + 1
        self._key_axis = WAYS[ways[0]][0]
        self._forth = [[0] * self._count for _ in range(3)]
        self._back = [[0] * self._count for _ in range(3)]
        self._loose = [self._count - (axis == self._key_axis) - 1 for axis in range(3)]
        self.missing_after([contact for contact, number in enumerate(numbers) if number], numbers)

    def missing_after(self, changed: Sequence[int], numbers: Sequence[int]) -> int:
        """Return how much is missing after some contacts came or went, of which there are ``numbers`` now."""
        axes = set()
        for contact in changed:
            if contact == len(numbers) - 1:
                continue
            row, blocker = divmod(contact, self._count)
            axis, piece = divmod(row, self._count)
            axes.add(axis)
            for rows, begin, bit in ((self._forth, piece, 1 << blocker), (self._back, blocker, 1 << piece)):
                rows[axis][begin] = rows[axis][begin] | bit if numbers[contact] else rows[axis][begin] & ~bit
        last = self._count - 1
        for axis in axes:
            together = reached_from(self._forth[axis], last) & reached_from(self._back[axis], last)
            self._loose[axis] = self._count - (axis == self._key_axis) - together.bit_count()
        return sum(self._loose) + (not numbers[-1])


def reached_from(rows: Sequence[int], start: int) -> int:
    """Return which pieces are reached from one, as bits; ``rows`` have those that each reaches at once."""
    seen = waiting = 1 << start
    while waiting:
        first = waiting & -waiting
        more = rows[first.bit_length() - 1] & ~seen
        seen |= more
        waiting ^= first | more
    return seen
