# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the walls of a face reach from the frame that holds them."""

from __future__ import annotations

import numpy as np

from ..maze.faces import Face


def wall_reach(face: Face) -> tuple[int, bool]:
    """Return how many squares the longest wall of a face reaches from the frame, and whether any wall floats."""
    # The frame all round, and beyond it nothing, so that no step leads out.
    walls = np.pad(face.inflate() == 1, 2)
    frame = np.zeros_like(walls)
    frame[1:-1, 1:-1] = True
    frame[2:-2, 2:-2] = False
    row = walls.shape[1]
    front = np.flatnonzero(frame).tolist()
    # A walk from square to square looks them up one by one, so it is faster on bytes.
    left = bytearray(walls.tobytes())
    squares = -1
    while front:
        squares += 1
        following = []
        for here in front:
            for beside in (here + 1, here - 1, here + row, here - row):
                if left[beside]:
                    left[beside] = 0
                    following.append(beside)
        front = following
    return squares, any(left)
