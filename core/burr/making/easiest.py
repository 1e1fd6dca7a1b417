# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly of a burr that is shown first: the one that comes apart most easily, as its level is the burr's."""

from __future__ import annotations

from collections.abc import Generator

from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.shown_first import one_that_comes_apart_first, with_first
from ...polycubes.assembling.taking_apart import take_solution_apart
from ...polycubes.puzzle import PolycubePuzzle
from ..crossed import cut_of, length_of
from .levels import LOCKED, Levels
from .places import Assembly, cross_of

MOST_SOLUTIONS = 2_000
"""Whose levels are found: that takes a second or so."""

MOST_ARRANGEMENTS = 3_000
"""Of one assembly, after a number of moves."""


def easiest_first(puzzle: PolycubePuzzle) -> Generator[None, None, PolycubePuzzle]:
    """Return a burr with the solution first that comes apart, and of which a part comes off by the fewest moves.

    Where pieces lie otherwise than in the six places of a cross it is any that is soon found to come apart. Yields now
    and then.
    """
    solutions = puzzle.found.solutions[:MOST_SOLUTIONS]
    levels = _levels(puzzle)
    if len(solutions) < 2 or not levels:
        return (yield from one_that_comes_apart_first(puzzle))
    yield
    for _, number in sorted((level, number) for number, level in enumerate(levels) if level > LOCKED):
        try:
            if take_solution_apart(puzzle, solutions[number], MOST_ARRANGEMENTS) is not None:
                return with_first(puzzle, solutions[number])
        except TooManyArrangementsError:
            pass
        yield
    return puzzle


def _levels(puzzle: PolycubePuzzle) -> list[int]:
    """Return the levels of the solutions of a burr, in their order; none where some are no assemblies of six places."""
    cut, length = cut_of(puzzle), length_of(puzzle)
    if cut is None or length is None:
        return []
    cross = cross_of(cut, length)
    every: list[Assembly] = []
    for solution in puzzle.found.solutions[:MOST_SOLUTIONS]:
        assembly = cross.assembly_of(puzzle.blocks_of(solution))
        if assembly is None:
            return []
        every.append(assembly)
    return Levels(cross).of(every, MOST_ARRANGEMENTS) if every else []
