# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes how far blocks of cells can go along the axes before they meet each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ..terms.cells import Cell, Cells

WAYS: tuple[tuple[int, int], ...] = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))
"""All ways along an axis: the axis, and whether up or down along it. Way 2n+1 is opposite to way 2n."""

FREE = 1 << 30
"""The cells that are free where nothing is ahead."""

STRIDES = (1, 1 << 15, 1 << 30)
"""How much an offset grows by a cell along each axis: offsets are single numbers, as these are added fastest."""


def offset_of(cell: Cell) -> int:
    """Return an offset in cells along each axis as a single number."""
    x, y, z = cell
    return x * STRIDES[0] + y * STRIDES[1] + z * STRIDES[2]


def cell_of(offset: int) -> Cell:
    """Return the cells along each axis of an offset, each less than sixteen thousand."""
    half = STRIDES[1] // 2
    x = (offset + half) % STRIDES[1] - half
    offset = (offset - x) // STRIDES[1]
    y = (offset + half) % STRIDES[1] - half
    return x, y, (offset - y) // STRIDES[1]


class FreeWays:
    """The way that each of some blocks can go before it meets each other one, wherever both are."""

    def __init__(self, blocks: Iterable[Cells]) -> None:
        self._columns = [_columns(cells) for cells in blocks]
        self._known: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def before(self, one: int, other: int, offset: int) -> tuple[int, ...]:
        """Return how many cells are free before a block meets another one, along each way.

        ``offset`` is how much farther the other one has been moved from its place.
        """
        key = one, other, offset
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(one, other, cell_of(offset))
        return found

    def _find(self, one: int, other: int, offset: Cell) -> tuple[int, ...]:
        distances: list[int] = []
        for axis in range(3):
            up = down = FREE
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


# A search for designs that interlock changes a block or two at a time.
@lru_cache(maxsize=4096)
def _columns(cells: Cells) -> tuple[Mapping[tuple[int, int], Sequence[int]], ...]:
    """Return the places along each axis at which a block has cells, by the two other coordinates."""
    every: tuple[dict[tuple[int, int], list[int]], ...] = ({}, {}, {})
    for x, y, z in cells:
        every[0].setdefault((y, z), []).append(x)
        every[1].setdefault((x, z), []).append(y)
        every[2].setdefault((x, y), []).append(z)
    return every
