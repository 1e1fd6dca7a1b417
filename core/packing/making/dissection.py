# SPDX-License-Identifier: GPL-3.0-or-later
"""A goal cut into pieces at random, and small changes of the cuts that keep every piece in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from random import Random

from ...common.draws import index_below, pick, shuffle_in_steps, toss
from ...polycubes.terms.cells import Cell, Cells, are_connected, extent, neighbors
from ...polycubes.terms.goal import Goal
from ...polycubes.terms.shape import Shape

Owners = tuple[int, ...]
"""The number of the piece of each cell of a goal, in the goal's own order."""


class Dissections:
    """The ways to cut the cells of a goal into so many pieces, each of which hangs together."""

    def __init__(self, goal: Goal, pieces: int) -> None:
        self._cells = goal.cells
        self._pieces = pieces
        self._beside = tuple(
            tuple(goal.numbers[cell] for cell in neighbors(one) if cell in goal.numbers) for one in goal.cells
        )

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
                    for other in self._beside[place]:
                        if owners[other] >= 0:
                            free.setdefault(owners[other], []).append(place)
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
        others = [other for other, owner in enumerate(after) if owner == taker and other != place]
        return self._given(after, pick(others, random), random) if others else None

    def _given(self, owners: Owners, place: int, random: Random) -> Owners | None:
        """Return a dissection in which a cell belongs to a neighbor of its piece; None where that breaks the piece."""
        giver = owners[place]
        takers = [owners[other] for other in self._beside[place] if owners[other] != giver]
        left = [self._cells[other] for other, owner in enumerate(owners) if owner == giver and other != place]
        if not takers or not left or not are_connected(left):
            return None
        return (*owners[:place], pick(takers, random), *owners[place + 1 :])

    def cells_of(self, owners: Owners) -> list[list[Cell]]:
        """Return the cells of each piece."""
        found: list[list[Cell]] = [[] for _ in range(self._pieces)]
        for cell, owner in zip(self._cells, owners, strict=True):
            found[owner].append(cell)
        return found

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
