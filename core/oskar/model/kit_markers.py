# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the kit marks start and end: recesses in the outer sides of three plates, as these lie on the bed.

The start has a square pit in each of the four posts round its cell, the end a long groove, which runs from
its post along a wall or the frame, rather away from the cell. Both lie in the middle of a post, a wall or
the part of the frame that is its plate's own, where they weaken it least. At a post that start and end
share the groove begins beside the pit.

No slicer agrees with another on what can be bridged. So the ceiling of a mark is a gable that narrows in
steps, each so small that it stands on the layer below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...solids.straight_moves import Heading
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES
from ..maze.space import Position
from .dimensions import Dimensions
from .joints import LOWER

LEVEL, LEAST_LEVEL = 0.2, 0.12
"""The height of a step in a mark's ceiling, in millimeters, and the least where else the mark would be narrow: that is
still steeper than 45 degrees."""

NARROW = 0.8
"""A narrower mark may be lost, in millimeters: it has less than two lines of a common nozzle."""

STEP = 0.1
"""How far a step leads in at most, in millimeters: less than the thinnest of common layers is high."""

MOST_LEVELS = 8
"""More would make a mark larger than it need be to be seen and felt."""

DEEPEST = 0.3
"""The depth of a mark as a share of the plate's thickness, at most: above it the frame still has a strip."""

WALL_SHARE, FRAME_SHARE, PASSAGE_SHARE = 0.5, 0.27, 0.21
"""The width of a mark as a share of the wall's, the frame's and the passage's, at most.

The last one because a groove is as long as the passage allows: so it is longer than it is wide, also beside a pit.
"""

REACH = 0.4
"""How far a groove goes into a wall, as a share of the wall's length between two posts: two never meet."""

Span = tuple[float, float]
"""From where to where along an axis, in millimeters from the box's outer side."""

Pair = tuple[int, int]
"""Two whole numbers, for the first and the second axis of a face."""


def mark_size(depth: float, dimensions: Dimensions, *, on_frame: bool) -> tuple[float, float]:
    """Return the width, at the outer side, and the depth of a mark that a user wants so deep; 0 for no mark."""
    gable = _gable(depth, dimensions, on_frame=on_frame)
    return (2 * gable[0][0], gable[-1][2]) if gable else (0.0, 0.0)


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
    walls = np.pad(face.inflate().astype(bool), 1, constant_values=True)
    start, end = ((2 * cell[axes[0]] + 1, 2 * cell[axes[1]] + 1) for cell in (puzzle.start, puzzle.end))
    boxes, of_end = [], []
    for mark in _marks(walls, start, end, dimensions):
        for half_width, top, bottom in mark.gable:
            box = np.empty((3, 2))
            box[normal] = (top, bottom) if side == LOWER else (length - bottom, length - top)
            box[axes[mark.axis]] = mark.along
            box[axes[1 - mark.axis]] = mark.middle - half_width, mark.middle + half_width
            boxes.append(box)
            of_end.append(mark.of_end)
    return np.array(boxes).reshape(-1, 3, 2), np.array(of_end, dtype=bool)


Gable = list[tuple[float, float, float]]
"""The section of a mark: half of its width, and from which depth to which it has that."""


@dataclass(frozen=True)
class _Mark:
    """A recess along an axis of a face: its section, from where to where it goes, and the middle of its width.

    It marks the end, or else the start.
    """

    gable: Gable
    axis: int
    along: Span
    middle: float
    of_end: bool


def _marks(walls: NDArray[np.bool_], start: Pair, end: Pair, dimensions: Dimensions) -> Iterator[_Mark]:
    """Yield the marks of a face: ``walls`` are its squares with the frame, ``start`` and ``end`` two of them."""
    # Sections in the open, and on the frame.
    pit, groove = (
        [_gable(depth, dimensions, on_frame=on_frame) for on_frame in (False, True)]
        for depth in (dimensions.start_marker, dimensions.end_marker)
    )
    corners = list(product((-1, 1), (-1, 1)))
    pit_widths = {}
    for turns in corners if pit[0] else ():
        post = start[0] + turns[0], start[1] + turns[1]
        section = pit[any(_on_frame(post, walls.shape))]
        first, second = _middles(post, walls.shape, dimensions)
        yield _Mark(section, 0, (first - section[0][0], first + section[0][0]), second, of_end=False)
        pit_widths[post] = 2 * section[0][0]
    for turns in corners if groove[0] else ():
        post = end[0] + turns[0], end[1] + turns[1]
        axis, way = _direction(walls, post, turns)
        on_frame = _on_frame(post, walls.shape)
        middles = _middles(post, walls.shape, dimensions)
        low, high = _square(post[axis], walls.shape[axis], dimensions)
        far = (high - middles[axis] if way > 0 else middles[axis] - low) + REACH * dimensions.passage
        near = -groove[on_frame[axis]][0][0]
        if post in pit_widths:
            # It leaves half of what the pit is wide, or what there is room for.
            near = min(pit_widths[post], (pit_widths[post] / 2 + far) / 2)
        along = sorted((middles[axis] + way * near, middles[axis] + way * far))
        yield _Mark(groove[on_frame[1 - axis]], axis, (along[0], along[1]), middles[1 - axis], of_end=True)


def _on_frame(post: Pair, squares: tuple[int, ...]) -> list[bool]:
    """Return for both axes whether a post is in the first or the last square, which the frame is."""
    return [number in (0, count - 1) for number, count in zip(post, squares, strict=True)]


def _gable(depth: float, dimensions: Dimensions, *, on_frame: bool) -> Gable:
    """Return the section of a mark that a user wants so deep, on the frame or elsewhere; nothing for no mark."""
    width = min(WALL_SHARE * dimensions.wall, PASSAGE_SHARE * dimensions.passage)
    if on_frame:
        width = min(width, FRAME_SHARE * dimensions.plate)
    deepest = min(depth, DEEPEST * dimensions.plate)
    if deepest <= 0:
        return []
    most, steep = (int(deepest / level + 1e-9) for level in (LEVEL, LEAST_LEVEL))
    if 2 * STEP * most < NARROW:
        most = min(steep, math.ceil(NARROW / (2 * STEP) - 1e-9))
    levels = max(1, min(MOST_LEVELS, math.ceil(width / (2 * STEP) - 1e-9), most))
    step, height = min(STEP, width / (2 * levels)), min(LEVEL, deepest / levels)
    return [((levels - level) * step, level * height, (level + 1) * height) for level in range(levels)]


def _direction(walls: NDArray[np.bool_], post: Pair, turns: Pair) -> Pair:
    """Return along which axis of a face a groove leads from its post, and which way.

    ``turns`` say on which side of its cell the post is along each axis.
    """
    on_frame = _on_frame(post, walls.shape)
    ways = [(axis, side * turns[axis]) for side in (1, -1) for axis in (0, 1)]
    for axis, way in ways:
        beside = post[0] + way * (axis == 0), post[1] + way * (axis == 1)
        inside = 0 <= beside[axis] < walls.shape[axis]
        # On the frame it stays on the frame.
        if inside and walls[beside] and (not on_frame[axis] or all(on_frame)):
            return axis, way
    return ways[-1]


def _middles(post: Pair, squares: tuple[int, ...], dimensions: Dimensions) -> Span:
    """Return where the middle of a mark at a post is along both axes; in the frame, of what is its plate's own."""
    middles = []
    for number, count in zip(post, squares, strict=True):
        low, high = _square(number, count, dimensions)
        own = (dimensions.plate / 2 + dimensions.joint) if number in (0, count - 1) else 0.0
        middles.append((low + (own if number == 0 else 0.0) + high - (own if number else 0.0)) / 2)
    return middles[0], middles[1]


def _square(number: int, squares: int, dimensions: Dimensions) -> Span:
    """Return the span of a square of a face with its frame, along an axis that has so many squares."""
    if number == 0:
        return 0.0, dimensions.plate
    start = dimensions.plate + number // 2 * dimensions.passage + (number - 1) // 2 * dimensions.wall
    if number == squares - 1:
        return start, start + dimensions.plate
    return start, start + (dimensions.passage if number % 2 else dimensions.wall)
