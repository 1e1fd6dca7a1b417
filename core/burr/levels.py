# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels of many assemblies of six pieces at once: the fewest moves until one or several pieces go away.

Everything is looked up. For two pieces that lie to each other in some way, a table says along each axis whether one
pushes the other when it goes a cell, and whether it ever does if it goes on. So two numbers for each axis, with a bit
for each two pieces and each way, say of an arrangement which sets of pieces can go a cell or away for good: those that
push no other piece. The arrangements of all assemblies after one move are looked at together, then those after two, and
so on. Moves can be taken back: so an arrangement that is not new was reached by the last move, or by the one before.

The search for partings in ``polycubes/parting.py`` finds the same levels, for any blocks, and the moves. It looks at
one assembly at a time, and takes 3 to 14 times as long for those of a search for burrs: so both stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..polycubes.parting import TooManyArrangementsError
from ..polycubes.taking_apart import take_apart
from .places import PLACES, SHARED, Assembly, Cross, Ints

LOCKED = 0
"""The level of what does not come apart."""

UNKNOWN = -1
"""The level of what reaches too many arrangements."""

MOST_ARRANGEMENTS = 20_000
"""Of one assembly, after a number of moves."""

MOST_AT_ONCE = 30_000
"""Arrangements that are worked on at once."""

MOST_TABLES = 10_000
"""Of each two places, 20 MB: with more they begin anew, as old ones are seldom met again."""

Tables = list[tuple[Ints, NDArray[np.int16]]]
"""Of each two places: where the table of each assembly begins, and all tables one after the other."""

PAIRS = tuple(combinations(range(PLACES), 2))

# Offsets are packed into a number, four bits for each of three axes of five pieces, as seen from the first one.
BITS, MIDDLE = 4, 8
AXIS_BITS = 3 * BITS

# Sets of pieces without the first one go up an axis; the others in place of them go down.
SETS = tuple(range(2, 1 << PLACES, 2))

MARGIN = 2
"""Cells beyond which pieces that no longer touch lie to each other in the same way as there."""


def _crossing(going: int) -> int:
    """Return the bits of the pieces that some others would push: two for each pair, upward and downward."""
    crossed = 0
    for number, (first, second) in enumerate(PAIRS):
        if going >> first & 1 and not going >> second & 1:
            crossed |= 1 << 2 * number
        if going >> second & 1 and not going >> first & 1:
            crossed |= 2 << 2 * number
    return crossed


EVER = 2 * len(PAIRS)
"""The first bit of those that tell whether one ever pushes the other."""

_SAID = np.arange(1 << 12, dtype=np.int64)[:, None] >> np.array((0, 4, 8))
SPREAD = _SAID & 3 | (_SAID >> 2 & 3) << EVER
"""By what a table says: for each axis the bits of the first pair."""

_ALL = (1 << PLACES) - 1

CROSSING = np.array([[_crossing(going) for going in SETS], [_crossing(_ALL & ~going) for going in SETS]], np.int64)
"""What must not be pushed for each set to go up, and to go down."""


def _shifts() -> Ints:
    """Return by how much the packed offsets change when a set goes a cell up an axis."""
    shifts = np.zeros((3, len(SETS)), np.int64)
    for axis in range(3):
        for number, going in enumerate(SETS):
            shifts[axis, number] = sum(
                1 << (place - 1) * AXIS_BITS + axis * BITS for place in range(1, PLACES) if going >> place & 1
            )
    return shifts


SHIFTS = _shifts()
_START = sum(MIDDLE << place * BITS for place in range(3 * (PLACES - 1)))
_SECOND_BITS = sum(2 << place * BITS for place in range(3 * (PLACES - 1)))


class Levels:
    """Levels of assemblies in a cross; what is known of two pieces is kept."""

    def __init__(self, cross: Cross) -> None:
        self._pairs = [_Pair(cross, first, second) for first, second in PAIRS]

    def of(self, assemblies: Sequence[Assembly] | Ints, most: int = MOST_ARRANGEMENTS) -> list[int]:
        """Return the level of each assembly; LOCKED where it does not come apart, UNKNOWN where that is too long."""
        table = np.asarray(assemblies, np.int64).reshape(-1, PLACES)
        levels = np.full(len(table), LOCKED, np.int64)
        tables = [pair.tables(table) for pair in self._pairs]
        owners = np.arange(len(table))
        keys = np.full(len(table), _START, np.int64)
        before = owners[:0], keys[:0]
        level = 1
        while len(owners):
            pushes = self._pushes(tables, owners, keys)
            leaving = np.zeros(len(owners), bool)
            for begin in range(0, len(owners), MOST_AT_ONCE):
                part = pushes[begin : begin + MOST_AT_ONCE] >> EVER
                leaving[begin : begin + MOST_AT_ONCE] = ((part[:, :, None, None] & CROSSING) == 0).any(axis=(1, 2, 3))
            levels[owners[leaving]] = level
            stays = levels[owners] == LOCKED
            owners, keys, pushes = owners[stays], keys[stays], pushes[stays]
            known = np.concatenate((before[0], owners)), np.concatenate((before[1], keys))
            before = owners, keys
            owners, keys = self._moved(tables, owners, keys, pushes)
            owners, keys = _new(owners, keys, *known)
            counts = np.bincount(owners, minlength=len(table)) if len(owners) else np.zeros(len(table), np.int64)
            too_many = counts > most
            too_far = np.zeros(len(table), bool)
            too_far[owners[_is_at_the_edge(keys)]] = True
            levels[too_many | too_far] = UNKNOWN
            stays = levels[owners] == LOCKED
            owners, keys = owners[stays], keys[stays]
            level += 1
        return list(map(int, levels))

    def _moved(self, tables: Tables, owners: Ints, keys: Ints, pushes: Ints) -> tuple[Ints, Ints]:
        """Return all arrangements that a move leads to from some."""
        all_owners, all_keys = [owners[:0]], [keys[:0]]
        for begin in range(0, len(owners), MOST_AT_ONCE):
            part = slice(begin, begin + MOST_AT_ONCE)
            can = (pushes[part][:, :, None, None] & CROSSING) == 0
            numbers, axes, ways, sets = np.nonzero(can)
            lie, mine = keys[part][numbers], owners[part][numbers]
            while len(lie):
                lie = lie + SHIFTS[axes, sets] * (1 - 2 * ways)
                all_owners.append(mine)
                all_keys.append(lie)
                # What went a cell goes on as long as it can.
                on = self._pushes(tables, mine, lie, axes)[:, 0] & CROSSING[ways, sets] == 0
                on &= ~_is_at_the_edge(lie)
                lie, mine, axes, ways, sets = lie[on], mine[on], axes[on], ways[on], sets[on]
        return np.concatenate(all_owners), np.concatenate(all_keys)

    def _pushes(self, tables: Tables, owners: Ints, keys: Ints, axes: Ints | None = None) -> Ints:
        """Return what pushes what in some arrangements: [arrangement, axis], or along one axis each."""
        pushes = np.zeros((len(keys), 3 if axes is None else 1), np.int64)
        offsets = [np.zeros((3, 1), np.int32)]
        shifts = (np.arange(3) * BITS)[:, None]
        for place in range(PLACES - 1):
            offsets.append((keys[None] >> shifts + place * AXIS_BITS & (1 << BITS) - 1).astype(np.int32) - MIDDLE)
        for number, ((first, second), pair) in enumerate(zip(PAIRS, self._pairs, strict=True)):
            rows, flat = tables[number]
            value = flat[rows[owners] + pair.index(offsets[second] - offsets[first])]
            if axes is None:
                pushes |= SPREAD[value] << 2 * number
            else:
                pushes[:, 0] |= (value >> 4 * axes & 3) << 2 * number
        return pushes


def _is_at_the_edge(keys: Ints) -> NDArray[np.bool_]:
    """Report which arrangements have a piece as far away as can be told: farther is not looked."""
    # These are 0, 1, 14 and 15, whose three upper bits are alike.
    differ = keys ^ keys >> 1
    near: NDArray[np.bool_] = (differ | differ >> 1) & _SECOND_BITS != _SECOND_BITS
    return near


def _new(owners: Ints, keys: Ints, known_owners: Ints, known_keys: Ints) -> tuple[Ints, Ints]:
    """Return the arrangements that are not known, each once, in order."""
    every_owner = np.concatenate((known_owners, owners))
    every_key = np.concatenate((known_keys, keys))
    is_new = np.repeat((False, True), (len(known_keys), len(keys)))
    order = np.lexsort((is_new, every_key, every_owner))
    every_owner, every_key, is_new = every_owner[order], every_key[order], is_new[order]
    first = np.ones(len(order), bool)
    first[1:] = (every_owner[1:] != every_owner[:-1]) | (every_key[1:] != every_key[:-1])
    chosen = first & is_new
    return every_owner[chosen], every_key[chosen]


class _Pair:
    """Two places: how the pieces in them lie to each other, and what that means."""

    def __init__(self, cross: Cross, first: int, second: int) -> None:
        self._first, self._second = first, second
        begin = {number: bit for bit, number in enumerate(cross.numbers[first])}
        end = {number: bit for bit, number in enumerate(cross.numbers[second])}
        at = {cell: number for number, cell in enumerate(cross.shared)}
        here_at, there_at = list(cross.cells[first].values()), list(cross.cells[second].values())
        # The other one so much farther lies in the same cell.
        gaps = np.array(
            [
                [a - b for a, b in zip(from_place, to_place, strict=True)]
                for from_place, to_place in product(here_at, there_at)
            ],
            np.int64,
        )
        self._size = tuple((gaps.max(axis=0) - gaps.min(axis=0) + 1 + 2 * MARGIN).tolist())
        self._low = gaps.min(axis=0)[:, None].astype(np.int32) - MARGIN
        self._top = np.array(self._size, np.int32)[:, None] - 1
        # Cells that none shares are always there: bits of what is missing that are never set.
        self._bits = tuple(
            np.array([bits.get(at.get(cell, -1), SHARED) for cell in cells], np.int64)[:, None]
            for bits, cells in ((begin, here_at), (end, there_at))
        )
        where = self.index(gaps.T)
        self._order = np.argsort(where, kind="stable")
        self._different, self._begins = np.unique(where[self._order], return_index=True)
        self._rows: dict[int, int] = {}
        self._cells = prod(self._size)
        self._flat = np.zeros((64, self._cells), np.int16)

    def index(self, offsets: Ints) -> Ints:
        """Return the place of offsets in a table."""
        x, y, z = np.minimum(np.maximum(offsets - self._low, 0), self._top)
        place: Ints = (x * self._size[1] + y) * self._size[2] + z
        return place

    def tables(self, assemblies: Ints) -> tuple[Ints, NDArray[np.int16]]:
        """Return where the table of each assembly's two pieces begins, and all tables one after the other."""
        pairs = assemblies[:, self._first] << 16 | assemblies[:, self._second]
        keys, which = np.unique(pairs, return_inverse=True)
        new = [key for key in keys.tolist() if key not in self._rows]
        if len(self._rows) + len(new) > MOST_TABLES:
            self._rows, new = {}, keys.tolist()
        if new:
            begin = len(self._rows)
            if begin + len(new) > len(self._flat):
                grown = np.zeros((2 * (begin + len(new)), self._cells), np.int16)
                grown[:begin] = self._flat[:begin]
                self._flat = grown
            self._flat[begin : begin + len(new)] = self._made(np.array(new, np.int64))
            self._rows.update((key, begin + number) for number, key in enumerate(new))
        rows = np.array([self._rows[key] for key in keys.tolist()], np.int64)
        return rows[which.reshape(-1)] * self._cells, self._flat.reshape(-1)

    def _made(self, keys: Ints) -> NDArray[np.int16]:
        from_places, to_places = (
            missing >> bits & 1 == 0
            for missing, bits in zip((keys >> 16, keys & (1 << 16) - 1), self._bits, strict=True)
        )
        begins, ends = np.divmod(self._order, len(to_places))
        shared = from_places[begins] & to_places[ends]
        # Where they meet, bit 0 tells of the next cell, and bit 2 of those beyond.
        meets = np.zeros((self._cells, len(keys)), np.uint8)
        meets[self._different] = np.logical_or.reduceat(shared, self._begins, axis=0) * np.uint8(5)
        meets = meets.reshape(*self._size, len(keys))
        pushes = np.zeros(meets.shape, np.int16)
        for axis in range(3):
            along = np.moveaxis(meets, axis, 0)
            value = np.zeros(along.shape, np.uint8)
            # The first of the two goes up: the other one then lies a cell farther down; and the other way round.
            for bit, way in ((0, 1), (1, -1)):
                ahead = np.zeros(along.shape[1:], np.uint8)
                for place in range(1, len(along)):
                    ahead = ahead & 4 | along[::way][place - 1]
                    value[::way][place] |= ahead << bit
            np.moveaxis(pushes, axis, 0)[...] |= value.astype(np.int16) << 4 * axis
        return pushes.reshape(self._cells, len(keys)).T


def comes_apart(cross: Cross, assembly: Assembly) -> bool:
    """Report whether all pieces come apart; not where that takes too long to find out."""
    try:
        return take_apart(cross.blocks(assembly)) is not None
    except TooManyArrangementsError:
        return False
