# SPDX-License-Identifier: GPL-3.0-or-later
"""Bringing some blocks away from others by the fewest moves: a search in breadth through all arrangements.

A move is any set of blocks that goes as one by any number of cells along an axis. Of several shortest ways the first
one is taken, in BurrTools' order: arrangements in the order in which they were reached; single blocks before several;
ways in turn, blocks in turn, one cell before two. BurrTools follows Cutler, "A Computer Analysis of All 6-Piece Burrs".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from ..terms.cells import Cell, Cells
from .free_ways import STRIDES, WAYS, FreeWays, cell_of

PREFERRED = (4, 0, 1, 2, 3, 5)
"""The ways by which blocks go away for good, by their numbers, the best first: up before all others."""

Arrangement = tuple[int, ...]
"""How far each of some blocks has been moved, as offsets."""

_Set = int
"""Some of the blocks that are still together, as the bits of their places among these."""

_Ahead = list[list[tuple[int, int, int]]]
"""By way, which block, by its place, has which other one ahead, and how many cells are free between them."""


class TooManyArrangementsError(RuntimeError):
    """Moves can reach so many arrangements that it is not known whether blocks come apart."""


@dataclass(frozen=True)
class BlockMove:
    """Some blocks, by their numbers, go a way along an axis as one: so many cells, or away for good."""

    blocks: tuple[int, ...]
    axis: int
    sign: int
    distance: int | None

    @property
    def is_last(self) -> bool:
        """Whether the blocks go away for good."""
        return self.distance is None


@dataclass(frozen=True)
class Parting:
    """The parting of blocks that are still together into two parts: moves, by the last of which some go away.

    ``places`` are how far each block has been moved before that, in cells.
    """

    together: tuple[int, ...]
    places: tuple[Cell, ...]
    moves: tuple[BlockMove, ...]


@dataclass(frozen=True)
class _Step:
    """The step to an arrangement: from which one, and by which move."""

    before: Arrangement
    going: _Set
    way: int
    distance: float


class PartingSearch:
    """A search for how some of several blocks come away from the others.

    ``order`` are all ways in the order in which they are looked at. Of two parts the one goes whose ``weights`` are
    less, otherwise the one that was found.
    """

    def __init__(self, blocks: Sequence[Cells], order: Sequence[int], weights: Sequence[int], most: int) -> None:
        self._free_ways = FreeWays(blocks)
        self._order = order
        self._weights = weights
        self._most = most

    def parting(self, together: tuple[int, ...], start: Arrangement) -> tuple[Parting, Arrangement] | None:
        """Return the fewest moves after which some blocks go away, and how all lie before the last one.

        Raises TooManyArrangementsError after more than ``most`` arrangements.
        """
        first = _from_first(start)
        steps: dict[Arrangement, _Step | None] = {first: None}
        reached = [first]
        for arrangement in reached:
            ahead = self._ahead(together, arrangement)
            leaving = self._leaving(ahead, len(together))
            if leaving is not None:
                done = [_Step(arrangement, *leaving, inf)]
                while (step := steps[done[-1].before]) is not None:
                    done.append(step)
                moves = [self._move(together, step) for step in reversed(done)]
                return Parting(together, tuple(map(cell_of, start)), tuple(moves)), _moved(together, start, moves)
            for going, way, distance in self._moves(ahead, len(together)):
                axis, sign = WAYS[way]
                by = sign * distance * STRIDES[axis]
                there = _from_first(
                    tuple([offset + by if going >> place & 1 else offset for place, offset in enumerate(arrangement)])
                )
                if there not in steps:
                    steps[there] = _Step(arrangement, going, way, distance)
                    reached.append(there)
            if len(steps) > self._most:
                raise TooManyArrangementsError(f"There are more than {self._most:,} arrangements.")
        return None

    def _ahead(self, together: tuple[int, ...], arrangement: Arrangement) -> _Ahead:
        found: _Ahead = [[] for _ in WAYS]
        for one, (block, offset) in enumerate(zip(together, arrangement, strict=True)):
            for other in range(one):
                for way, free in self._free_ways.ahead(block, together[other], arrangement[other] - offset):
                    found[way].append((one, other, free))
                    found[way ^ 1].append((other, one, free))
        return found

    def _leaving(self, ahead: _Ahead, count: int) -> tuple[_Set, int] | None:
        """Return blocks that can go away for good, and the best way: one, if any can, or with it at most half."""
        endless = [_pushed(of_way, count, inf) for of_way in ahead]
        for most in (1, count // 2):
            for way in self._order:
                for place in range(count):
                    going = _with_pushed(endless[way], 1 << place)
                    if going.bit_count() <= most:
                        return going, next(best for best in PREFERRED if _with_pushed(endless[best], going) == going)
        return None

    def _moves(self, ahead: _Ahead, count: int) -> Iterator[tuple[_Set, int, int]]:
        """Yield moves where no block can go away: what goes as one, its way, and how far.

        Each block with what it pushes goes as long as that is at most half of all, and so do several of these
        together; what is more than half is the rest that goes the opposite way.
        """
        everything = (1 << count) - 1
        for way in self._order:
            pushed = [_pushed(ahead[way], count, 1)]
            found: list[list[_Set]] = [[]]
            for place in range(count):
                distance = 1
                while (going := _with_pushed(pushed[distance - 1], 1 << place)).bit_count() <= count // 2:
                    sets = found[distance - 1]
                    if going not in sets:
                        sets.append(going)
                        yield going, way, distance
                        for other in sets:
                            both = going | other
                            if both not in sets and both != everything:
                                sets.append(both)
                                yield both, way, distance
                    if distance == len(pushed):
                        pushed.append(_pushed(ahead[way], count, distance + 1))
                        found.append([])
                    distance += 1

    def _move(self, together: tuple[int, ...], step: _Step) -> BlockMove:
        going = [block for place, block in enumerate(together) if step.going >> place & 1]
        staying = [block for block in together if block not in going]
        way = step.way
        if max(self._weights[block] for block in going) > max(self._weights[block] for block in staying):
            going, way = staying, way ^ 1
        return BlockMove(tuple(going), *WAYS[way], None if step.distance == inf else int(step.distance))


def _pushed(ahead: list[tuple[int, int, int]], count: int, distance: float) -> list[_Set]:
    """Return for each block which others it pushes at once when it goes a way by a distance."""
    pushed = [0] * count
    for one, other, free in ahead:
        if free < distance:
            pushed[one] |= 1 << other
    return pushed


def _with_pushed(pushed: list[_Set], going: _Set) -> _Set:
    """Return what goes when some blocks do: with each that is pushed further ones may be."""
    waiting = going
    while waiting:
        first = waiting & -waiting
        more = pushed[first.bit_length() - 1] & ~going
        going |= more
        waiting = (waiting ^ first) | more
    return going


def _from_first(arrangement: Arrangement) -> Arrangement:
    """Return an arrangement as seen from its first block: only how blocks lie to each other matters."""
    first = arrangement[0]
    return tuple([offset - first for offset in arrangement]) if first else arrangement


def _moved(together: tuple[int, ...], start: Arrangement, moves: Sequence[BlockMove]) -> Arrangement:
    """Return how blocks lie before the last of some moves."""
    lying = dict(zip(together, start, strict=True))
    for move in moves[:-1]:
        for block in move.blocks:
            lying[block] += move.sign * (move.distance or 0) * STRIDES[move.axis]
    return tuple(lying.values())
