# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions that go together with printers, and what is left of gaps and edges once a puzzle is printed.

All lengths are millimeters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ...kind.model import Preset
from ...printing.printer import (
    UNEVEN,
    WIDEST_ON_BED,
    Printer,
    chamfer_for,
    foot_left,
    gap_left,
    holding_gap,
    printed_height,
    sliding_gap,
)
from ...solids.chamfer_plan import SHARE
from ...solids.edges import Region
from ...solids.solid import Solid
from .chamfers import bed_side, width_on_plates
from .dimensions import Dimensions
from .kit_markers import mark_size


def gaps(printer: Printer) -> dict[str, Any]:
    """Return the dimensions that follow from a printer, by their names: those of gaps and chamfers."""
    chamfer = chamfer_for(printer)
    return {
        "clearance": sliding_gap(printer),
        "joint": holding_gap(printer),
        "arm_chamfer": chamfer,
        "bed_chamfer": chamfer,
    }


def _preset(label: str, printer: Printer, dimensions: Dimensions) -> Preset[Dimensions]:
    return Preset(label, replace(dimensions, **gaps(printer)), printer)


PRESETS: Mapping[str, Preset[Dimensions]] = MappingProxyType(
    {
        "pla": _preset("PLA 0.4 mm Nozzle", Printer(), Dimensions()),
        "petg": _preset("PETG 0.4 mm Nozzle", Printer(material="petg", widening=0.075), Dimensions()),
        "resin": _preset(
            "Resin",
            Printer(nozzle=0.1, layer=0.05, material="resin"),
            Dimensions(passage=4.0, wall=2.0, plate=2.0, start_marker=2.0, end_marker=1.0),
        ),
        "large": _preset(
            "Large 0.6 mm Nozzle",
            Printer(nozzle=0.6, layer=0.3, widening=0.075),
            Dimensions(passage=10.0, wall=5.0, plate=4.8, start_marker=5.0, end_marker=2.5),
        ),
        "pocket": _preset(
            "Pocket Size",
            Printer(),
            Dimensions(passage=4.0, wall=1.6, plate=2.0, start_marker=1.6, end_marker=0.8),
        ),
    }
)
"""The presets that come with the program; the first one is the defaults."""


ROUNDING = 1e-4
"""In millimeters; what differs by less is equal but for its rounding."""


def leave_room_for_chamfers(dimensions: Dimensions) -> bool:
    """Report whether the rims beside all marks, wherever these may be, have the room that chamfers on the bed need."""
    return least_rim(dimensions) >= _rim_on_bed(dimensions) - ROUNDING


def least_rim(dimensions: Dimensions) -> float:
    """Return how wide the thinnest rim beside a mark is, on the bed and wherever the mark may be; infinite for none."""
    rims = [float("inf")]
    for depth in (dimensions.start_marker, dimensions.end_marker):
        if depth > 0:
            width, on_frame = (mark_size(depth, dimensions, on_frame=is_on_frame)[0] for is_on_frame in (False, True))
            rims += [(dimensions.wall - width) / 2, dimensions.plate / 2 - dimensions.joint - on_frame]
    return min(rims)


def sharp_on_plate(solid: Solid, dimensions: Dimensions, up: int) -> list[Region]:
    """Return which edges of a plate's bed side stay sharp: where a mark is open to a joint, or its rim too thin.

    The mark's own edge is not cut. So of a rim that is cut a fifth stays, too, if it is half of what is cut from both
    sides. The plate is to be divided where the regions end.
    """
    rim = _rim_on_bed(dimensions)
    return bed_side(up).near_pits(solid, rim - ROUNDING, 2 * rim + ROUNDING) if rim else []


def _rim_on_bed(dimensions: Dimensions) -> float:
    """Return how far a chamfer on the bed keeps from a mark: half of what a wall needs that is cut from both sides."""
    return width_on_plates(dimensions) / SHARE / 2


def chamfer_of_plates(dimensions: Dimensions) -> float:
    """Return how wide the chamfers on the bed are in the strips of the frame, the thinnest that plates have."""
    return min(width_on_plates(dimensions), SHARE * (dimensions.plate / 2 - dimensions.joint))


def clearance_left(dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> float:
    """Return what is left a side between an arm of the cross and the walls of a passage, where it is the least.

    That is at the first layers: of a plate, round its passages, and of the arms that lie on the bed. The height of
    these arms becomes whole layers, and what is too much is shared by both sides. Lines round
    the passages of plates lie unevenly.
    """
    widest = WIDEST_ON_BED if as_kit else float("inf")
    of_box = _foot_of_plates(dimensions, printer) if as_kit else foot_left(printer, dimensions.bed_chamfer)
    of_arm = foot_left(printer, min(dimensions.arm_chamfer or dimensions.bed_chamfer, widest))
    upright = gap_left(dimensions.clearance, printer) - of_box - of_arm
    too_high = max(0.0, printed_height(dimensions.arm_width, printer) - dimensions.arm_width)
    level = dimensions.clearance - printer.widening - of_box - too_high / 2
    uneven = UNEVEN * printer.nozzle if as_kit else 0.0
    return round(min(upright, level) - uneven, 4)


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
