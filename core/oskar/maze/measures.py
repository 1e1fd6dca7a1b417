# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle is like, as numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import log2
from typing import Any

import numpy as np

from ...common.bits import bits_from_indices
from .faces import Size
from .space import ConfigurationSpace, Position, index_of


def _measure(meaning: str) -> Any:
    """Declare a measure with the words that say to a user what it means."""
    return field(metadata={"meaning": meaning})


@dataclass(frozen=True)
class Measures:
    """The measures of a puzzle; all but the bits are counts."""

    length: int = _measure("Moves on the shortest way from the start to the end")
    straight_moves: int = _measure("The same way, with consecutive moves in one direction counted once")
    decisions: int = _measure("Positions on that way where it goes on in more than one direction")
    bits: float = _measure("Guessing at every decision goes right with odds of 1 in 2 to the power of this")
    dead_ends: int = _measure("Positions that can be reached and have no way on, start and end left out")
    reachable: int = _measure("Positions that the cross can reach from the start")
    positions: int = _measure("Positions of the cross in all, reachable or not")
    loops: int = _measure("Ways to go round in a circle, among the positions that can be reached")
    corners: int = _measure("Corners of the box that the cross's center can reach, of eight")
    components: int = _measure("Parts that all positions fall into, with no move from one part to another")
    largest_component: int = _measure("Positions in the largest of these parts")


def measure(space: ConfigurationSpace, reachable: Collection[int], solution: list[Position]) -> Measures:
    """Measure a space, of which some positions can be reached, and its shortest solution (both ends included)."""
    reached = bits_from_indices(reachable, space.position_count)
    ends = bits_from_indices([index_of(space.size, solution[place]) for place in (0, -1)], space.position_count)
    path = [index_of(space.size, position) for position in solution]
    # At the start every move leads on; later all but the one just come by do.
    onward = [sum(1 for _ in space.neighbors(index)) - (index != path[0]) for index in path[:-1]]
    choices = [count for count in onward if count > 1]
    ones, twos, fours = space.degrees()
    _, sizes = np.unique(space.components(), return_counts=True)
    return Measures(
        length=len(path) - 1,
        straight_moves=len(straight_moves(solution)),
        decisions=len(choices),
        bits=round(sum(log2(count) for count in choices), 6),
        dead_ends=(ones & ~twos & ~fours & reached & ~ends).bit_count(),
        reachable=len(reachable),
        positions=space.position_count,
        loops=space.loops(reached),
        corners=sum(reached >> index_of(space.size, corner) & 1 for corner in corner_positions(space.size)),
        components=len(sizes),
        largest_component=int(sizes.max()),
    )


def corner_positions(size: Size) -> list[Position]:
    """Return the positions in the corners of the box: eight, or fewer where a side has a single cell."""
    x, y, z = (sorted({0, cells - 1}) for cells in size)
    return list(product(x, y, z))


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
