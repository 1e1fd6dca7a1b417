# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how good the searches are, beside what they must reach at least: ``make bench``.

Medians over ten seeds with the defaults of the command line. The seconds are those that one core of this machine works;
all cores are used, each for a search of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from math import inf
from statistics import median
from time import perf_counter, process_time
from typing import Any

from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.kind import OSKAR
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle, size_text
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.measures import LEVELS, Measures

SEEDS = range(10)


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


def all_seeds(run: Executor, style: str, size: Size, settings: dict[str, Any]) -> tuple[list[Puzzle], float]:
    """Return the puzzles of all seeds, and the median of the seconds."""
    waiting = [run.submit(searched, style, size, seed, settings) for seed in SEEDS]
    found = [one.result() for one in waiting]
    return [puzzle for puzzle, _ in found], median(seconds for _, seconds in found)


def searches(run: Executor) -> Iterator[str]:
    """Yield a line for each goal."""
    for goal in GOALS:
        puzzles, seconds = all_seeds(run, goal.style, goal.size, goal.settings)
        reached = seconds <= goal.seconds
        columns = []
        for name, least in goal.least.items():
            values = [MEASURES[name](puzzle.measures) for puzzle in puzzles]
            found = min(values) if name in ALL else median(values)
            reached = reached and found >= least
            columns.append(f"{name} {found:,.3g} ({least:,g})" if least <= 1 else f"{name} {found:,.0f} ({least:,g})")
        yield (
            f"{goal.style} {size_text(goal.size)}: {', '.join(columns)}, {seconds:.1f} s ({goal.seconds:g}): "
            f"{'reached' if reached else 'MISSED'}"
        )


def shared(_: Executor) -> Iterator[str]:
    """Yield a line on how much faster two processes search than one, turn by turn; it is the same puzzle."""
    for size, most in (((5, 5, 5), 4.0), ((8, 8, 8), inf)):
        times: dict[int, list[float]] = {1: [], 2: []}
        found = set()
        for _turn in range(2):
            for jobs, seconds in times.items():
                begin = perf_counter()
                found.add(generate(settings_with(size=size, style="hard"), jobs=jobs).faces)
                seconds.append(perf_counter() - begin)
        one, two = min(times[1]), min(times[2])
        verdict = "reached" if one >= 1.8 * two and two <= most and len(found) == 1 else "MISSED"
        wall = f"{two:.1f} s" if most == inf else f"{two:.1f} s ({most:g})"
        yield f"hard {size_text(size)}: two processes are {one / two:.2f} times as fast (1.8), {wall}: {verdict}"


def words(run: Executor) -> Iterator[str]:
    """Yield a line for each difficulty that is asked for."""
    for name, level in LEVELS.items():
        puzzles, seconds = all_seeds(run, "hard", (5, 5, 5), {"difficulty": name})
        ratings = [OSKAR.facts.rating(puzzle) for puzzle in puzzles]
        right = sum(rating is not None and rating.word == level.label for rating in ratings)
        verdict = "reached" if right >= 0.9 * len(puzzles) and seconds <= 12 else "MISSED"
        yield f"hard 5x5x5 asked to be {level.label}: {right} of {len(puzzles)} (9), {seconds:.1f} s (12): {verdict}"


if __name__ == "__main__":
    print("In brackets what must be reached at least, or within")
    with ProcessPoolExecutor() as processes:
        for part in (shared, searches, words):
            for text in part(processes):
                print(text, flush=True)
