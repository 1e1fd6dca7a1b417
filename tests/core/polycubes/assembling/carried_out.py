# SPDX-License-Identifier: GPL-3.0-or-later
"""Carrying out moves, a cell at a time, and looking whether blocks ever share a cell."""

from __future__ import annotations

from collections.abc import Sequence

from puzzle_cubes.polycubes.assembling.taking_apart import TakenApart
from puzzle_cubes.polycubes.terms.cells import Cell, Cells, box_cells

FAR = 40
"""Cells that a block goes which goes away: more than all that could be in its way."""


def what_goes_wrong(blocks: Sequence[Cells], taken: TakenApart) -> str:
    """Return what is wrong with moves that are to take blocks apart; nothing where they do."""
    lying: list[set[Cell]] = [set(cells) for cells in blocks]
    together = [set(range(len(blocks)))]
    for move in taken.moves:
        # Those that stayed come before those that went.
        while len(together[-1]) == 1:
            together.pop()
        group = together[-1]
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
        if move.is_last:
            together[-1:] = [set(move.blocks), group - {*move.blocks}]
    return "" if all(len(group) == 1 for group in together) else f"{together} are not taken apart"


def hollow(size: Cell, *holes: Cell) -> Cells:
    """Return a box without some cells."""
    return tuple(sorted({*box_cells(size)} - {*holes}))
