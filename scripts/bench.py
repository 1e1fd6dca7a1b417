# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast cubes are made, exported and dragged, what large ones take, and searches: for ``make bench``.

They are seconds on this machine; ``make against`` states ratios to an older revision. Of searches they are medians over
ten seeds with the defaults of the command line, and the seconds that one core works; all cores are used, each for a
search of its own.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from goals import Call, Figure, Table, called, run, seconds

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle, size_text
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.measures import Measures
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_mazecube, puzzle_to_mazecube
from puzzle_cubes.printing.printer import Printer

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
    "looks 1 ahead": lambda measures: measures.expected_moves[1] or 0,
    "looks 2 ahead": lambda measures: measures.expected_moves[2] or 0,
    "length": lambda measures: measures.length,
    "reachable": lambda measures: measures.reachable / measures.positions,
    "no loop": lambda measures: measures.loops == 0,
    "straight moves": lambda measures: measures.straight_moves / measures.length,
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


WORD_SIDES = {"very_hard": 6, "extreme": 7}
"""The sides of boxes in which a word is in reach, where that is no 5x5x5."""


def words(table: Table, processes: Executor) -> None:
    """Print a line for each difficulty that is asked for."""
    for name, level in list(LEVELS.items())[: 1 if table.small else None]:
        count = 1 if table.small else SEEDS
        side = WORD_SIDES.get(name, 5)
        puzzles, taken = all_seeds(processes, "hard", (side, side, side), {"difficulty": name}, count)
        ratings = [OSKAR.rating(puzzle) for puzzle in puzzles]
        right = sum(rating is not None and rating.word == level.label for rating in ratings)
        what = f"hard {side}x{side}x{side} asked to be {level.label}"
        most = 40 if level.end == inf else 12
        table.line(what, Figure(right, f"of {count}", least=0.9 * count), Figure(taken, "s", most))


def bench_quality(table: Table) -> None:
    """Measure how good the searches are."""
    with ProcessPoolExecutor() as processes:
        shared(table)
        searches(table, processes)
        words(table, processes)


ROUNDS = 7
EXPORTS = {10: 0.15, 30: 0.6}
"""By the cells along each side: the seconds from settings to STL on disk."""

LARGE, BESIDE = 100, 30
"""The cells of a large cube, and of that beside which it is measured."""

TIMES_OF_STL, TIMES_OF_KIT = 11, 14
"""How many times the processor's seconds of the smaller one's STL the large one's, and its kit's, may take."""


def bench_meshes(table: Table) -> None:
    """Time box, cross and trace from a puzzle to mesh arrays."""
    dimensions = Dimensions()
    for cells, rounds, most in ((10, 1, inf),) if table.small else ((10, 20, 0.03), (LARGE, 3, 3.0)):
        puzzle = generate(Settings((cells, cells, cells)))
        _ = puzzle.solution  # searched for once, and not a part of the mesh
        parts = (partial(box, puzzle), partial(cross, puzzle.size), partial(trace, puzzle))
        taken = seconds(lambda: [part(dimensions).mesh() for part in parts], rounds, perf_counter)  # noqa: B023
        table.line(f"meshes {cells}x{cells}x{cells}", Figure(taken, "s", most))


def export(folder: str, cells: int, *options: str) -> Call:
    """Export a puzzle, usually in one piece, into a new folder, and return the call with its report."""
    size = ("--size", *[str(cells)] * 3, *(options or ("--one-piece",)))
    return called(["-m", "puzzle_cubes", "oskar", *size, "--out", f"{folder}/{cells}", "--json"])


def bench_export(table: Table) -> None:
    """Time settings to STL on disk, and a kit from the puzzle to meshes and files."""
    cells_of_kit = 3 if table.small else 10
    with tempfile.TemporaryDirectory() as folder:
        for cells, most in {4: 1.0}.items() if table.small else EXPORTS.items():
            calls = [export(f"{folder}/{turn}", cells) for turn in range(1 if table.small else ROUNDS)]
            parts = min((json.loads(call.text)["seconds"] for call in calls), key=lambda taken: sum(taken.values()))
            split = ", ".join(f"{name} {part:.3f}" for name, part in parts.items())
            table.line(f"settings to STL {cells}x{cells}x{cells}", Figure(sum(parts.values()), "s", most), beside=split)
        parts = json.loads(export(f"{folder}/kit", cells_of_kit, "--kit", "--bed", "300", "300").text)["seconds"]
        table.line(f"kit {cells_of_kit}: meshes and files", Figure(parts["mesh"] + parts["export"], "s", 2.0))


def bench_large(table: Table) -> None:
    """Compare the export of a large cube, and of its kit, with that of a smaller one."""
    large, beside = (5, 4) if table.small else (LARGE, BESIDE)
    with tempfile.TemporaryDirectory() as folder:
        base = min(export(f"{folder}/{number}", beside).processor for number in range(1 if table.small else 3))
        for what, options, times, gigabytes in (
            ("STL", (), TIMES_OF_STL, 0.8),
            ("kit", ("--kit", "--bed", "2600", "2600"), TIMES_OF_KIT, 0.6),
        ):
            call = export(f"{folder}/{what}", large, *options)
            files = [file for file in Path(folder, what).rglob("*") if file.is_file()]
            table.line(
                f"{what} {large}x{large}x{large} beside STL {beside}x{beside}x{beside}",
                Figure(call.processor / base, "times the processor's time", times),
                Figure(call.gigabytes, "GB", gigabytes),
                Figure(sum(file.stat().st_size for file in files) / 1e6, "MB", 120),
                beside=f"{call.processor:.1f} s beside {base:.1f} s",
            )


def bench_calls(table: Table) -> None:
    """Time calls of the command line from their start to their end, as a user makes them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for what, options, most in (("a call, 5x5x5", ("--one-piece",), 0.5), ("a call for a kit, 5x5x5", ("--kit",), 1.0)):
        with tempfile.TemporaryDirectory() as folder:
            command = ["-m", "puzzle_cubes", "oskar", "--size", "5", "5", "5", "--seed", "7", *options, "--out"]
            # The first one compiles.
            calls = [
                called([*command, f"{folder}/{turn}"], environment) for turn in range(1 if table.small else ROUNDS)
            ]
        least = min(call.processor for call in calls)
        table.line(what, Figure(min(call.clock for call in calls), "s", most), beside=f"of the processor {least:.2f} s")


ONE = "--one"
"""Before a task that is done in this process."""

TEXT = "TEXT"
"""Stands for the file with the MazeCubeGenerator text in the value of a task."""

SHORT = 1.0
"""Seconds; a task that takes less is done again, and its shortest time counts."""

ROUNDS_OF_SHORT = 5


@dataclass(frozen=True)
class Row:
    """A task: its name, the size of the puzzle, a value, and the seconds and the gigabytes that it may take at most."""

    task: str
    size: tuple[int, int, int]
    value: str = ""
    seconds: float = inf
    gigabytes: float = inf


KIT, CHECK, CHECK_KIT = "solids of a kit", "check", "check of a kit"
HARD, READ = "hard, so many steps", "read MazeCube, serpentine"
"""The tasks, as their lines call them."""

ROWS = (
    Row(KIT, (10, 10, 10), "", 0.1),
    Row(KIT, (40, 40, 40), "", 0.5),
    Row(KIT, (100, 100, 100), "", 1.0, 0.6),
    Row(KIT, (60, 60, 2), "", 1.0, 0.2),
    Row(KIT, (3, 3, 7), "20", 0.1, 0.1),
    Row(CHECK, (100, 100, 100), "", 2.0),
    Row(CHECK, (100, 100, 100), "serpentine", 2.0),
    Row(CHECK_KIT, (40, 40, 40), "", 2.0),
    Row(HARD, (5, 5, 5), "5000", 2.0),
    Row(HARD, (10, 10, 10), "5000", 6.0),
    Row(HARD, (100, 100, 100), "200", inf, 1.0),
    Row(READ, (100, 100, 100), TEXT, 2.0),
)
SMALL = tuple(
    Row(name, (3, 3, 3), value) for name, value in ((KIT, ""), (CHECK, ""), (CHECK_KIT, ""), (HARD, "50"), (READ, TEXT))
)


def task(name: str, size: tuple[int, int, int], value: str) -> Callable[[], object]:
    """Prepare a task and return it; all that it does by itself is measured."""
    printer = Printer()
    if name == HARD:
        return lambda: generate(settings_with(size=size, style="hard", start="best", effort=int(value)))
    if name == READ:
        text = Path(value).read_text(encoding="utf-8")
        return lambda: puzzle_from_mazecube(text)
    dimensions = Dimensions(plate=float(value)) if name == KIT and value else Dimensions()
    styled = {"style": value, "start": "best"} if name == CHECK and value else {}
    puzzle = generate(settings_with(size=size, **styled))
    # What a scene knows of its puzzle anyway is no part of the check.
    _ = puzzle.solution, puzzle.space
    if name == KIT:
        return lambda: kit(puzzle, dimensions)
    return lambda: check_puzzle(puzzle, dimensions, printer, as_kit=name == CHECK_KIT)


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of a task, and the largest memory of the process up to its first end, in gigabytes."""
    taken = seconds(work, 1, perf_counter)
    gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    if taken < SHORT:
        taken = min(taken, seconds(work, ROUNDS_OF_SHORT - 1, perf_counter))
    return taken, gigabytes


def bench_tasks(table: Table) -> None:
    """Measure large puzzles and kits, each task in a process of its own."""
    rows = SMALL if table.small else ROWS
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "serpentine.txt")
        size = rows[-1].size
        text.write_text(puzzle_to_mazecube(generate(settings_with(size=size, style="serpentine"))))
        for row in rows:
            value = str(text) if row.value == TEXT else row.value
            call = called([__file__, ONE, row.task, *map(str, row.size), value])
            taken, gigabytes = json.loads(call.text)
            what = f"{row.task} {'x'.join(map(str, row.size))} {row.value.replace(TEXT, '')}".strip()
            table.line(what, Figure(taken, "s", row.seconds), Figure(gigabytes, "GB", row.gigabytes))


LIVE = {"5": 0.6, "10": 1.0, "20": 1.5, "40": 4.0, "10, as wires": 6.0, "10, as a kit": 25.0}
"""The milliseconds that a live cube may take to follow a dimension, by what drag.py calls it."""


def bench_live(table: Table) -> None:
    """Time changes of live cubes in Blender, each time in a process of its own."""
    turns, changes = (1, 2) if table.small else (2, 100)
    call = [str(Path(__file__).with_name("drag.py")), str(changes), *LIVE]
    times = [json.loads(called(call).text.splitlines()[-1]) for _ in range(turns)]
    for cube, most in LIVE.items():
        table.line(f"a live cube of {cube}", Figure(1000 * min(taken[cube] for taken in times), "ms", most))


def bench(table: Table) -> None:
    """Measure all of it."""
    for part in (bench_meshes, bench_export, bench_large, bench_calls, bench_tasks, bench_live, bench_quality):
        part(table)


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        what, x, y, z, value = sys.argv[2:]
        print(json.dumps(measured(task(what, (int(x), int(y), int(z)), value))))
    else:
        sys.exit(run(bench, __doc__))
