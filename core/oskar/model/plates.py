# SPDX-License-Identifier: GPL-3.0-or-later
"""The six plates of the kit: the box, divided among its faces, with joint gaps, markers, and dots that number them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...printing.gauge import DOT_HEIGHT, DOT_WIDTH
from ...solids.solid import INSIDE_OF, Solid, without_needless_lines
from ...solids.surroundings import surroundings
from ..making.puzzle import Puzzle
from .box_and_cross import box
from .dimensions import Dimensions
from .joints import INSIDE, LOWER, UPPER, Line, check_joint, cut_line, finger_cuts, owners
from .kit_markers import marker_pits

IN_START, IN_END = INSIDE_OF + 1, INSIDE_OF + 2
"""The directions of the marks in a plate, whose own is 0."""

Outer = tuple[float, float, float]


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
    solids = []
    for number in range(1, 7):
        axis, side = _axis_and_side(number)
        none = np.empty((0, 3, 2)), np.empty(0, dtype=bool)
        markers = marker_pits(puzzle, dimensions, axis) if side == UPPER else none
        solids.append(_plate(whole, outer, markers, number, dimensions))
    return solids


def _plate(
    whole: Solid,
    outer: Outer,
    markers: tuple[NDArray[np.float64], NDArray[np.bool_]],
    number: int,
    dimensions: Dimensions,
) -> Solid:
    """Return the plate of a box that has a number, with the number in dots, and with its markers cut out.

    Its directions are 0, but 1 in the marks of the start and 2 in those of the end.
    """
    axis, side = _axis_and_side(number)
    square_cuts = [line - line[0] for line in whole.lines]
    # The dots come first, so that a puzzle's marks do not move them by a hair.
    dots = _dots(number, outer, square_cuts, dimensions)
    pits = np.concatenate((dots, markers[0]))
    inside = np.concatenate((np.zeros(len(dots), dtype=np.int8), np.where(markers[1], IN_END, IN_START)))
    lines = [cut_line(outer[one], square_cuts[one], np.ravel(pits[:, one]), dimensions) for one in range(3)]
    lines[axis] = lines[axis].part(np.flatnonzero(lines[axis].side == side))

    filled = whole.filled
    # The plate's own axis first: what is left then is small.
    for one in sorted(range(3), key=lambda one: one != axis):
        sampled = np.searchsorted(square_cuts[one], lines[one].middles, side="right") - 1
        filled = np.take(filled, sampled, axis=one)
    own = filled.copy()
    # Away from the frame all is this plate's own, and that is nearly all of a large one.
    for other in {0, 1, 2} - {axis}:
        line = lines[other]
        places = np.flatnonzero(_surroundings(line.side != INSIDE, [line], [0], dimensions.joint))
        near = [line.part(places) if one == other else lines[one] for one in range(3)]
        taken = _taken(np.take(filled, places, axis=other), axis, near, dimensions.joint)
        np.moveaxis(own, other, 0)[places] &= ~np.moveaxis(taken, other, 0)
    middles = [line.middles for line in lines]
    directions = np.zeros(own.shape, dtype=np.int8)
    for pit, direction in zip(pits, inside, strict=True):
        within = [(places > low) & (places < high) for places, (low, high) in zip(middles, pit, strict=True)]
        own[np.ix_(*within)] = False
        directions[np.ix_(*within)] = direction
    x, y, z = (
        np.append(line.lows, line.highs[-1]) + of_box[0] for line, of_box in zip(lines, whole.lines, strict=True)
    )
    return without_needless_lines(Solid((x, y, z), own, directions))


def _taken(filled: NDArray[np.bool_], axis: int, lines: Sequence[Line], joint: float) -> NDArray[np.bool_]:
    """Return the places that the plates across an axis leave to others, or keep free as a joint gap."""
    owner = owners(lines)
    # Of two plates that meet, the one across the later axis makes room.
    room = _surroundings(filled & (owner < axis), lines, (0, 1, 2), joint)
    for other in {0, 1, 2} - {axis}:
        room |= _above_fingers(filled & (owner == other), other, lines, joint)
    room |= owner != axis
    return room


def _axis_and_side(number: int) -> tuple[int, int]:
    """Return the axis that a plate lies across, and at which end of it, by the plate's number."""
    axis, upper = divmod(number - 1, 2)
    return axis, UPPER if upper else LOWER


def _above_fingers(owned: NDArray[np.bool_], axis: int, lines: Sequence[Line], reach: float) -> NDArray[np.bool_]:
    """Return the boxes less than ``reach`` farther in than the inner side of the plates across an axis.

    There all other plates make room, so that the inner side of a plate is even, with its dots on it.
    """
    line = lines[axis]
    inside = np.flatnonzero(line.side == INSIDE)
    ends = line.lows[inside[0]], line.highs[inside[-1]]
    near = _surroundings(owned, lines, [other for other in range(3) if other != axis], reach)
    above = np.zeros_like(owned)
    for edge, within in (
        (inside[0] - 1, (line.middles > ends[0]) & (line.middles < ends[0] + reach)),
        (inside[-1] + 1, (line.middles < ends[1]) & (line.middles > ends[1] - reach)),
    ):
        np.moveaxis(above, axis, 0)[within] = np.take(near, edge, axis=axis)
    return above


def _surroundings(
    filled: NDArray[np.bool_], lines: Sequence[Line], axes: Sequence[int], reach: float
) -> NDArray[np.bool_]:
    """Return the boxes that are less than ``reach`` away from filled ones, along each of some axes."""
    return surroundings(filled, [(line.lows, line.highs) for line in lines], axes, reach)


def _dots(
    number: int, outer: Outer, square_cuts: Sequence[NDArray[np.float64]], dimensions: Dimensions
) -> NDArray[np.float64]:
    """Return the ends of a plate's dots along each axis, shape (number, 3, 2).

    They lie on the plate's fingers along the second next axis, where it meets the lower plate
    across the next one; on that edge the even fingers are its own.
    """
    axis, side = _axis_and_side(number)
    across, along = (axis + 1) % 3, (axis + 2) % 3
    plate = dimensions.plate
    cuts = finger_cuts(outer[along], square_cuts[along], dimensions)
    fingers = list(zip(cuts[:-1:2], cuts[1::2], strict=True))
    # Clear of the gaps at both ends of a finger, so that a dot is never open at the side.
    shortest = min(end - start for start, end in fingers) - 4 * dimensions.joint
    most = max(int(shortest / (2 * DOT_WIDTH)), -(-number // len(fingers)))
    width = min(DOT_WIDTH, 0.3 * plate, shortest / (2 * most))
    depth = min(DOT_HEIGHT, plate / 5)
    surface, bottom = (plate, plate - depth) if side == LOWER else (outer[axis] - plate, outer[axis] - plate + depth)
    dots = np.empty((number, 3, 2))
    for dot in range(number):
        finger, place = divmod(dot, most)
        in_this = min(most, number - finger * most)
        middle = sum(fingers[finger]) / 2 + (2 * place - in_this + 1) * width
        dots[dot, axis] = sorted((surface, bottom))
        dots[dot, across] = 0.75 * plate - width / 2, 0.75 * plate + width / 2
        dots[dot, along] = middle - width / 2, middle + width / 2
    return dots
