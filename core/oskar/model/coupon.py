# SPDX-License-Identifier: GPL-3.0-or-later
"""The coupon: a small print that shows which clearance and which joint gap suit a printer.

A plate has a row of holes for an arm of the cross, and a bar has a row of notches for a finger of
the kit, each with a wider gap than the one before. One dot marks the tightest, two dots the next.
The tightest hole in which the arm slides shows the least clearance, and the tightest notch that
takes the finger the least joint gap.
"""

from __future__ import annotations

import numpy as np

from ...printing.gauge import DOT_WIDTH, CouponBody, gauge
from ...printing.printer import MEASURED_GAPS
from ...solids.chamfer import Chamfer
from ...solids.edges import lowest_edges
from ...solids.solid import Solid, solid_from_boxes
from .chamfers import width_on_plates
from .dimensions import Dimensions
from .joints import LONGEST_FINGER

JOINT_GAPS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
"""The gaps, in millimeters, between the finger and each side of a notch; the first notch has one dot, and so on."""

SPACE = 4.0
"""The distance between neighboring bodies on the bed, in millimeters."""

LEAST_HANDLE = 12.0
"""What there is to hold of the arm and of the finger, in millimeters, however small they are."""


def coupon(dimensions: Dimensions) -> dict[str, CouponBody]:
    """Return the bodies of the coupon by name, lying on z = 0 as they are printed, together centered on x = y = 0.

    - ``holes``: a plate with square holes, as wide as the arm and twice one of ``MEASURED_GAPS``.
    - ``notches``: a bar with notches in its long edge, as wide as the finger and twice one of
      ``JOINT_GAPS``, and as deep as the finger is thick and once the gap.
    - ``arm``: a short piece with the section of the cross's arms.
    - ``finger``: a plate with one tongue, half a plate thick like the fingers of the kit and as long
      as the bar is thick. It goes into a notch upright, as two plates of the kit meet.

    Finger and notches have the kit's chamfer on the bed, as they are to go together like its plates; arm and holes have
    none, as they show how far the first layer stands out. All dimensions can be built: no side looks down but those on
    the bed, and the chamfers.
    """
    arm = dimensions.arm_width
    finger = min(dimensions.pitch, LONGEST_FINGER)
    dot = max(DOT_WIDTH, min(arm, finger) / 5)
    margin = max(dimensions.wall, 3 * dot)

    clearances, gaps = np.array(MEASURED_GAPS), np.array(JOINT_GAPS)
    hole_widths = arm + 2 * clearances
    notch_widths, notch_depths = finger + 2 * gaps, dimensions.plate / 2 + gaps
    holes = gauge(hole_widths, hole_widths, front=margin, thickness=dimensions.plate, margin=margin, dot=dot)
    notches = gauge(notch_widths, notch_depths, front=0.0, thickness=dimensions.plate, margin=margin, dot=dot)
    length = dimensions.plate + max(4 * arm, LEAST_HANDLE)
    arm_piece = solid_from_boxes([((0, length), (0, arm), (0, arm))])
    left, right = 2 * dot, 2 * dot + finger
    front, back = dimensions.plate, dimensions.plate + LEAST_HANDLE
    thickness = (0, dimensions.plate / 2)
    tongue, handle = ((left, right), (0, front), thickness), ((0, right + 2 * dot), (front, back), thickness)
    finger_piece = solid_from_boxes([tongue, handle])
    chamfer = Chamfer(width_on_plates(dimensions), lowest_edges)
    return {
        name: CouponBody(solid, chamfer if name in {"notches", "finger"} else Chamfer(0.0))
        for name, solid in _laid_out(holes, notches, arm_piece, finger_piece).items()
    }


def _laid_out(holes: Solid, notches: Solid, arm: Solid, finger: Solid) -> dict[str, Solid]:
    """Place the bodies, each with its corner at the origin, in three rows: arm and finger stand beside each other."""
    second_row = _end(holes, 1) + SPACE
    third_row = second_row + _end(notches, 1) + SPACE
    places = {
        "holes": (holes, 0.0, 0.0),
        "notches": (notches, 0.0, second_row),
        "arm": (arm, 0.0, third_row),
        "finger": (finger, _end(arm, 0) + SPACE, third_row),
    }
    width = max(x + _end(solid, 0) for solid, x, _ in places.values())
    depth = max(y + _end(solid, 1) for solid, _, y in places.values())
    return {name: solid.moved((x - width / 2, y - depth / 2, 0.0)) for name, (solid, x, y) in places.items()}


def _end(solid: Solid, axis: int) -> float:
    return float(solid.lines[axis][-1])
