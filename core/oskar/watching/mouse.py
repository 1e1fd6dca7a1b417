# SPDX-License-Identifier: GPL-3.0-or-later
"""A random mouse: straight on through a passage, a random way where it forks, and back only from a dead end."""

from __future__ import annotations

from array import array
from collections import Counter
from random import Random

import numpy as np

from ...common.draws import pick
from ...common.words import counted
from ..making.puzzle import Puzzle
from ..maze.space import ConfigurationSpace, index_of, position_of
from . import looks
from .watched import NUMBER, POSITION, Block, Phase, Watched, check_watchable, maze_blocks, phases_from

MOST_MOVES = 2_000_000
"""A mouse that is not there by then has given up; in a large maze it can take ever so long."""

MOST_VISITS = 64
"""So many visits, or more, have the last color."""


def watch_mouse(puzzle: Puzzle, random: Random, *, from_end: bool) -> Watched:
    """Return a mouse's walk from the start to the end, or the other way; a move a step, and colors by visits.

    Raises InputError when the end cannot be reached from the start.
    """
    check_watchable(puzzle)
    way, size = puzzle.solution, puzzle.size
    goal, begin = (puzzle.start, puzzle.end) if from_end else (puzzle.end, puzzle.start)
    walk = mouse_walk(puzzle.space, index_of(size, begin), index_of(size, goal), random)
    last = len(walk) - 1
    blocks = maze_blocks(puzzle)
    ends = {index_of(size, puzzle.start), index_of(size, puzzle.end)}
    for index, steps in _steps_of_colors(walk).items():
        if index not in ends:
            position = position_of(size, index)
            for number, step in enumerate(steps):
                until = steps[number + 1] if number + 1 < len(steps) else None
                blocks.append(Block(POSITION, position, looks.run_look(number, MOST_VISITS.bit_length()), step, until))
    visited = len(set(walk))
    done = (
        f"Found after {counted(last, 'move')}, in {counted(visited, 'position')}; the shortest way has {len(way) - 1}."
    )
    if walk[-1] != index_of(size, goal):
        done = f"After {counted(last, 'move')}, in {counted(visited, 'position')}, the mouse gives up: not found."
    phases = phases_from(
        (
            Phase(0, "A mouse runs where its nose points, and at a fork anywhere. It remembers nothing."),
            Phase(1, f"Move {NUMBER} of {last}. From blue to red: visited once, twice, 4, 8 times, and so on."),
            Phase(last, done),
        )
    )
    return Watched(size, last, tuple(blocks), phases, np.frombuffer(walk, dtype=np.int32))


def mouse_walk(
    space: ConfigurationSpace, start: int, goal: int, random: Random, most_moves: int = MOST_MOVES
) -> array[int]:
    """Return the positions of a walk toward a goal, by indices, the start included.

    It ends at the goal, or after so many moves. The start must be connected with something.
    """
    beside: dict[int, list[int]] = {}
    walk = array("i", [start])
    came, here = -1, start
    while here != goal and len(walk) <= most_moves:
        ways = beside.get(here)
        if ways is None:
            ways = beside[here] = list(space.neighbors(here))
        others = [there for there in ways if there != came]
        came, here = here, (pick(others, random) if len(others) > 1 else others[0] if others else came)
        walk.append(here)
    return walk


def _steps_of_colors(walk: array[int]) -> dict[int, list[int]]:
    """Return, for each position of a walk, the steps of its first visit, its second, its 4th, its 8th and so on."""
    visits: Counter[int] = Counter()
    steps: dict[int, list[int]] = {}
    for step, index in enumerate(walk):
        visits[index] += 1
        count = visits[index]
        if count & (count - 1) == 0 and count <= MOST_VISITS:
            steps.setdefault(index, []).append(step)
    return steps
