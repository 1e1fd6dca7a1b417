# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle from the options: a classic, whose solutions are searched for, or a design."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace

from ...common.options import Value
from ...kind.making import Progress
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.solver import solve_in_steps
from .classics import CLASSICS
from .design import design_in_steps
from .options import DESIGN, FIRST, PackingOptions


def make_in_steps(values: Mapping[str, Value]) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Make a puzzle from options by name, and yield now and then how far it has come.

    Raises InputError at once for values that cannot be.
    """
    given: dict[str, object] = dict(values)
    options = PackingOptions(**given)  # type: ignore[arg-type]
    if options.puzzle == DESIGN:
        return design_in_steps(options)
    return solved_in_steps(CLASSICS[options.puzzle].puzzle, first=options.search == FIRST)


def solved_in_steps(
    puzzle: PolycubePuzzle, *, first: bool = False
) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Search for solutions of a puzzle where its search was left, and yield the puzzle with what was found so far."""
    steps = solve_in_steps(puzzle, first=first)
    while True:
        try:
            found = next(steps)
        except StopIteration as done:
            return replace(puzzle, found=done.value)
        yield Progress(1, 1, found.share, replace(puzzle, found=found))
