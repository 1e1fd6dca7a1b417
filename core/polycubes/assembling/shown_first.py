# SPDX-License-Identifier: GPL-3.0-or-later
"""Solutions in the order in which they are shown: one that comes apart before those that do not."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from ..puzzle import PolycubePuzzle
from ..terms.found import Solution
from .hints import Hints
from .parting import TooManyArrangementsError
from .taking_apart import take_apart

MOST_SOLUTIONS, MOST_BLOCKS, MOST_ARRANGEMENTS = 100, 32, 300
"""What is looked at: solutions, pieces of one of them, and arrangements of these; that takes seconds at most, and most
often hundredths."""


Ordering = Callable[[PolycubePuzzle], Generator[None, None, PolycubePuzzle]]
"""A way to choose the solution that is shown first."""


def with_first(puzzle: PolycubePuzzle, solution: Solution) -> PolycubePuzzle:
    """Return a puzzle with one of its solutions before the others."""
    others = tuple(one for one in puzzle.found.solutions if one != solution)
    return replace(puzzle, found=replace(puzzle.found, solutions=(solution, *others)))


def one_that_comes_apart_first(puzzle: PolycubePuzzle) -> Generator[None, None, PolycubePuzzle]:
    """Return a puzzle with a solution first that comes apart, if that is soon found; yield after each that does not."""
    solutions = puzzle.found.solutions
    if len(solutions) < 2 or len(solutions[0]) > MOST_BLOCKS:
        return puzzle
    for solution in solutions[:MOST_SOLUTIONS]:
        try:
            hints = Hints.of(puzzle, puzzle.pieces_of(solution))
            if take_apart(puzzle.blocks_of(solution), hints, MOST_ARRANGEMENTS) is not None:
                return with_first(puzzle, solution)
        except TooManyArrangementsError:
            pass
        yield
    return puzzle
