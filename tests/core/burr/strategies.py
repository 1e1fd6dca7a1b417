# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs of any six pieces that have room in a cross."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as draw

from puzzle_cubes.burr.crossed import BOARDS, LARGEST_IN_CROSS, LENGTHS, STICKS, Cut, burr_of
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import are_connected

FEWEST_NOTCHED = 7
"""Cells that six pieces must lack each, where all lack the same, to have room in a cross."""


@cache
def notched(length: int, cut: Cut = STICKS) -> tuple[int, ...]:
    enough = [number for number in range(1, LARGEST_IN_CROSS + 1) if (number - 1).bit_count() >= FEWEST_NOTCHED]
    return tuple(number for number in enough if are_connected(cut.piece(number, length)))


@draw.composite
def burrs(choose: draw.DrawFn) -> PolycubePuzzle:
    """Draw a burr, which need not have a solution."""
    cut, length = choose(draw.sampled_from([*((STICKS, length) for length in LENGTHS), (BOARDS, 6)]))
    return burr_of(choose(draw.lists(draw.sampled_from(notched(length, cut)), min_size=6, max_size=6)), length, cut)
