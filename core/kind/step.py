# SPDX-License-Identifier: GPL-3.0-or-later
"""How the parts of a puzzle are put together: steps, each with a sentence and the straight moves that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
