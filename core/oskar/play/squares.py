# SPDX-License-Identifier: GPL-3.0-or-later
"""The squares of faces in space, what stands in the way of a move, and the keyframes of a cross that goes its way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np

from ...common.errors import InputError
from ...common.playing import Direction
from ...printing.printed_object import Floats
from ..making.by_hand import is_drawable
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES, Size, Square
from ..maze.space import Position
from ..model.dimensions import Dimensions


def obstacles(puzzle: Puzzle, position: Position, direction: Direction) -> tuple[Square, ...]:
    """Return what keeps the cross from moving one cell on from a position; nothing where the move is legal."""
    axis, step = direction
    squares = []
    for number, (axes, face) in enumerate(zip(FACE_AXES, puzzle.faces, strict=True)):
        if axis in axes:
            first, second = (2 * position[along] + step * (along == axis) for along in axes)
            grid = face.inflate()
            inside = 0 <= first < grid.shape[0] and 0 <= second < grid.shape[1]
            if not inside or grid[first, second]:
                squares.append(Square(number, (first, second)))
    return tuple(squares)


def square_boxes(square: Square, size: Size, dimensions: Dimensions) -> Floats:
    """Return where a square stands in both plates of its face, in millimeters as ``Dimensions.center`` has them.

    Shape (2 plates, 3 axes, 2 ends).
    """
    axes = FACE_AXES[square.face]
    across = 3 - sum(axes)
    length = dimensions.outer_size(size)[across]
    boxes = np.empty((2, 3, 2))
    for axis, place in zip(axes, square.place, strict=True):
        boxes[:, axis] = _ends(place, size[axis], dimensions)
    boxes[0, across] = 0.0, dimensions.plate
    boxes[1, across] = length - dimensions.plate, length
    x, y, _ = dimensions.outer_size(size)
    boxes -= np.array([x / 2, y / 2, 0.0])[:, None]
    return boxes


def square_at(puzzle: Puzzle, dimensions: Dimensions, origin: Sequence[float], way: Sequence[float]) -> Square | None:
    """Return the square that can be a wall or none and that a ray meets on the box, or the nearest one to that place.

    The ray begins at an origin and goes in a way, in millimeters as ``Dimensions.center`` has them. None where it
    passes the box by, and for a face of one row of cells in which nothing can be drawn there.
    """
    outer = np.array(dimensions.outer_size(puzzle.size))
    begin = np.array(origin) + np.array([outer[0] / 2, outer[1] / 2, 0.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = np.sort([-begin / np.array(way), (outer - begin) / np.array(way)], axis=0)
    # What is alongside an axis never meets the sides across it.
    meets = np.where(np.isnan(meets), [[-np.inf], [np.inf]], meets)
    across = int(meets[0].argmax())
    if not 0 <= meets[0, across] <= meets[1].min():
        return None
    place = begin + meets[0, across] * np.array(way)
    face = next(number for number, axes in enumerate(FACE_AXES) if across not in axes)
    return _nearest(puzzle, dimensions, face, [float(place[axis]) for axis in FACE_AXES[face]])


def _nearest(puzzle: Puzzle, dimensions: Dimensions, face: int, place: Sequence[float]) -> Square | None:
    """Return the square nearest to a place of a face, from the box's outer sides, of those that can be drawn."""
    cells = [
        min(max(int((at - dimensions.plate) // dimensions.pitch), 0), puzzle.size[axis] - 1)
        for at, axis in zip(place, FACE_AXES[face], strict=True)
    ]
    columns, rows = (range(2 * cell - 1, 2 * cell + 3) for cell in cells)
    near = product(columns, rows)
    squares = [square for place in near if is_drawable(puzzle, square := Square(face, place))]

    def distance(square: Square) -> float:
        far = 0.0
        for at, axis, number in zip(place, FACE_AXES[face], square.place, strict=True):
            low, high = _ends(number, puzzle.size[axis], dimensions)
            far += max(low - at, 0.0, at - high) ** 2
        return far

    return min(squares, key=distance, default=None)


def _ends(square: int, cells: int, dimensions: Dimensions) -> tuple[float, float]:
    """Return where a square of a line of cells begins and ends, from the box's outer side."""
    inner = cells * dimensions.pitch - dimensions.wall
    if square < 0:
        return 0.0, dimensions.plate
    if square > 2 * cells - 2:
        return dimensions.plate + inner, 2 * dimensions.plate + inner
    cell, is_wall = divmod(square, 2)
    begin = dimensions.plate + cell * dimensions.pitch + is_wall * dimensions.passage
    return begin, begin + (dimensions.wall if is_wall else dimensions.passage)


def keyframes(
    path: list[Position], first_frame: int, frames_per_move: int, turn_pause: int
) -> list[tuple[int, Position]]:
    """Return the frames at which the cross is at the positions of a path, in order; between them it moves evenly.

    Where the path turns, the cross waits for ``turn_pause`` frames: then two frames have the same position.
    Raises InputError for a move of no frames and for a negative pause.
    """
    if frames_per_move < 1:
        raise InputError(f"Frames per move is {frames_per_move}: it must be at least 1.")
    if turn_pause < 0:
        raise InputError(f"Pause at turns is {turn_pause}: it must be 0 or more frames.")
    frame = first_frame
    keys = [(frame, path[0])]
    earlier = None
    for here, following in pairwise(path):
        direction = tuple(after - before for before, after in zip(here, following, strict=True))
        if turn_pause and earlier not in (None, direction):
            frame += turn_pause
            keys.append((frame, here))
        frame += frames_per_move
        keys.append((frame, following))
        earlier = direction
    return keys
