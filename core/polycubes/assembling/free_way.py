# SPDX-License-Identifier: GPL-3.0-or-later
"""How far one block of cells can go along each axis before it meets another."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from ..terms.cells import Cell, Cells

WAYS: tuple[tuple[int, int], ...] = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))
"""All ways along an axis: the axis, and whether up or down along it. Way 2n+1 is opposite to way 2n."""

Distances = tuple[float, ...]
"""For each of the ways, cells that are free; infinite where nothing is ahead."""


class FreeWays:
    """How far each of some blocks can go before it meets each other one, wherever both are."""

    def __init__(self, blocks: Iterable[Cells]) -> None:
        self._columns = [tuple(_columns(cells, axis) for axis in range(3)) for cells in blocks]
        self._known: dict[tuple[int, int, Cell], Distances] = {}

    def distances(self, one: int, other: int, offset: Cell) -> Distances:
        """Return how far a block can go along each way before it meets another one.

        ``offset`` is how much farther the other one has been moved from its place.
        """
        key = one, other, offset
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(one, other, offset)
        return found

    def _find(self, one: int, other: int, offset: Cell) -> Distances:
        distances = []
        for axis in range(3):
            up = down = inf
            along = offset[axis]
            across = offset[:axis] + offset[axis + 1 :]
            theirs = self._columns[other][axis]
            for (a, b), places in self._columns[one][axis].items():
                for there in theirs.get((a - across[0], b - across[1]), ()):
                    for here in places:
                        gap = there + along - here
                        if gap > 0:
                            up = min(up, gap - 1)
                        else:
                            down = min(down, -gap - 1)
            distances += [up, down]
        return tuple(distances)


def _columns(cells: Cells, axis: int) -> dict[tuple[int, int], list[int]]:
    """Return the places along an axis at which a block has cells, by the two other coordinates."""
    found: dict[tuple[int, int], list[int]] = {}
    for cell in cells:
        one, other = cell[:axis] + cell[axis + 1 :]
        found.setdefault((one, other), []).append(cell[axis])
    return found
