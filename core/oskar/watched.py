# SPDX-License-Identifier: GPL-3.0-or-later
"""The course of what is watched: blocks that are there for some steps, in their looks, a walker, and sentences.

Steps are counted from 0, and nothing is kept for a step but what begins or ends with it: so all of them together are
about as large as the puzzle, however many there are. The pace is in whole numbers: a block is there at the very frame
that shows its step. Places are boxes in cells, cell (0, 0, 0) being round the origin. The mazes of the faces lie behind
and below the positions, as Blender's view looks at first: in front of them they would hide what grows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise, product
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..common.errors import InputError
from ..kind.part import Look
from ..printing.picture import color_between
from ..printing.printed_object import Color
from .making.puzzle import Puzzle, size_text
from .maze.faces import Size
from .maze.space import ConfigurationSpace, position_of
from .model.box_and_cross import END_LOOK, START_LOOK

MOST_POSITIONS = 64_000
"""A puzzle with more cannot be watched: nobody would see anything, and Blender would have to draw millions of sides."""

STEPS = 16
"""So many colors run from first to last, or from near to far."""

_RUN: tuple[Color, ...] = (
    (0.03, 0.05, 0.30, 1.0),
    (0.02, 0.35, 0.45, 1.0),
    (0.20, 0.62, 0.12, 1.0),
    (0.95, 0.68, 0.03, 1.0),
    (0.85, 0.12, 0.02, 1.0),
)
"""Through these colors, which become lighter up to the last but one, so that eyes that mix up hues see the order."""

LOOKS = (
    *(Look(f"Watched {step + 1}", color_between(_RUN, step / (STEPS - 1))) for step in range(STEPS)),
    START_LOOK,
    END_LOOK,
    Look("Watched New", (1.0, 0.95, 0.75, 1.0)),
    Look("Watched Thread", (0.35, 0.35, 0.38, 1.0)),
    Look("Watched Passage", (0.80, 0.42, 0.10, 1.0)),
    Look("Watched Joined", (0.45, 0.20, 0.55, 1.0)),
    Look("Watched Open", (0.16, 0.48, 0.80, 1.0)),
    Look("Watched Filled", (0.10, 0.08, 0.08, 1.0)),
    Look("Watched Once", (0.98, 0.70, 0.05, 1.0)),
    Look("Watched Twice", (0.50, 0.05, 0.03, 1.0)),
    Look("Watched Walker", (0.42, 0.02, 0.60, 1.0)),
    Look("Watched Letters", (1.0, 1.0, 1.0, 1.0)),
    Look("Watched Board", (0.02, 0.02, 0.02, 1.0)),
)
"""All looks; a block has the number of one."""

Tint = IntEnum("Tint", "START END NEW THREAD PASSAGE JOINED OPEN FILLED ONCE TWICE WALKER LETTERS BOARD", start=STEPS)
"""The numbers of those that stand for one thing."""


def run_look(number: int, count: int) -> int:
    """Return the look of one of several things that come one after another, counted from 0."""
    return min(STEPS - 1, number * STEPS // max(1, count))


NUMBER = "{number}"
"""Where a sentence has the number of its step."""


class Block(NamedTuple):
    """Something that is seen from one step on, up to another one without it, or to the end where that is None.

    ``shape`` is one of those below, ``look`` the number of one of ``LOOKS``. ``at`` is a position; for bars in the
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


def watched(
    size: Size, blocks: Iterable[Block], *phases: tuple[int, str], walk: NDArray[np.int32] | None = None
) -> Watched:
    """Return what is seen up to the step of the last sentence, each given with its first step.

    A sentence that has no step, as the next one begins with the same, is left out.
    """
    known = [Phase(first, text) for first, text in phases]
    spoken = (*(phase for phase, following in pairwise(known) if phase.first < following.first), known[-1])
    return Watched(size, known[-1].first, tuple(blocks), spoken, walk)


def check_watchable(puzzle: Puzzle) -> None:
    """Raise InputError for a puzzle that is too large to be watched."""
    if puzzle.space.position_count > MOST_POSITIONS:
        raise InputError(
            f"The puzzle has {size_text(puzzle.size)} cells, {puzzle.space.position_count:,} in all: it can be watched "
            f"with {MOST_POSITIONS:,} at most."
        )


def bar_between(size: Size, first: int, second: int) -> tuple[int, int, int, int]:
    """Return where the bar between two neighbors is, given by their indices: the lower position, and the axis."""
    lower, upper = (position_of(size, index) for index in sorted((first, second)))
    return (*lower, next(axis for axis in range(3) if lower[axis] != upper[axis]))


def maze_blocks(puzzle: Puzzle) -> list[Block]:
    """Return what stands there from the beginning for a walk through the maze: both ends, and all ways as threads."""
    moves = moves_among(puzzle.space, puzzle.ways_to_end)
    return ends_of(puzzle) + [Block(THREAD, bar_between(puzzle.size, *move), Tint.THREAD, 0) for move in moves]


def ends_of(puzzle: Puzzle) -> list[Block]:
    """Return the start and the end, which stand there from the beginning."""
    return [Block(GOAL, puzzle.start, Tint.START, 0), Block(GOAL, puzzle.end, Tint.END, 0)]


def moves_among(space: ConfigurationSpace, reached: Iterable[int]) -> list[tuple[int, int]]:
    """Return the moves among positions that are connected with no others, by indices, the lower one first."""
    return [(index, beside) for index in reached for beside in space.neighbors(index) if beside > index]


LONGEST = 3600.0
"""Seconds."""


@dataclass(frozen=True)
class Pace:
    """Step 0 is seen at the first frame, the last step ``frames`` later."""

    first: int
    frames: int
    last_step: int

    @classmethod
    def of(cls, first: int, seconds: float, frames_a_second: float, last_step: int) -> Pace:
        """Return the pace at which all steps take so many seconds; raises InputError for a time that cannot be."""
        if not 0 < seconds <= LONGEST:
            raise InputError(f"Seconds is {seconds:g}: it must be more than 0, and {LONGEST:g} at most.")
        return cls(first, max(1, round(seconds * frames_a_second)), last_step)

    @property
    def end(self) -> int:
        """The frame at which the last step is seen."""
        return self.first + self.frames

    def step_at(self, frame: int) -> int:
        """Return the step that is seen at a frame."""
        return max(0, min(self.last_step, (frame - self.first) * self.last_step // self.frames))

    def frames_of(self, steps: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the first frame at which each step, or a later one, is seen."""
        if self.last_step == 0:
            return np.full(len(steps), self.first, dtype=np.int64)
        frames: NDArray[np.int64] = self.first - (-steps * self.frames // self.last_step)
        return frames


HALF_WIDTHS: Mapping[str, float] = MappingProxyType(
    {POSITION: 0.2, CRUMB: 0.06, GOAL: 0.24, MOVE: 0.1, THREAD: 0.024, PASSAGE: 0.3, CELL: 0.3}
)
"""Of cubes and of bars, in cells. No two sides lie in each other: a render would show that as black spots."""

THICKER = 0.002
"""So much each next axis has thicker threads, for the same reason."""

FACE_HALF_DEPTH = 0.06
FACE_DISTANCE = 1.0
"""From the outermost positions to the mazes of the faces, in cells."""

EDGE_HALF_WIDTH = 0.02
EDGE_LOOK = Tint.THREAD

Boxes = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The centers of boxes and the halves of their sides, each of shape (n, 3)."""


def boxes_of(size: Size, blocks: Sequence[Block]) -> Boxes:
    """Return the boxes of blocks, in cells."""
    boxes = [_box(size, block) for block in blocks]
    pairs = np.array(boxes, dtype=np.float64).reshape(-1, 2, 3)
    return pairs[:, 0], pairs[:, 1]


def edges_of(size: Size) -> Boxes:
    """Return the twelve edges of the room in which the positions are."""
    boxes = list(_edges(size))
    pairs = np.array(boxes, dtype=np.float64)
    return pairs[:, 0], pairs[:, 1]


def _box(size: Size, block: Block) -> tuple[list[float], list[float]]:
    half = HALF_WIDTHS[block.shape]
    center, sides = [0.0] * 3, [half] * 3
    if block.shape in (PASSAGE, CELL):
        along, across, cell, beside = block.at
        center[along], center[across] = float(cell), float(beside)
        if block.shape == PASSAGE:
            center[along] += 0.5
            sides[along] = 0.5 - HALF_WIDTHS[CELL]
        behind = 3 - along - across
        # Blender's view looks from the right, from the front and from above.
        center[behind] = size[1] - 1 + FACE_DISTANCE if behind == 1 else -FACE_DISTANCE
        sides[behind] = FACE_HALF_DEPTH
        return center, sides
    center[:] = (float(cell) for cell in block.at[:3])
    if block.shape in (MOVE, THREAD):
        axis = block.at[3]
        center[axis] += 0.5
        if block.shape == MOVE:
            # Between two cubes.
            sides[axis] = 0.5 - HALF_WIDTHS[POSITION]
        else:
            sides = [half + THICKER * axis] * 3
            sides[axis] = 0.5
    return center, sides


def _edges(size: Size) -> Iterator[tuple[list[float], list[float]]]:
    for axis in range(3):
        for corner in product((0, 1), repeat=2):
            chosen = iter(corner)
            center = [
                (cells - 1) / 2 if along == axis else (cells - 0.5 if next(chosen) else -0.5)
                for along, cells in enumerate(size)
            ]
            sides = [EDGE_HALF_WIDTH] * 3
            # Those along x have the corners.
            sides[axis] = size[axis] / 2 + (EDGE_HALF_WIDTH if axis == 0 else -EDGE_HALF_WIDTH)
            yield center, sides
