# SPDX-License-Identifier: GPL-3.0-or-later
"""Dead ends by where they lead.

The kinds are those of Kim and Crawfis ("The quest for the perfect perfect-maze", 2015): an alcove has no turn; of the
others those are forward that end nearer to the end of the puzzle than they begin, and deceive for that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from ...common.bits import array_from_bits
from .space import ConfigurationSpace, Position, index_of, position_of


@dataclass(frozen=True)
class DeadEnds:
    """The lengths in moves of all dead ends of each kind, from the last position where the way forked."""

    alcoves: list[int] = field(default_factory=list)
    forward: list[int] = field(default_factory=list)
    backward: list[int] = field(default_factory=list)


def dead_ends(space: ConfigurationSpace, reachable: int, start: Position, end: Position) -> DeadEnds:
    """Return the dead ends among the reachable positions, a set; start and end are none."""
    ones, twos, fours = space.degrees()
    shape = (space.position_count,)
    passed = array_from_bits(twos & ~ones & ~fours, shape).tobytes()
    ends = {index_of(space.size, start), index_of(space.size, end)}
    found = DeadEnds()
    for index in np.flatnonzero(array_from_bits(ones & ~twos & ~fours & reachable, shape)).tolist():
        if index in ends:
            continue
        stretch = [index]
        before, here = index, next(space.neighbors(index))
        while here not in ends and passed[here]:
            stretch.append(here)
            before, here = here, next(beside for beside in space.neighbors(here) if beside != before)
        stretch.append(here)
        steps = {abs(there - one) for one, there in pairwise(stretch)}
        if len(steps) == 1:
            found.alcoves.append(len(stretch) - 1)
        elif _moves_apart(space, index, end) < _moves_apart(space, here, end):
            found.forward.append(len(stretch) - 1)
        else:
            found.backward.append(len(stretch) - 1)
    return found


def _moves_apart(space: ConfigurationSpace, index: int, end: Position) -> int:
    """Return the moves between two positions if no wall were there."""
    return sum(abs(a - b) for a, b in zip(position_of(space.size, index), end, strict=True))
