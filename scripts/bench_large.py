# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long large puzzles and kits take, and how much memory: a part of ``make bench``.

Each task is done in a process of its own.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from puzzle_cubes.oskar.files import mazecube
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.printing.printer import Printer

ROOT = Path(__file__).resolve().parent.parent

ONE = "--one"
"""Before a task that is done in this process."""

PACKAGE = Path("build") / "package"
"""Where the core is a package."""

TEXT = "TEXT"
"""Stands for the file with the MazeCubeGenerator text in the arguments of a task."""


SHORT = 1.0
"""Seconds; a task that takes less is done again, and its shortest time counts."""

ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """A row of the table: what is measured, the task with its arguments, and the goal."""

    what: str
    arguments: tuple[str, ...]
    goal: str


ROWS = (
    Row("kit solids 10x10x10", ("kit", "10", "10", "10"), "under 0.1 s"),
    Row("kit solids 40x40x40", ("kit", "40", "40", "40"), "under 0.5 s"),
    Row("kit solids 100x100x100", ("kit", "100", "100", "100"), "under 1 s and 0.6 GB"),
    Row("kit solids 60x60x2", ("kit", "60", "60", "2"), "under 1 s and 0.2 GB"),
    Row("kit solids 3x3x7, plates of 20 mm", ("kit", "3", "3", "7", "20"), "under 0.1 s and 0.1 GB"),
    Row("check 100x100x100", ("check", "100", "100", "100"), "under 2 s"),
    Row("check 100x100x100, serpentine", ("check", "100", "100", "100", "serpentine"), "under 2 s"),
    Row("check a kit 40x40x40", ("check kit", "40", "40", "40"), "under 2 s"),
    Row("hard 5x5x5, 5000 steps", ("hard", "5", "5", "5", "5000"), "under 2 s"),
    Row("hard 10x10x10, 5000 steps", ("hard", "10", "10", "10", "5000"), "under 6 s"),
    Row("hard 100x100x100, 200 steps", ("hard", "100", "100", "100", "200"), "under 1 GB"),
    Row("read MazeCube 100x100x100, serpentine", ("read", "100", "100", "100", TEXT), "under 2 s"),
)


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


def measure(arguments: list[str]) -> tuple[float, float]:
    """Return the seconds and the gigabytes of a task done in a process of its own."""
    command = [sys.executable, __file__, ONE, *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT / PACKAGE)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    seconds, gigabytes = json.loads(done.stdout.splitlines()[-1])
    return seconds, gigabytes


def main() -> None:
    """Print a line for each task."""
    with tempfile.TemporaryDirectory() as name:
        text = Path(name) / "serpentine.txt"
        measure(["write", "100", "100", "100", str(text)])
        for row in ROWS:
            seconds, gigabytes = measure([str(text) if one == TEXT else one for one in row.arguments])
            print(f"{row.what:40}{f'{seconds:.3f} s, {gigabytes:.2f} GB':22}{row.goal}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        what, x, y, z, *rest = sys.argv[2:]
        print(json.dumps(measured(task(what, (int(x), int(y), int(z)), *(rest or [""])))))
    else:
        main()
