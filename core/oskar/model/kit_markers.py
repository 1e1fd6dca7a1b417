# SPDX-License-Identifier: GPL-3.0-or-later
"""The marks of start and end on a kit: recesses in the outer sides of three plates, as these lie on the bed.

The start has a square pit in each of the four posts round its cell, the end a long groove, which runs from
its post along a wall or the frame, rather away from the cell. Both lie in the middle of a post or a wall, where they
weaken it least. On the frame they lie at the joint, open to it, where what is the plate's own begins: so one rim stays
of it, which has room for the chamfer on the bed, and no two thin ones, which stand out in print. At a post that start
and end share the groove begins beside the pit.

No slicer agrees with another on what can be bridged. So the ceiling of a mark is a gable, and on the frame half of one,
that narrows in steps, each so small that it stands on the layer below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...common.containers import fixed
from ...solids.straight_moves import Heading
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES, Face
from ..maze.space import Position
from .dimensions import Dimensions
from .joints import INSIDE, LOWER, UPPER

LEVEL, STEP = 0.06, 0.0375
"""The height of a step in a mark's ceiling, and how far it leads in, at most, in millimeters. A slicer that supports
what is flatter than 45 degrees compares each layer with the one below: whatever its height from 0.08 mm on, it goes
over no more steps than lead in by 0.96 of it. A layer of 0.3 begins so 0.225 mm beside the one below, half a line of a
common nozzle, where a slicer that decides by that begins to support."""

RIDGE, RIDGE_LEVELS = 0.12, 2
"""How wide a gable is below its ridge, in millimeters, and on how many levels it stays so. Slicers close gaps of some
0.1 mm: so a layer closes it from 0.12 mm, and none from wider than its height allows."""

BEYOND = 0.15
"""How far a mark goes over the joint, as a share of its width, but a step at most: else what is left beside its end
could touch a finger that ends just there along an edge only."""

WIDEST = 1.6
"""A wider mark would be larger than it need be to be seen and felt, in millimeters."""

DEEPEST = 0.36
"""The depth of a mark as a share of the plate's thickness, at most: above it the frame still has a strip. By its steps
a mark on the frame is so less than half as wide as the strip there, and 0.8 mm with the joint by default."""

WALL_SHARE, PASSAGE_SHARE = 0.5, 0.21
"""The width of a mark as a share of the wall's and the passage's, at most.

The last one because a groove is as long as the passage allows: so it is longer than it is wide, also beside a pit.
"""

REACH = 0.4
"""How far a groove goes into a wall, as a share of the wall's length between two posts: two never meet."""

Span = tuple[float, float]
"""From where to where along an axis, in millimeters from the box's outer side."""

Pair = tuple[int, int]
"""Two whole numbers, for the first and the second axis of a face."""


def mark_size(depth: float, dimensions: Dimensions, *, on_frame: bool) -> tuple[float, float]:
    """Return the width, at the outer side, and the depth of a mark that a user wants so deep; 0 where there is none."""
    gable = _gable(depth, dimensions, on_frame=on_frame)
    return gable.width, gable.steps[-1][2] if gable.steps else 0.0


def lies_on_frame(puzzle: Puzzle, position: Position) -> bool:
    """Report whether any post round a cell is on the frame of a face."""
    return any(cell in (0, cells - 1) for cell, cells in zip(position, puzzle.size, strict=True))


def marker_pits(
    puzzle: Puzzle, dimensions: Dimensions, plate: Heading
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the boxes that the marks cut out of a plate, by its axis and its side, and which of them are of the end.

    The shape is (number, 3 axes, 2 ends). Coordinates are millimeters from the outer side of the lower plates. All of
    it belongs to that plate alone.
    """
    normal, side = plate
    length = dimensions.outer_size(puzzle.size)[normal]
    face, axes = next(
        (face, axes) for face, axes in zip(puzzle.faces, FACE_AXES, strict=True) if sum(axes) == 3 - normal
    )
    start, end = ((2 * cell[axes[0]] + 1, 2 * cell[axes[1]] + 1) for cell in (puzzle.start, puzzle.end))
    marks = list(_marks(_framed(face), start, end, axes, dimensions))
    inward, top, bottom = np.array([step for mark in marks for step in mark.gable.steps]).reshape(-1, 3).T
    # By the axes of the face, from where to where, and how far an end goes inward on a step that does by so much.
    level = np.array([_by_axis(mark, mark.along, mark.across) for mark in marks]).reshape(-1, 2, 2)
    # The side at a joint is upright.
    ways = [_by_axis(mark, (0, 0), (mark.joint != LOWER, -(mark.joint != UPPER))) for mark in marks]
    counts = [len(mark.gable.steps) for mark in marks]
    boxes = np.empty((len(inward), 3, 2))
    boxes[:, normal] = np.stack((top, bottom) if side == LOWER else (length - bottom, length - top), axis=1)
    slopes = np.array(ways, dtype=np.float64).reshape(-1, 2, 2)
    boxes[:, axes] = np.repeat(level, counts, axis=0) + np.repeat(slopes, counts, axis=0) * inward[:, None, None]
    return boxes, np.repeat(np.array([mark.of_end for mark in marks], dtype=bool), counts)


def _by_axis(mark: _Mark, along: Span, across: Span) -> tuple[Span, Span]:
    """Return what there is along a mark and across it by the axes of the face."""
    return (across, along) if mark.axis else (along, across)


@lru_cache(maxsize=6)
def _framed(face: Face) -> NDArray[np.bool_]:
    """Return the squares of a face that are wall, with its frame."""
    return fixed(np.pad(face.inflate().astype(bool), 1, constant_values=True))


@dataclass(frozen=True)
class _Gable:
    """The section of a mark: its width at the outer side, and how far in its sides are from which depth to which."""

    width: float
    steps: list[tuple[float, float, float]]


@dataclass(frozen=True)
class _Mark:
    """A recess along an axis of a face: its section, from where to where it goes, and from where to where across.

    ``joint`` says at which end across a joint is, to which it is open. It marks the end, or else the start.
    """

    gable: _Gable
    axis: int
    along: Span
    across: Span
    joint: int
    of_end: bool


def _marks(walls: NDArray[np.bool_], start: Pair, end: Pair, axes: Pair, dimensions: Dimensions) -> Iterator[_Mark]:
    """Yield the marks of a face: ``walls`` are its squares with the frame, ``start`` and ``end`` two of them."""
    # Sections in the open, and on the frame.
    pit, groove = (
        [_gable(depth, dimensions, on_frame=on_frame) for on_frame in (False, True)]
        for depth in (dimensions.start_marker, dimensions.end_marker)
    )
    posts = _Posts(walls.shape, axes, dimensions)
    corners = list(product((-1, 1), (-1, 1)))
    pits = {}
    for turns in corners if pit[0].steps else ():
        post = start[0] + turns[0], start[1] + turns[1]
        sides = posts.sides(post)
        gable = pit[any(sides)]
        # On the frame it is open to one joint only.
        axis = 1 if sides[0] and not sides[1] else 0
        across = posts.across(post, 1 - axis, gable.width)
        pits[post] = [across, across]
        pits[post][axis] = posts.along(post, axis, gable.width)
        yield _Mark(gable, axis, pits[post][axis], across, sides[1 - axis], of_end=False)
    for turns in corners if groove[0].steps else ():
        post = end[0] + turns[0], end[1] + turns[1]
        sides = posts.sides(post)
        axis, way = _direction(walls, post, turns)
        gable = groove[bool(sides[1 - axis])]
        low, high = posts.square(post, axis)
        far = (high if way > 0 else low) + way * REACH * dimensions.passage
        near = posts.along(post, axis, groove[bool(sides[axis])].width)[way < 0]
        if post in pits:
            # It leaves half of what the pit is wide, or what there is room for.
            first, last = pits[post][axis]
            beside = last if way > 0 else first
            near = beside + way * min((last - first) / 2, abs(far - beside) / 2)
        along = (min(near, far), max(near, far))
        yield _Mark(gable, axis, along, posts.across(post, 1 - axis, gable.width), sides[1 - axis], of_end=True)


@lru_cache(maxsize=4)
def _gable(depth: float, dimensions: Dimensions, *, on_frame: bool) -> _Gable:
    """Return the section of a mark that a user wants so deep, on the frame or elsewhere; without steps for no mark."""
    deepest = min(depth, DEEPEST * dimensions.plate)
    if deepest <= 0:
        return _Gable(0.0, [])
    widest = min(WALL_SHARE * dimensions.wall, PASSAGE_SHARE * dimensions.passage, WIDEST)
    if dimensions.through:
        # What is engraved has no ceiling that would be bridged.
        width = min(widest, WALL_SHARE * (dimensions.frame - dimensions.plate))
        return _Gable(width, [(0.0, 0.0, deepest)])
    # Half a gable leads in from one side, up to the joint, and has no ridge.
    leading, ridge, ridge_levels = (1, 0.0, 0) if on_frame else (2, min(RIDGE, widest), RIDGE_LEVELS)
    sloping = widest - ridge
    levels = min(math.ceil(sloping / (leading * STEP) - 1e-9), int(deepest / LEVEL + 1e-9) - ridge_levels)
    levels = max(levels, 0 if ridge_levels else 1)
    step = min(STEP, sloping / (leading * levels)) if levels else 0.0
    height = min(LEVEL, deepest / (levels + ridge_levels))
    steps = [(level * step, level * height, (level + 1) * height) for level in range(levels)]
    if ridge_levels:
        steps.append((levels * step, levels * height, (levels + ridge_levels) * height))
    return _Gable(ridge + leading * levels * step, steps)


def _direction(walls: NDArray[np.bool_], post: Pair, turns: Pair) -> Pair:
    """Return along which axis of a face a groove leads from its post, and which way.

    ``turns`` say on which side of its cell the post is along each axis.
    """
    on_frame = [number in (0, count - 1) for number, count in zip(post, walls.shape, strict=True)]
    ways = [(axis, side * turns[axis]) for side in (1, -1) for axis in (0, 1)]
    for axis, way in ways:
        beside = post[0] + way * (axis == 0), post[1] + way * (axis == 1)
        inside = 0 <= beside[axis] < walls.shape[axis]
        # On the frame it stays on the frame.
        if inside and walls[beside] and (not on_frame[axis] or all(on_frame)):
            return axis, way
    return ways[-1]


@dataclass(frozen=True)
class _Posts:
    """The places of marks at the posts of a face with so many squares with its frame, by its two axes in the box."""

    squares: tuple[int, ...]
    axes: Pair
    dimensions: Dimensions

    def sides(self, post: Pair) -> Pair:
        """Return for both axes at which end of the face the post is on the frame, or that it is inside.

        Where fingers go through, what is inside of them is as any wall.
        """
        if self.dimensions.through:
            return INSIDE, INSIDE
        first, second = (
            LOWER if number == 0 else UPPER if number == count - 1 else INSIDE
            for number, count in zip(post, self.squares, strict=True)
        )
        return first, second

    def square(self, post: Pair, axis: int) -> Span:
        """Return the span of a post along an axis."""
        number, dimensions = post[axis], self.dimensions
        outer = dimensions.plate if dimensions.through else 0.0
        if number == 0:
            return outer, dimensions.frame
        start = dimensions.frame + number // 2 * dimensions.passage + (number - 1) // 2 * dimensions.wall
        last = number == self.squares[axis] - 1
        return start, start + (dimensions.frame - outer if last else dimensions.wall)

    def across(self, post: Pair, axis: int, width: float) -> Span:
        """Return where a mark lies that is so wide: in the middle, or in the frame at the joint and a little beyond."""
        side = self.sides(post)[axis]
        if side == INSIDE:
            return self.along(post, axis, width)
        dimensions = self.dimensions
        # Of two plates that meet, the one across the later axis makes room.
        makes_room = self.axes[axis] < 3 - sum(self.axes)
        joint = dimensions.plate / 2 + (dimensions.joint if makes_room else 0.0)
        near, far = joint - min(BEYOND * width, STEP), joint + width
        low, high = self.square(post, axis)
        return (low + near, low + far) if side == LOWER else (high - far, high - near)

    def along(self, post: Pair, axis: int, length: float) -> Span:
        """Return where a mark lies that is so long at a post: in the middle, or in the frame at its inner end."""
        low, high = self.square(post, axis)
        side = self.sides(post)[axis]
        middle = (low + high - side * (high - low - length)) / 2
        return middle - length / 2, middle + length / 2
