# SPDX-License-Identifier: GPL-3.0-or-later
"""How a piece lies best on the bed: with the least that hangs in the air, and the most that touches the bed."""

from __future__ import annotations

from collections.abc import Collection

from ...kind.part import UPSIDE_DOWN
from ...polycubes.terms.cells import Cell, extent


def sides_in_print(cells: Collection[Cell], up: int) -> tuple[int, int]:
    """Return how many cubes have nothing below them, those on the bed left out, and how many are on the bed.

    ``up`` is that of ``Part``: the axis that is upright, and 3 more where it points downward.
    """
    axis, sign = up % 3, 1 if up < UPSIDE_DOWN else -1
    lowest = min(sign * cell[axis] for cell in cells)
    filled = set(cells)
    hanging = on_bed = 0
    for cell in cells:
        if sign * cell[axis] == lowest:
            on_bed += 1
        else:
            below = list(cell)
            below[axis] -= sign
            hanging += (below[0], below[1], below[2]) not in filled
    return hanging, on_bed


def best_up(cells: Collection[Cell]) -> int:
    """Return the axis that is upright in the best print, as ``Part.up`` has it.

    First the fewest cubes hang in the air, then the most are on the bed; then the piece is as low as can be.
    """

    def worth(up: int) -> tuple[int, int, int]:
        hanging, on_bed = sides_in_print(cells, up)
        return hanging, -on_bed, extent(cells)[up % 3]

    # Of those that are as good, the one that stands in print as it does in the puzzle.
    return min((2, 5, 0, 1, 3, 4), key=worth)
