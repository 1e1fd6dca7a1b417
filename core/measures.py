# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle is like, as numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise

from .configuration import ConfigurationSpace, Position


def _measure(meaning: str) -> int:
    """Declare a measure with the words that tell a user what it means."""
    value: int = field(metadata={"meaning": meaning})
    return value


@dataclass(frozen=True)
class Measures:
    """The measures of a puzzle, all of them counts."""

    length: int = _measure("Moves on the shortest way from the start to the end")
    straight_moves: int = _measure("The same way, with consecutive moves in one direction counted once")
    reachable: int = _measure("Positions that the cross can reach from the start")
    positions: int = _measure("Positions of the cross in all, reachable or not")
    loops: int = _measure("Ways to go round in a circle, among the positions that can be reached")


def measure(space: ConfigurationSpace, reachable: Collection[int], solution: list[Position]) -> Measures:
    """Measure a space, of which some positions can be reached, and its shortest solution (both ends included)."""
    return Measures(
        length=len(solution) - 1,
        straight_moves=len(straight_moves(solution)),
        reachable=len(reachable),
        positions=space.position_count,
        loops=space.loops(reachable),
    )


def straight_moves(path: list[Position]) -> list[tuple[int, int]]:
    """Join the consecutive moves of a path that go in one direction.

    Returns (axis, cells) per straight move; cells is negative where it goes down the axis.
    """
    joined: list[tuple[int, int]] = []
    for here, there in pairwise(path):
        axis = next(axis for axis in range(3) if here[axis] != there[axis])
        cells = there[axis] - here[axis]
        if joined and joined[-1][0] == axis and joined[-1][1] * cells > 0:
            joined[-1] = (axis, joined[-1][1] + cells)
        else:
            joined.append((axis, cells))
    return joined
