# SPDX-License-Identifier: GPL-3.0-or-later
"""The tasks that the command line has for a packing puzzle: find its solutions, and tell whether they come apart."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import replace
from typing import Any

from ...common.options import Value
from ...common.words import counted
from ...kind.asking import Answer, Asking, Request
from ...kind.making import Progress
from ...polycubes.assembling.joining import joinings
from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import TakenApart, take_solution_apart
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.solving.solver import solve_in_steps
from ...polycubes.terms.found import Found, Solution
from ...polycubes.terms.goal import Goal
from ...polycubes.terms.piece import letters
from ..files.solutions_text import solutions_text

COUNT, FIRST, SOLUTIONS, ASSEMBLE = "count", "first", "solutions", "assemble"

REQUESTS = (
    Request(COUNT, "search for all solutions, however long it takes"),
    Request(FIRST, "search for one solution only"),
    Request(SOLUTIONS, "search for all solutions, and write them as pictures of their layers", file=True),
    Request(ASSEMBLE, "report how many solutions can be put together by straight moves, and how one of them is"),
)

SHORT_SEARCH = 200_000
"""Nodes of a search that goes on after the first solution, where nothing is asked for: about a second."""

AXES = "xyz"


def answer_in_steps(
    puzzle: PolycubePuzzle, asked: Collection[str]
) -> Generator[Progress[PolycubePuzzle], None, Answer[PolycubePuzzle]]:
    """Do what is asked for, and yield now and then how far that has come."""
    apart_share = 0.5 if ASSEMBLE in asked else 0.0
    if not (FIRST in asked and puzzle.found.solutions):
        for found in _found(puzzle, asked):
            puzzle = replace(puzzle, found=found)
            yield Progress(1, 1, (1 - apart_share) * found.share, puzzle)
    numbers: dict[str, Any] = {}
    lines: list[str] = []
    if ASSEMBLE in asked:
        apart: list[tuple[Solution, TakenApart]] = []
        unknown = 0
        solutions = puzzle.found.solutions
        for number, solution in enumerate(solutions):
            try:
                taken = take_solution_apart(puzzle, solution)
            except TooManyArrangementsError:
                unknown += 1
            else:
                apart += [] if taken is None else [(solution, taken)]
            if number % 50 == 0:
                yield Progress(1, 1, 1 - apart_share * (1 - number / len(solutions)), puzzle)
        numbers = {
            "come_apart": len(apart),
            "come_apart_unknown": unknown,
            "levels": list(apart[0][1].levels) if apart else None,
            "assembly": _assembly(puzzle, *apart[0]) if apart else None,
        }
        known = f", of {unknown} it is not known" if unknown else ""
        level = f", the first one at level {'.'.join(map(str, numbers['levels']))}" if apart else ""
        lines.append(
            f"{len(apart):,} of {counted(len(solutions), 'solution', grouped=True)} up to rotation "
            f"can be put together by straight moves{known}{level}."
        )
    texts = {SOLUTIONS: solutions_text(puzzle)} if SOLUTIONS in asked else {}
    return Answer(puzzle, numbers, texts, tuple(lines))


def _found(puzzle: PolycubePuzzle, asked: Collection[str]) -> Generator[Found, None, None]:
    """Yield what is known of the solutions, ever more of them, until there are as many as are asked for."""
    steps = solve_in_steps(puzzle, first=FIRST in asked)
    while True:
        try:
            found = next(steps)
        except StopIteration as done:
            yield done.value
            return
        yield found
        if not asked and found.counts.total and found.nodes > SHORT_SEARCH:
            return


def _assembly(puzzle: PolycubePuzzle, solution: Solution, taken: TakenApart) -> list[dict[str, Any]]:
    """Return the moves that put a solution together, in turn, each with the cells where its pieces end up."""
    names = letters()
    name_of = [next(names) for _ in puzzle.pieces]
    pieces = puzzle.pieces_of(solution)
    blocks = puzzle.blocks_of(solution)
    return [
        {
            "pieces": [name_of[pieces[block]] for block in move.blocks],
            "cells": [blocks[block] for block in move.blocks],
            "axis": AXES[move.axis],
            "distance": move.sign * (move.distance or 0),
        }
        for joining in joinings(blocks, taken)
        for move in joining.moves
    ]


def _completed(puzzle: PolycubePuzzle, given: Mapping[str, Value]) -> PolycubePuzzle:
    """Return the pieces of a file with the box that was given in place of the file's goal."""
    size: Any = given.get("size")
    if size is None:
        return puzzle
    return PolycubePuzzle(puzzle.pieces, Goal.box(size), puzzle.name, notes=puzzle.notes)


ASKING = Asking(
    REQUESTS,
    answer_in_steps,
    source_flags=("--pieces",),
    source_options=("size",),
    completed=_completed,
    needs_folder=False,
)
