# SPDX-License-Identifier: GPL-3.0-or-later
"""Dead ends filling, all at once, position by position, until the way is left.

A position from which only one move leads on is a dead end, if it is neither the start nor the end; it is filled, and
so may become the next one. Without loops only the way is left; ways in a circle are never filled.
"""

from __future__ import annotations

from ...common.words import counted
from ..making.puzzle import Puzzle
from ..maze.space import ConfigurationSpace, Position, index_of, position_of
from . import looks
from .watched import (
    CRUMB,
    GOAL,
    MOVE,
    NUMBER,
    POSITION,
    Block,
    Phase,
    Watched,
    bar_between,
    check_watchable,
    moves_among,
    phases_from,
)


def watch_filling(puzzle: Puzzle) -> Watched:
    """Return the dead ends filling; each step fills all that are dead ends then.

    Raises InputError when the end cannot be reached from the start.
    """
    check_watchable(puzzle)
    way, reached = puzzle.solution, list(puzzle.ways_to_end)
    rounds = filled_in(puzzle.space, reached, puzzle.start, puzzle.end)
    last = max(rounds.values(), default=0)
    ends = {puzzle.start: looks.START, puzzle.end: looks.END}
    blocks = [Block(GOAL, position, look, 0) for position, look in ends.items()]
    for index in reached:
        position, filled = position_of(puzzle.size, index), rounds.get(index)
        if position not in ends:
            blocks.append(Block(POSITION, position, looks.OPEN, 0, filled))
        if filled is not None:
            blocks.append(Block(CRUMB, position, looks.FILLED, filled))
    never = last + 1
    for one, other in moves_among(puzzle.space, reached):
        until = min(rounds.get(one, never), rounds.get(other, never))
        blocks.append(
            Block(MOVE, bar_between(puzzle.size, one, other), looks.OPEN, 0, until if until < never else None)
        )
    left = len(reached) - len(rounds)
    done = f"Done: what is left is the way from the start to the end, {counted(len(way) - 1, 'move')}."
    if left > len(way):
        done += f" The other {counted(left - len(way), 'position')} lie on loops, which have no dead end."
    phases = phases_from(
        (
            Phase(
                0,
                f"All {counted(len(reached), 'position')} that can be reached. One with a single move is a dead end.",
            ),
            Phase(1, f"Round {NUMBER} of {last}: each dead end is filled by one position, which makes new dead ends."),
            Phase(last, done),
        )
    )
    return Watched(puzzle.size, last, tuple(blocks), phases)


def filled_in(space: ConfigurationSpace, reached: list[int], start: Position, end: Position) -> dict[int, int]:
    """Return, for each of the reached positions that is filled, by its index, in which round, counted from 1."""
    ends = {index_of(space.size, start), index_of(space.size, end)}
    open_moves = {index: sum(1 for _ in space.neighbors(index)) for index in reached}
    rounds: dict[int, int] = {}
    dead = [index for index, moves in open_moves.items() if moves == 1 and index not in ends]
    number = 0
    while dead:
        number += 1
        rounds.update(dict.fromkeys(dead, number))
        following = []
        for index in dead:
            for beside in space.neighbors(index):
                open_moves[beside] -= 1
                if open_moves[beside] == 1 and beside not in rounds and beside not in ends:
                    following.append(beside)
        dead = following
    return rounds
