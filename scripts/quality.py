# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how good the searches are, beside what they must reach at least: a part of ``make bench``.

Medians over ten seeds with the defaults of the command line. The seconds are those that one core of this machine works;
all cores are used, each for a search of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from math import inf
from statistics import median
from time import perf_counter, process_time
from typing import Any

from goals import Figure, Table, run, seconds

from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.kind import OSKAR
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle, size_text
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.measures import LEVELS, Measures

SEEDS = 10


@dataclass(frozen=True)
class Goal:
    """A search, the seconds that it may take, and the least medians of some measures."""

    style: str
    size: Size
    seconds: float
    least: dict[str, float]
    settings: dict[str, Any] = field(default_factory=dict)


MEASURES: dict[str, Callable[[Measures], float]] = {
    "looks 1 ahead": lambda found: found.expected_moves[1] or 0,
    "looks 2 ahead": lambda found: found.expected_moves[2] or 0,
    "length": lambda found: found.length,
    "reachable": lambda found: found.reachable / found.positions,
    "no loop": lambda found: found.loops == 0,
    "straight moves": lambda found: found.straight_moves / found.length,
}

ALL = ("reachable", "no loop")
"""What is wanted of every seed, and not of the median."""

WHOLE = {"reachable": 1.0, "no loop": 1.0}


def longest(size: Size, seconds: float, length: int) -> Goal:
    """Return the goal of a longest way, of which half the moves are straight ones at least."""
    return Goal("longest", size, seconds, {"length": length, "straight moves": 0.5})


GOALS = (
    Goal("hard", (5, 5, 5), 12, {"looks 1 ahead": 950, "looks 2 ahead": 620, "length": 40, **WHOLE}),
    Goal("hard", (8, 8, 8), 30, {"looks 1 ahead": 10_000, "looks 2 ahead": 7_000, "length": 140, **WHOLE}),
    longest((6, 6, 6), 10, 215),
    longest((8, 8, 8), 15, 511),
    longest((10, 10, 10), 30, 990),
    longest((12, 12, 12), 30, 1_700),
    longest((7, 7, 7), 30, 325),
    longest((9, 9, 9), 30, 680),
    longest((4, 6, 8), 30, 185),
)


def searched(style: str, size: Size, seed: int, settings: dict[str, Any]) -> tuple[Puzzle, float]:
    """Return a puzzle, and the seconds that it took."""
    begin = process_time()
    puzzle = generate(settings_with(size=size, seed=seed, style=style, **settings))
    return puzzle, process_time() - begin


def all_seeds(
    processes: Executor, style: str, size: Size, settings: dict[str, Any], count: int
) -> tuple[list[Puzzle], float]:
    """Return the puzzles of so many seeds, and the median of the seconds."""
    waiting = [processes.submit(searched, style, size, seed, settings) for seed in range(count)]
    pairs = [result.result() for result in waiting]
    return [puzzle for puzzle, _ in pairs], median(taken for _, taken in pairs)


def searches(table: Table, processes: Executor) -> None:
    """Print a line for each goal."""
    small = (Goal("hard", (3, 3, 3), inf, WHOLE, {"effort": 100}), longest((3, 3, 3), inf, 1))
    for goal in small if table.small else GOALS:
        puzzles, taken = all_seeds(processes, goal.style, goal.size, goal.settings, 2 if table.small else SEEDS)
        figures = [Figure(taken, "s", goal.seconds)]
        for name, least in goal.least.items():
            values = [MEASURES[name](puzzle.measures) for puzzle in puzzles]
            figures.append(Figure(min(values) if name in ALL else median(values), name, least=least))
        table.line(f"{goal.style} {size_text(goal.size)}", *figures)


def shared(table: Table) -> None:
    """Print a line on how much faster two processes search than one, turn by turn; it is the same puzzle."""
    for size, most in (((3, 3, 3), inf),) if table.small else (((5, 5, 5), 4.0), ((8, 8, 8), inf)):
        settings = settings_with(size=size, style="hard", **({"effort": 100} if table.small else {}))
        times: dict[int, list[float]] = {1: [], 2: []}
        faces = set()
        for _ in range(2):
            for jobs, taken in times.items():
                taken.append(seconds(lambda: faces.add(generate(settings, jobs=jobs).faces), 1, perf_counter))  # noqa: B023
        alone, together = min(times[1]), min(times[2])
        table.line(
            f"hard {size_text(size)} by two processes beside one",
            Figure(alone / together, "times as fast", least=1.8),
            Figure(together, "s", most),
            Figure(len(faces), "puzzle", 1),
        )


def words(table: Table, processes: Executor) -> None:
    """Print a line for each difficulty that is asked for."""
    for name, level in list(LEVELS.items())[: 1 if table.small else None]:
        count = 1 if table.small else SEEDS
        puzzles, taken = all_seeds(processes, "hard", (5, 5, 5), {"difficulty": name}, count)
        ratings = [OSKAR.rating(puzzle) for puzzle in puzzles]
        right = sum(rating is not None and rating.word == level.label for rating in ratings)
        what = f"hard 5x5x5 asked to be {level.label}"
        table.line(what, Figure(right, f"of {count}", least=0.9 * count), Figure(taken, "s", 12))


def bench(table: Table) -> None:
    """Measure all of it."""
    with ProcessPoolExecutor() as processes:
        shared(table)
        searches(table, processes)
        words(table, processes)


if __name__ == "__main__":
    sys.exit(run(bench, __doc__))
