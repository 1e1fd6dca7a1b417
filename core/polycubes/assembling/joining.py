# SPDX-License-Identifier: GPL-3.0-or-later
"""The way to put blocks of cells together: the moves that take them apart, backward, from where each block waits.

What goes away for good begins so far away that nothing it does there, or the others do, is in each other's way: it
waits past the hull of all places where these ever are, and what is put together apart from them has its own place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..terms.cells import Cell, Cells
from .parting import BlockMove, Parting
from .taking_apart import TakenApart

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


def joinings(blocks: Sequence[Cells], taken: TakenApart) -> tuple[Joining, ...]:
    """Return how blocks are put together, from what was found by ``take_apart``, in the order in which it is done."""
    hulls: dict[int, _Hull] = {}
    found = []
    for parting in reversed(taken.partings):
        last = parting.moves[-1]
        all_places = _places(parting)
        for block in parting.together:
            hulls.setdefault(block, _moved(_bounds(blocks[block]), all_places[-1][block]))
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
        for places in all_places:
            for block, place in places.items():
                hulls[block] = _hull((hulls[block], _moved(_bounds(blocks[block]), place)))
        moves = [BlockMove(last.blocks, last.axis, -last.sign, far)]
        moves += [BlockMove(one.blocks, one.axis, -one.sign, one.distance) for one in reversed(parting.moves[:-1])]
        found.append(Joining(last.blocks, onto, tuple(moves)))
    return tuple(found)


def _places(parting: Parting) -> list[dict[int, Cell]]:
    """Return how far each block has been moved before each of the moves of a parting."""
    places = [dict(zip(parting.together, parting.places, strict=True))]
    for move in parting.moves[:-1]:
        way = _along(move.axis, move.sign * (move.distance or 0))
        places.append({block: _sum(at, way) if block in move.blocks else at for block, at in places[-1].items()})
    return places


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
