# SPDX-License-Identifier: GPL-3.0-or-later
"""The facts about a burr: what those of packing puzzles say, and its sticks or boards, its level and its holes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from ...kind.facts import Measure, Rating, Series
from ...packing.kind import facts as packing
from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import take_solution_apart
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.found import Found, Solution
from ..crossed import boards_of, cut_of, holes, length_of, numbers_of, sticks_of
from ..cut import BOARDS
from .options import WISH

LABEL, BOARD_LABEL = "Burr", "Board Burr"

LEVELS = ((1.0, "Easy"), (3.0, "Medium"), (5.0, "Hard"), (8.0, "Very Hard"), (float("inf"), "Extreme"))
"""Up to how many moves until the first part comes off a burr is called so."""

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


def rating_of(puzzle: PolycubePuzzle) -> Rating | None:
    """Return how hard a burr is, by its level; None where that is not known, or not all solutions are."""
    level = level_of(puzzle) if puzzle.found.is_complete else ()
    if not level:
        return None
    moves = "It takes one move" if level[0] == 1 else f"It takes {level[0]} moves"
    return packing.rated(level[0], LEVELS, f"{moves} until the first part comes off.")


def _name(puzzle: PolycubePuzzle) -> str:
    """Return the kind and the puzzle's name, or the numbers of its pieces."""
    cut = cut_of(puzzle)
    label = BOARD_LABEL if cut is BOARDS else LABEL
    return f"{label} {puzzle.name or _text(numbers_of(puzzle, cut)) or packing.size_text(puzzle)}"


def _text(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _brief(puzzle: PolycubePuzzle) -> str:
    """Return how many solutions are known, how hard it is, and the level of the first one."""
    return packing.brief(puzzle, rating_of(puzzle)) + _and_level(puzzle)


def _summary(puzzle: PolycubePuzzle) -> str:
    """Return the name, the pieces, how many solutions they have, and the level."""
    return f"{_name(puzzle)}: {packing.counts_text(puzzle)}{_and_level(puzzle)}"


def _and_level(puzzle: PolycubePuzzle) -> str:
    level = _level_text(puzzle)
    return f", level {level}" if level else ""


def _level_text(puzzle: PolycubePuzzle) -> str:
    return ".".join(map(str, level_of(puzzle)))


def _numbers(puzzle: PolycubePuzzle) -> dict[str, Any]:
    """Return what is known of a burr for a report that programs read."""
    more = {"sticks": sticks_of(puzzle), "boards": boards_of(puzzle)}
    more_of_cross = {"length": length_of(puzzle), "holes": holes(puzzle)}
    return {**packing.FACTS.numbers(puzzle), **more, **more_of_cross, "level": next(iter(level_of(puzzle)), None)}


MEASURE_LINES: tuple[Measure[PolycubePuzzle], ...] = (
    Measure("sticks", "Sticks", "The numbers of the sticks", lambda puzzle: _text(sticks_of(puzzle))),
    Measure("boards", "Boards", "The numbers of the boards", lambda puzzle: _text(boards_of(puzzle))),
    Measure("holes", "Holes", "How many cells stay empty inside", lambda puzzle: str(holes(puzzle))),
    Measure(
        "level",
        "Level",
        "How many moves it takes until the first piece comes off, and then the next ones",
        _level_text,
    ),
    *(
        replace(
            one, meaning=one.meaning.replace("the box", "the cross").removesuffix(": the measure of the difficulty")
        )
        for one in packing.MEASURE_LINES
        if one.name not in {"box", "pieces", "piece_sizes"}
    ),
)
"""The pieces, and what is known of the solutions."""

FACTS = replace(
    packing.FACTS,
    name=_name,
    summary=_summary,
    measures=MEASURE_LINES,
    brief=_brief,
    rating=rating_of,
    numbers=_numbers,
)


def _figures(puzzle: PolycubePuzzle) -> dict[str, float | None]:
    """Return the numbers by which burrs are compared."""
    level = level_of(puzzle) if puzzle.found.is_complete else ()
    return {
        "level": level[0] if level else None,
        "holes": holes(puzzle),
        **packing.figures_of(puzzle),
    }


SERIES = Series(
    ("level", "holes", *packing.FIGURES),
    "level",
    _figures,
    begins_with={"made_by": WISH, "one_solution": True, "level": 3},
)
