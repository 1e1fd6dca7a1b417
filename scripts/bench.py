# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the meshes and the export are: ``make bench``.

They are seconds on this machine; ``bench_large`` states ratios to an older revision.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import calls

from puzzle_cubes.oskar.kind.generate import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.solid import Mesh

ROOT = Path(__file__).resolve().parent.parent


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


def bench_export() -> None:
    """Time settings to STL on disk inside a running Blender, as the command line reports it."""
    for cells, goal in ((10, "at most 0.15 s"), (30, "at most 0.6 s"), (100, "at most 8 s and 2 GB")):
        with tempfile.TemporaryDirectory() as folder:
            size = [str(cells)] * 3
            command = [sys.executable, "-m", "puzzle_cubes", "oskar", "--size", *size, "--out", folder, "--json"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        parts = json.loads(done.stdout)["seconds"]
        split = ", ".join(f"{name} {part:.3f}" for name, part in parts.items())
        # The largest of the processes so far, which is this one: the sizes grow.
        gigabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
        line(
            f"settings to STL {cells}x{cells}x{cells}",
            f"{sum(parts.values()):.3f} s ({split}), {gigabytes:.2f} GB",
            goal,
        )


def bench_kit() -> None:
    """Time a kit inside a running Blender, from the puzzle to meshes and files, as the command line reports it."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--size", "10", "10", "10", "--kit", "--bed", "300", "300", "--out", folder, "--json"]
        command = [sys.executable, "-m", "puzzle_cubes", "oskar", *options]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    parts = json.loads(done.stdout)["seconds"]
    line("kit 10x10x10, meshes and files", f"{parts['mesh'] + parts['export']:.3f} s", "at most 2 s")


def line(what: str, value: str, goal: str) -> None:
    """Print a line of the table."""
    print(f"{what:40}{value:62}{goal}", flush=True)


if __name__ == "__main__":
    bench_meshes()
    bench_export()
    bench_kit()
    for measured in calls.lines():
        line(*measured)
