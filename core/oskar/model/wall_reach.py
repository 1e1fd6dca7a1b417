# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the walls of a face reach from the frame that holds them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..maze.faces import Face


def wall_reach(face: Face) -> tuple[int, bool]:
    """Return how many squares the longest wall of a face reaches from the frame, and whether any wall floats."""
    walls = np.pad(face.inflate() == 1, 1, constant_values=True)
    reached = np.ones_like(walls)
    reached[1:-1, 1:-1] = False
    squares = 0
    while True:
        grown = _grown(reached) & walls
        if np.array_equal(grown, reached):
            return squares, bool((walls & ~reached).any())
        reached = grown
        squares += 1


def _grown(squares: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return some squares with all that touch them along a side."""
    grown = squares.copy()
    grown[1:] |= squares[:-1]
    grown[:-1] |= squares[1:]
    grown[:, 1:] |= squares[:, :-1]
    grown[:, :-1] |= squares[:, 1:]
    return grown
