# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions that go together with printers, and what is left of gaps and edges once a puzzle is printed.

All lengths are millimeters.

The coupon is a small print that shows which clearance and which joint gap suit a printer. A plate has a row of holes
for an arm of the cross, and a bar has a row of notches for a finger of the kit, each with a wider gap than the one
before. One dot marks the tightest, two dots the next. The tightest hole in which the arm slides shows the least
clearance, and the tightest notch that takes the finger the least joint gap.

Edges of its parts are cut, and only taken away from: what moves has at least the room that it has without.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...common.options import SMALLEST_LENGTH
from ...kind.model import presets_of
from ...kind.part import UPSIDE_DOWN
from ...printing.gauge import DOT_WIDTH, CouponBody, gauge
from ...printing.printer import (
    MEASURED_GAPS,
    WIDEST_ON_BED,
    Printer,
    chamfer_for,
    foot_left,
    gap_left,
    holding_gap,
    laid_aside,
    printed_height,
    sliding_gap,
    thin_left,
)
from ...solids.chamfer import Chamfer
from ...solids.chamfer_plan import SHARE
from ...solids.edges import (
    BedSide,
    Edges,
    Region,
    all_but,
    both,
    edges_along,
    edges_between,
    edges_outside,
    either,
    every_edge,
    lowest_edges,
    no_edge,
)
from ...solids.solid import NEAREST, Solid, solid_from_boxes
from ..maze.faces import Size
from .dimensions import Dimensions
from .joints import LONGEST_FINGER, MARKED_SIDES, PEG_HEIGHT_SHARE, PEG_SHARE, UPPER
from .kit_markers import mark_size

INFINITE = float("inf")

HAIR = SMALLEST_LENGTH / 2
"""In millimeters; what is less far from a side of the box lies on it."""


def of_cross(dimensions: Dimensions) -> Chamfer:
    """Return the chamfer of the cross in one piece: along all its edges, or else those on the bed."""
    return Chamfer(dimensions.arm_chamfer) if dimensions.arm_chamfer else Chamfer(dimensions.bed_chamfer, lowest_edges)


def width_on_arms(dimensions: Dimensions) -> float:
    """Return how wide the chamfers of the kit's cross are: no wider than slicers leave without supports."""
    return min(dimensions.arm_chamfer, WIDEST_ON_BED)


def of_cross_part(dimensions: Dimensions, up: int, letters: Sequence[NDArray[np.float64]] = ()) -> Chamfer:
    """Return the chamfer of a part of the kit's cross, printed with an axis ``up`` as ``Part`` counts it.

    As that of the cross it is along all edges, or else those on the bed, but needs no supports. The edges of
    ``letters``, lines of boxes that are cut out of the part, stay sharp.
    """
    if dimensions.arm_chamfer:
        return Chamfer(width_on_arms(dimensions), partial(_arm_edges, letters=letters))
    edges = partial(lowest_edges, axis=up % 3, downward=up >= UPSIDE_DOWN)
    return Chamfer(width_on_plates(dimensions), edges)


def of_box(dimensions: Dimensions, size: Size) -> Chamfer:
    """Return the chamfers of the box in one piece: along its edges on the bed, and those of the markers' posts."""
    posts = Chamfer(dimensions.marker_chamfer, partial(_post_edges, outer=_marked_sides(dimensions, size)))
    return Chamfer(dimensions.bed_chamfer, lowest_edges, (posts,))


def of_plate(dimensions: Dimensions, up: int, sharp: Sequence[Region]) -> Chamfer:
    """Return the chamfer of a plate of the kit: along its edges on the bed, but for ``sharp`` ones, near its marks.

    Nor is it round the marks of start and end: the steps in these are so low that there would be hardly any room.
    """
    side = bed_side(up)
    return Chamfer(width_on_plates(dimensions), partial(edges_outside, regions=sharp, choice=side.outline), pits=side)


def width_on_plates(dimensions: Dimensions) -> float:
    """Return how wide the chamfers of the kit's plates are: no wider than slicers leave without supports."""
    return min(dimensions.bed_chamfer, WIDEST_ON_BED)


@cache
def bed_side(up: int) -> BedSide:
    """Return the side on the bed of a part with an axis ``up`` in print, as ``Part`` counts it: the very same again."""
    return BedSide(up % 3, downward=up >= UPSIDE_DOWN)


def _arm_edges(solid: Solid, *, letters: Sequence[NDArray[np.float64]]) -> Edges:
    chosen = every_edge(solid)
    for boxes in letters:
        # Lines of letters may lie so far beside where they were wanted.
        low, high = boxes[:, :, 0].min(axis=0) - NEAREST, boxes[:, :, 1].max(axis=0) + NEAREST
        chosen = all_but(chosen, edges_between(solid, triple(low), triple(high)))
    return chosen


def _marked_sides(dimensions: Dimensions, size: Size) -> tuple[float, float, float]:
    """Return where the marked sides of the box are, which is centered on x = y = 0 and stands on z = 0."""
    x, y, z = dimensions.outer_size(size)
    lowest, highest = (-x / 2, -y / 2, 0.0), (x / 2, y / 2, z)
    ends = zip(lowest, highest, MARKED_SIDES, strict=True)
    return triple(high if side == UPPER else low for low, high, side in ends)


def _post_edges(solid: Solid, *, outer: tuple[float, float, float]) -> Edges:
    """Choose the edges of what stands on the marked sides of the box, but those at its foot."""
    chosen = no_edge(solid)
    for axis, (place, side) in enumerate(zip(outer, MARKED_SIDES, strict=True)):
        foot, beyond = (_edges_beyond(solid, axis, place + way * side * HAIR, side) for way in (-1, 1))
        chosen = either(chosen, either(beyond, both(foot, edges_along(solid, [axis]))))
    return chosen


def _edges_beyond(solid: Solid, axis: int, level: float, side: int) -> Edges:
    """Choose the edges above a level along an axis, or below it on the lower side."""
    ends = np.array([[-INFINITE] * 3, [INFINITE] * 3])
    ends[0 if side == UPPER else 1, axis] = level
    return edges_between(solid, *map(triple, ends.tolist()))


def gaps(printer: Printer) -> dict[str, Any]:
    """Return the dimensions that follow from a printer, by their names: those of gaps and chamfers."""
    chamfer = chamfer_for(printer)
    return {
        "clearance": sliding_gap(printer),
        "joint": holding_gap(printer),
        "arm_chamfer": chamfer,
        "bed_chamfer": chamfer,
    }


PRESETS = presets_of(
    {
        "pla": Dimensions(),
        "petg": Dimensions(),
        "resin": Dimensions(passage=4.0, wall=2.0, plate=2.0, start_marker=2.0, end_marker=1.0),
        "large": Dimensions(passage=10.0, wall=5.0, plate=4.8, start_marker=5.0, end_marker=2.5),
        "pocket": Dimensions(passage=4.0, wall=1.6, plate=2.0, start_marker=1.6, end_marker=0.8),
    },
    gaps,
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


def chamfer_of_arms(dimensions: Dimensions) -> float:
    """Return how wide the chamfers of the kit's cross are on the bed: the wall beside the peg's hole must hold two."""
    beside_hole = (1 - PEG_SHARE) * dimensions.arm_width / 2 - dimensions.joint
    return min(dimensions.arm_chamfer or dimensions.bed_chamfer, WIDEST_ON_BED, SHARE * beside_hole)


Cheeks = Collection[tuple[float, float]]
"""How thick cheeks beside notches are, 0 or less for nothing, and the cheek that they stand on, 0 for none."""

NO_CHEEKS: tuple[Cheeks, Cheeks] = ((), ())
"""Those of what has no notches, beside upright sides and beside level ones."""


def clearance_left(
    dimensions: Dimensions, printer: Printer, *, as_kit: bool, cheeks: tuple[Cheeks, Cheeks] = NO_CHEEKS
) -> float:
    """Return what is left a side between an arm of the cross and the walls of a passage, where it is the least.

    That is at the first layers: of a plate, round its passages, and of the arms that lie on the bed. The height of
    these arms becomes whole layers, and what is too much is shared by both sides. Lines round
    the passages of plates lie unevenly, and ``cheeks`` of a kit, upright and level ones, stand out.
    """
    uneven = laid_aside(printer) if as_kit else 0.0
    foot = _foot_of_plates(dimensions, printer) if as_kit else foot_left(printer, dimensions.bed_chamfer)
    # A cheek is a line by itself, and so is a rim beside a mark, also above its chamfer.
    rim = least_rim(dimensions) if as_kit else INFINITE
    of_rim = max(foot + uneven, thin_left(printer, rim))
    beside_upright, beside_level = (max(of_rim, _beside_notches(printer, of_side)) for of_side in cheeks)
    of_arm = foot_left(printer, chamfer_of_arms(dimensions) if as_kit else of_cross(dimensions).width)
    upright = gap_left(dimensions.clearance, printer) - beside_upright - of_arm
    too_high = max(0.0, printed_height(dimensions.arm_width, printer) - dimensions.arm_width)
    level = dimensions.clearance - printer.widening - beside_level - too_high / 2
    return round(min(upright, level), 4)


def joint_left(
    dimensions: Dimensions, printer: Printer, cheeks: tuple[Cheeks, Cheeks] = NO_CHEEKS
) -> tuple[float, float]:
    """Return what is left of the gap between two parts of the kit, where it is the least and where it is the most.

    Upright sides meet each other, those at the bed with what stands out of the first layer; and they meet level sides
    at half of a plate's thickness, which come to lie at the end of a layer. Lines lie unevenly where fingers end,
    and ``cheeks`` of these, beside a notch, stand out where they are thinner than a line. The peg of the cross lies in
    its print: its heights meet the upright sides of the hole.
    """
    # Marks have no rims at the joints, but they are open to them.
    foot = foot_left(printer, chamfer_of_plates(dimensions))
    upright = gap_left(dimensions.joint, printer)
    levels = dimensions.plate / 2, dimensions.plate / 2 - dimensions.joint
    too_high = [printed_height(level, printer) - level for level in levels]
    level = dimensions.joint - printer.widening
    uneven = laid_aside(printer)
    peg = (share * PEG_HEIGHT_SHARE * dimensions.arm_width for share in (0.5, 1))
    peg_too_high = max(printed_height(height, printer) - height for height in peg)
    peg_left = level - peg_too_high - foot_left(printer, chamfer_of_arms(dimensions))
    least = min(
        min(upright - foot, level - max(too_high)) - uneven,
        upright - max(_beside_notches(printer, of_side) for of_side in cheeks),
        # There is as much room on the peg's other side, so at worst it needs force.
        max(peg_left, -uneven),
    )
    most = max(upright, level - min(too_high))
    # Without a minus before a zero.
    return round(least, 4) + 0.0, round(most, 4) + 0.0


def _beside_notches(printer: Printer, cheeks: Cheeks) -> float:
    return max((thin_left(printer, *cheek) for cheek in cheeks), default=0.0)


def _foot_of_plates(dimensions: Dimensions, printer: Printer) -> float:
    """Return how far the first layer stands out round the passages of plates where it does most.

    That is beside marks, if anywhere.
    """
    chamfer = chamfer_of_plates(dimensions) if leave_room_for_chamfers(dimensions) else 0.0
    return foot_left(printer, chamfer, least_rim(dimensions))


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
