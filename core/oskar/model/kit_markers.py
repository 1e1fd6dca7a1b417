# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the kit marks start and end: recesses in the outer sides of three plates, as these lie on the bed.

The start has a square pit in each of the four posts round its cell, the end a long groove, which runs from
its post along a wall or the frame, rather away from the cell. Both lie in the middle of a post or a wall, where they
weaken it least. On the frame they lie at the joint, open to it, where what is the plate's own begins: so one rim stays
of it, and no two thin ones. Rims have the room for the chamfer on the bed, if the mark is not lost by that: a sharp
or a thin one stands out in print. At a post that start and end share the groove begins beside the pit.

No slicer agrees with another on what can be bridged. So the ceiling of a mark is a gable, and on the frame half of one,
that narrows in steps, each so small that it stands on the layer below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...solids.chamfer_room import SHARE
from ...solids.straight_moves import Heading
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES
from ..maze.space import Position
from .chamfers import width_on_plates
from .dimensions import Dimensions
from .joints import INSIDE, LOWER, UPPER

LEVEL, LEAST_LEVEL = 0.2, 0.12
"""The height of a step in a mark's ceiling, in millimeters, and the least where else the mark would be narrow: that is
still steeper than 45 degrees."""

NARROW = 0.8
"""A narrower mark may be lost, in millimeters: it has less than two lines of a common nozzle."""

STEP = 0.1
"""How far a step leads in at most, in millimeters: less than the thinnest of common layers is high."""

BEYOND, BEYOND_SHARE = 0.1, 0.2
"""How far a mark goes over the joint, in millimeters and as a share of its width, at most: else what is left beside its
end could touch a finger that ends just there along an edge only."""

LEAST_WIDTH = 0.4
"""A narrower mark would be none, in millimeters; so where there is little room its rims are left sharp."""

WIDEST = 1.6
"""A wider mark would be larger than it need be to be seen and felt, in millimeters."""

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
    """Return the width, at the outer side, and the depth of a mark that a user wants so deep; 0 where there is none."""
    gable = _gable(depth, dimensions, on_frame=on_frame)
    return (gable[0][0], gable[-1][2]) if gable else (0.0, 0.0)


def mark_room(dimensions: Dimensions, *, on_frame: bool) -> float:
    """Return how wide a mark can be beside which there are rims with the room that chamfers need."""
    rim = rim_on_bed(dimensions)
    return dimensions.plate / 2 - dimensions.joint - rim if on_frame else dimensions.wall - 2 * rim


def rim_on_bed(dimensions: Dimensions) -> float:
    """Return how far a chamfer on the bed keeps from a mark: half of what a wall needs that is cut from both sides."""
    return width_on_plates(dimensions) / SHARE / 2


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
    for mark in _marks(walls, start, end, axes, dimensions):
        for width, top, bottom in mark.gable:
            box = np.empty((3, 2))
            box[normal] = (top, bottom) if side == LOWER else (length - bottom, length - top)
            box[axes[mark.axis]] = mark.along
            box[axes[1 - mark.axis]] = mark.place.span(width)
            boxes.append(box)
            of_end.append(mark.of_end)
    return np.array(boxes).reshape(-1, 3, 2), np.array(of_end, dtype=bool)


Gable = list[tuple[float, float, float]]
"""The section of a mark: its width, and from which depth to which it has that."""


@dataclass(frozen=True)
class _Place:
    """Where a mark is along an axis: ``side`` is 0 for its middle, or says at which end of the axis is the joint there.

    The mark goes from there toward the middle of the face, and ``beyond`` the joint.
    """

    at: float
    side: int
    beyond: float

    def span(self, width: float) -> Span:
        """Return where a mark lies that is so wide."""
        if self.side:
            low, high = sorted((self.at + self.side * self.beyond, self.at - self.side * width))
            return low, high
        return self.at - width / 2, self.at + width / 2

    def span_along(self, width: float, rim: float) -> Span:
        """Return where a mark lies that is so long here, and closed: the ceiling begins in steps beside this end."""
        if self.side:
            low, high = sorted((self.at - self.side * rim, self.at - self.side * (rim + width)))
            return low, high
        return self.span(width)


@dataclass(frozen=True)
class _Mark:
    """A recess along an axis of a face: its section, from where to where it goes, and its place across.

    It marks the end, or else the start.
    """

    gable: Gable
    axis: int
    along: Span
    place: _Place
    of_end: bool


def _marks(walls: NDArray[np.bool_], start: Pair, end: Pair, axes: Pair, dimensions: Dimensions) -> Iterator[_Mark]:
    """Yield the marks of a face: ``walls`` are its squares with the frame, ``start`` and ``end`` two of them."""
    # Sections in the open, and on the frame.
    pit, groove = (
        [_gable(depth, dimensions, on_frame=on_frame) for on_frame in (False, True)]
        for depth in (dimensions.start_marker, dimensions.end_marker)
    )
    corners = list(product((-1, 1), (-1, 1)))
    pits = {}
    for turns in corners:
        post = start[0] + turns[0], start[1] + turns[1]
        on_frame = _on_frame(post, walls.shape)
        if section := pit[any(on_frame)]:
            places = _places(post, walls.shape, axes, dimensions, section[0][0])
            # On the frame, half a gable leans over from the inner side.
            axis = 1 if on_frame[0] and not on_frame[1] else 0
            width = section[0][0]
            pits[post] = [place.span(width) for place in places]
            pits[post][axis] = places[axis].span_along(width, _corner_rim(width, dimensions))
            yield _Mark(section, axis, pits[post][axis], places[1 - axis], of_end=False)
    for turns in corners:
        post = end[0] + turns[0], end[1] + turns[1]
        axis, way = _direction(walls, post, turns)
        on_frame = _on_frame(post, walls.shape)
        if section := groove[on_frame[1 - axis]]:
            places = _places(post, walls.shape, axes, dimensions, section[0][0])
            low, high = _square(post[axis], walls.shape[axis], dimensions)
            far = (high if way > 0 else low) + way * REACH * dimensions.passage
            near = places[axis].span_along(section[0][0], _corner_rim(section[0][0], dimensions))[way < 0]
            if post in pits:
                # It leaves half of what the pit is wide, or what there is room for.
                first, last = pits[post][axis]
                beside = last if way > 0 else first
                near = beside + way * min((last - first) / 2, abs(far - beside) / 2)
            yield _Mark(section, axis, (min(near, far), max(near, far)), places[1 - axis], of_end=True)


def _corner_rim(width: float, dimensions: Dimensions) -> float:
    """Return the rim at the end of a mark that is so wide, in a corner of the frame."""
    return min(rim_on_bed(dimensions), dimensions.plate / 2 - dimensions.joint - width)


def _on_frame(post: Pair, squares: tuple[int, ...]) -> list[bool]:
    """Return for both axes whether a post is in the first or the last square, which the frame is."""
    return [number in (0, count - 1) for number, count in zip(post, squares, strict=True)]


def _gable(depth: float, dimensions: Dimensions, *, on_frame: bool) -> Gable:
    """Return the section of a mark that a user wants so deep, on the frame or elsewhere; nothing for no mark."""
    deepest = min(depth, DEEPEST * dimensions.plate)
    room = max(mark_room(dimensions, on_frame=on_frame), LEAST_WIDTH)
    width = min(room, WALL_SHARE * dimensions.wall, PASSAGE_SHARE * dimensions.passage, WIDEST)
    if on_frame:
        width = min(width, FRAME_SHARE * dimensions.plate)
    if deepest <= 0:
        return []
    # A half gable leads in from one side, another one from both.
    step = STEP if on_frame else 2 * STEP
    most, steep = (int(deepest / level + 1e-9) for level in (LEVEL, LEAST_LEVEL))
    if on_frame:
        most = steep
    elif step * most < NARROW:
        most = min(steep, math.ceil(NARROW / step - 1e-9))
    levels = max(1, min(math.ceil(width / step - 1e-9), most))
    step, height = min(step, width / levels), min(LEVEL, deepest / levels)
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


def _places(
    post: Pair, squares: tuple[int, ...], axes: Pair, dimensions: Dimensions, width: float
) -> tuple[_Place, _Place]:
    """Return where a mark at a post is along both axes of a face: in the middle, or in the frame at the joint."""
    places = []
    beyond = min(BEYOND, BEYOND_SHARE * width)
    for number, count, axis in zip(post, squares, axes, strict=True):
        low, high = _square(number, count, dimensions)
        # Of two plates that meet, the one across the later axis makes room.
        own = dimensions.plate / 2 + (dimensions.joint if axis < 3 - sum(axes) else 0.0)
        if number == 0:
            places.append(_Place(low + own, LOWER, beyond))
        elif number == count - 1:
            places.append(_Place(high - own, UPPER, beyond))
        else:
            places.append(_Place((low + high) / 2, INSIDE, beyond))
    return places[0], places[1]


def _square(number: int, squares: int, dimensions: Dimensions) -> Span:
    """Return the span of a square of a face with its frame, along an axis that has so many squares."""
    if number == 0:
        return 0.0, dimensions.plate
    start = dimensions.plate + number // 2 * dimensions.passage + (number - 1) // 2 * dimensions.wall
    if number == squares - 1:
        return start, start + dimensions.plate
    return start, start + (dimensions.passage if number % 2 else dimensions.wall)
