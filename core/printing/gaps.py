# SPDX-License-Identifier: GPL-3.0-or-later
"""The gaps that a printer leaves, and the gaps that suit it; all lengths are millimeters."""

from __future__ import annotations

import math
from dataclasses import replace

from ..common.errors import InputError
from .overhangs import WIDEST_ON_BED
from .printer import MATERIALS, Printer

PRESS = 0.05
"""What must be left between two parts that are pushed together by hand and hold by friction, and what an arm needs to
slide through a hole by force of two fingers."""

LINE = 1.125
"""The width of the outermost line as a share of the nozzle's, as PrusaSlicer has it where it is told nothing else."""

LEVEL = 0.65
"""A gap between two level sides, as a share of a layer, that is printed as a whole layer and not as none."""

HAIR = 1e-6
"""A share of a layer that makes no difference."""

LOOSEST_JOINT = 0.3
"""What is left at most between two parts that do not wobble."""

STEP = 0.05
"""Widths of chamfers are whole multiples of it."""

MEASURED_GAPS = tuple(round(0.1 + 0.05 * number, 2) for number in range(13))
"""The gaps round what goes into the holes of a coupon; the first hole has one dot, and so on. The last one lets an arm
through where sides are 0.1 mm wider and the foot is 0.2 mm."""


def gap_left(gap: float, printer: Printer) -> float:
    """Return what is left of a gap between two upright sides, each of which is printed farther out than drawn."""
    return gap - 2 * printer.widening


def foot_left(printer: Printer, chamfer: float, thickness: float = math.inf) -> float:
    """Return how far the first layer stands out beside the layers above it, with a chamfer at the bed.

    A slicer cuts the middle of a layer, where the chamfer has taken away its width less half of the layer. What is so
    thin there that it has no line's width is laid as wide as a line, which stands out to both sides: ``thickness`` is
    that on the bed without the chamfer, which is on one side of it.
    """
    cut = max(0.0, chamfer - printer.layer / 2)
    wider = max(0.0, LINE * printer.nozzle - (thickness - cut)) / 2
    return max(0.0, printer.foot + wider - cut)


def printed_height(height: float, printer: Printer, *, at_least: bool = False) -> float:
    """Return how high something that is drawn so high becomes at most, or at least: whole layers.

    These differ where half a layer is left: some slicers make a layer of it, and some none.
    """
    layers = math.floor(height / printer.layer + 0.5 + (-HAIR if at_least else HAIR))
    return round(max(layers, 0) * printer.layer, 6)


def sliding_gap(printer: Printer) -> float:
    """Return the gap a side in which a part slides."""
    return round(2 * printer.widening + MATERIALS[printer.material].slide, 3)


def holding_gap(printer: Printer) -> float:
    """Return the gap between two parts that are put together by hand and hold by friction.

    It is more than half of a layer: where the parts meet at the height of a layer's end, less is printed as nothing.
    """
    return round(max(2 * printer.widening + PRESS, PRESS, LEVEL * printer.layer), 3)


def chamfer_for(printer: Printer) -> float:
    """Return how wide a chamfer at the bed must be so that the first layer does not stand out, with some reserve.

    It is no wider than what slicers leave without supports.
    """
    least = printer.foot + printer.layer / 2
    return round(min(WIDEST_ON_BED, STEP * (1 + math.ceil(least / STEP - 1e-6))), 3) if printer.foot else 0.0


def measured(printer: Printer, goes_in: int, goes_through: int) -> Printer:
    """Return a printer by what its coupon shows: the numbers of two holes, counted from 1.

    What lies on the bed goes upright into a hole: the hole takes it in where the gap is as wide as both are printed
    farther out, and as its own foot; and through, where the foot of the hole has room, too. Raises InputError for holes
    that the coupon has not, or in an order that cannot be.
    """
    for label, number in (("Goes In", goes_in), ("Goes Through", goes_through)):
        if not 1 <= number <= len(MEASURED_GAPS):
            raise InputError(f"{label} is {number}: the holes have 1 to {len(MEASURED_GAPS)} dots.")
    if goes_through < goes_in:
        raise InputError(
            f"Goes Through is {goes_through}: what goes through a hole also goes into it, so it must be at least "
            f"{goes_in}."
        )
    first, second = MEASURED_GAPS[goes_in - 1], MEASURED_GAPS[goes_through - 1]
    foot = round(second - first, 3)
    # Without a minus before a zero.
    return replace(printer, foot=foot, widening=round((first - foot - PRESS) / 2, 4) + 0.0)
