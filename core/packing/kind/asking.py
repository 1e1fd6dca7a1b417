# SPDX-License-Identifier: GPL-3.0-or-later
"""The tasks that the command line has for a packing puzzle: find its solutions, and tell whether they come apart."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ...common.errors import InputError
from ...common.options import Value
from ...common.sharing import shared_out
from ...common.words import counted
from ...kind.asking import Answer, Asking, Example, Request
from ...kind.making import Progress, finish
from ...polycubes.assembling.joining import joinings
from ...polycubes.assembling.shown_first import Ordering, one_that_comes_apart_first, with_first
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


def answer_in_steps(
    puzzle: PolycubePuzzle, asked: Collection[str], jobs: int = 1, ordered: Ordering = one_that_comes_apart_first
) -> Generator[Progress[PolycubePuzzle], None, Answer[PolycubePuzzle]]:
    """Do what is asked for in so many processes, and yield now and then how far that has come.

    Raises InputError where one solution and all of them are asked for.
    """
    if FIRST in asked and (also := {COUNT, SOLUTIONS} & {*asked}):
        raise InputError(
            f"With --{FIRST} the search ends at one solution: leave --{' and --'.join(sorted(also))} away."
        )
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
        of_parts = [one for number in sorted(parts) if (one := parts[number].easiest) is not None]
        easiest = min(of_parts, key=lambda one: one[1].levels[:1], default=None)
        if easiest is not None:
            puzzle = with_first(puzzle, easiest[0])
        numbers = {
            "come_apart": apart,
            "come_apart_unknown": unknown,
            "levels": list(easiest[1].levels) if easiest else None,
            "highest_level": max((one.highest for one in parts.values()), default=0) or None,
            **(_put_together(puzzle, *easiest) if easiest else {"placed": None, "moves": None}),
        }
        known = f", of {unknown} it is not known" if unknown else ""
        level = ""
        if levels := numbers["levels"]:
            highest, its_level = numbers["highest_level"], f"at level {'.'.join(map(str, levels))}"
            differs = highest > levels[0]
            level = f", the easiest {its_level}, the hardest at level {highest}" if differs else f", {its_level}"
        lines.append(
            f"{apart:,} of {counted(len(solutions), 'solution', grouped=True)} up to rotation "
            f"can be put together by straight moves{known}{level}."
        )
    else:
        puzzle = finish(ordered(puzzle))
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


def _put_together(puzzle: PolycubePuzzle, solution: Solution, taken: TakenApart) -> dict[str, Any]:
    """Return the pieces of a solution with the cells where they end up, and the moves that bring them there, in turn.

    A move has the numbers of its pieces among those, from 0, as two may have one name, and the cells along X, Y and Z.
    """
    names = list(islice(letters(), len(puzzle.pieces)))
    blocks = puzzle.blocks_of(solution)
    pieces = puzzle.pieces_of(solution)
    return {
        "placed": [{"piece": names[piece], "cells": cells} for piece, cells in zip(pieces, blocks, strict=True)],
        "moves": [
            {
                "placed": list(move.blocks),
                "by": [move.sign * (move.distance or 0) if axis == move.axis else 0 for axis in range(3)],
            }
            for joining in joinings(blocks, taken)
            for move in joining.moves
        ],
    }


def _completed(puzzle: PolycubePuzzle, given: Mapping[str, Value]) -> PolycubePuzzle:
    """Return the pieces of a file with the box that was given in place of the file's goal."""
    size: Any = given.get("size")
    if size is None:
        return puzzle
    return replace(puzzle, goal=Goal.box(size), found=Found())


ASKING = Asking(
    REQUESTS,
    answer_in_steps,
    source_flags=("--pieces",),
    source_options=("size",),
    completed=_completed,
    needs_folder=False,
    examples=(
        Example("--puzzle soma --count", "how many solutions the Soma cube has"),
        Example("--design 5 --size 3 --seed 4 --out pieces", "a new design of five pieces, with tray and lid"),
        Example("--from pieces.xmpuzzle --assemble --json", "how the pieces of a BurrTools file go together"),
    ),
)
