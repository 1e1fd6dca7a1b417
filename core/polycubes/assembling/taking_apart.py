# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking blocks of cells apart by straight moves, one piece or several as one; backward, that puts them together.

A search in breadth goes through all arrangements that moves can reach, until some blocks can go away for good. Then
both those and the ones that stay are taken apart by themselves. That is never a mistake: moves can be taken back, so
what could be taken apart before still can be, and all the more any part of it.

A move is a block, with all that it pushes, by any number of cells. Any other move of several blocks is some
of these one after another. Turns are not looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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


MOST_ARRANGEMENTS = 100_000
"""For one search."""

PREFERRED = ((2, 1), (0, 1), (0, -1), (1, 1), (1, -1), (2, -1))
"""The ways by which blocks go away for good, as the axis and whether up or down along it, the best first."""

_Arrangement = tuple[Cell, ...]
"""How far each block has been moved, the first being where it was."""


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
class TakenApart:
    """The moves that take blocks apart, in turn.

    After a move by which blocks go away for good, those that stay are taken apart, and then those that went. ``levels``
    are the numbers of moves until blocks went away, each time: the first is the level of the whole.
    """

    moves: tuple[BlockMove, ...]
    levels: tuple[int, ...]


class TooManyArrangementsError(RuntimeError):
    """Moves can reach so many arrangements that it is not known whether blocks come apart."""


def take_apart(blocks: Sequence[Cells], most_arrangements: int = MOST_ARRANGEMENTS) -> TakenApart | None:
    """Return the moves that take blocks apart, the fewest until any go away; None where that cannot be done.

    Raises TooManyArrangementsError where that is not known after so many arrangements.
    """
    ways = FreeWays(blocks)
    moves: list[BlockMove] = []
    levels = []
    waiting: list[tuple[tuple[int, ...], _Arrangement]] = [(tuple(range(len(blocks))), ((0, 0, 0),) * len(blocks))]
    while waiting:
        together, arrangement = waiting.pop()
        if len(together) < 2:
            continue
        parted = _part(ways, together, arrangement, most_arrangements)
        if parted is None:
            return None
        done, last = parted
        moves += done
        levels.append(len(done))
        for stays in (False, True):
            places = [place for place, number in enumerate(together) if (number not in done[-1].blocks) == stays]
            waiting.append((tuple(together[place] for place in places), tuple(last[place] for place in places)))
    return TakenApart(tuple(moves), tuple(levels))


def _part(
    ways: FreeWays, together: tuple[int, ...], start: _Arrangement, most_arrangements: int
) -> tuple[list[BlockMove], _Arrangement] | None:
    """Return the fewest moves after which some of several blocks go away, and how they lie before the last one."""
    first = _from_first(start)
    before: dict[_Arrangement, tuple[_Arrangement, BlockMove] | None] = {first: None}
    layer = [first]
    while layer:
        following = []
        leaving: list[tuple[int, int, int, tuple[int, ...], _Arrangement]] = []
        for arrangement in layer:
            for places, way, distance in _moves(ways, together, arrangement):
                axis, sign = WAYS[way]
                blocks = tuple(together[place] for place in places)
                if distance == inf:
                    leaving.append((len(places), PREFERRED.index((axis, sign)), len(leaving), blocks, arrangement))
                    continue
                for cells in range(1, int(distance) + 1):
                    there = _from_first(_moved(arrangement, places, axis, sign * cells))
                    if there not in before:
                        before[there] = arrangement, BlockMove(blocks, axis, sign, cells)
                        following.append(there)
            if len(before) > most_arrangements:
                raise TooManyArrangementsError(f"There are more than {most_arrangements:,} arrangements.")
        if leaving:
            # One by one is easier for hands than in groups.
            _, number, _, blocks, arrangement = min(leaving)
            axis, sign = PREFERRED[number]
            return [*_moves_to(before, arrangement), BlockMove(blocks, axis, sign, None)], arrangement
        layer = following
    return None


def _moves(
    ways: FreeWays, together: tuple[int, ...], arrangement: _Arrangement
) -> Iterator[tuple[tuple[int, ...], int, float]]:
    """Yield all moves: the places of the blocks that go as one, their way, and how far they can go at most."""
    count = len(together)
    far = [
        [
            ways.distances(one, other, _difference(arrangement[b], arrangement[a])) if a != b else ()
            for b, other in enumerate(together)
        ]
        for a, one in enumerate(together)
    ]
    found: set[tuple[tuple[int, ...], int]] = set()
    for way in range(len(WAYS)):
        for first in range(count):
            # With each that is pushed further ones may be, until nothing touches; then more only after a gap.
            going = {first}
            waiting = [first]
            while waiting:
                one = waiting.pop()
                for other in range(count):
                    if other not in going and not far[one][other][way]:
                        going.add(other)
                        waiting.append(other)
            if len(going) == count:
                continue
            places = tuple(sorted(going))
            if (places, way) not in found:
                found.add((places, way))
                limit = min(far[one][other][way] for one in going for other in range(count) if other not in going)
                yield places, way, limit


def _difference(one: Cell, other: Cell) -> Cell:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _from_first(arrangement: _Arrangement) -> _Arrangement:
    """Return an arrangement as seen from its first block: only how blocks lie to each other matters."""
    return tuple(_difference(offset, arrangement[0]) for offset in arrangement)


def _moved(arrangement: _Arrangement, places: tuple[int, ...], axis: int, cells: int) -> _Arrangement:
    moved = list(arrangement)
    for place in places:
        offset = list(moved[place])
        offset[axis] += cells
        moved[place] = offset[0], offset[1], offset[2]
    return tuple(moved)


def _moves_to(
    before: dict[_Arrangement, tuple[_Arrangement, BlockMove] | None], arrangement: _Arrangement
) -> list[BlockMove]:
    found = []
    step = before[arrangement]
    while step is not None:
        arrangement, move = step
        found.append(move)
        step = before[arrangement]
    return found[::-1]
