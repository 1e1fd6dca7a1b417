# SPDX-License-Identifier: GPL-3.0-or-later
"""A judge of pieces that interlock, by sets of cells alone: what each piece pushes, and what can go away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from puzzle_cubes.polycubes.shape import Cell, Cells, connected_parts

WAYS: tuple[Cell, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def moved(cells: Iterable[Cell], way: Cell) -> set[Cell]:
    """Return cells a step along a way."""
    return {(x + way[0], y + way[1], z + way[2]) for x, y, z in cells}


Holds = Collection[tuple[Cell, Cell]] | None
"""The sides, each by the cells before and after it, through which nothing moves; None for all."""


def sets_that_move(blocks: Sequence[Cells], holds: Holds = None) -> set[tuple[frozenset[int], Cell]]:
    """Return all sets, each a block with what it pushes, that can go a step without all others, and their ways.

    Any set that can move is made of such sets.
    """
    sets = set()
    for way in WAYS:
        steps = [
            moved([cell for cell in block if holds is None or _is_held(cell, way, holds)], way) for block in blocks
        ]
        for first in range(len(blocks)):
            pushed, waiting = {first}, [first]
            while waiting:
                step = steps[waiting.pop()]
                more = {number for number, block in enumerate(blocks) if not step.isdisjoint(block)} - pushed
                pushed |= more
                waiting += more
            if len(pushed) < len(blocks):
                sets.add((frozenset(pushed), way))
    return sets


def _is_held(cell: Cell, way: Cell, holds: Collection[tuple[Cell, Cell]]) -> bool:
    (after,) = moved([cell], way)
    return (min(cell, after), max(cell, after)) in holds


def order_out(blocks: Sequence[Cells], holds: Holds = None) -> list[int]:
    """Return the order in which blocks come out, while exactly one can move at every stage; fails otherwise."""
    assert all(len(connected_parts(block)) == 1 for block in blocks)
    left = dict(enumerate(blocks))
    order = []
    while len(left) > 2:
        numbers = list(left)
        moving = sets_that_move(list(left.values()), holds)
        single = {(min(going), way) for going, way in moving if len(going) == 1}
        assert len(single) == 1, f"{single} can move"
        place, way = single.pop()
        # The others can go the opposite way: that is the same move.
        assert moving == {
            (frozenset({place}), way),
            (frozenset(range(len(numbers))) - {place}, (-way[0], -way[1], -way[2])),
        }
        key = numbers[place]
        staying = {cell for number, block in left.items() if number != key for cell in block}
        going = set(left.pop(key))
        for _ in range(max(max(cell) for block in blocks for cell in block) + 1):
            going = moved(going, way)
            assert going.isdisjoint(staying), "it does not come out all the way"
        order.append(key)
    assert len({way for going, way in sets_that_move(list(left.values()), holds) if 0 in going}) == 1
    return order
