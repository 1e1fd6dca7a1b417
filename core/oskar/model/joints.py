# SPDX-License-Identifier: GPL-3.0-or-later
"""How the six plates of the kit share the box's edges and corners.

A plate owns all of its face inside the frame. The frame's bars belong to two faces at once, the
corners to three. There the following holds, a plate's outer half being the half of its thickness
away from the box's middle:

- What lies in the outer half of one plate only belongs to that plate. So each plate has a strip
  along all its four edges, which runs on round its corners, and is one piece.
- What lies along an edge in no outer half, or in those of both plates, alternates: the fingers.
- In a corner, of the plates in whose outer half a place lies the one across the last axis owns it;
  what lies in no outer half belongs to the plate across z.

So whatever lies farther out than a place of a plate is its own too: its cross-section only shrinks
inward. Therefore it can be taken off outward, and is printed with its outer side down without overhang.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...common.errors import InputError
from .dimensions import SMALLEST_DIMENSION, Dimensions

LONGEST_FINGER = 6.0
"""In millimeters; longer ones hold no better, and several a side keep two plates in line."""

LARGEST_JOINT = 0.5
"""In millimeters; no press fit is so loose."""

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

    An interval goes from one of ``lows`` to the one of ``highs`` that has the same number; where intervals were picked
    out, there is room between them. ``side`` says in which plate each is, ``outer`` whether in its outer half, and
    ``even`` whether the finger there has an even number.
    """

    lows: NDArray[np.float64]
    highs: NDArray[np.float64]
    side: NDArray[np.int8]
    outer: NDArray[np.bool_]
    even: NDArray[np.bool_]

    @property
    def middles(self) -> NDArray[np.float64]:
        """The middles of the intervals."""
        return (self.lows + self.highs) / 2

    def part(self, places: NDArray[np.intp]) -> Line:
        """Return some of the intervals, by their numbers, which ascend."""
        return Line(self.lows[places], self.highs[places], self.side[places], self.outer[places], self.even[places])


def cut_line(
    outer: float, square_cuts: NDArray[np.float64], extra_cuts: NDArray[np.float64], dimensions: Dimensions
) -> Line:
    """Cut an axis of the box wherever the owner can change, and a joint gap to both sides of such a cut.

    ``outer`` is the box's length along it, ``square_cuts`` are the ends of the face's squares,
    ``extra_cuts`` are more that are wanted: one that would lie a hair beside another is left out.
    """
    fingers = finger_cuts(outer, square_cuts, dimensions)
    plate = dimensions.plate
    cuts = np.concatenate((square_cuts, fingers, [plate / 2, outer - plate / 2]))
    cuts = np.concatenate((cuts - dimensions.joint, cuts, cuts + dimensions.joint))
    # One beside another cut would leave a sliver between the two.
    for cut in extra_cuts:
        if np.abs(cuts - cut).min() > SMALLEST_DIMENSION:
            cuts = np.append(cuts, cut)
    cuts = np.unique(np.round(cuts, 6))
    cuts = cuts[(cuts >= 0) & (cuts <= round(outer, 6))]
    middles = (cuts[:-1] + cuts[1:]) / 2
    side = np.where(middles < plate, LOWER, np.where(middles > outer - plate, UPPER, INSIDE)).astype(np.int8)
    in_outer_half = (middles < plate / 2) | (middles > outer - plate / 2)
    even = np.searchsorted(fingers, middles) % 2 == 1
    return Line(cuts[:-1], cuts[1:], side, in_outer_half, even)


def finger_cuts(outer: float, square_cuts: NDArray[np.float64], dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the ends of the fingers along an axis: an odd number of fingers, at most as long as the pitch."""
    length = outer - 2 * dimensions.plate
    count = max(LEAST_FINGERS, math.ceil(length / min(dimensions.pitch, LONGEST_FINGER)))
    count += 1 - count % 2
    fingers: NDArray[np.float64] = dimensions.plate + length / count * np.arange(count + 1)
    # A cut beside that of a square would leave a sliver between the two.
    nearest = np.asarray(square_cuts)[np.abs(np.subtract.outer(fingers, square_cuts)).argmin(axis=1)]
    return np.where(np.abs(nearest - fingers) < 2 * dimensions.joint, nearest, fingers)


def owners(lines: Sequence[Line]) -> NDArray[np.int8]:
    """Return who owns each place of a grid, as the axis across the plate; the place's side says which of the two.

    Where no plate is, the answer is 0.
    """
    # Lines have hundreds of places, and only some eight of them differ.
    kinds, places = zip(
        *(
            np.unique(np.stack((line.side != INSIDE, line.outer, line.even)), axis=1, return_inverse=True)
            for line in lines
        ),
        strict=True,
    )
    in_plate, outer_half, even = (
        [kind[row].reshape([-1 if other == axis else 1 for other in range(3)]) for axis, kind in enumerate(kinds)]
        for row in range(3)
    )
    in_corner = in_plate[0] & in_plate[1] & in_plate[2]
    claims = []
    for axis in range(3):
        second, third = (axis + 1) % 3, (axis + 2) % 3
        # The even fingers are those of the first axis in the cycle x, y, z, x.
        finger = np.where(in_plate[second], even[third], ~even[second])
        claim = 10 * outer_half[axis] + np.where(in_corner, axis / 10, finger)
        claims.append(np.where(in_plate[axis], claim, -1))
    winner = np.argmax(np.stack(np.broadcast_arrays(*claims)), axis=0).astype(np.int8)
    owned: NDArray[np.int8] = winner[np.ix_(*(np.ravel(place) for place in places))]
    return owned
