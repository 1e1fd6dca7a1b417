# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a puzzle as solids: box with frame, mazes and markers; cross; trace of the solution; and their looks.

Where arms hit a box is found from the solids alone. An arm that goes through two opposite plates is a square bar.
Moving by a cell it sweeps a rectangle over both plates; where the rectangle meets filled boxes, the move is stopped. No
face of the puzzle is asked.

The three faces differ most in lightness, which all eyes see, and all are lighter than what is behind them in Blender's
window. Marks, numbers and solution are the same in all themes, which ``tests/core/oskar/model/color_contrast.py``
compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...kind.part import CLASSIC, CONTRAST, MONO, OCEAN, SIGNAL, Look, Part, themed_look
from ...printing.checks import boxes_of
from ...printing.picture import color_between, filament
from ...printing.printed_object import Color, Floats
from ...solids.solid import NO_DIRECTION, Solid
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES, Size
from ..maze.measures import turns_of
from ..maze.space import Position, index_of, position_of
from .as_printed import of_box, of_cross
from .dimensions import Dimensions
from .joints import LOWER, MARKED_SIDES, UPPER
from .label import label_of_box

START_LOOK = Look("Start", filament("#3cc490"), mark=True)
END_LOOK = Look("End", filament("#b030c0"), mark=True)

NUMBER_LOOK = Look("Number", filament("#3a3a3e"))
"""Of the notches that number a plate, to see them; they are printed like the plate."""

HALFWAY = filament("#f7e65c")
"""Of the middle of the solution, whose color runs from that of the start to that of the end."""

WAY_STEPS = 9
"""So many colors the solution has."""


@dataclass(frozen=True)
class BoxLooks:
    """The looks of a puzzle in a theme.

    ``plates`` are those across x, y and z: the faces YZ, XZ and XY; ``box`` is the color of the whole box, where its
    plates look alike.
    """

    plates: tuple[Look, Look, Look]
    cross: Look

    @property
    def box(self) -> Color:
        """The color that is neither the lightest nor the darkest."""
        return self.plates[2].color


def _looks(theme: str, *, x: str, y: str, z: str, cross: str) -> BoxLooks:
    plates = (themed_look(theme, f"{axis} Plates", color) for axis, color in zip("XYZ", (x, y, z), strict=True))
    return BoxLooks(triple(plates), themed_look(theme, "Cross", cross))


LOOKS: Mapping[str, BoxLooks] = MappingProxyType(
    {
        CLASSIC: _looks(CLASSIC, x="#fdf3d8", y="#dc7036", z="#f0b932", cross="#b4c0ff"),
        OCEAN: _looks(OCEAN, x="#eef5fb", y="#4a9ac4", z="#98cdee", cross="#f2a25c"),
        SIGNAL: _looks(SIGNAL, x="#f2f2f2", y="#8c9096", z="#c0c3c6", cross="#ff6a13"),
        CONTRAST: _looks(CONTRAST, x="#ffffff", y="#3d8bfd", z="#f2c200", cross="#ff9a4d"),
        MONO: _looks(MONO, x="#dedede", y="#8c8c8c", z="#b4b4b4", cross="#ffffff"),
    }
)
"""By the names of themes."""


def _way_color(step: int) -> Color:
    """Return the color of a step of the solution, counted from 0."""
    if step == WAY_STEPS - 1:
        return END_LOOK.color
    return color_between((START_LOOK.color, HALFWAY, END_LOOK.color), step / (WAY_STEPS - 1))


WAY_LOOKS = tuple(Look(f"Way {step + 1}", _way_color(step)) for step in range(WAY_STEPS))
"""Of the solution, from its start to its end."""


Posts = dict[tuple[int, int], tuple[int, int]]
"""How many layers posts of a face have and which direction, by the squares on which they stand."""

BOX, CROSS, SOLUTION = "box", "cross", "solution"
"""The keys of the parts of a puzzle in one piece."""

AT_START, AT_END = 3, 4
"""The directions of the markers in the box: after those of the plates."""


def one_piece(puzzle: Puzzle, dimensions: Dimensions) -> tuple[Part, ...]:
    """Return the parts of a puzzle in one piece, with the cross at the start, and the way of the cross beside them."""
    way = Part(SOLUTION, "Solution", trace(puzzle, dimensions), WAY_LOOKS, beside=True)
    return *printed_in_one_piece(puzzle, dimensions), way


def printed_in_one_piece(puzzle: Puzzle, dimensions: Dimensions) -> tuple[Part, Part]:
    """Return what is printed of a puzzle in one piece, with the cross at the start."""
    center, looks = dimensions.center(puzzle.size, puzzle.start), LOOKS[dimensions.colors]
    walls = box(puzzle, dimensions)
    label = label_of_box(walls, puzzle, dimensions)
    return (
        Part(
            BOX,
            "Box",
            label.cut_into(walls) if label else walls,
            (*looks.plates, START_LOOK, END_LOOK),
            walls=True,
            color=looks.box,
            chamfer=of_box(dimensions, puzzle.size),
        ),
        Part(
            CROSS,
            "Cross",
            cross(puzzle.size, dimensions),
            (looks.cross,),
            assembled=center,
            chamfer=of_cross(dimensions),
        ),
    )


def box(puzzle: Puzzle, dimensions: Dimensions) -> Solid:
    """Return the box as one solid, centered on x = y = 0 and standing on z = 0.

    Along every axis the grid has the frame, the inflated squares, the frame again and, outside
    the marked face, the markers. Opposite faces are identical.
    """
    # Heights that differ by less than a dimension can be are one, so that no layer is too thin.
    start_height, end_height = (round(height, 2) for height in (dimensions.start_marker, dimensions.end_marker))
    levels = sorted({start_height, end_height} - {0.0})
    of_cells = {cells: box_line(cells, dimensions) for cells in set(puzzle.size)}
    x, y, z = (
        _with_posts(of_cells[cells], levels, side) for cells, side in zip(puzzle.size, MARKED_SIDES, strict=True)
    )
    lengths = dimensions.outer_size(puzzle.size)
    start_layers, end_layers = (sum(level <= height for level in levels) for height in (start_height, end_height))
    filled, directions = _boxes(puzzle, start_layers, end_layers)
    return Solid((x - lengths[0] / 2, y - lengths[1] / 2, z), filled, directions)


@lru_cache(maxsize=2)
def _boxes(puzzle: Puzzle, start_layers: int, end_layers: int) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """Return which boxes of the box's grid are filled, and their directions; the posts have so many layers.

    No length decides, so both are kept and handed out again, and cannot be written to.
    """
    layer_counts = [2 * cells + 1 + max(start_layers, end_layers) for cells in puzzle.size]
    filled = np.zeros(layer_counts, dtype=bool)
    # The frame belongs to several plates, and thus to none.
    directions = np.full(layer_counts, NO_DIRECTION, dtype=np.int8)
    marks = (puzzle.start, (start_layers, AT_START)), (puzzle.end, (end_layers, AT_END))
    for axes, face in zip(FACE_AXES, puzzle.faces, strict=True):
        normal = 3 - sum(axes)
        framed = np.pad(face.inflate().astype(bool), 1, constant_values=True)
        top = 2 * puzzle.size[normal]
        # Moving the normal's axis to the front gives views in which a layer is indexed [first, second].
        layers = np.moveaxis(filled, normal, 0)[:, : framed.shape[0], : framed.shape[1]]
        layers[0] |= framed
        layers[top] |= framed
        direction_layers = np.moveaxis(directions, normal, 0)
        direction_layers[[0, top], 1 : framed.shape[0] - 1, 1 : framed.shape[1] - 1] = normal
        start, end = (_posts([cell[axis] for axis in axes], *mark) for cell, mark in marks)
        for (first, second), (count, direction) in _together(start, end).items():
            post = slice(top + 1, top + 1 + count), first, second
            layers[post], direction_layers[post] = True, direction
    for axis, side in enumerate(MARKED_SIDES):
        if side == LOWER:
            # So far the posts stand on the upper face, the lowest layer first.
            top = 2 * puzzle.size[axis]
            order = [*range(layer_counts[axis] - 1, top, -1), *range(top + 1)]
            filled, directions = (np.take(boxes, order, axis) for boxes in (filled, directions))
    filled.flags.writeable = directions.flags.writeable = False
    return filled, directions


def _posts(cell: Sequence[int], layers: int, direction: int) -> Posts:
    """Return the squares of a face on which the posts round a cell stand, with their layers and their direction."""
    first, second = (2 * number + 1 for number in cell)
    corners = product((first - 1, first + 1), (second - 1, second + 1))
    return dict.fromkeys(corners, (layers, direction)) if layers else {}


def _together(start: Posts, end: Posts) -> Posts:
    """Return all posts: one that start and end share is as high as the higher, and wholly of one of the two.

    Neighbors take turns, so that both still have theirs where all are shared.
    """
    shared = {
        post: (max(start[post][0], end[post][0]), (start if sum(post) % 4 else end)[post][1])
        for post in start.keys() & end.keys()
    }
    return start | end | shared


def cross(size: Size, dimensions: Dimensions) -> Solid:
    """Return the cross as one solid, its center at the origin."""
    half = dimensions.arm_width / 2
    lines = triple(np.array([-end, -half, half, end]) for end in dimensions.half_arms(size))
    return Solid(lines, _boxes_of_cross())


@lru_cache(maxsize=1)
def _boxes_of_cross() -> NDArray[np.bool_]:
    filled = np.zeros((3, 3, 3), dtype=bool)
    filled[:, 1, 1] = filled[1, :, 1] = filled[1, 1, :] = True
    filled.flags.writeable = False
    return filled


def printing_position(puzzle: Puzzle) -> Position:
    """Return the position of the cross for printing in place.

    That is the start if it lies in the top layer, else the reachable position of the highest layer
    that is nearest to its center; of several, the one with the lowest index. As high as possible, the vertical arm ends
    in the lower face: flush with the bed where it has no overhang.
    """
    x_cells, y_cells, z_cells = puzzle.size
    if puzzle.start[2] == z_cells - 1:
        return puzzle.start

    def badness(index: int) -> tuple[int, int]:
        x, y, _ = position_of(puzzle.size, index)
        return (2 * x - x_cells + 1) ** 2 + (2 * y - y_cells + 1) ** 2, index

    # An index is the higher, the higher its layer is.
    _, _, highest = position_of(puzzle.size, max(puzzle.ways_to_end))
    lowest_index = index_of(puzzle.size, (0, 0, highest))
    return position_of(puzzle.size, min((index for index in puzzle.ways_to_end if index >= lowest_index), key=badness))


def way_of_cross(puzzle: Puzzle, dimensions: Dimensions) -> Floats:
    """Return boxes through which the cross goes from start to end, as those of ``boxes_of``."""
    arms = boxes_of(cross(puzzle.size, dimensions))
    centers = np.array([dimensions.center(puzzle.size, position) for position in turns_of(puzzle.solution)])
    moves = list(pairwise(centers)) or [(centers[0], centers[0])]
    ends = np.array([np.sort(np.stack(move, axis=-1), axis=-1) for move in moves])
    boxes: Floats = (arms[None] + ends[:, None]).reshape(-1, 3, 2)
    return boxes


def trace(puzzle: Puzzle, dimensions: Dimensions) -> Solid:
    """Return the way of the cross's center through the box, as a bar of half the arm's width.

    Its directions count the steps of its colors.
    """
    quarter = dimensions.arm_width / 4
    lowest = dimensions.center(puzzle.size, (0, 0, 0))
    lines = []
    steps = dimensions.pitch * np.arange(max(puzzle.size))
    for cells, first_center in zip(puzzle.size, lowest, strict=True):
        centers = first_center + steps[:cells]
        line = np.empty(2 * cells)
        line[::2], line[1::2] = centers - quarter, centers + quarter
        lines.append(line)
    return Solid(triple(lines), *_boxes_of_trace(puzzle))


@lru_cache(maxsize=2)
def _boxes_of_trace(puzzle: Puzzle) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    filled = np.zeros([2 * cells - 1 for cells in puzzle.size], dtype=bool)
    squares = tuple(inflate_path(puzzle.solution).T)
    filled[squares] = True
    directions = np.zeros(filled.shape, dtype=np.int8)
    directions[squares] = np.arange(len(squares[0])) * WAY_STEPS // len(squares[0])
    filled.flags.writeable = directions.flags.writeable = False
    return filled, directions


def inflate_path(path: list[tuple[int, int, int]]) -> NDArray[np.intp]:
    """Return a path in inflated coordinates, shape (2 * moves + 1, 3): each cell, and the square between."""
    cells = np.array(path)
    inflated = np.empty((2 * len(cells) - 1, 3), dtype=np.intp)
    inflated[::2] = 2 * cells
    inflated[1::2] = cells[:-1] + cells[1:]
    return inflated


def box_line(cells: int, dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the lines across an axis with so many cells, from one outer side of the box, at 0, to the other."""
    last = 2 * cells + 1
    line = np.empty(last + 1)
    line[0], line[last] = 0.0, cells * dimensions.passage + (cells - 1) * dimensions.wall + 2 * dimensions.plate
    squares = line[1:last]
    squares[::2] = dimensions.pitch * np.arange(cells)
    squares[1::2] = squares[::2] + dimensions.passage
    squares += dimensions.plate
    return line


def _with_posts(line: NDArray[np.float64], levels: Sequence[float], side: int) -> NDArray[np.float64]:
    """Return the lines across an axis with those of the ends of posts, so high, on one of both sides."""
    heights = np.array(levels)
    return np.append(line, line[-1] + heights) if side == UPPER else np.append(-heights[::-1], line)


TOLERANCE = 1e-6
"""Millimeters by which two solids may seem to touch by the rounding of their coordinates."""

Collisions = list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]


def collisions(solids: Iterable[Solid], size: Size, dimensions: Dimensions) -> Collisions:
    """Return where the arms hit a box of one or several solids: at rest in each cell, and on the way to the next.

    There is a pair for each face XY, XZ and YZ. Each array is boolean and indexed [column, row]; the second one has a
    first axis for the two directions of the face, and holds the way from a cell to the next one up that direction.
    The last cell of a direction has no such way.
    """
    hits = [
        (np.zeros((size[first], size[second]), dtype=bool), np.zeros((2, size[first], size[second]), dtype=bool))
        for first, second in FACE_AXES
    ]
    half = dimensions.arm_width / 2
    for solid in solids:
        for axes, (at_rest, on_the_way) in zip(FACE_AXES, hits, strict=True):
            # What an arm could hit is what is filled anywhere along it, seen in the direction of the arm.
            shadow = solid.filled.any(axis=3 - sum(axes))
            lowest = dimensions.center(size, (0, 0, 0))
            still, far = (
                [
                    _boxes_between(
                        solid.lines[axis], lowest[axis] + np.arange(size[axis]) * dimensions.pitch, reach, half
                    )
                    for axis in axes
                ]
                for reach in (0.0, dimensions.pitch)
            )
            at_rest[:] |= _any_between(shadow, still[0], still[1])
            on_the_way[0] |= _any_between(shadow, far[0], still[1])
            on_the_way[1] |= _any_between(shadow, still[0], far[1])
    return hits


def _boxes_between(
    lines: NDArray[np.float64], centers: NDArray[np.float64], reach: float, half: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the boxes of a grid that a bar touches which moves from a center upward, for each of some centers.

    They are the numbers of the first one and of the one after the last.
    """
    first = np.searchsorted(lines, centers - half + TOLERANCE, side="right") - 1
    last = np.searchsorted(lines, centers + reach + half - TOLERANCE, side="left")
    return np.maximum(first, 0), np.minimum(last, len(lines) - 1)


def _any_between(
    shadow: NDArray[np.bool_],
    columns: tuple[NDArray[np.intp], NDArray[np.intp]],
    rows: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> NDArray[np.bool_]:
    """Report for each rectangle, from some columns and some rows, whether any of it is set.

    The numbers of what is set are summed up along both axes, so four of the sums are enough for a rectangle (Crow,
    "Summed-area tables for texture mapping", 1984).
    """
    sums = np.pad(shadow.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32), ((1, 0), (1, 0)))
    along = sums[columns[1]] - sums[columns[0]]
    is_any: NDArray[np.bool_] = along[:, rows[1]] > along[:, rows[0]]
    return is_any
