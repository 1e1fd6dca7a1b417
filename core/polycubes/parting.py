# SPDX-License-Identifier: GPL-3.0-or-later
"""Bringing some blocks away from others by the fewest moves: a search in breadth through all arrangements.

A move is any set of blocks that goes as one by any number of cells along an axis. Of several shortest ways the first
one is taken, in BurrTools' order: arrangements in the order in which they were reached; single blocks before several;
ways in turn, blocks in turn, one cell before two. BurrTools follows Cutler, "A Computer Analysis of All 6-Piece Burrs".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .shape import Cell, Cells

WAYS: tuple[tuple[int, int], ...] = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))
"""All ways along an axis: the axis, and whether up or down along it. Way 2n+1 is opposite to way 2n."""

FREE = 1 << 30
"""The cells that are free where nothing is ahead."""

STRIDES = (1, 1 << 15, 1 << 30)
"""How much an offset grows by a cell along each axis: offsets are single numbers, as these are added fastest."""


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

    def before(self, block: int, obstacle: int, offset: int) -> tuple[int, ...]:
        """Return how many cells are free before a block meets another one, along each way.

        ``offset`` is how much farther the other one has been moved from its place.
        """
        key = block, obstacle, offset
        cells = self._known.get(key)
        if cells is None:
            cells = self._known[key] = self._find(block, obstacle, cell_of(offset))
        return cells

    def _find(self, block: int, obstacle: int, offset: Cell) -> tuple[int, ...]:
        distances: list[int] = []
        for axis in range(3):
            up = down = FREE
            along = offset[axis]
            across = offset[:axis] + offset[axis + 1 :]
            theirs = self._columns[obstacle][axis]
            for (a, b), places in self._columns[block][axis].items():
                for their_place in theirs.get((a - across[0], b - across[1]), ()):
                    for here in places:
                        gap = their_place + along - here
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


PREFERRED = (4, 0, 1, 2, 3, 5)
"""The ways by which blocks go away for good, by their numbers, the best first: up before all others."""

OPPOSITE = [way ^ 1 for way in range(len(WAYS))]

Arrangement = tuple[int, ...]
"""How far each of some blocks has been moved, as offsets."""

_Packed = int
"""An arrangement as seen from its first block, 64 bits for each block: one number is added to and compared fastest."""

_Set = int
"""Some of the blocks that are still together, as the bits of their places among these."""

_Reached = tuple[_Packed, _Set, int, int]
"""How an arrangement was reached: from which one, what went, its way, and how far."""

_Pushes = NDArray[np.int32]
"""How many cells each block can go along a way before each other one goes with it: [arrangement, way, block, other]."""

SLOT, ZERO = 64, 1 << 62
"""The bits of an offset in a packed arrangement, and what stands there for no offset, so that none is below 0."""

MOST_AT_ONCE = 1_000_000
"""Numbers that are worked on at once."""


class TooManyArrangementsError(RuntimeError):
    """Moves can reach so many arrangements that it is not known whether blocks come apart."""


@dataclass(frozen=True)
class BlockMove:
    """Some blocks, by their numbers, go a way along an axis as one: so many cells, or away for good."""

    blocks: tuple[int, ...]
    axis: int
    sign: int
    distance: int | None


@dataclass(frozen=True)
class Parting:
    """The parting of blocks that are still together into two parts: moves, by the last of which some go away.

    ``places`` are how far each block has been moved before that, in cells.
    """

    together: tuple[int, ...]
    places: tuple[Cell, ...]
    moves: tuple[BlockMove, ...]


class PartingSearch:
    """A search for how some of several blocks, of which the free ways are known, come away from the others.

    ``order`` are all ways in the order in which they are looked at. Of two parts the one goes whose ``weights`` are
    less, otherwise the one that was found.
    """

    def __init__(self, free_ways: FreeWays, order: Sequence[int], weights: Sequence[int], most: int) -> None:
        self._free_ways = free_ways
        self._order = order
        self._weights = weights
        self._most = most

    def parting(self, together: tuple[int, ...], start: Arrangement) -> tuple[Parting, Arrangement] | None:
        """Return the fewest moves after which some blocks go away, and how all lie before the last one.

        Raises TooManyArrangementsError after more than ``most`` arrangements.
        """
        count = len(together)
        at_once = max(1, MOST_AT_ONCE // (len(WAYS) * count**2))
        first = _packed(start)
        steps: dict[_Packed, _Reached | None] = {first: None}
        layer = [first]
        while layer:
            following: list[_Packed] = []
            for begin in range(0, len(layer), at_once):
                part = layer[begin : begin + at_once]
                pushes = self._pushes(together, part)
                leaving = self._leaving(pushes)
                if leaving is not None:
                    number, going, way = leaving
                    done = [self._move(together, going, way, None)]
                    here = part[number]
                    while (reached := steps[here]) is not None:
                        here, *step = reached
                        done.append(self._move(together, *step))
                    moves = done[::-1]
                    return Parting(together, tuple(map(cell_of, start)), tuple(moves)), _moved(together, start, moves)
                for number, going, way, distance in self._moves(pushes):
                    here = part[number]
                    arrangement = here + _shift(count, going, way, distance)
                    if arrangement not in steps:
                        steps[arrangement] = here, going, way, distance
                        following.append(arrangement)
                if len(steps) > self._most:
                    raise TooManyArrangementsError(f"There are more than {self._most:,} arrangements.")
            layer = following
        return None

    def pushes_at_first(self, together: tuple[int, ...]) -> NDArray[np.int32]:
        """Return how many cells each block can go before each other one goes with it, where none has been moved.

        The shape is [way, block, other].
        """
        first: NDArray[np.int32] = self._pushes(together, [_packed((0,) * len(together))])[0]
        return first

    def _pushes(self, together: tuple[int, ...], layer: Sequence[_Packed]) -> _Pushes:
        """Return what pushes what in some arrangements, also by way of others."""
        count = len(together)
        packed = b"".join(arrangement.to_bytes(count * SLOT // 8, "little") for arrangement in layer)
        offsets = np.frombuffer(packed, dtype="<i8").reshape(len(layer), count)
        ones, others = _pairs(count)
        pairs = len(ones)
        # Many arrangements have pairs that lie to each other in the same way.
        keys = (offsets[:, others] - offsets[:, ones]) * pairs + np.arange(pairs)
        different, which = np.unique(keys, return_inverse=True)
        blocks = [(together[a], together[b]) for a, b in zip(ones.tolist(), others.tolist(), strict=True)]
        before = []
        for key in different.tolist():
            block, obstacle = blocks[key % pairs]
            before.append(self._free_ways.before(block, obstacle, key // pairs))
        free = np.array(before, dtype=np.int32)[which.reshape(-1)].reshape(len(layer), pairs, len(WAYS))
        pushes = np.zeros((len(layer), len(WAYS), count, count), dtype=np.int32)
        pushes[:, :, ones, others] = free.swapaxes(1, 2)
        pushes[:, :, others, ones] = free[:, :, OPPOSITE].swapaxes(1, 2)
        for between in range(count):
            np.minimum(pushes, np.maximum(pushes[..., between, None], pushes[..., None, between, :]), out=pushes)
        return pushes

    def _leaving(self, pushes: _Pushes) -> tuple[int, _Set, int] | None:
        """Return the first arrangement in which blocks can go away for good, which, and their best way.

        A single one goes, if any can; otherwise one with what it pushes, if that is at most half of all.
        """
        count = pushes.shape[-1]
        endless = pushes < FREE
        can = np.flatnonzero((endless.sum(axis=-1) <= count // 2).any(axis=(1, 2)))
        if not len(can):
            return None
        number = int(can[0])
        pushed = [[_set_of(row) for row in of_way] for of_way in endless[number].tolist()]
        for most in (1, count // 2):
            for way in self._order:
                for going in pushed[way]:
                    if going.bit_count() <= most:
                        return number, going, next(best for best in PREFERRED if _is_whole(pushed[best], going))
        return None

    def _moves(self, pushes: _Pushes) -> Iterator[tuple[int, _Set, int, int]]:
        """Yield moves where no block can go away: in which arrangement, what goes as one, its way, and how far.

        Each block with what it pushes goes as long as that is at most half of all, and so do several of these
        together; what is more than half is the rest that goes the opposite way.
        """
        count = pushes.shape[-1]
        everything = (1 << count) - 1
        ordered = pushes[:, self._order]
        numbers, places, blocks = np.nonzero((ordered < 1).sum(axis=-1) <= count // 2)
        goings = _sets(ordered[numbers, places, blocks])
        last = None
        seen: list[list[_Set]] = []
        for number, place, *going_by in zip(numbers.tolist(), places.tolist(), *goings, strict=True):
            if last != (number, place):
                last, seen = (number, place), [[] for _ in goings]
            way = self._order[place]
            for distance, (going, sets) in enumerate(zip(going_by, seen, strict=True), 1):
                if not going:
                    break
                if going not in sets:
                    sets.append(going)
                    yield number, going, way, distance
                    for beside in sets:
                        both = going | beside
                        if both not in sets and both != everything:
                            sets.append(both)
                            yield number, both, way, distance

    def _move(self, together: tuple[int, ...], going_set: _Set, way: int, distance: int | None) -> BlockMove:
        going = [block for place, block in enumerate(together) if going_set >> place & 1]
        staying = [block for block in together if block not in going]
        if max(self._weights[block] for block in going) > max(self._weights[block] for block in staying):
            going, way = staying, way ^ 1
        return BlockMove(tuple(going), *WAYS[way], distance)


@lru_cache
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return all pairs of so many blocks, the later one first."""
    return np.tril_indices(count, -1)


def _sets(rows: NDArray[np.int32]) -> list[list[_Set]]:
    """Return for each distance, from 1, what goes with each of some blocks; 0 where that is more than half of all."""
    count = rows.shape[-1]
    bits = np.array([1 << place for place in range(count)], dtype=np.int64 if count < SLOT - 1 else object)
    by_distance: list[list[_Set]] = []
    for distance in itertools.count(1):
        inside = rows < distance
        at_most_half = inside.sum(axis=-1) <= count // 2
        if not at_most_half.any():
            return by_distance
        by_distance.append(np.where(at_most_half, inside @ bits, 0).tolist())
    return by_distance


def _set_of(row: Sequence[bool]) -> _Set:
    return sum(1 << place for place, is_in in enumerate(row) if is_in)


def _is_whole(pushed: Sequence[_Set], going: _Set) -> bool:
    """Report whether blocks push no others."""
    return all(not pushed[place] & ~going for place in range(len(pushed)) if going >> place & 1)


def _packed(arrangement: Arrangement) -> _Packed:
    """Return an arrangement as seen from its first block: only how blocks lie to each other matters."""
    return sum(offset - arrangement[0] + ZERO << SLOT * place for place, offset in enumerate(arrangement))


@lru_cache(100_000)
def _shift(count: int, going: _Set, way: int, distance: int) -> int:
    """Return by how much a packed arrangement of so many blocks changes when some go a way."""
    axis, sign = WAYS[way]
    by = sign * distance * STRIDES[axis]
    if going & 1:
        # Seen from the first block the others go the opposite way.
        going, by = ~going & (1 << count) - 1, -by
    return by * sum(1 << SLOT * place for place in range(count) if going >> place & 1)


def _moved(together: tuple[int, ...], start: Arrangement, moves: Sequence[BlockMove]) -> Arrangement:
    """Return how blocks lie before the last of some moves."""
    lying = dict(zip(together, start, strict=True))
    for move in moves[:-1]:
        for block in move.blocks:
            lying[block] += move.sign * (move.distance or 0) * STRIDES[move.axis]
    return tuple(lying.values())
