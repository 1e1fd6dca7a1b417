# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the cross is when box and cross are printed in one piece.

As high as possible, so that the vertical arm ends in the lower face: flush with the bed where it has no overhang.
"""

from __future__ import annotations

from ..making.puzzle import Puzzle
from ..maze.space import Position, index_of, position_of


def printing_position(puzzle: Puzzle) -> Position:
    """Return the position of the cross for printing in place.

    That is the start if it lies in the top layer, else the reachable position of the highest layer
    that is nearest to its center; of several, the one with the lowest index.
    """
    x_cells, y_cells, z_cells = puzzle.size
    if puzzle.start[2] == z_cells - 1:
        return puzzle.start

    def badness(index: int) -> tuple[int, int]:
        x, y, _ = position_of(puzzle.size, index)
        return (2 * x - x_cells + 1) ** 2 + (2 * y - y_cells + 1) ** 2, index

    # An index is the higher, the higher its layer is.
    _, _, highest = position_of(puzzle.size, max(puzzle.ways_to_end))
    lowest_index = index_of(puzzle.size, (0, 0, highest))
    return position_of(puzzle.size, min((one for one in puzzle.ways_to_end if one >= lowest_index), key=badness))
