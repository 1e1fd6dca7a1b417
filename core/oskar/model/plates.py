# SPDX-License-Identifier: GPL-3.0-or-later
"""The six plates of the kit: the box, divided among its faces, with joint gaps, markers, and dots that number them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...printing.gauge import DOT_HEIGHT, DOT_WIDTH
from ...solids.sides import INSIDE_OF
from ...solids.solid import Solid, without_needless_lines
from ..making.puzzle import Puzzle
from .box_and_cross import box
from .dimensions import Dimensions
from .joints import LOWER, UPPER, Edge, check_joint, cut_lines, own_places
from .kit_markers import marker_pits

IN_START, IN_END = INSIDE_OF + 1, INSIDE_OF + 2
"""The directions of the marks in a plate, whose own is 0."""


def plates(puzzle: Puzzle, dimensions: Dimensions) -> list[Solid]:
    """Return the six plates in their places in the box: x min, x max, y min, y max, z min, z max.

    All together are the box without the gaps in the joints, and without posts: the markers of start and end
    go into the outer sides of the upper plates. Each plate is numbered by dots, pits in the inner side of its
    frame, where it meets the lower plate across the next axis (y for x, z for y, x for z).

    Raises InputError where the joint gap is too large for the other dimensions.
    """
    check_joint(dimensions)
    whole = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    outer = dimensions.outer_size(puzzle.size)
    edges = [Edge.of(length, line - line[0], dimensions) for length, line in zip(outer, whole.lines, strict=True)]
    solids = []
    for number in range(1, 7):
        axis, side = _axis_and_side(number)
        none = np.empty((0, 3, 2)), np.empty(0, dtype=bool)
        markers = marker_pits(puzzle, dimensions, axis) if side == UPPER else none
        solids.append(_plate(whole, edges, markers, number, dimensions))
    return solids


def _plate(
    whole: Solid,
    edges: Sequence[Edge],
    markers: tuple[NDArray[np.float64], NDArray[np.bool_]],
    number: int,
    dimensions: Dimensions,
) -> Solid:
    """Return the plate of a box that has a number, with the number in dots, and with its markers cut out.

    Its directions are 0, but 1 in the marks of the start and 2 in those of the end.
    """
    axis, side = _axis_and_side(number)
    # The dots come first, so that a puzzle's marks do not move them by a hair.
    dots = _dots(number, edges, dimensions)
    pits = np.concatenate((dots, markers[0]))
    inside = np.concatenate((np.zeros(len(dots), dtype=np.int8), np.where(markers[1], IN_END, IN_START)))
    lines = cut_lines(edges, pits, axis, side)
    filled = whole.filled
    # The plate's own axis first: what is left then is small.
    for one in sorted(range(3), key=lambda one: one != axis):
        sampled = np.searchsorted(edges[one].squares, lines[one].middles, side="right") - 1
        filled = np.take(filled, sampled, axis=one)
    own = own_places(filled, axis, lines, dimensions.joint)
    directions = np.zeros(own.shape, dtype=np.int8)
    for pit, direction in zip(pits, inside, strict=True):
        within = np.ix_(
            *((line.middles > low) & (line.middles < high) for line, (low, high) in zip(lines, pit, strict=True))
        )
        own[within] = False
        directions[within] = direction
    x, y, z = (
        np.append(line.lows, line.highs[-1]) + of_box[0] for line, of_box in zip(lines, whole.lines, strict=True)
    )
    return without_needless_lines(Solid((x, y, z), own, directions))


def _axis_and_side(number: int) -> tuple[int, int]:
    """Return the axis that a plate lies across, and at which end of it, by the plate's number."""
    axis, upper = divmod(number - 1, 2)
    return axis, UPPER if upper else LOWER


def _dots(number: int, edges: Sequence[Edge], dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the ends of a plate's dots along each axis, shape (number, 3, 2).

    They lie on the plate's fingers along the second next axis, where it meets the lower plate
    across the next one; on that edge the even fingers are its own.
    """
    axis, side = _axis_and_side(number)
    across, along = (axis + 1) % 3, (axis + 2) % 3
    plate = dimensions.plate
    cuts = edges[along].fingers
    fingers = list(zip(cuts[:-1:2], cuts[1::2], strict=True))
    # Clear of the gaps at both ends of a finger, so that a dot is never open at the side.
    shortest = min(end - start for start, end in fingers) - 4 * dimensions.joint
    most = max(int(shortest / (2 * DOT_WIDTH)), -(-number // len(fingers)))
    width = min(DOT_WIDTH, 0.3 * plate, shortest / (2 * most))
    depth = min(DOT_HEIGHT, plate / 5)
    upper = edges[axis].length - plate
    surface, bottom = (plate, plate - depth) if side == LOWER else (upper, upper + depth)
    dots = np.empty((number, 3, 2))
    for dot in range(number):
        finger, place = divmod(dot, most)
        in_this = min(most, number - finger * most)
        middle = sum(fingers[finger]) / 2 + (2 * place - in_this + 1) * width
        dots[dot, axis] = sorted((surface, bottom))
        dots[dot, across] = 0.75 * plate - width / 2, 0.75 * plate + width / 2
        dots[dot, along] = middle - width / 2, middle + width / 2
    return dots
