# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs of any six sticks that have room in a cross."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as draw

from puzzle_cubes.burr.crossed import LARGEST_IN_CROSS, burr_of
from puzzle_cubes.burr.sticks import LENGTHS, stick
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.terms.cells import are_connected

FEWEST_NOTCHED = 7
"""Cells that six sticks must lack each, where all lack the same, to have room in a cross."""


@cache
def notched(length: int) -> tuple[int, ...]:
    """Return the numbers of sticks that hang together and lack so many cells."""
    enough = [number for number in range(1, LARGEST_IN_CROSS + 1) if (number - 1).bit_count() >= FEWEST_NOTCHED]
    return tuple(number for number in enough if are_connected(stick(number, length)))


@draw.composite
def burrs(choose: draw.DrawFn) -> PolycubePuzzle:
    """Draw a burr, which need not have a solution."""
    length = choose(draw.sampled_from(LENGTHS))
    return burr_of(choose(draw.lists(draw.sampled_from(notched(length)), min_size=6, max_size=6)), length)
