# SPDX-License-Identifier: GPL-3.0-or-later
"""The facts about a packing puzzle: its measures as lines for people, its difficulty, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar

from ..common.words import counted
from ..kind.facts import Facts, Measure, Rating, Series, Values
from ..polycubes.board import Board, canonical_form, volumes, why_it_cannot_fit
from ..polycubes.goal import Goal, Piece, letters, number_of_placements
from ..polycubes.parting import TooManyArrangementsError
from ..polycubes.puzzle import Found, PolycubePuzzle, Solution
from ..polycubes.shape import Cells, Colors, connected_parts
from ..polycubes.taking_apart import take_solution_apart
from .making.design import tries
from .making.options import DESIGN, named_as

LEVELS = ((60.0, "Easy"), (250.0, "Medium"), (1000.0, "Hard"), (10_000.0, "Very Hard"), (float("inf"), "Extreme"))
"""Up to how many tries for each solution a puzzle is called so."""


@lru_cache(maxsize=16)
def _placements(pieces: tuple[Piece, ...], goal: Goal, colors: Colors) -> tuple[int, ...]:
    shapes = {piece.shape.upright for piece in pieces if piece.most}
    numbers = {shape: number_of_placements(shape, goal, colors) for shape in shapes}
    return tuple(numbers.get(piece.shape.upright, 0) for piece in pieces)


@lru_cache(maxsize=16)
def _reasons(pieces: tuple[Piece, ...], goal: Goal, colors: Colors) -> tuple[str, ...]:
    return why_it_cannot_fit(Board(pieces, goal, colors))


def placements_of(puzzle: PolycubePuzzle) -> tuple[int, ...]:
    """Return in how many ways each piece fits into the goal."""
    return _placements(puzzle.pieces, puzzle.goal, puzzle.colors)


def reasons_of(puzzle: PolycubePuzzle) -> tuple[str, ...]:
    """Return sentences on what makes every solution impossible at first sight; none where a search must show."""
    return _reasons(puzzle.pieces, puzzle.goal, puzzle.colors)


def loose_pieces(puzzle: PolycubePuzzle) -> tuple[str, ...]:
    """Return a sentence for each piece that does not hang together."""
    parts = zip(letters(), (len(connected_parts(piece.shape.cells)) for piece in puzzle.pieces), strict=False)
    return tuple(f"Piece {name} hangs in {count} parts." for name, count in parts if count > 1)


def lettered(puzzle: PolycubePuzzle, solution: Solution) -> list[tuple[str, Cells]]:
    """Return the letters of the pieces of a solution, and the cells that each fills."""
    names = list(islice(letters(), len(puzzle.pieces)))
    return [(names[piece], cells) for piece, cells in puzzle.lying(solution)]


def rated(value: float, levels: Sequence[tuple[float, str]], sentence: str) -> Rating:
    """Return how hard a puzzle is by a number: the first word whose end it does not pass; the last has no end."""
    number = next(number for number, (most, _) in enumerate(levels) if value <= most)
    below = levels[number - 1][0] if number else 0.0
    above = levels[number][0] if number < len(levels) - 1 else 10 * below
    share = (number + min(1.0, (value - below) / (above - below))) / len(levels)
    return Rating(levels[number][1], share, sentence)


def why_there_is_none(puzzle: PolycubePuzzle) -> tuple[str, ...]:
    """Return sentences on why a puzzle has no solution; nothing where it has one, or where that is not known."""
    known = puzzle.found
    if not known.is_complete or known.counts.total:
        return ()
    reasons = reasons_of(puzzle)
    if reasons:
        return tuple(f"There is no solution. {reason}" for reason in reasons)
    most = sum(piece.least for piece in puzzle.pieces)
    beside = f" of {most}" if all(piece.least == piece.most for piece in puzzle.pieces) else ""
    most_placed = f"At most {len(known.deepest)}{beside} pieces were placed, as shown."
    tried = "the one way there is was" if known.nodes == 1 else f"all {known.nodes:,} ways were"
    return (f"There is no solution: {tried} tried. {most_placed}",)


MOST_ARRANGEMENTS = 5_000
"""That are looked at for a level, a second or so."""


def level_of(puzzle: PolycubePuzzle) -> tuple[int, ...]:
    """Return the level of the first solution; nothing where it does not come apart, or that is not soon known."""
    solutions = puzzle.found.solutions
    return _level(replace(puzzle, found=Found(), name=""), solutions[0]) if solutions else ()


@lru_cache(maxsize=64)
def _level(puzzle: PolycubePuzzle, solution: Solution) -> tuple[int, ...]:
    try:
        taken = take_solution_apart(puzzle, solution, MOST_ARRANGEMENTS)
    except TooManyArrangementsError:
        return ()
    return () if taken is None else taken.levels


def _cells(puzzle: PolycubePuzzle) -> str:
    goal = puzzle.goal
    shape = " x ".join(map(str, goal.size))
    if goal.is_box:
        return shape
    optional = f" and {len(goal.optional)} optional" if goal.optional else ""
    return f"{len(goal.filled)}{optional} in {shape}"


def _pieces(puzzle: PolycubePuzzle) -> str:
    least, most = (sum(counts) for counts in zip(*((piece.least, piece.most) for piece in puzzle.pieces), strict=True))
    return f"{least}" if least == most else f"{least} to {most}"


def _known(known: Found) -> str:
    """Return a word behind a number of solutions which are not all that there are."""
    return "" if known.is_complete else " known" if known.is_given else " so far"


def _count(number: Callable[[PolycubePuzzle], int]) -> Callable[[PolycubePuzzle], str]:
    def text(puzzle: PolycubePuzzle) -> str:
        return f"{number(puzzle):,}{_known(puzzle.found)}"

    return text


def _tries(puzzle: PolycubePuzzle) -> str:
    known = puzzle.found
    return f"{round(tries(puzzle)):,}{_known(known)}" if known.counts.total and known.nodes else ""


LEVEL: Measure[PolycubePuzzle] = Measure(
    "level",
    "Level",
    "How many moves it takes until the first piece comes off, and then the next ones",
    lambda puzzle: ".".join(map(str, level_of(puzzle))),
)

MEASURE_LINES: tuple[Measure[PolycubePuzzle], ...] = (
    Measure("box", "Box", "The cells to fill", _cells),
    Measure("pieces", "Pieces", "How many pieces there are", _pieces),
    Measure(
        "piece_sizes",
        "Piece Sizes",
        "Cells of the pieces, the smallest first",
        lambda puzzle: ", ".join(map(str, sorted({len(piece.shape.cells) for piece in puzzle.pieces}))),
        detail=True,
    ),
    Measure(
        "placements",
        "Placements",
        "The number of ways in which each piece alone fits into the box, added up",
        lambda puzzle: f"{sum(placements_of(puzzle)):,}",
        detail=True,
    ),
    Measure(
        "total", "Solutions", "All solutions, as they lie in the box", _count(lambda puzzle: puzzle.found.counts.total)
    ),
    Measure(
        "up_to_rotation",
        "Up to Rotation",
        "Solutions, counted once if a rotation of the box turns one into the other",
        _count(lambda puzzle: puzzle.found.counts.up_to_rotation),
    ),
    Measure(
        "up_to_reflection",
        "And Reflection",
        "Solutions, counted once also if they are mirror images of each other",
        lambda puzzle: f"{puzzle.found.counts.up_to_reflection:,}" if puzzle.found.is_complete else "",
    ),
    # Without a cell that stays empty the first part comes off in one move, or never.
    replace(LEVEL, text=lambda puzzle: LEVEL.text(puzzle) if puzzle.goal.optional else ""),
    Measure(
        "searched",
        "Searched",
        "How much of the search for all solutions is done",
        lambda puzzle: "" if puzzle.found.is_complete or puzzle.found.is_given else f"{puzzle.found.share:.0%}",
    ),
    Measure(
        "tries",
        "Tries",
        "Pieces that the search has tried for each solution: the measure of the difficulty",
        _tries,
        detail=True,
    ),
)
"""The puzzle, and what is known of its solutions."""

FIGURES = (
    "tries",
    "cells",
    "pieces",
    "placements",
    "total",
    "up_to_rotation",
    "up_to_reflection",
    "nodes",
)
"""The numbers by which puzzles are compared."""


LABEL = "Packing Cube"


def size_text(puzzle: PolycubePuzzle) -> str:
    """Return the cells of the goal along each axis."""
    return "x".join(map(str, puzzle.goal.size))


def counts_text(puzzle: PolycubePuzzle) -> str:
    """Return how many pieces a puzzle has, and how many solutions."""
    return f"{counted(len(puzzle.pieces), 'different piece')}, {puzzle.found.in_words()}"


class PackingFacts(Facts[PolycubePuzzle], Series[PolycubePuzzle]):
    """The facts about a packing puzzle, and the numbers by which many are compared."""

    measures = MEASURE_LINES
    figures: tuple[str, ...] = FIGURES
    hardness = "tries"
    series_begins_with: ClassVar[Values] = MappingProxyType({"puzzle": DESIGN})

    def name_of(self, puzzle: PolycubePuzzle) -> str:
        """Return the kind and the puzzle's name, or the size of its goal."""
        return f"{LABEL} {puzzle.name or size_text(puzzle)}"

    def size_of(self, puzzle: PolycubePuzzle) -> str:
        """Return the cells of the goal along each axis."""
        return size_text(puzzle)

    def brief(self, puzzle: PolycubePuzzle) -> str:
        """Return how many solutions are known, how hard the puzzle is, once all are, and a level where it has one."""
        rating, known = self.rating(puzzle), puzzle.found
        if known == Found():
            reasons = volumes(puzzle.pieces, puzzle.goal)
            return f"no solution, as {reasons[0][0].lower()}{reasons[0][1:-1]}" if reasons else "no solution known yet"
        number = counted(known.counts.up_to_rotation, "solution", grouped=True)
        judged = f", {rating.word}" if rating and known.is_complete else _known(known)
        return f"{number}{judged}{self._and_level(puzzle)}"

    def summary(self, puzzle: PolycubePuzzle) -> str:
        """Return the name, the pieces, how many solutions they have, and a level where it has one."""
        return f"{self.name_of(puzzle)}: {counts_text(puzzle)}{self._and_level(puzzle)}"

    def _and_level(self, puzzle: PolycubePuzzle) -> str:
        level = next(measure for measure in self.measures if measure.name == LEVEL.name).text(puzzle)
        return f", level {level}" if level else ""

    def canonical_form(self, puzzle: PolycubePuzzle) -> bytes:
        """Return the least of all ways to turn and mirror the pieces and the goal."""
        return canonical_form(puzzle)

    def warnings(self, puzzle: PolycubePuzzle) -> tuple[str, ...]:
        """Return why there is no solution, and what of a file is kept and not used."""
        notes = list(puzzle.notes)
        if loose := loose_pieces(puzzle):
            notes.append(" ".join((*loose, "Each part would be printed by itself.")))
        return tuple(dict.fromkeys((*why_there_is_none(puzzle), *notes)))

    def rating(self, puzzle: PolycubePuzzle) -> Rating | None:
        """Return how hard a puzzle is, by the tries for each of its solutions; None where these are not known."""
        known = puzzle.found
        classic = None if known.is_complete else named_as(puzzle)
        if known.is_complete and known.counts.total:
            made = tries(puzzle)
        elif classic is not None and classic.full_search is not None:
            made = classic.full_search[0] / classic.full_search[1]
        else:
            return None
        sentence = f"A search that always fills the narrowest place tries {round(made):,} pieces for each solution."
        return rated(made, LEVELS, sentence)

    def numbers(self, puzzle: PolycubePuzzle) -> dict[str, Any]:
        """Return what is known of a puzzle for a report that programs read."""
        known = puzzle.found
        return {
            "name": puzzle.name,
            "size": puzzle.goal.size,
            "cells": len(puzzle.goal.filled),
            "optional_cells": len(puzzle.goal.optional),
            "pieces": [
                {"name": name, "least": piece.least, "most": piece.most, "cells": piece.shape.cells}
                for piece, name in zip(puzzle.pieces, letters(), strict=False)
            ],
            "placements": placements_of(puzzle),
            "solutions": {
                "total": known.counts.total,
                "up_to_rotation": known.counts.up_to_rotation,
                "up_to_reflection": known.counts.up_to_reflection,
                "complete": known.is_complete,
                "searched": round(known.share, 6),
            },
            "nodes": known.nodes,
        }

    def solutions(self, puzzle: PolycubePuzzle) -> list[list[tuple[str, Cells]]]:
        """Return, for each known solution, the letters of its pieces and the cells that they fill."""
        return [lettered(puzzle, solution) for solution in puzzle.found.solutions]

    def figures_of(self, puzzle: PolycubePuzzle) -> dict[str, float | None]:
        """Return the figures of a puzzle; those of solutions are known once all were searched for."""
        known = puzzle.found
        counts = known.counts
        solved = (counts.total, counts.up_to_rotation, counts.up_to_reflection, known.nodes)
        numbers = (
            round(tries(puzzle), 3) if known.is_complete and counts.total else None,
            len(puzzle.goal.filled),
            sum(piece.most for piece in puzzle.pieces),
            sum(placements_of(puzzle)),
            *(solved if known.is_complete else [None] * len(solved)),
        )
        return dict(zip(FIGURES, numbers, strict=True))
