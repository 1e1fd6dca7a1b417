# SPDX-License-Identifier: GPL-3.0-or-later
"""A walker who marks each passage that is gone through, and so finds the way out of any maze.

The rules are those of Trémaux (in Lucas, "Récréations mathématiques", volume 1, 1882). No passage is gone through more
than twice. Who comes through a new passage to a place that was visited before turns back. Elsewhere a new passage is
taken if there is one, and else one that has a single mark. In the end the passages with one mark are a way.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np

from ...common.draws import pick
from ...common.words import counted
from ..making.puzzle import Puzzle
from ..maze.space import ConfigurationSpace, index_of, position_of
from . import looks
from .watched import (
    MOVE,
    NUMBER,
    POSITION,
    Block,
    Phase,
    Watched,
    bar_between,
    check_watchable,
    maze_blocks,
    phases_from,
)

_Passage = tuple[int, int]
"""Two neighbors, by their indices, the lower one first."""


def watch_tremaux(puzzle: Puzzle, random: Random, *, from_end: bool) -> Watched:
    """Return the walk from the start to the end, or the other way, with the marks of the passages; a move a step.

    ``random`` chooses among new passages. Raises InputError when the end cannot be reached from the start.
    """
    check_watchable(puzzle)
    way, size = puzzle.solution, puzzle.size
    goal, other_goal = (puzzle.start, puzzle.end) if from_end else (puzzle.end, puzzle.start)
    walk = tremaux_walk(puzzle.space, index_of(size, other_goal), index_of(size, goal), random)
    last = len(walk) - 1
    blocks = maze_blocks(puzzle)
    marks: dict[_Passage, list[int]] = {}
    visited = {walk[0]: 0}
    for step, (one, other) in enumerate(pairwise(walk), start=1):
        marks.setdefault((min(one, other), max(one, other)), []).append(step)
        visited.setdefault(other, step)
    for move, steps in marks.items():
        bar = bar_between(size, *move)
        blocks.append(Block(MOVE, bar, looks.ONCE, steps[0], steps[1] if len(steps) > 1 else None))
        blocks += [Block(MOVE, bar, looks.TWICE, step) for step in steps[1:]]
    for index, step in visited.items():
        position = position_of(size, index)
        if position not in (puzzle.start, puzzle.end):
            blocks.append(Block(POSITION, position, looks.OPEN, step))
    phases = phases_from(
        (
            Phase(0, "The walker marks each passage: yellow once, red twice, and never takes a red one."),
            Phase(1, f"Move {NUMBER} of {last}. Yellow passages have one mark; red ones have two, and are closed."),
            Phase(
                last,
                f"Done in {counted(last, 'move')}. The yellow passages are a way; the shortest has {len(way) - 1}.",
            ),
        )
    )
    return Watched(size, last, tuple(blocks), phases, np.array(walk, dtype=np.int32))


def tremaux_walk(space: ConfigurationSpace, start: int, goal: int, random: Random) -> list[int]:
    """Return the positions of a walk to a goal that is connected with the start, by indices, both included."""
    marks: dict[_Passage, int] = {}
    visited = {start}
    walk = [start]
    came = -1
    while walk[-1] != goal:
        here = walk[-1]
        counts = {there: marks.get((min(here, there), max(here, there)), 0) for there in space.neighbors(here)}
        new = [there for there, count in counts.items() if count == 0]
        if came >= 0 and here in visited and counts[came] == 1:
            # Come upon a place that is known, through a new passage.
            there = came
        elif new:
            there = pick(new, random)
        else:
            there = next(there for there, count in counts.items() if count == 1)
        visited.add(here)
        passage = min(here, there), max(here, there)
        marks[passage] = marks.get(passage, 0) + 1
        came = here
        walk.append(there)
    return walk
