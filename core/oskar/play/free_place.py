# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross at any position of a box, whether a way leads there or not."""

from __future__ import annotations

from ...common.errors import InputError
from ...common.words import counted
from ..making.puzzle import Puzzle
from ..maze.space import Position, index_of


def check_place(puzzle: Puzzle, position: Position) -> None:
    """Raise InputError for a position outside of the box."""
    for axis, cell, cells in zip("XYZ", position, puzzle.size, strict=True):
        if not 0 <= cell < cells:
            raise InputError(f"{axis} is {cell}: the cells along {axis} are counted from 0 to {cells - 1}.")


def place_sentence(puzzle: Puzzle, position: Position) -> str:
    """Return a sentence on where the cross stands, or would stand, at a position."""
    try:
        check_place(puzzle, position)
    except InputError as error:
        return str(error)
    if position == puzzle.end:
        return "That is the end."
    name = "That is the start" if position == puzzle.start else "A way leads from there to the end"
    ways, index, moves = puzzle.ways_to_end, index_of(puzzle.size, position), 0
    if index not in ways:
        return "Walls stand round it: no way leads from there to the end, and a game begins at the start."
    while ways[index] != index:
        index, moves = ways[index], moves + 1
    return f"{name}, {counted(moves, 'move')} away."


def standing_position(puzzle: Puzzle, kept: Position) -> Position:
    """Return where the cross stands that was left at a position: there, or at the start if it is not in the box."""
    inside = all(0 <= cell < cells for cell, cells in zip(kept, puzzle.size, strict=True))
    return kept if inside else puzzle.start
