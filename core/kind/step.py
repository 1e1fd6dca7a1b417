# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps in which a puzzle is put together, each with a sentence and the straight moves that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..common.errors import InputError
from .part import Point


@dataclass(frozen=True)
class Move:
    """A straight move along an axis, so many millimeters upward, or downward where they are negative."""

    axis: int
    distance: float


@dataclass(frozen=True)
class Step:
    """Some parts, by their keys, are put to what stands, by straight moves in turn that end in their places.

    What is only laid down takes no move. ``sentence`` says to the user what to do. Parts that are put together apart
    from the others have a step for each, and then one in which they move as one.
    """

    keys: tuple[str, ...]
    moves: tuple[Move, ...]
    sentence: str


def offsets(steps: Sequence[Step]) -> dict[str, tuple[Point, ...]]:
    """Return how far each part is from its place in the puzzle put together, by its key, in millimeters.

    Each has the places at the beginning, and after each move of all steps in turn.
    """
    keys = dict.fromkeys(key for step in steps for key in step.keys)
    left = {key: [(0.0, 0.0, 0.0)] for key in keys}
    # From the last place, which is where it belongs, back to the first.
    for step in reversed(steps):
        for move in reversed(step.moves):
            for key, places in left.items():
                x, y, z = (
                    value - move.distance * (axis == move.axis and key in step.keys)
                    for axis, value in enumerate(places[-1])
                )
                places.append((x, y, z))
    return {key: tuple(reversed(places)) for key, places in left.items()}


def keyframes(steps: Sequence[Step], first_frame: int, frames_per_move: int, pause: int) -> list[tuple[int, int]]:
    """Return frames and how many moves are done then, for all steps in turn; in between, a move goes on evenly.

    After each step nothing moves for a pause of so many frames. Raises InputError for a move of no frames and for a
    negative pause.
    """
    if frames_per_move < 1:
        raise InputError(f"Frames per step is {frames_per_move}: it must be at least 1.")
    if pause < 0:
        raise InputError(f"Pause after a step is {pause}: it must be 0 or more frames.")
    keys = [(first_frame, 0)]
    for step in steps:
        for _ in step.moves:
            frame, done = keys[-1]
            keys.append((frame + frames_per_move, done + 1))
        if step.moves and pause:
            frame, done = keys[-1]
            keys.append((frame + pause, done))
    return keys
