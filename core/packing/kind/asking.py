# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line can be asked of a packing puzzle: its solutions, and whether they come apart."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import replace
from typing import Any

from ...common.options import Value
from ...common.processes import shared_out
from ...common.words import counted
from ...kind.asking import Answer, Asking, Request
from ...kind.making import Progress
from ...polycubes.assembling.joining import joinings
from ...polycubes.assembling.taking_apart import ComeApart, TakenApart, solutions_apart
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

AT_ONCE = 16
"""Solutions that are taken apart in one task."""

AXES = "xyz"


def answer_in_steps(
    puzzle: PolycubePuzzle, asked: Collection[str], jobs: int = 1
) -> Generator[Progress[PolycubePuzzle], None, Answer[PolycubePuzzle]]:
    """Do what is asked for in so many processes, and yield now and then how far that has come."""
    apart_share = 0.5 if ASSEMBLE in asked else 0.0
    if not (FIRST in asked and puzzle.found.solutions):
        for found in _found(puzzle, asked, jobs):
            puzzle = replace(puzzle, found=found)
            yield Progress(1, 1, (1 - apart_share) * found.share, puzzle)
    numbers: dict[str, Any] = {}
    lines: list[str] = []
    if ASSEMBLE in asked:
        solutions = puzzle.found.solutions
        parts: dict[int, ComeApart] = {}
        tasks = [solutions[place : place + AT_ONCE] for place in range(0, len(solutions), AT_ONCE)]
        for sign in shared_out(solutions_apart, replace(puzzle, found=Found()), tasks, jobs):
            if sign is not None and sign.is_done:
                parts[sign.number] = sign.value
            yield Progress(1, 1, 1 - apart_share * (1 - len(parts) / len(tasks)), puzzle)
        apart, unknown = sum(one.apart for one in parts.values()), sum(one.unknown for one in parts.values())
        first = next((parts[number].first for number in sorted(parts) if parts[number].first is not None), None)
        numbers = {
            "come_apart": apart,
            "come_apart_unknown": unknown,
            "levels": list(first[1].levels) if first else None,
            "assembly": _assembly(puzzle, *first) if first else None,
        }
        known = f", of {unknown} it is not known" if unknown else ""
        level = f", the first one at level {'.'.join(map(str, numbers['levels']))}" if first else ""
        lines.append(
            f"{apart:,} of {counted(len(solutions), 'solution', grouped=True)} up to rotation "
            f"can be put together by straight moves{known}{level}."
        )
    texts = {SOLUTIONS: solutions_text(puzzle)} if SOLUTIONS in asked else {}
    return Answer(puzzle, numbers, texts, tuple(lines))


def _found(puzzle: PolycubePuzzle, asked: Collection[str], jobs: int) -> Generator[Found, None, None]:
    """Yield what is known of the solutions, ever more of them, until there are as many as are asked for."""
    steps = solve_in_steps(puzzle, first=FIRST in asked, jobs=jobs if asked else 1)
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
