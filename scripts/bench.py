# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast the meshes and the export are: ``make bench``.

They are seconds on this machine; ``make against`` states ratios to an older revision.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from puzzle_cubes import make
from puzzle_cubes.export.plan import printed_objects, read_back, write_meshes
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.mesh import Mesh

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 7
CALL = (sys.executable, "-m", "puzzle_cubes", "oskar")
CALLS = (
    ("a call, 5x5x5", (), "at most 0.5 s"),
    ("a call for a kit, 5x5x5", ("--kit",), "at most 1 s"),
)


def seconds(task: Callable[[], object], rounds: int) -> float:
    """Return the shortest time of a task, the one that other work on the machine disturbed least."""
    times = []
    for _ in range(rounds):
        begin = perf_counter()
        task()
        times.append(perf_counter() - begin)
    return min(times)


def bench_meshes() -> None:
    """Time box, cross and trace from a puzzle to mesh arrays."""
    dimensions = Dimensions()
    for cells, rounds, goal in ((10, 20, "at most 0.03 s"), (100, 3, "at most 3 s")):
        puzzle = generate(Settings((cells, cells, cells)))
        _ = puzzle.solution  # searched for once, and not a part of the mesh
        build = partial(build_meshes, puzzle, dimensions)
        line(f"meshes {cells}x{cells}x{cells}", f"{seconds(build, rounds):.4f} s", goal)


def build_meshes(puzzle: Puzzle, dimensions: Dimensions) -> list[Mesh]:
    """Build the meshes of all parts."""
    return [
        part.mesh() for part in (box(puzzle, dimensions), cross(puzzle.size, dimensions), trace(puzzle, dimensions))
    ]


def reported(*options: str) -> dict[str, float]:
    """Return the seconds of each part of a call, from settings to files, as the command line reports them."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*CALL, *options, "--out", folder, "--json"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)["seconds"]
    return found


def bench_export() -> None:
    """Time settings to STL on disk, and a kit from the puzzle to meshes and files."""
    for cells, goal in (("10", "at most 0.15 s"), ("30", "at most 0.6 s"), ("100", "at most 8 s and 2 GB")):
        parts = reported("--size", cells, cells, cells)
        split = ", ".join(f"{name} {part:.3f}" for name, part in parts.items())
        # The largest of the processes so far, which is this one: the sizes grow.
        gigabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
        what = f"settings to STL {cells}x{cells}x{cells}"
        line(what, f"{sum(parts.values()):.3f} s ({split}), {gigabytes:.2f} GB", goal)
    parts = reported("--size", "10", "10", "10", "--kit", "--bed", "300", "300")
    line("kit 10x10x10, meshes and files", f"{parts['mesh'] + parts['export']:.3f} s", "at most 2 s")
    with tempfile.TemporaryDirectory() as folder:
        options = ("--size", "100", "100", "100", "--kit", "--bed", "2600", "2600")
        before = processor_seconds()
        subprocess.run([*CALL, *options, "--out", f"{folder}/kit"], cwd=ROOT, capture_output=True, check=True)
        spent = processor_seconds() - before
        megabytes = sum(file.stat().st_size for file in Path(folder, "kit").iterdir()) / 1e6
    gigabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
    value = f"{spent:.1f} s of the processor, {gigabytes:.2f} GB, files of {megabytes:.0f} MB"
    line("a call for a kit, 100x100x100", value, "at most 30 s, 1.2 GB and 120 MB")


def bench_judging() -> None:
    """Time how the files of a kit are made of its solids and how they are read back and judged."""
    for cells in (10, 40):
        puzzle = make("oskar", size=(cells, cells, cells), seed=1, way="kit", bed_x=1200, bed_y=1200)
        both = judged = 0.0
        parts = {part.key: part for part in puzzle.parts}
        with tempfile.TemporaryDirectory() as folder:
            for name, plan in puzzle.plans.items():
                begin = perf_counter()
                objects = printed_objects(plan, parts)
                write_meshes(Path(folder, name), plan, objects)
                middle = perf_counter()
                read_back(Path(folder, name), plan, objects)
                both, judged = both + middle - begin, judged + perf_counter() - middle
        value = f"judged in {judged / (both - judged):.2f} of the time in which they are made"
        line(f"files of a kit {cells}x{cells}x{cells}", value, "at most 1")


def bench_calls() -> None:
    """Time calls of the command line from their start to their end, as a user makes them."""
    for what, options, goal in CALLS:
        clock, processor = call_times(options)
        line(what, f"{clock:.2f} s, of the processor {processor:.2f} s", goal)


def call_times(options: tuple[str, ...]) -> tuple[float, float]:
    """Return the least seconds of a call on the clock, and the least of the processor, which others do not lengthen."""
    clock, processor = [], []
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        size = ("--size", "5", "5", "5", "--seed", "7")
        # The first one compiles.
        for number in range(1 + ROUNDS):
            command = [*CALL, *size, *options, "--out", f"{folder}/{number}"]
            before, begin = processor_seconds(), perf_counter()
            subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
            clock.append(perf_counter() - begin)
            processor.append(processor_seconds() - before)
    return min(clock), min(processor)


def processor_seconds() -> float:
    """Return the seconds that processors have worked for the processes that ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def line(what: str, value: str, goal: str) -> None:
    """Print a line of the table."""
    print(f"{what:40}{value:62}{goal}", flush=True)


if __name__ == "__main__":
    bench_meshes()
    bench_export()
    bench_judging()
    bench_calls()
