# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long large puzzles and kits take, and how much memory: a part of ``make bench``.

Each task is done in a process of its own.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter

from goals import Figure, Table, called, run

from puzzle_cubes.oskar.files import mazecube
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.printing.printer import Printer

ONE = "--one"
"""Before a task that is done in this process."""

TEXT = "TEXT"
"""Stands for the file with the MazeCubeGenerator text in the value of a task."""

SHORT = 1.0
"""Seconds; a task that takes less is done again, and its shortest time counts."""

ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """A task: its name, the size of the puzzle, a value, and the seconds and the gigabytes that it may take at most."""

    task: str
    size: tuple[int, int, int]
    value: str = ""
    seconds: float = inf
    gigabytes: float = inf


ROWS = (
    Row("kit", (10, 10, 10), "", 0.1),
    Row("kit", (40, 40, 40), "", 0.5),
    Row("kit", (100, 100, 100), "", 1.0, 0.6),
    Row("kit", (60, 60, 2), "", 1.0, 0.2),
    Row("kit", (3, 3, 7), "20", 0.1, 0.1),
    Row("check", (100, 100, 100), "", 2.0),
    Row("check", (100, 100, 100), "serpentine", 2.0),
    Row("check kit", (40, 40, 40), "", 2.0),
    Row("hard", (5, 5, 5), "5000", 2.0),
    Row("hard", (10, 10, 10), "5000", 6.0),
    Row("hard", (100, 100, 100), "200", inf, 1.0),
    Row("read", (100, 100, 100), TEXT, 2.0),
)
SMALL = (
    Row("kit", (3, 3, 3)),
    Row("check", (3, 3, 3)),
    Row("check kit", (3, 3, 3)),
    Row("hard", (3, 3, 3), "50"),
    Row("read", (3, 3, 3), TEXT),
)
MEANING = {
    "kit": "solids of a kit",
    "check": "check",
    "check kit": "check of a kit",
    "hard": "hard, so many steps",
    "read": "read MazeCube, serpentine",
}


def task(name: str, size: tuple[int, int, int], value: str) -> Callable[[], object]:
    """Prepare a task and return it; all that it does by itself is measured."""
    printer = Printer()
    if name == "hard":
        return lambda: generate(settings_with(size=size, style="hard", start="best", effort=int(value)))
    if name == "read":
        text = Path(value).read_text(encoding="utf-8")
        return lambda: mazecube.puzzle_from_mazecube(text)
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


def bench_large(table: Table) -> None:
    """Measure all tasks."""
    rows = SMALL if table.small else ROWS
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "serpentine.txt")
        size = rows[-1].size
        text.write_text(mazecube.puzzle_to_mazecube(generate(settings_with(size=size, style="serpentine"))))
        for row in rows:
            value = str(text) if row.value == TEXT else row.value
            call = called([__file__, ONE, row.task, *map(str, row.size), value])
            taken, gigabytes = json.loads(call.text)
            what = f"{MEANING[row.task]} {'x'.join(map(str, row.size))} {row.value.replace(TEXT, '')}".strip()
            table.line(what, Figure(taken, "s", row.seconds), Figure(gigabytes, "GB", row.gigabytes))


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        what, x, y, z, value = sys.argv[2:]
        print(json.dumps(measured(task(what, (int(x), int(y), int(z)), value))))
    else:
        sys.exit(run(bench_large, __doc__))
