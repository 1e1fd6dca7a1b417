# SPDX-License-Identifier: GPL-3.0-or-later
"""Putting blocks together so that they stand by themselves on a table: as few as can be must be held by hand.

A block that is put on has cells with the table or others right below them. Where it has none it hangs in the air;
where its middle, seen from above, is not within the outline round those cells, it tips over; and where it comes from
below, all that stands must be lifted. Hands are needed for each of these.

Where blocks come off one by one, each by one straight move, all orders are looked at, from the whole down: a set of
blocks that stand is reached by several orders, and only the best one goes on. What comes apart otherwise stays as it
was found, and what is left of it afterward is looked at again.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .parting import FREE, PREFERRED, WAYS, BlockMove, FreeWays, Parting
from .shape import Cell, Cells, moved
from .taking_apart import Hints, TakenApart

AIR, TIPS, BELOW = "air", "tips", "below"
"""Why hands are needed: nothing is below a block, it tips over, or it comes from below what stands."""

Cost = tuple[int, int]
"""How many are in the air or come from below, and how many tip over."""

FREE_OF_HANDS: Cost = (0, 0)

MOST_SETS = 10_000
"""Sets of blocks that stand which are looked at for one order, a second at most; then it stays as it is."""

_Set = int
"""Some of the blocks, as the bits of their places among these."""


@dataclass(frozen=True)
class Held:
    """Some blocks, by their numbers, that must be held once they are put on, and why.

    ``until`` is the number of the joining after which they stand by themselves, None where they never do.
    """

    blocks: tuple[int, ...]
    why: str
    until: int | None = None


def steadied(blocks: Sequence[Cells], taken: TakenApart, hints: Hints) -> TakenApart:
    """Return how blocks come apart so that, backward, as few as there can be must be held by hand.

    Nothing is changed where that makes no difference, and where groups stay together.
    """
    partings = list(taken.partings)
    floors = _floors(blocks, partings)
    place = 0
    while place < len(partings):
        whole = partings[place]
        size = sum(set(parting.together) <= set(whole.together) for parting in partings[place:])
        before = partings[place : place + size]
        if size == len(whole.together) - 1:
            cost = _sum(_cost(hands) for hands in _hands_of(blocks, before, floors))
            floor = floors[whole.together]
            pieces = [moved(blocks[block], at) for block, at in zip(whole.together, whole.places, strict=True)]
            weights = [hints.pieces[block].weight for block in whole.together]
            order = _Stand(pieces, weights, floor).order() if cost > FREE_OF_HANDS else None
            if order is not None and order[0] < cost:
                partings[place : place + size] = _partings(whole, order[1])
                place += size
                continue
        place += 1
    return replace(taken, partings=tuple(partings))


def _partings(whole: Parting, leaving: Sequence[tuple[int, int]]) -> list[Parting]:
    """Return the partings of blocks that leave one after another: places among the whole, and the ways they go."""
    standing = dict(zip(whole.together, whole.places, strict=True))
    partings = []
    for place, way in leaving:
        block = whole.together[place]
        move = BlockMove((block,), *WAYS[way], None)
        partings.append(Parting(tuple(standing), tuple(standing.values()), (move,)))
        del standing[block]
    return partings


def held(blocks: Sequence[Cells], taken: TakenApart) -> tuple[Held, ...]:
    """Return what must be held by hand while blocks are put together, in turn, as ``joinings`` does it."""
    floors = _floors(blocks, taken.partings)
    return tuple(hand for hands in _hands_of(blocks, taken.partings, floors) for hand in hands)


def _floors(blocks: Sequence[Cells], partings: Sequence[Parting]) -> dict[tuple[int, ...], int]:
    """Return how high the table is below the blocks of each parting.

    What is put together apart stands on its own lowest cells; what it is put on stands as it does in the end.
    """
    floors: dict[tuple[int, ...], int] = {}
    for parting in partings:
        floor = floors.setdefault(parting.together, _lowest(blocks, parting, parting.together))
        going = set(parting.moves[-1].blocks)
        onto = tuple(block for block in parting.together if block not in going)
        floors[onto] = floor
    return floors


def _lowest(blocks: Sequence[Cells], parting: Parting, some: Iterable[int]) -> int:
    at = dict(zip(parting.together, parting.places, strict=True))
    return min(cell[2] + at[block][2] for block in some for cell in blocks[block])


def _hands_of(
    blocks: Sequence[Cells], partings: Sequence[Parting], floors: dict[tuple[int, ...], int]
) -> list[list[Held]]:
    """Return what must be held in each joining, the last parting first."""
    joined = [_Placed(blocks, parting, floors[parting.together]) for parting in reversed(partings)]
    hands = []
    for number, joining in enumerate(joined):
        own = []
        for part, others in ((joining.onto, ()), (joining.going, joining.onto)):
            # What was put together before has been looked at then.
            if others and joining.is_from_below:
                own.append(Held(part, BELOW, number))
            if (others or len(part) == 1) and (why := joining.why(part, others)):
                later = range(number, len(joined))
                until = next((at for at in later if joined[at].carries(part)), None)
                own.append(Held(part, why, until))
        hands.append(own)
    return hands


def _cost(hands: Iterable[Held]) -> Cost:
    whys = [hand.why for hand in hands]
    return sum(why != TIPS for why in whys), whys.count(TIPS)


def _sum(costs: Iterable[Cost]) -> Cost:
    first, second = zip(FREE_OF_HANDS, *costs, strict=True)
    return sum(first), sum(second)


class _Placed:
    """The blocks of a parting where they lie once they are together."""

    def __init__(self, blocks: Sequence[Cells], parting: Parting, floor: int) -> None:
        self._floor = floor
        self._cells = {
            block: moved(blocks[block], at) for block, at in zip(parting.together, parting.places, strict=True)
        }
        self._last = parting.moves[-1]
        self.going = self._last.blocks
        self.onto = tuple(block for block in parting.together if block not in self.going)

    @property
    def is_from_below(self) -> bool:
        """Whether what is put on comes from below."""
        return (self._last.axis, self._last.sign) == (2, -1)

    def carries(self, part: Sequence[int]) -> bool:
        """Report whether some blocks stand by themselves when all are together."""
        others = self._cells.keys() - set(part)
        return len(others) + len(part) == len(self._cells) and not self.why(part, others)

    def why(self, part: Iterable[int], others: Iterable[int]) -> str:
        """Return why some blocks must be held that are on others; nothing where they need no hand."""
        own = tuple(cell for block in part for cell in self._cells[block])
        below = frozenset(cell for block in others for cell in self._cells[block])
        return _why(own, below, self._floor)


def _why(own: Cells, below: frozenset[Cell], floor: int) -> str:
    feet = [(x, y) for x, y, z in own if z == floor or (x, y, z - 1) in below]
    if not feet:
        return AIR
    return "" if _is_over(own, tuple(feet)) else TIPS


@lru_cache(maxsize=10_000)
def _is_over(cells: Cells, feet: tuple[tuple[int, int], ...]) -> bool:
    """Report whether the middle of cells, seen from above, is within the outline round the squares of their feet.

    Everything is multiplied by twice the number of cells, so that all numbers are whole.
    """
    scale = 2 * len(cells)
    middle = tuple(sum(2 * cell[axis] + 1 for cell in cells) for axis in range(2))
    corners = sorted({(scale * (x + right), scale * (y + up)) for x, y in feet for right in (0, 1) for up in (0, 1)})
    outline: list[tuple[int, int]] = []
    for way in (corners, corners[::-1]):
        begin = len(outline)
        for corner in way:
            while len(outline) - begin > 1 and _turn(outline[-2], outline[-1], corner) <= 0:
                outline.pop()
            outline.append(corner)
        outline.pop()
    return all(
        _turn(point, following, middle) > 0 for point, following in zip(outline, outline[1:] + outline[:1], strict=True)
    )


def _turn(first: Sequence[int], second: Sequence[int], third: Sequence[int]) -> int:
    """Return more than 0 where three points in turn go round counter-clockwise."""
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])


class _Stand:
    """Blocks in their places, from which single ones are taken away."""

    def __init__(self, pieces: Sequence[Cells], weights: Sequence[int], floor: int) -> None:
        self._pieces = pieces
        self._weights = weights
        self._floor = floor
        free, count = FreeWays(pieces), len(pieces)
        self._in_the_way = [[0] * count for _ in WAYS]
        for block in range(count):
            for obstacle in range(count):
                if block != obstacle:
                    for way, before in enumerate(free.before(block, obstacle, 0)):
                        self._in_the_way[way][block] |= (before < FREE) << obstacle
        at = {cell: place for place, cells in enumerate(pieces) for cell in cells}
        self._below = [
            sum({1 << at[x, y, z - 1] for x, y, z in cells if at.get((x, y, z - 1), place) != place})
            for place, cells in enumerate(pieces)
        ]
        self._known: dict[tuple[int, _Set], Cost] = {}

    def order(self) -> tuple[Cost, list[tuple[int, int]]] | None:
        """Return the fewest hands, and which blocks leave in turn, and how, until one is left.

        None where they do not come off one by one, or where that is not known after so many sets.
        """
        whole = (1 << len(self._pieces)) - 1
        best: dict[_Set, Cost] = {whole: FREE_OF_HANDS}
        came: dict[_Set, tuple[_Set, int, int]] = {}
        # Of sets that cost the same the smallest is taken first: where no hand is needed, that leads straight down.
        waiting: list[tuple[Cost, int, _Set]] = [(FREE_OF_HANDS, len(self._pieces), whole)]
        done: set[_Set] = set()
        while waiting and len(done) < MOST_SETS:
            cost, count, standing = heapq.heappop(waiting)
            if standing in done:
                continue
            done.add(standing)
            if not count:
                return cost, self._back(came, whole)
            for place in range(len(self._pieces)):
                rest = standing & ~(1 << place)
                if rest == standing or self._is_heavier(place, rest):
                    continue
                way = next((way for way in PREFERRED if not self._in_the_way[way][place] & rest), None)
                if way is None:
                    continue
                more = _sum((cost, self._cost(place, rest, way)))
                if rest not in best or more < best[rest]:
                    best[rest], came[rest] = more, (standing, place, way)
                    heapq.heappush(waiting, (more, count - 1, rest))
        return None

    @staticmethod
    def _back(came: dict[_Set, tuple[_Set, int, int]], whole: _Set) -> list[tuple[int, int]]:
        ways_back = []
        here = 0
        while here != whole:
            here, place, way = came[here]
            ways_back.append((place, way))
        # The last one is there already.
        return ways_back[:0:-1]

    def _is_heavier(self, place: int, rest: _Set) -> bool:
        """Report whether a block is to stay while others go."""
        others = [weight for neighbor, weight in enumerate(self._weights) if rest >> neighbor & 1]
        return self._weights[place] > max(others, default=self._weights[place])

    def _cost(self, place: int, rest: _Set, way: int) -> Cost:
        """Return the hands that a block needs which is put on others."""
        lifted = (1, 0) if rest and WAYS[way] == (2, -1) else FREE_OF_HANDS
        key = place, rest & self._below[place]
        if key not in self._known:
            below = frozenset(
                cell for number, cells in enumerate(self._pieces) if key[1] >> number & 1 for cell in cells
            )
            why = _why(self._pieces[place], below, self._floor)
            self._known[key] = int(why == AIR), int(why == TIPS)
        return _sum((lifted, self._known[key]))
