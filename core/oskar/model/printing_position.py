# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the cross is when box and cross are printed in one piece.

As high as possible, so that the vertical arm ends in the lower face: flush with the bed where it has no overhang.
"""

from __future__ import annotations

from ..maze.space import Position, position_of
from ..puzzle import Puzzle


def printing_position(puzzle: Puzzle) -> Position:
    """Return the position of the cross for printing in place.

    That is the start if it lies in the top layer, else the reachable position of the highest layer
    that is nearest to its center; of several, the one with the lowest index.
    """
    x_cells, y_cells, z_cells = puzzle.size
    if puzzle.start[2] == z_cells - 1:
        return puzzle.start

    def badness(position: Position) -> tuple[int, int, Position]:
        x, y, z = position
        off_center = (2 * x - x_cells + 1) ** 2 + (2 * y - y_cells + 1) ** 2
        return z_cells - 1 - z, off_center, (z, y, x)

    return min((position_of(puzzle.size, index) for index in puzzle.ways_to_end), key=badness)
