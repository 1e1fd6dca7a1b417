# SPDX-License-Identifier: GPL-3.0-or-later
"""Coupons are made of gauges: slabs with a row of openings, each wider than the one before, which dots count."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..solids.boxes import solid_from_boxes
from ..solids.chamfer import Chamfer
from ..solids.mesh import Mesh
from ..solids.solid import Solid


@dataclass(frozen=True, eq=False)
class CouponBody:
    """A body of a coupon: its solid, lying on z = 0 as it is printed, and what is cut of its edges."""

    solid: Solid
    chamfer: Chamfer = Chamfer(0.0)

    def mesh(self) -> Mesh:
        """Return its surface."""
        return self.chamfer.skin(self.solid).mesh


DOT_WIDTH = 0.8
"""The width of a dot that prints well, in millimeters, and of the space between two: two lines of a common nozzle."""

DOT_HEIGHT = 0.6
"""How far a dot stands out or goes in, in millimeters: three common layers."""


DOTS_IN_A_COLUMN = 5
"""Dots behind each other; the next ones stand beside them, so that full columns are counted at a glance."""

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
    dots_beside = -(-count // DOTS_IN_A_COLUMN)
    pitch = max(widths.max(), (2 * dots_beside - 1) * dot) + margin
    middles = margin / 2 + pitch * (np.arange(count) + 0.5)
    openings = middles[:, None] + np.multiply.outer(widths / 2, (-1, 1))
    columns = middles[:, None] + np.stack([_dot_columns(dots_beside, dot, width / 2) for width in widths])
    ends = front + depths
    rows = ends.max() + margin + dot * np.arange(2 * min(count, DOTS_IN_A_COLUMN))

    slab, on_top = (0, thickness), (thickness, thickness + DOT_HEIGHT)
    filled: list[ArrayLike] = [((0, pitch * count + margin), (0, rows[-1] + 2 * dot), slab)]
    cut_out: list[ArrayLike] = [(opening, (front, end), slab) for opening, end in zip(openings, ends, strict=True)]
    for number, place in product(range(count), range(dots_beside * min(count, DOTS_IN_A_COLUMN))):
        column, row = divmod(place, DOTS_IN_A_COLUMN)
        dot_place = columns[number, 2 * column : 2 * column + 2], rows[2 * row : 2 * row + 2], on_top
        # A place without a dot is cut out of nothing: so the grid is alike for all openings.
        (filled if place <= number else cut_out).append(dot_place)
    return solid_from_boxes(filled, cut_out)


def _dot_columns(count: int, dot: float, half_opening: float) -> NDArray[np.float64]:
    """Return both ends of each of the columns of dots, from the middle of an opening, one after the other.

    An end that would lie a hair beside the opening's side is moved there: single precision, which
    STL files have, could not keep the two apart.
    """
    ends = dot * (np.arange(count) + 0.5)
    ends[np.abs(ends - half_opening) < SLIVER] = half_opening
    return np.concatenate((-ends[::-1], ends))
