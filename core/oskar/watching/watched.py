# SPDX-License-Identifier: GPL-3.0-or-later
"""The course of what is watched: blocks that are there for some steps, a walker, and sentences.

Steps are counted from 0, and nothing is kept for a step but what begins or ends with it: so all of them together are
about as large as the puzzle, however many there are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...common.errors import InputError
from ..making.puzzle import Puzzle, size_text
from ..maze.faces import Size
from ..maze.space import ConfigurationSpace, position_of
from . import looks

MOST_POSITIONS = 64_000
"""A puzzle with more cannot be watched: nobody would see anything, and Blender would have to draw millions of sides."""

NUMBER = "{number}"
"""Where a sentence has the number of its step."""


class Block(NamedTuple):
    """Something that is seen from one step on, up to another one without it, or to the end where that is None.

    ``shape`` is one of those below, ``look`` the number of one in ``looks.py``. ``at`` is a position; for bars in the
    space a position and the axis along which the next one up lies; for those on a face a passage. A cell of a face is
    given as a passage that begins there, along the first axis of the face.
    """

    shape: str
    at: tuple[int, ...]
    look: int
    first: int
    until: int | None = None


POSITION, CRUMB, GOAL, MOVE, THREAD, PASSAGE, CELL = "position", "crumb", "goal", "move", "thread", "passage", "cell"
"""The shapes: a cube at a position, a small and a large one; a bar along a move, a thin one; a bar between two cells
of a face, and a cell."""


class Phase(NamedTuple):
    """The sentence of some steps, beginning with one, which is number 1 where the sentence has a number."""

    first: int
    text: str


@dataclass(frozen=True, eq=False)
class Watched:
    """All that is seen, up to a last step; ``walk`` has, for each step, the index of the position of who walks."""

    size: Size
    last: int
    blocks: tuple[Block, ...]
    phases: tuple[Phase, ...]
    walk: NDArray[np.int32] | None = None

    def seen(self, step: int) -> list[Block]:
        """Return the blocks that are seen at a step."""
        return [block for block in self.blocks if block.first <= step and (block.until is None or step < block.until)]

    def sentence(self, step: int) -> str:
        """Return the sentence that explains what is seen at a step."""
        return sentence_at(self.phases, step)


def sentence_at(phases: Iterable[Phase], step: int) -> str:
    """Return the sentence of a step; ``phases`` come in the order of their steps, the first begins with step 0."""
    known = list(phases)
    first, text = known[max(0, bisect_right([phase.first for phase in known], step) - 1)]
    return text.replace(NUMBER, str(step - first + 1))


def phases_from(phases: Iterable[Phase]) -> tuple[Phase, ...]:
    """Return phases without those that have no step, as the next one begins with the same."""
    known = list(phases)
    return (*(one for one, following in pairwise(known) if one.first < following.first), known[-1])


def check_watchable(puzzle: Puzzle) -> None:
    """Raise InputError for a puzzle that is too large to be watched."""
    if puzzle.space.position_count > MOST_POSITIONS:
        raise InputError(
            f"The puzzle has {size_text(puzzle.size)} cells, {puzzle.space.position_count:,} in all: it can be watched "
            f"with {MOST_POSITIONS:,} at most."
        )


def bar_between(size: Size, one: int, other: int) -> tuple[int, int, int, int]:
    """Return where the bar between two neighbors is, given by their indices: the lower position, and the axis."""
    lower, upper = (position_of(size, index) for index in sorted((one, other)))
    return (*lower, next(axis for axis in range(3) if lower[axis] != upper[axis]))


def maze_blocks(puzzle: Puzzle) -> list[Block]:
    """Return what stands there from the beginning for a walk through the maze: both ends, and all ways as threads."""
    size = puzzle.size
    ends = [Block(GOAL, puzzle.start, looks.START, 0), Block(GOAL, puzzle.end, looks.END, 0)]
    moves = moves_among(puzzle.space, puzzle.ways_to_end)
    return ends + [Block(THREAD, bar_between(size, *move), looks.THREAD, 0) for move in moves]


def moves_among(space: ConfigurationSpace, reached: Iterable[int]) -> list[tuple[int, int]]:
    """Return the moves among positions that are connected with no others, by indices, the lower one first."""
    return [(index, there) for index in reached for there in space.neighbors(index) if there > index]
