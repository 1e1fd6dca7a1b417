# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions colored by their distance, layer after layer, as a flood that runs through the mazes."""

from __future__ import annotations

from ...common.words import counted
from ..making.puzzle import Puzzle
from ..maze.space import distances, position_of
from . import looks
from .watched import GOAL, MOVE, NUMBER, POSITION, Block, Phase, Watched, bar_between, check_watchable, phases_from


def watch_distances(puzzle: Puzzle, *, from_end: bool) -> Watched:
    """Return the distances from the start or the end: step d colors what is d moves away."""
    check_watchable(puzzle)
    name, begin, goal = ("end", puzzle.end, puzzle.start) if from_end else ("start", puzzle.start, puzzle.end)
    ways = puzzle.space.ways_to(begin)
    lengths = distances(ways)
    last = max(lengths.values())
    blocks = [
        Block(GOAL, begin, looks.END if from_end else looks.START, 0),
        Block(GOAL, goal, looks.START if from_end else looks.END, 0),
    ]
    for index, distance in lengths.items():
        look = looks.run_look(distance, last + 1)
        position = position_of(puzzle.size, index)
        if position not in (begin, goal):
            blocks.append(Block(POSITION, position, look, distance))
        # A move that closes a loop is there as well, once both its ends are.
        for beside in puzzle.space.neighbors(index):
            if (lengths[beside], beside) < (distance, index):
                blocks.append(Block(MOVE, bar_between(puzzle.size, index, beside), look, distance))
    reached = counted(len(lengths), "position")
    phases = phases_from(
        (
            Phase(0, f"It begins at the {name}. Colors run with the distance, from blue to red."),
            Phase(1, f"Colored now: all positions that are {NUMBER} of {counted(last, 'move')} from the {name}."),
            Phase(last, f"Done: {reached} can be reached, the farthest in {counted(last, 'move')} from the {name}."),
        )
    )
    return Watched(puzzle.size, last, tuple(blocks), phases)
