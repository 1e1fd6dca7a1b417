# SPDX-License-Identifier: GPL-3.0-or-later
"""The gaps of an Oskar's Cube that are left once it is printed; all lengths are millimeters."""

from __future__ import annotations

from ...printing.gaps import foot_left, gap_left, printed_height
from ...printing.overhangs import WIDEST_ON_BED
from ...printing.printer import Printer
from ...solids.chamfer_room import SHARE
from .chamfers import width_on_plates
from .dimensions import Dimensions
from .mark_rims import least_rim, leave_room_for_chamfers


def chamfer_of_plates(dimensions: Dimensions) -> float:
    """Return how wide the chamfers on the bed are in the strips of the frame, the thinnest that plates have."""
    return min(width_on_plates(dimensions), SHARE * (dimensions.plate / 2 - dimensions.joint))


def clearance_left(dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> float:
    """Return what is left a side between an arm of the cross and the walls of a passage, where it is the least.

    That is at the first layers: of a plate, round its passages, and of the arms that lie on the bed. The height of
    these arms becomes whole layers, and what is too much is shared by both sides.
    """
    widest = WIDEST_ON_BED if as_kit else float("inf")
    of_box = _foot_of_plates(dimensions, printer) if as_kit else foot_left(printer, dimensions.bed_chamfer)
    of_arm = foot_left(printer, min(dimensions.arm_chamfer or dimensions.bed_chamfer, widest))
    upright = gap_left(dimensions.clearance, printer) - of_box - of_arm
    too_high = max(0.0, printed_height(dimensions.arm_width, printer) - dimensions.arm_width)
    level = dimensions.clearance - printer.widening - of_box - too_high / 2
    return round(min(upright, level), 4)


def joint_left(dimensions: Dimensions, printer: Printer) -> tuple[float, float]:
    """Return what is left of the gap between two parts of the kit, where it is the least and where it is the most.

    Upright sides meet each other, those at the bed with what stands out of the first layer; and they meet level sides
    at half of a plate's thickness, which come to lie at the end of a layer.
    """
    # Marks have no rims at the joints, but they are open to them.
    foot = foot_left(printer, chamfer_of_plates(dimensions))
    upright = gap_left(dimensions.joint, printer)
    levels = dimensions.plate / 2, dimensions.plate / 2 - dimensions.joint
    too_high = [printed_height(level, printer) - level for level in levels]
    level = dimensions.joint - printer.widening
    least, most = min(upright - foot, level - max(too_high)), max(upright, level - min(too_high))
    # Without a minus before a zero.
    return round(least, 4) + 0.0, round(most, 4) + 0.0


def _foot_of_plates(dimensions: Dimensions, printer: Printer) -> float:
    """Return how far the first layer stands out round the passages of plates where it does most.

    That is beside marks, if anywhere.
    """
    chamfer = chamfer_of_plates(dimensions) if leave_room_for_chamfers(dimensions) else 0.0
    return foot_left(printer, chamfer, least_rim(dimensions))
