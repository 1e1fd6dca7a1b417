# SPDX-License-Identifier: GPL-3.0-or-later
"""The knowledge of a puzzle while it is drawn: counted in steps, so that who draws need not wait for it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from ...common.words import counted
from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import take_solution_apart
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.solver import solve_in_steps
from ...polycubes.terms.found import Found
from .facts import loose_pieces, placements_of, reasons_of, why_there_is_none

LARGEST_COUNTED = 10_000_000
"""Bits of a table of placements and cells: what would stop the view is left to a search for which one waits."""

MOST_TAKEN_APART = 50
"""Solutions that are taken apart, until one comes apart."""

MOST_ARRANGEMENTS = 1_500
"""That are looked at for one solution: some tenths of a second."""


@dataclass(frozen=True)
class Known:
    """What is known of a puzzle, with the solutions that were found so far.

    ``reasons`` are sentences on what makes it impossible. ``levels`` are those of the first solution that comes apart;
    ``tried`` is how many solutions do not, or not as far as was looked.
    """

    puzzle: PolycubePuzzle
    placements: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    tried: int = 0
    is_over: bool = False

    @property
    def cells(self) -> str:
        """How many cells the pieces have, and how many the goal: "27 of 27 cells"."""
        sizes = [len(piece.shape.cells) for piece in self.puzzle.pieces]
        have = [
            sum(size * count for size, count in zip(sizes, counts, strict=True))
            for counts in zip(*((piece.least, piece.most) for piece in self.puzzle.pieces), strict=True)
        ]
        goal = self.puzzle.goal
        return f"{_range(*have)} of {_range(len(goal.filled), len(goal.cells))} cells"

    @property
    def solutions(self) -> str:
        """How many solutions are known up to rotation, and the level of one; nothing before any is looked for."""
        found = self.puzzle.found
        count = found.counts.up_to_rotation
        if not count and (self.reasons or not found.is_complete):
            return ""
        number = counted(count, "solution", grouped=True) + ("" if found.is_complete else " so far")
        if self.levels:
            return f"{number}, level {'.'.join(map(str, self.levels))}"
        return f"{number}, none comes apart" if self.tried == count and found.is_complete else number


def _range(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def known_in_steps(puzzle: PolycubePuzzle) -> Generator[Known, None, Known]:
    """Look at a puzzle, and yield what is known of it, ever more: all that is soon known, solutions, and a level."""
    loose = loose_pieces(puzzle)
    known = Known(puzzle, reasons=loose)
    yield known
    known = replace(known, placements=placements_of(puzzle))
    yield known
    if sum(known.placements) * len(puzzle.goal.cells) > LARGEST_COUNTED:
        return replace(known, is_over=True)
    known = replace(known, reasons=(*loose, *reasons_of(puzzle)))
    yield known
    for found in _all_found(puzzle):
        known = replace(known, puzzle=replace(puzzle, found=found))
        yield known
        if not known.levels and known.tried < min(MOST_TAKEN_APART, len(found.solutions)):
            known = _with_level(known)
            yield known
    while not known.levels and known.tried < min(MOST_TAKEN_APART, len(known.puzzle.found.solutions)):
        known = _with_level(known)
        yield known
    return replace(known, reasons=known.reasons or why_there_is_none(known.puzzle), is_over=True)


def _all_found(puzzle: PolycubePuzzle) -> Iterator[Found]:
    """Yield what is found, and at last all of it."""
    steps = solve_in_steps(puzzle)
    while True:
        try:
            yield next(steps)
        except StopIteration as done:
            yield done.value
            return


def _with_level(known: Known) -> Known:
    """Take one more solution apart."""
    solution = known.puzzle.found.solutions[known.tried]
    try:
        taken = take_solution_apart(known.puzzle, solution, MOST_ARRANGEMENTS)
    except TooManyArrangementsError:
        taken = None
    return replace(known, tried=known.tried + 1) if taken is None else replace(known, levels=taken.levels)
