# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands in the way of a move: the squares of faces that the arms would run into."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...common.playing import Direction
from ...printing.printed_object import Floats
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES, Size
from ..maze.space import Position
from ..model.dimensions import Dimensions


@dataclass(frozen=True)
class Obstacle:
    """A square of a face, by the face's number and the square's place on its inflated grid.

    A square of the frame lies beside the grid: at -1, or as far along an axis as the grid is long.
    """

    face: int
    square: tuple[int, int]


def obstacles(puzzle: Puzzle, position: Position, direction: Direction) -> tuple[Obstacle, ...]:
    """Return what keeps the cross from moving one cell on from a position; nothing where the move is legal."""
    axis, step = direction
    found = []
    for number, (axes, face) in enumerate(zip(FACE_AXES, puzzle.faces, strict=True)):
        if axis in axes:
            first, second = (2 * position[one] + step * (one == axis) for one in axes)
            grid = face.inflate()
            inside = 0 <= first < grid.shape[0] and 0 <= second < grid.shape[1]
            if not inside or grid[first, second]:
                found.append(Obstacle(number, (first, second)))
    return tuple(found)


def obstacle_boxes(obstacle: Obstacle, size: Size, dimensions: Dimensions) -> Floats:
    """Return where a square stands in both plates of its face, in millimeters as ``Dimensions.center`` has them.

    Shape (2 plates, 3 axes, 2 ends).
    """
    axes = FACE_AXES[obstacle.face]
    across = 3 - sum(axes)
    length = dimensions.outer_size(size)[across]
    boxes = np.empty((2, 3, 2))
    for axis, square in zip(axes, obstacle.square, strict=True):
        boxes[:, axis] = _ends(square, size[axis], dimensions)
    boxes[0, across] = 0.0, dimensions.plate
    boxes[1, across] = length - dimensions.plate, length
    x, y, _ = dimensions.outer_size(size)
    boxes -= np.array([x / 2, y / 2, 0.0])[:, None]
    return boxes


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
