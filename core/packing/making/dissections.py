# SPDX-License-Identifier: GPL-3.0-or-later
"""Dissections of a box into pieces: how they grow and change, what of the wishes they miss, and their solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from random import Random

from ...common.draws import index_below, pick, shuffle_in_steps, toss
from ...polycubes.board import Board
from ...polycubes.goal import Goal, Piece
from ...polycubes.search import Cover, Search
from ...polycubes.shape import Cell, Cells, Shape, are_connected, extent
from ...polycubes.solver import possible_in
from ...polycubes.symmetry import Symmetry
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
    counts: dict[Cells, int] = {}
    for shape in shapes:
        key = shape.upright.cells
        counts[key] = counts.get(key, 0) + 1
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
