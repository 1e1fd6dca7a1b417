# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the generator, the meshes and the export are: ``python -m scripts.bench``.

The generator is stated as a ratio to a plain implementation that is timed in the same run, because
machines differ; the other figures are seconds on this machine.
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
from random import Random
from time import perf_counter

from core.configuration import Position
from core.dimensions import Dimensions
from core.faces import Size
from core.generators import classic, generate
from core.parts import box, cross, trace
from core.puzzle import Puzzle
from core.settings import Settings
from core.solids import Mesh

ROOT = Path(__file__).resolve().parent.parent
UNIT_MOVES = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
FACES = ((0, 1), (0, 2), (1, 2))


def plain_growth(size: Size, random: Random) -> Position:
    """Grow a classic puzzle on dictionaries and sets, with no thought of speed; return its deepest leaf."""
    start = (size[0] // 2, size[1] // 2, size[2] - 1)
    discovered = {start}
    visited = {face: {(start[face[0]], start[face[1]])} for face in FACES}
    passages: dict[tuple[int, int], set[frozenset[tuple[int, int]]]] = {face: set() for face in FACES}
    parent: dict[Position, Position] = {}
    deepest, deepest_depth = start, 0
    stack = [(start, 0)]
    while stack:
        position, depth = stack.pop()
        if depth > deepest_depth:
            deepest, deepest_depth = position, depth
        found = []
        for move in UNIT_MOVES:
            neighbor = (position[0] + move[0], position[1] + move[1], position[2] + move[2])
            if neighbor in discovered or not all(0 <= neighbor[axis] < size[axis] for axis in range(3)):
                continue
            for first, second in FACES:
                here, there = (position[first], position[second]), (neighbor[first], neighbor[second])
                known = passages[first, second]
                if here != there and there in visited[first, second] and frozenset((here, there)) not in known:
                    break
            else:
                found.append(neighbor)
        for neighbor in found:
            discovered.add(neighbor)
            parent[neighbor] = position
            for first, second in FACES:
                here, there = (position[first], position[second]), (neighbor[first], neighbor[second])
                if here != there:
                    visited[first, second].add(there)
                    passages[first, second].add(frozenset((here, there)))
        random.shuffle(found)
        stack += [(neighbor, depth + 1) for neighbor in found]
    return deepest


def seconds(task: Callable[[], object], rounds: int) -> float:
    """Return the shortest time of a task, the one that other work on the machine disturbed least."""
    times = []
    for _ in range(rounds):
        begin = perf_counter()
        task()
        times.append(perf_counter() - begin)
    return min(times)


def bench_generator() -> None:
    """Time the classic generator against the plain one, turn by turn."""
    size, settings = (10, 10, 10), Settings((10, 10, 10))
    rounds = [
        (
            seconds(partial(plain_growth, size, Random(seed)), 3),
            seconds(partial(classic.grow, settings, Random(seed)), 3),
        )
        for seed in range(100)
    ]
    plain, ours = (sum(column) / len(rounds) for column in zip(*rounds, strict=True))
    line("classic growth 10x10x10, plain / ours", f"{plain / ours:.1f} times as fast", "at least 3 times")


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
            command = [sys.executable, "scripts/oskars_cube.py", "--size", *size, "--out", folder, "--json"]
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


def line(what: str, value: str, goal: str) -> None:
    """Print a line of the table."""
    print(f"{what:40}{value:62}{goal}", flush=True)


if __name__ == "__main__":
    bench_generator()
    bench_meshes()
    bench_export()
