# SPDX-License-Identifier: GPL-3.0-or-later
"""The coupon: a small print that shows which inset suits a printer.

A slab has a row of square holes for a plug, each with a wider gap than the one before. One dot marks the tightest. The
tightest hole in which the plug slides shows how far pieces must be apart: the inset is half its gap.
"""

from __future__ import annotations

import numpy as np

from ...printing.gaps import MEASURED_GAPS
from ...printing.gauge import DOT_WIDTH, CouponBody, gauge
from ...solids.boxes import solid_from_boxes
from .dimensions import Dimensions

WIDEST_PLUG = 6.0
THICKNESS = 5.0
HANDLE = 12.0
SPACE = 4.0
"""In millimeters: the plug's side at most, the slab's thickness, what there is to hold of the plug, and what is between
the two on the bed."""


def coupon(dimensions: Dimensions) -> dict[str, CouponBody]:
    """Return the bodies of the coupon by name, lying on z = 0 as they are printed, together centered on x = y = 0.

    - ``holes``: a slab with square holes, as wide as the plug and twice one of ``MEASURED_GAPS``.
    - ``plug``: a bar with the section of a cube of the puzzle, but no wider than ``WIDEST_PLUG``.
    """
    side = min(dimensions.cube - 2 * dimensions.inset, WIDEST_PLUG)
    widths = side + 2 * np.array(MEASURED_GAPS)
    dot = max(DOT_WIDTH, side / 5)
    holes = gauge(widths, widths, front=3 * dot, thickness=THICKNESS, margin=3 * dot, dot=dot)
    width, depth, _ = holes.extent
    plug = solid_from_boxes([((0, THICKNESS + HANDLE), (0, side), (0, side))])
    whole = depth + SPACE + side
    return {
        "holes": CouponBody(holes.moved((-width / 2, -whole / 2, 0.0))),
        "plug": CouponBody(plug.moved((-(THICKNESS + HANDLE) / 2, whole / 2 - side, 0.0))),
    }
