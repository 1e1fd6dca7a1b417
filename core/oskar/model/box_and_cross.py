# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a puzzle as solids: box with frame, mazes and markers; cross; trace of the solution."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kind.part import Part
from ...solids.solid import NO_DIRECTION, Solid
from ..maze.faces import FACE_AXES, Size
from ..puzzle import Puzzle
from .chamfers import of_box, of_cross
from .dimensions import Dimensions
from .label import label_of_box
from .looks import BOX_COLOR, CROSS_LOOK, PLATE_LOOKS, SOLUTION_LOOK

BOX, CROSS, SOLUTION = "box", "cross", "solution"
"""The keys of the parts of a puzzle in one piece."""


def one_piece(puzzle: Puzzle, dimensions: Dimensions) -> tuple[Part, ...]:
    """Return the parts of a puzzle in one piece, with the cross at the start, and the way of the cross beside them."""
    way = Part(SOLUTION, "Solution", trace(puzzle, dimensions), (SOLUTION_LOOK,), beside=True)
    return *printed_in_one_piece(puzzle, dimensions), way


def printed_in_one_piece(puzzle: Puzzle, dimensions: Dimensions) -> tuple[Part, Part]:
    """Return what is printed of a puzzle in one piece, with the cross at the start."""
    center = dimensions.center(puzzle.size, puzzle.start)
    walls = box(puzzle, dimensions)
    label = label_of_box(walls, puzzle, dimensions)
    return (
        Part(
            BOX,
            "Box",
            label.cut_into(walls) if label else walls,
            PLATE_LOOKS,
            walls=True,
            color=BOX_COLOR,
            chamfer=of_box(dimensions, puzzle.size),
        ),
        Part(
            CROSS,
            "Cross",
            cross(puzzle.size, dimensions),
            (CROSS_LOOK,),
            assembled=center,
            chamfer=of_cross(dimensions),
        ),
    )


def box(puzzle: Puzzle, dimensions: Dimensions) -> Solid:
    """Return the box as one solid, centered on x = y = 0 and standing on z = 0.

    Along every axis the grid has the frame, the inflated squares, the frame again and, outside
    the upper face, the markers. Opposite faces are identical.
    """
    # Heights that differ by less than a dimension can be are one, so that no layer is too thin.
    start_height, end_height = (round(height, 2) for height in (dimensions.start_marker, dimensions.end_marker))
    levels = sorted({start_height, end_height} - {0.0})
    lines = []
    for axis, cells in enumerate(puzzle.size):
        inner = dimensions.plate + _square_lines(cells, dimensions)
        outer = dimensions.outer_size(puzzle.size)[axis]
        line = np.concatenate(([0.0], inner, [outer], [outer + level for level in levels]))
        lines.append(line if axis == 2 else line - outer / 2)
    filled = np.zeros([len(line) - 1 for line in lines], dtype=bool)
    for axes, face in zip(FACE_AXES, puzzle.faces, strict=True):
        normal = 3 - sum(axes)
        framed = np.pad(face.inflate().astype(bool), 1, constant_values=True)
        top = 2 * puzzle.size[normal]
        # Moving the normal's axis to the front gives views in which a layer is indexed [first, second].
        layers = np.moveaxis(filled, normal, 0)[:, : framed.shape[0], : framed.shape[1]]
        layers[0] |= framed
        layers[top] |= framed
        for position, height in ((puzzle.start, start_height), (puzzle.end, end_height)):
            raised = [top + 1 + number for number, level in enumerate(levels) if level <= height]
            first, second = (2 * position[axis] + 1 for axis in axes)
            for layer in raised:
                layers[layer, first - 1 : first + 2 : 2, second - 1 : second + 2 : 2] = True
    return Solid((lines[0], lines[1], lines[2]), filled, _directions(puzzle.size, filled.shape))


def cross(size: Size, dimensions: Dimensions) -> Solid:
    """Return the cross as one solid, its center at the origin."""
    half = dimensions.arm_width / 2
    x, y, z = (np.array([-end, -half, half, end]) for end in dimensions.half_arms(size))
    filled = np.zeros((3, 3, 3), dtype=bool)
    filled[:, 1, 1] = filled[1, :, 1] = filled[1, 1, :] = True
    return Solid((x, y, z), filled)


def trace(puzzle: Puzzle, dimensions: Dimensions) -> Solid:
    """Return the way of the cross's center through the box, as a bar of half the arm's width."""
    quarter = dimensions.arm_width / 4
    lowest = dimensions.center(puzzle.size, (0, 0, 0))
    lines = []
    for cells, first_center in zip(puzzle.size, lowest, strict=True):
        centers = first_center + dimensions.pitch * np.arange(cells)
        lines.append(np.stack((centers - quarter, centers + quarter), axis=1).ravel())
    filled = np.zeros([2 * cells - 1 for cells in puzzle.size], dtype=bool)
    filled[tuple(inflate_path(puzzle.solution).T)] = True
    return Solid((lines[0], lines[1], lines[2]), filled)


def inflate_path(path: list[tuple[int, int, int]]) -> NDArray[np.intp]:
    """Return a path in inflated coordinates, shape (2 * moves + 1, 3): each cell, and the square between."""
    cells = np.array(path)
    inflated = np.empty((2 * len(cells) - 1, 3), dtype=np.intp)
    inflated[::2] = 2 * cells
    inflated[1::2] = cells[:-1] + cells[1:]
    return inflated


def _square_lines(cells: int, dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the lines between the squares of an inflated axis, from the first passage's edge at 0."""
    starts = dimensions.pitch * np.arange(cells)
    lines: NDArray[np.float64] = np.stack((starts, starts + dimensions.passage), axis=1).ravel()
    return lines


def _directions(size: Size, shape: tuple[int, ...]) -> NDArray[np.int8]:
    """Return to which face direction each box of the box's grid belongs.

    The frame belongs to several and thus to none; what stands on a face is that face's.
    """
    directions = np.full(shape, NO_DIRECTION, dtype=np.int8)
    tops = [2 * cells for cells in size]
    for axis, top in enumerate(tops):
        # Only where the two other axes are inside of their plates is a plate across this axis alone.
        alone = tuple(slice(None) if other == axis else slice(1, tops[other]) for other in range(3))
        plates = np.moveaxis(directions[alone], axis, 0)
        plates[0] = plates[top] = axis
        np.moveaxis(directions, axis, 0)[top + 1 :] = axis
    return directions
