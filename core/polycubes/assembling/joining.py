# SPDX-License-Identifier: GPL-3.0-or-later
"""How blocks of cells are put together: the moves that take them apart, backward, from where each block waits.

What goes away for good begins so far away that nothing it does there, or the others do, is in each other's way: it
waits past the hull of all places where these ever are, and what is put together apart from them has its own place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..terms.cells import Cell, Cells
from .taking_apart import BlockMove, TakenApart

ROOM = 1
"""Cells between what waits and all that it will go by."""

NEAREST = 2
"""Cells that are gone at least, so that one sees what is put together."""

_Hull = tuple[Cell, Cell]
"""The lowest and the highest corner of a box in which all places of a block are."""


@dataclass(frozen=True)
class Joining:
    """Some blocks, by their numbers, that are put as one onto others, by moves in turn of all or some of both.

    The first move brings the blocks from where they wait. The moves are in cells, none of them endless.
    """

    blocks: tuple[int, ...]
    onto: tuple[int, ...]
    moves: tuple[BlockMove, ...]


@dataclass(frozen=True)
class _Parting:
    """What ``take_apart`` does until some of several blocks go away: where each has been moved before each move."""

    together: tuple[int, ...]
    moves: tuple[BlockMove, ...]
    places: tuple[dict[int, Cell], ...]


def joinings(blocks: Sequence[Cells], taken: TakenApart) -> tuple[Joining, ...]:
    """Return how blocks are put together, from what was found by ``take_apart``, in the order in which it is done."""
    hulls: dict[int, _Hull] = {}
    found = []
    for parting in reversed(list(_partings(len(blocks), taken))):
        last = parting.moves[-1]
        for block in parting.together:
            own = _moved(_bounds(blocks[block]), parting.places[-1][block])
            hulls.setdefault(block, own)
        onto = tuple(block for block in parting.together if block not in last.blocks)
        far = max(
            NEAREST,
            *(
                _distance(hulls[one], hulls[other], last.axis, last.sign) + ROOM
                for one in last.blocks
                for other in onto
            ),
        )
        for block in last.blocks:
            hulls[block] = _hull((hulls[block], _moved(hulls[block], _along(last.axis, last.sign * far))))
        for places in parting.places:
            for block, place in places.items():
                hulls[block] = _hull((hulls[block], _moved(_bounds(blocks[block]), place)))
        moves = [BlockMove(last.blocks, last.axis, -last.sign, far)]
        moves += [BlockMove(one.blocks, one.axis, -one.sign, one.distance) for one in reversed(parting.moves[:-1])]
        found.append(Joining(last.blocks, onto, tuple(moves)))
    return tuple(found)


def _partings(count: int, taken: TakenApart) -> Iterator[_Parting]:
    """Yield what was done to each set of blocks that was still together, in the order of ``take_apart``."""
    waiting = [dict.fromkeys(range(count), (0, 0, 0))]
    moves = iter(taken.moves)
    while waiting:
        places = waiting.pop()
        if len(places) < 2:
            continue
        done: list[BlockMove] = []
        all_places = [places]
        for move in moves:
            done.append(move)
            if move.distance is None:
                break
            way = _along(move.axis, move.sign * move.distance)
            places = {block: _sum(place, way) if block in move.blocks else place for block, place in places.items()}
            all_places.append(places)
        yield _Parting(tuple(places), tuple(done), tuple(all_places))
        gone = done[-1].blocks
        waiting.append({block: place for block, place in places.items() if block in gone})
        waiting.append({block: place for block, place in places.items() if block not in gone})


def _along(axis: int, cells: int) -> Cell:
    x, y, z = (cells if one == axis else 0 for one in range(3))
    return x, y, z


def _sum(one: Cell, other: Cell) -> Cell:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _bounds(cells: Cells) -> _Hull:
    low_x, low_y, low_z = (min(along) for along in zip(*cells, strict=True))
    high_x, high_y, high_z = (max(along) + 1 for along in zip(*cells, strict=True))
    return (low_x, low_y, low_z), (high_x, high_y, high_z)


def _moved(hull: _Hull, way: Cell) -> _Hull:
    return _sum(hull[0], way), _sum(hull[1], way)


def _hull(hulls: Iterable[_Hull]) -> _Hull:
    lows, highs = zip(*hulls, strict=True)
    low_x, low_y, low_z = map(min, zip(*lows, strict=True))
    high_x, high_y, high_z = map(max, zip(*highs, strict=True))
    return (low_x, low_y, low_z), (high_x, high_y, high_z)


def _distance(one: _Hull, other: _Hull, axis: int, sign: int) -> int:
    """Return how far one hull must go along a way to be past another one; 0 where they never meet."""
    for side in range(3):
        if side != axis and (one[0][side] >= other[1][side] or one[1][side] <= other[0][side]):
            return 0
    return other[1][axis] - one[0][axis] if sign > 0 else one[1][axis] - other[0][axis]
