# SPDX-License-Identifier: GPL-3.0-or-later
"""How the six plates of the kit share the box's edges and corners.

A plate owns all of its face inside the frame. The frame's bars belong to two faces at once, the
corners to three. There the following holds, with the depth in a plate counted from its inner
side outward, and a plate's outer half being the half of its thickness away from the box's middle:

- What lies in the outer half of one plate only belongs to that plate. So each plate has a strip
  along all its four edges, which runs on round its corners, and is one piece.
- What lies in no outer half alternates along the edge: the fingers.
- What lies in two or three outer halves: between two lower plates it alternates too, between a
  lower and an upper plate it belongs to the lower one, between upper plates it is mitered.
- In a corner, what lies in no outer half belongs to an upper plate, mitered if there are several.

So whatever lies farther out than a place of a plate is its own too, and it can be taken off
outward. The lower plates are printed with their outer side down and thus never overhang. The upper
ones have markers on their outer side and are printed with the inner side down: there the strips
bridge the fingers of the other plate, and the miter rises in steps of the same width and height,
which is how steep a printer can build without support. A miter cannot be avoided: where two
plates meet that are both printed with the inner side down, the outermost quarter of the bar would
need its own plate below it, in the way of the other plate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...common.errors import InputError
from .dimensions import Dimensions

BRIDGE = 6.0
"""The widest gap, in millimeters, that a plate bridges above another plate's finger."""

STEP = 0.3
"""About the width and height of a miter's steps, in millimeters; a larger joint gap needs larger ones."""

LEAST_STEPS = 2
"""Of a miter in half a plate."""

LARGEST_JOINT = 0.5
"""In millimeters; no press fit is so loose, and the gaps beside a finger add to the bridge above it."""

LEAST_FINGERS = 3
"""So that both plates have a finger and a plate's neighbor cannot slide along it."""

LOWER, INSIDE, UPPER = -1, 0, 1
"""Which plate across an axis a place is in: the one at the axis' low end, none, the one at its high end."""


def check_joint(dimensions: Dimensions) -> None:
    """Raise InputError where the joint gap leaves too little of a finger, a half plate or a peg."""
    sizes = dimensions.plate / 8, dimensions.wall / 4, dimensions.passage / 16, dimensions.arm_width / 8
    most = min(LARGEST_JOINT, *sizes)
    if dimensions.joint > most + 1e-9:
        # Rounded down, so that the advice can be followed.
        most = math.floor(most * 1000 + 1e-6) / 1000
        raise InputError(
            f"Joint gap is {dimensions.joint:g} mm: with these walls, plates and passages the parts of the kit "
            f"allow at most {most:g} mm; print in one piece, or make them larger."
        )


@dataclass(frozen=True)
class Line:
    """An axis of the box cut into intervals, counted from the box's outer side.

    ``cuts`` are the ends of the intervals. For each of them ``side`` says in which plate it is,
    ``depth`` how far outward in that plate, and ``even`` whether the finger there has an even number.
    """

    cuts: NDArray[np.float64]
    side: NDArray[np.int8]
    depth: NDArray[np.float64]
    even: NDArray[np.bool_]

    @property
    def middles(self) -> NDArray[np.float64]:
        """The middles of the intervals."""
        return (self.cuts[:-1] + self.cuts[1:]) / 2

    def part(self, intervals: slice) -> Line:
        """Return some of the intervals."""
        cuts = self.cuts[intervals.start : intervals.stop + 1]
        return Line(cuts, self.side[intervals], self.depth[intervals], self.even[intervals])


def cut_line(
    outer: float, square_cuts: NDArray[np.float64], extra_cuts: NDArray[np.float64], dimensions: Dimensions
) -> Line:
    """Cut an axis of the box wherever the owner can change, and a joint gap to both sides of such a cut.

    ``outer`` is the box's length along it, ``square_cuts`` are the ends of the face's squares and
    of the posts on it, ``extra_cuts`` are more that are wanted.
    """
    fingers = finger_cuts(outer, square_cuts, dimensions)
    plate = dimensions.plate
    steps = miter_steps(dimensions)
    miter = np.linspace(0, plate, 2 * steps + 1)
    cuts = np.concatenate((square_cuts, fingers, [plate / 2], outer - miter))
    cuts = np.concatenate((cuts - dimensions.joint, cuts, cuts + dimensions.joint))
    # One beside another cut would leave a sliver between the two.
    extra = [cut for cut in extra_cuts if np.abs(cuts - cut).min() > dimensions.joint / 2]
    cuts = np.unique(np.round(np.append(cuts, extra), 6))
    cuts = cuts[(cuts >= 0) & (cuts <= round(square_cuts[-1], 6))]
    middles = (cuts[:-1] + cuts[1:]) / 2
    side = np.where(middles < plate, LOWER, np.where(middles > outer - plate, UPPER, INSIDE)).astype(np.int8)
    # Depths are those of the whole step, so that every place of a step is treated alike.
    width = plate / (2 * steps)
    depth = np.where(side == LOWER, plate - middles, middles - (outer - plate))
    depth = np.where(side == INSIDE, -1.0, (np.floor(depth / width) + 0.5) * width)
    even = np.searchsorted(fingers, middles) % 2 == 1
    return Line(cuts, side, depth, even)


def miter_steps(dimensions: Dimensions) -> int:
    """Return the steps of a miter in half a plate: at least two, so that in a corner each plate stands on something."""
    return max(LEAST_STEPS, int(dimensions.plate / 2 / max(STEP, 2 * dimensions.joint) + 1e-9))


def finger_cuts(outer: float, square_cuts: NDArray[np.float64], dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the ends of the fingers along an axis: an odd number, about as long as the pitch or the bridge."""
    length = outer - 2 * dimensions.plate
    # Cuts move a little below, and the gaps at both ends of a finger add to the bridge.
    most = min(dimensions.pitch, BRIDGE - 6 * dimensions.joint)
    count = max(LEAST_FINGERS, math.ceil(length / most))
    count += 1 - count % 2
    fingers: NDArray[np.float64] = dimensions.plate + length / count * np.arange(count + 1)
    # A cut beside that of a square would leave a sliver between the two.
    nearest = np.asarray(square_cuts)[np.abs(np.subtract.outer(fingers, square_cuts)).argmin(axis=1)]
    return np.where(np.abs(nearest - fingers) < 2 * dimensions.joint, nearest, fingers)


def owners(lines: Sequence[Line], plate: float) -> NDArray[np.int8]:
    """Return who owns each place of a grid, as the axis across the plate; the place's side says which of the two.

    Where no plate is, the answer is 0.
    """
    side, depth, even = (
        [
            getattr(line, name).reshape([-1 if other == axis else 1 for other in range(3)])
            for axis, line in enumerate(lines)
        ]
        for name in ("side", "depth", "even")
    )
    in_plate = [one != INSIDE for one in side]
    in_corner = in_plate[0] & in_plate[1] & in_plate[2]
    claims = []
    for axis in range(3):
        second, third = (axis + 1) % 3, (axis + 2) % 3
        outer_half = depth[axis] > plate / 2
        # The finger at the ends of an edge belongs to the upper plate, which it holds up there.
        along_third = _has_finger(side[axis], side[second], even[third], first=True)
        along_second = _has_finger(side[axis], side[third], even[second], first=False)
        finger = np.where(in_plate[second], along_third, along_second)
        meets_lower = np.where(in_plate[second], side[second], side[third]) == LOWER
        upper = side[axis] == UPPER
        # Less than 1 and growing outward.
        miter = depth[axis] / (1000 * plate)
        order = axis / 10
        alternates = ~in_corner & (~outer_half | (~upper & meets_lower))
        of_upper = np.where(outer_half, miter, 2 + miter)
        of_lower = np.where(outer_half, 2 + order, order)
        claim = np.where(alternates, finger, np.where(upper, of_upper, of_lower))
        claims.append(np.where(in_plate[axis], 10 * outer_half + claim, -1))
    winner: NDArray[np.int8] = np.argmax(np.stack(np.broadcast_arrays(*claims)), axis=0).astype(np.int8)
    return winner


def _has_finger(
    side: NDArray[np.int8], other_side: NDArray[np.int8], even: NDArray[np.bool_], first: bool
) -> NDArray[np.bool_]:
    """Report where the plate across one axis has the finger, on an edge with the plate across another axis.

    The even fingers are the upper plate's; between two alike they are those of the first axis in
    the cycle x, y, z, x.
    """
    has_even: NDArray[np.bool_] = np.where(side == other_side, first, side == UPPER)
    result: NDArray[np.bool_] = has_even == even
    return result
