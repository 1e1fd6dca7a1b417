# SPDX-License-Identifier: GPL-3.0-or-later
"""One task on a large puzzle in a process of its own, for ``bench_large``: how long it takes and how much memory.

It uses the package that is found on PYTHONPATH, which may be that of an older version.
It prints JSON with the seconds and the largest memory of the process, in gigabytes.

    large_task.py TASK X Y Z [VALUE]
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from puzzle_cubes.oskar.files import mazecube
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.generate import generate
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.printing.printer import Printer

SHORT = 1.0
"""Seconds; a task that takes less is done again, and its shortest time counts."""

ROUNDS = 5


def task(name: str, size: tuple[int, int, int], value: str) -> Callable[[], object]:
    """Prepare a task and return it; all that it does by itself is measured."""
    printer = Printer()
    if name == "hard":
        return lambda: generate(settings_with(size=size, style="hard", start="best", effort=int(value)))
    if name == "read":
        text = Path(value).read_text(encoding="utf-8")
        return lambda: mazecube.puzzle_from_mazecube(text)
    if name == "write":
        text = mazecube.puzzle_to_mazecube(generate(settings_with(size=size, style="serpentine")))
        return lambda: Path(value).write_text(text, encoding="utf-8")
    dimensions = Dimensions(plate=float(value)) if name == "kit" and value else Dimensions()
    styled = {"style": value, "start": "best"} if name == "check" and value else {}
    puzzle = generate(settings_with(size=size, **styled))
    # What a scene knows of its puzzle anyway is no part of the check.
    _ = puzzle.solution, puzzle.space
    if name == "kit":
        return lambda: kit(puzzle, dimensions)
    as_kit = name == "check kit"
    return lambda: check_puzzle(puzzle, dimensions, printer, as_kit=as_kit)


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of a task, and the largest memory of the process up to its first end, in gigabytes."""
    times: list[float] = []
    gigabytes = 0.0
    while not times or (min(times) < SHORT and len(times) < ROUNDS):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
        gigabytes = gigabytes or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return min(times), gigabytes


if __name__ == "__main__":
    what, x, y, z, *rest = sys.argv[1:]
    print(json.dumps(measured(task(what, (int(x), int(y), int(z)), *(rest or [""])))))
