# SPDX-License-Identifier: GPL-3.0-or-later
"""The questions about a packing puzzle: its solutions, and whether they come apart.

The command line asks for all at once; while a puzzle is drawn it is counted in steps, so that nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..common.errors import InputError
from ..common.sharing import shared_out
from ..common.task import Task, finish
from ..common.words import counted
from ..kind.facts import Progress, Values
from ..kind.kind import Answer, Asking, Example, Request
from ..polycubes.goal import Goal
from ..polycubes.parting import TooManyArrangementsError
from ..polycubes.puzzle import Found, PolycubePuzzle, Solution
from ..polycubes.solver import solve_in_steps
from ..polycubes.taking_apart import (
    ComeApart,
    TakenApart,
    easiest_first,
    joinings,
    solutions_apart,
    take_solution_apart,
    with_first,
)
from .facts import lettered, loose_pieces, placements_of, reasons_of, why_there_is_none
from .files.pieces_text import solutions_text

COUNT, FIRST, SOLUTIONS, ASSEMBLE = "count", "first", "solutions", "assemble"

REQUESTS = (
    Request(COUNT, "search for all solutions, however long it takes"),
    Request(FIRST, "search for one solution; else about a second longer"),
    Request(SOLUTIONS, "search for all solutions, and write them as pictures of their layers", file=True),
    Request(ASSEMBLE, "report how many solutions can be put together by straight moves, and how one of them is"),
)

SHORT_SEARCH = 200_000
"""Nodes of a search that goes on after the first solution, where nothing is asked for: about a second."""

AT_ONCE = 16
"""Solutions that are taken apart in one task."""


def _with_texts(answer: Answer[PolycubePuzzle], asked: Collection[str]) -> Answer[PolycubePuzzle]:
    return replace(answer, texts={SOLUTIONS: solutions_text(answer.puzzle)} if SOLUTIONS in asked else {})


def _found(puzzle: PolycubePuzzle, asked: Collection[str], jobs: int) -> Generator[Found, None, None]:
    """Yield what is known of the solutions, ever more of them, until there are as many as are asked for."""
    solving = Task(solve_in_steps(puzzle, first=FIRST in asked, jobs=jobs if asked else 1))
    for solved in solving:
        yield solved
        if not asked and solved.counts.total and solved.nodes > SHORT_SEARCH:
            return
    yield solving.result


def _taken_apart(puzzle: PolycubePuzzle, jobs: int) -> Generator[float, None, ComeApart]:
    """Take all known solutions apart in so many processes, and yield which share of them is done."""
    solutions = puzzle.found.solutions
    tasks = [solutions[place : place + AT_ONCE] for place in range(0, len(solutions), AT_ONCE)]
    parts: dict[int, ComeApart] = {}
    for sign in shared_out(solutions_apart, replace(puzzle, found=Found()), tasks, jobs):
        if sign is not None and sign.is_done:
            parts[sign.number] = sign.value
        yield len(parts) / len(tasks)
    return sum((parts[number] for number in sorted(parts)), ComeApart())


def _assembled(puzzle: PolycubePuzzle, come: ComeApart) -> Answer[PolycubePuzzle]:
    """Return what is said of solutions that were taken apart, with the easiest one first."""
    levels = None if come.easiest is None else list(come.easiest[1].levels)
    numbers = {
        "come_apart": come.apart,
        "come_apart_unknown": come.unknown,
        "levels": levels,
        "highest_level": come.highest or None,
        **({"placed": None, "moves": None} if come.easiest is None else _put_together(puzzle, *come.easiest)),
    }
    level = ""
    if levels:
        its_level = f"at level {'.'.join(map(str, levels))}"
        differs = come.highest > levels[0]
        level = f", the easiest {its_level}, the hardest at level {come.highest}" if differs else f", {its_level}"
    known = f", of {come.unknown} it is not known" if come.unknown else ""
    of = "known solution" if puzzle.found.is_given else "solution"
    line = (
        f"{come.apart:,} of {counted(len(puzzle.found.solutions), of, grouped=True)} up to rotation "
        f"can be put together by straight moves{known}{level}."
    )
    return Answer(puzzle if come.easiest is None else with_first(puzzle, come.easiest[0]), numbers, lines=(line,))


def _put_together(puzzle: PolycubePuzzle, solution: Solution, taken: TakenApart) -> dict[str, Any]:
    """Return the pieces of a solution with the cells where they end up, and the moves that bring them there, in turn.

    A move has the numbers of its pieces among those, from 0, as two may have one name, and the cells along X, Y and Z.
    """
    return {
        "placed": [{"piece": name, "cells": cells} for name, cells in lettered(puzzle, solution)],
        "moves": [
            {
                "placed": list(move.blocks),
                "by": [move.sign * (move.distance or 0) if axis == move.axis else 0 for axis in range(3)],
            }
            for joining in joinings(puzzle.blocks_of(solution), taken)
            for move in joining.moves
        ],
    }


class PackingAsking(Asking[PolycubePuzzle]):
    """The tasks of the command line for pieces, whatever they fill."""

    requests = REQUESTS
    source_flags: tuple[str, ...] = ("--pieces",)
    source_options: tuple[str, ...] = ("size",)
    examples: tuple[Example, ...] = (
        Example("--puzzle soma --count", "how many solutions the Soma cube has"),
        Example("--design 5 --size 3 --seed 4 --out pieces", "a new design of five pieces, with tray and lid"),
        Example("--from pieces.xmpuzzle --assemble --json", "how the pieces of a BurrTools file go together"),
    )

    def answer_in_steps(
        self, puzzle: PolycubePuzzle, asked: Collection[str], jobs: int = 1
    ) -> Generator[Progress[PolycubePuzzle], None, Answer[PolycubePuzzle]]:
        """Search for solutions, and take them apart; raises InputError where one and all of them are asked for."""
        if FIRST in asked and (also := {COUNT, SOLUTIONS} & {*asked}):
            raise InputError(f"First ends the search at one solution: leave it out, or {' and '.join(sorted(also))}.")
        apart_share = 0.5 if ASSEMBLE in asked else 0.0
        is_enough = FIRST in asked or (puzzle.found.is_given and not {COUNT, SOLUTIONS} & {*asked})
        if not (is_enough and puzzle.found.solutions):
            for solved in _found(puzzle, asked, jobs):
                puzzle = replace(puzzle, found=solved)
                yield Progress(1, 1, (1 - apart_share) * solved.share, puzzle)
        if ASSEMBLE in asked:
            taking = Task(_taken_apart(puzzle, jobs))
            for share in taking:
                yield Progress(1, 1, 1 - apart_share * (1 - share), puzzle)
            answer = _assembled(puzzle, taking.result)
        else:
            answer = Answer(finish(easiest_first(puzzle)))
        return _with_texts(answer, asked)

    def answer_so_far(self, puzzle: PolycubePuzzle, asked: Collection[str]) -> Answer[PolycubePuzzle]:
        """Return the solutions that are known, as texts, too, where those were asked for."""
        return _with_texts(Answer(puzzle), asked)

    def completed(self, puzzle: PolycubePuzzle, given: Values) -> PolycubePuzzle:
        """Return the pieces of a file with the box that was given; raises InputError beside another goal."""
        size: Any = given.get("size")
        if size is None:
            return puzzle
        if not puzzle.goal.is_box:
            raise InputError("Size is given, but the file says what its pieces fill: leave out one of the two.")
        return replace(puzzle, goal=Goal.box(size), found=Found())


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
    levels: tuple[int, ...] | None = None
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
        known = self.puzzle.found
        count = known.counts.up_to_rotation
        if not count and (self.reasons or not known.is_complete):
            return ""
        number = counted(count, "solution", grouped=True) + ("" if known.is_complete else " so far")
        if self.levels:
            return f"{number}, level {'.'.join(map(str, self.levels))}"
        return f"{number}, none comes apart" if self.tried == count and known.is_complete else number


def _range(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def known_in_steps(puzzle: PolycubePuzzle) -> Generator[Known, None, Known]:
    """Look at a puzzle, and yield more and more of what is known: what is soon known, solutions, and a level."""
    loose = loose_pieces(puzzle)
    known = Known(puzzle, reasons=loose)
    yield known
    known = replace(known, placements=placements_of(puzzle))
    yield known
    if sum(known.placements) * len(puzzle.goal.cells) > LARGEST_COUNTED:
        return replace(known, is_over=True)
    known = replace(known, reasons=(*loose, *reasons_of(puzzle)))
    yield known
    for solved in _all_found(puzzle):
        known = replace(known, puzzle=replace(puzzle, found=solved))
        yield known
        if known.levels is None and known.tried < min(MOST_TAKEN_APART, len(solved.solutions)):
            known = _with_level(known)
            yield known
    while known.levels is None and known.tried < min(MOST_TAKEN_APART, len(known.puzzle.found.solutions)):
        known = _with_level(known)
        yield known
    return replace(known, reasons=known.reasons or why_there_is_none(known.puzzle), is_over=True)


def _all_found(puzzle: PolycubePuzzle) -> Iterator[Found]:
    """Yield what is found, and at last all of it."""
    yield (yield from solve_in_steps(puzzle))


def _with_level(known: Known) -> Known:
    """Take one more solution apart."""
    solution = known.puzzle.found.solutions[known.tried]
    try:
        taken = take_solution_apart(known.puzzle, solution, MOST_ARRANGEMENTS)
    except TooManyArrangementsError:
        taken = None
    return replace(known, tried=known.tried + 1) if taken is None else replace(known, levels=taken.levels)
