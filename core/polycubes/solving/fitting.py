# SPDX-License-Identifier: GPL-3.0-or-later
"""Reasons why a puzzle has no solution, as far as they can be given without a search."""

from __future__ import annotations

from itertools import islice

from ...common.words import counted, listed
from ..terms.piece import letters
from ..terms.placements import bits
from .board import Board

SHOWN = 4
"""Cells that a sentence names at most."""


def why_it_cannot_fit(board: Board) -> tuple[str, ...]:
    """Return sentences on what makes every solution impossible at first sight; none where a search must show."""
    return (*_without_place(board), *_volumes(board), *_unreached(board))


def _volumes(board: Board) -> tuple[str, ...]:
    """Report where no allowed number of pieces has as many cells as the goal."""
    goal = board.goal
    most = len(goal.cells)
    fewest = len(goal.filled) if goal.most_empty is None else most - goal.most_empty
    # Bit n: the pieces can have n cells together.
    reachable = 1
    least_cells = most_cells = 0
    for kind in board.kinds:
        size = len(kind.shape.cells)
        least_cells += size * kind.least
        most_cells += size * kind.most
        reachable = (reachable << size * kind.least) & (2 << most) - 1
        for _ in range(min(kind.most - kind.least, most // size)):
            reachable |= reachable << size & (2 << most) - 1
    cells = counted(fewest, "cell") if fewest == most else f"{fewest} to {most} cells"
    if least_cells > most:
        return (f"The pieces have {counted(least_cells, 'cell')} at least, but the goal has {cells}.",)
    if most_cells < fewest:
        return (f"The pieces have {counted(most_cells, 'cell')} at most, but the goal has {cells}.",)
    if not reachable >> fewest:
        return (f"No allowed number of pieces has {cells} together, as the goal has.",)
    return ()


def _without_place(board: Board) -> tuple[str, ...]:
    """Report the pieces that must be used and fit nowhere."""
    numbers = [number for kind in board.kinds if kind.least and not kind.numbers for number in kind.pieces]
    names = [name for number, name in enumerate(islice(letters(), max(numbers, default=-1) + 1)) if number in numbers]
    if not names:
        return ()
    several = len(names) > 1
    return (f"{'Pieces' if several else 'Piece'} {listed(names)} {'fit' if several else 'fits'} nowhere.",)


def _unreached(board: Board) -> tuple[str, ...]:
    """Report the cells to fill that no piece reaches."""
    reached = 0
    for kind in board.kinds:
        for number in kind.numbers:
            reached |= board.masks[number]
    cells = [board.goal.cells[number] for number in bits(board.to_fill & ~reached)]
    if not cells:
        return ()
    shown = ", ".join(f"({x}, {y}, {z})" for x, y, z in cells[:SHOWN])
    more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
    return (f"No piece reaches {'the cell' if len(cells) == 1 else 'the cells'} {shown}{more}.",)
