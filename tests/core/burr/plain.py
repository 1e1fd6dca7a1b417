# SPDX-License-Identifier: GPL-3.0-or-later
"""A second, plain way to find levels, which shares no code with the core: sets of cells, one by one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

Cell = tuple[int, ...]
Places = tuple[Cell, ...]

STEPS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))

FAR = 20
"""Cells after which a part that still goes is away."""


def level(blocks: Sequence[Collection[Cell]], most: int = 20_000) -> int | None:
    """Return the fewest moves of sets of blocks until some are away; 0 where there are none, None where it is too long.

    Every proper set without the first block is tried in both directions along each axis, a cell at a time.
    """
    cells = [frozenset(block) for block in blocks]
    sizes = range(1, len(cells))
    sets = [frozenset(chosen) for size in sizes for chosen in combinations(sizes, size)]
    start: Places = ((0, 0, 0),) * len(cells)
    known = {start}
    layer = [start]
    moves = 0
    while layer and len(known) < most:
        moves += 1
        reached = []
        for places in layer:
            lying = [_moved(block, place) for block, place in zip(cells, places, strict=True)]
            for going in sets:
                moving = frozenset().union(*(lying[block] for block in going))
                staying = frozenset().union(*(lying[block] for block in range(len(cells)) if block not in going))
                for step in STEPS:
                    for distance in range(1, FAR + 1):
                        gone = _moved(moving, tuple(distance * part for part in step))
                        if gone & staying:
                            break
                        moved_places = tuple(
                            tuple(at + distance * part for at, part in zip(place, step, strict=True))
                            if block in going
                            else place
                            for block, place in enumerate(places)
                        )
                        if distance == FAR:
                            return moves
                        if moved_places not in known and distance < FAR // 2:
                            known.add(moved_places)
                            reached.append(moved_places)
        layer = reached
    return None if layer else 0


def _moved(block: Collection[Cell], by: Sequence[int]) -> frozenset[Cell]:
    x, y, z = by
    return frozenset((a + x, b + y, c + z) for a, b, c in block)
