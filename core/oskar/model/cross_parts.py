# SPDX-License-Identifier: GPL-3.0-or-later
"""The cross of the kit: a flat piece of two arms with a hole, and two half arms that a peg joins through it.

The peg is flush with a side of its half arm, on which it is printed, so that nothing hangs in the
air. The hole in the flat piece lies off its middle accordingly. The socket is open at the side that the
peg is flush with, and printed with that side upward.

A quarter of the peg is missing, away from that side, and it is higher than wide. What is left is an L, which no turn
and no mirror brings onto itself: so it goes into hole and socket in one way only, and into the hole from one side only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...solids.solid import Box, Solid, solid_from_boxes
from ..maze.faces import Size
from .dimensions import Dimensions

PEG_SHARE, PEG_HEIGHT_SHARE = 0.5, 0.65
"""The width and the height of the peg as shares of the arm's width: peg and hole then hold alike."""

SOCKET_SHARE = 0.6
"""The most that the socket takes of the length of its half arm, from the flat piece outward."""

SOCKET_LENGTH = 1.5
"""The length of the socket in arm widths, where the half arm is long enough for it."""

FLAT, PEG, SOCKET = "flat", "half_arm_peg", "half_arm_socket"


def split_axis(size: Size) -> int:
    """Return the axis of the arm that is made of two halves: the longest, of several the last."""
    return max(range(3), key=lambda axis: (size[axis], axis))


def cross_parts(size: Size, dimensions: Dimensions) -> dict[str, Solid]:
    """Return the cross in three parts, put together with its center at the origin.

    Between any two of them is the joint gap. The flat piece lies flat with the split axis upward, the half arm with
    the peg with the second next axis upward, and that with the socket with the same axis downward.
    """
    axis = split_axis(size)
    half, joint = dimensions.arm_width / 2, dimensions.joint
    ends = [dimensions.half_arms(size)[(axis + turn) % 3] for turn in range(3)]
    peg, height = PEG_SHARE * dimensions.arm_width, PEG_HEIGHT_SHARE * dimensions.arm_width
    socket = half + min(SOCKET_LENGTH * dimensions.arm_width, SOCKET_SHARE * (ends[0] - half))
    hole_side, hole_top = peg / 2 + joint, height - half + joint
    # Where the peg has its step, across and up; hole and socket are larger by the joint gap there, too.
    step_up = height / 2 - half
    hole_step_up = step_up + joint

    # Boxes from end to end along the split axis, then along the next two.
    flat = _solid(
        axis,
        ((-half, half), (-ends[1], ends[1]), (-half, half)),
        ((-half, half), (-half, half), (-ends[2], ends[2])),
        holes=_l_shape((-half, half), (-hole_side, joint, hole_side), (-half - joint, hole_step_up, hole_top)),
    )
    with_peg = _solid(
        axis,
        ((-ends[0], -half - joint), (-half, half), (-half, half)),
        *_l_shape((-half - joint, socket), (-peg / 2, 0.0, peg / 2), (-half, step_up, height - half)),
    )
    with_socket = _solid(
        axis,
        ((half + joint, ends[0]), (-half, half), (-half, half)),
        holes=_l_shape((half + joint, socket + joint), (-hole_side, joint, hole_side), (-half, hole_step_up, hole_top)),
    )
    return {FLAT: flat, PEG: with_peg, SOCKET: with_socket}


def _l_shape(
    length: tuple[float, float], across: tuple[float, float, float], up: tuple[float, float, float]
) -> list[Box]:
    """Return a bar with a step: as wide as goes from the first to the last number below, and narrower above."""
    return [(length, (across[0], across[2]), (up[0], up[1])), (length, (across[0], across[1]), (up[1], up[2]))]


def _solid(axis: int, *boxes: Box, holes: Sequence[Box] = ()) -> Solid:
    """Return the union of boxes without holes, turned so that their first axis is the given one."""
    # Rounded, so that sums that should be equal leave no sliver between them.
    turned = np.round(np.roll([*boxes, *holes], axis, axis=1), 6)
    return solid_from_boxes(turned[: len(boxes)], turned[len(boxes) :])
