# SPDX-License-Identifier: GPL-3.0-or-later
"""The keyframes of a cross that goes its way."""

from __future__ import annotations

from itertools import pairwise

from ...common.errors import InputError
from ..maze.space import Position


def keyframes(
    path: list[Position], first_frame: int, frames_per_move: int, turn_pause: int
) -> list[tuple[int, Position]]:
    """Return the frames at which the cross is at the positions of a path, in order; between them it moves evenly.

    Where the path turns, the cross waits for ``turn_pause`` frames: then two frames have the same position.
    Raises InputError for a move of no frames and for a negative pause.
    """
    if frames_per_move < 1:
        raise InputError(f"Frames per move is {frames_per_move}: it must be at least 1.")
    if turn_pause < 0:
        raise InputError(f"Pause at turns is {turn_pause}: it must be 0 or more frames.")
    frame = first_frame
    keys = [(frame, path[0])]
    earlier = None
    for here, there in pairwise(path):
        direction = tuple(after - before for before, after in zip(here, there, strict=True))
        if turn_pause and earlier not in (None, direction):
            frame += turn_pause
            keys.append((frame, here))
        frame += frames_per_move
        keys.append((frame, there))
        earlier = direction
    return keys
