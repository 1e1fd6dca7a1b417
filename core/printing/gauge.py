# SPDX-License-Identifier: GPL-3.0-or-later
"""Gauges: slabs with a row of openings, each a little wider than the one before, which dots count."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..solids.boxes import solid_from_boxes
from ..solids.solid import Solid

DOT_WIDTH = 0.8
"""The width of a dot that prints well, in millimeters, and of the space between two: two lines of a common nozzle."""

DOT_HEIGHT = 0.6
"""How far a dot stands out or goes in, in millimeters: three common layers."""


DOTS_IN_A_ROW = 2
"""Dots beside each other; the next ones stand behind them."""

SLIVER = 0.01
"""Millimeters that are too little between two lines of a grid."""


def gauge(
    widths: NDArray[np.float64],
    depths: NDArray[np.float64],
    *,
    front: float,
    thickness: float,
    margin: float,
    dot: float,
) -> Solid:
    """Return a slab with a row of openings, and 1, 2, 3 ... dots of width ``dot`` behind them.

    The openings begin ``front`` away from the slab's edge, and have the ``margin`` between them and
    behind them.
    """
    count = len(widths)
    pitch = max(widths.max(), (2 * DOTS_IN_A_ROW - 1) * dot) + margin
    middles = margin / 2 + pitch * (np.arange(count) + 0.5)
    openings = middles[:, None] + np.multiply.outer(widths / 2, (-1, 1))
    columns = middles[:, None] + np.stack([_dot_columns(dot, width / 2) for width in widths])
    ends = front + depths
    rows = ends.max() + margin + dot * np.arange(2 * -(-count // DOTS_IN_A_ROW))

    slab, on_top = (0, thickness), (thickness, thickness + DOT_HEIGHT)
    filled: list[ArrayLike] = [((0, pitch * count + margin), (0, rows[-1] + margin), slab)]
    cut_out: list[ArrayLike] = [(opening, (front, end), slab) for opening, end in zip(openings, ends, strict=True)]
    for number, place in product(range(count), repeat=2):
        row, column = divmod(place, DOTS_IN_A_ROW)
        dot_place = columns[number, 2 * column : 2 * column + 2], rows[2 * row : 2 * row + 2], on_top
        # A place without a dot is cut out of nothing: so the grid is alike for all openings.
        (filled if place <= number else cut_out).append(dot_place)
    return solid_from_boxes(filled, cut_out)


def _dot_columns(dot: float, half_opening: float) -> NDArray[np.float64]:
    """Return both ends of each dot of a row, from the middle of an opening, one after the other.

    An end that would lie a hair beside the opening's side is moved there: single precision, which
    STL files have, could not keep the two apart.
    """
    ends = dot * (np.arange(DOTS_IN_A_ROW) + 0.5)
    ends[np.abs(ends - half_opening) < SLIVER] = half_opening
    return np.concatenate((-ends[::-1], ends))
