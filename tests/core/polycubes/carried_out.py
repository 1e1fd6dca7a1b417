# SPDX-License-Identifier: GPL-3.0-or-later
"""Carrying out moves, a cell at a time, and looking whether blocks ever share a cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzle_cubes.polycubes.shape import Cell, Cells, box_cells
from puzzle_cubes.polycubes.taking_apart import Hints, TakenApart, take_apart

FAR = 40
"""Cells that a block goes which goes away: more than all that could be in its way."""


def what_goes_wrong(blocks: Sequence[Cells], taken: TakenApart) -> str:
    """Return what is wrong with moves that are to take blocks apart; nothing where they do."""
    lying: list[set[Cell]] = [set(cells) for cells in blocks]
    gone = [[0, 0, 0] for _ in blocks]
    begins = {id(parting.moves[0]): parting for parting in taken.partings}
    together = [set(range(len(blocks)))]
    for move in taken.moves:
        # Those that stayed come before those that went.
        while len(together[-1]) == 1:
            together.pop()
        group = together[-1]
        parting = begins.get(id(move))
        if parting is not None:
            places = dict(zip(parting.together, parting.places, strict=True))
            ways = {tuple(np.subtract(places[number], gone[number]).tolist()) for number in group}
            if set(places) != group or len(ways) > 1:
                return f"{parting} begins with other places"
        for number in move.blocks:
            gone[number][move.axis] += move.sign * (move.distance or 0)
        if not set(move.blocks) < group:
            return f"{move.blocks} are not all still with others that stay"
        for _ in range(move.distance or FAR):
            for number in move.blocks:
                lying[number] = {
                    (
                        x + move.sign * (move.axis == 0),
                        y + move.sign * (move.axis == 1),
                        z + move.sign * (move.axis == 2),
                    )
                    for x, y, z in lying[number]
                }
            standing = set().union(*(lying[number] for number in group - {*move.blocks}))
            if any(lying[number] & standing for number in move.blocks):
                return f"{move} meets what stands"
        if move.distance is None:
            together[-1:] = [set(move.blocks), group - {*move.blocks}]
    return "" if all(len(group) == 1 for group in together) else f"{together} are not taken apart"


def taken_apart(blocks: Sequence[Cells], hints: Hints | None = None) -> TakenApart:
    """Return the moves that take blocks apart, which they do; what is to stay together they leave so."""
    taken = take_apart(blocks, hints)
    assert taken is not None
    assert taken.groups or what_goes_wrong(blocks, taken) == ""
    return taken


def hollow(size: Cell, *holes: Cell) -> Cells:
    return tuple(sorted({*box_cells(size)} - {*holes}))


def chains() -> list[Cells]:
    """Return two chains of four blocks, of which at first a whole one goes, or nothing.

    Along x and z each block is held between those before and after it in its chain, along y between those beside it in
    the other chain.
    """
    blocks: list[list[Cell]] = [[] for _ in range(8)]
    pairs = [(block, block + 1, axis) for block in (0, 1, 2, 4, 5, 6) for axis in (0, 2)]
    pairs += [(block, beside, 1) for block in range(4) for beside in (block + 4, block + 3) if beside > 3]
    for number, (block, second_block, axis) in enumerate(
        [*pairs, *((second_block, block, axis) for block, second_block, axis in pairs)]
    ):
        # No two such places are in one line.
        place = 2 * number
        x, y, z = (place + (along == axis) for along in range(3))
        blocks[block].append((place, place, place))
        blocks[second_block].append((x, y, z))
    return [tuple(cells) for cells in blocks]
