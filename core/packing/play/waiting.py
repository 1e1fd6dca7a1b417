# SPDX-License-Identifier: GPL-3.0-or-later
"""Where pieces wait before they are put into the box: flat, in rows before it, so that none hides another."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from ...polycubes.terms.cells import Cell, Cells, extent
from ...polycubes.terms.shape import Shape

BETWEEN = 1
"""Cells between pieces that wait, and between them and the box."""


def flat(shape: Shape) -> Cells:
    """Return the orientation in which a shape lies lowest, and then is longest along x."""
    return min(shape.orientations, key=lambda cells: (extent(cells)[2], extent(cells)[1], cells))


def waiting_places(lying: Sequence[Cells], size: Cell) -> tuple[Cell, ...]:
    """Return the lowest corners of places for sets of cells, in their order, before a box that begins at 0."""
    sizes = [extent(cells) for cells in lying]
    area = sum((x + BETWEEN) * (y + BETWEEN) for x, y, _ in sizes)
    # Twice as wide as deep: so a view from the front has it all.
    width = max([isqrt(2 * area) + BETWEEN, size[0], *(x for x, _, _ in sizes)])
    left = (size[0] - width) // 2
    places: list[Cell] = []
    x, back, depth = left, -BETWEEN, 0
    for wide, deep, _ in sizes:
        if x > left and x + wide > left + width:
            x, back, depth = left, back - depth - BETWEEN, 0
        places.append((x, back - deep, 0))
        x += wide + BETWEEN
        depth = max(depth, deep)
    return tuple(places)
