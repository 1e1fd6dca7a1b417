# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the generator, the meshes and the export are: ``make bench``.

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
from functools import partial, reduce
from operator import or_
from pathlib import Path
from random import Random
from time import perf_counter

import calls
from plain import Openings, plain_evaluation, plain_growth

from puzzle_cubes.oskar.generators import classic
from puzzle_cubes.oskar.kind.generate import generate
from puzzle_cubes.oskar.making.exchanging_faces import Exchange, ExchangeFaces, Passage
from puzzle_cubes.oskar.making.growing_faces import GrowingFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Faces, Size
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, Layers, index_of
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.solid import Mesh

ROOT = Path(__file__).resolve().parent.parent
EXCHANGES = 1000


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
    size = (10, 10, 10)
    rounds = [
        (
            seconds(partial(plain_growth, size, Random(seed)), 3),
            seconds(partial(grow, size, Random(seed)), 3),
        )
        for seed in range(100)
    ]
    plain, ours = (sum(column) / len(rounds) for column in zip(*rounds, strict=True))
    line("classic growth 10x10x10, plain / ours", f"{plain / ours:.1f} times as fast", "at least 3 times")


def grow(size: Size, random: Random) -> None:
    """Grow a classic puzzle."""
    growth = GrowingFaces(size)
    for _ in classic.grow(growth, growth.root(Settings(size).center), random):
        pass


def bench_exchange() -> None:
    """Time the evaluation of an exchange against a plain search, turn by turn, as a search goes on."""
    for cells, goal in ((5, "at least 10 times"), (10, "at least 20 times")):
        for stage, kept in (("in random mazes", 0), ("in full mazes", 400)):
            plain, ours = exchange_seconds((cells, cells, cells), kept, Random(1))
            what = f"exchange {cells}x{cells}x{cells} {stage}, plain / ours"
            line(what, f"{plain / ours:.1f} times as fast ({1 / ours:,.0f} a second)", goal)


def exchange_seconds(size: Size, kept: int, random: Random) -> tuple[float, float]:
    """Return the mean seconds that the plain and our own evaluation of an exchange take; both must agree.

    Before, so many exchanges are kept as do not lower the number of positions that can be reached.
    """
    start = (size[0] // 2, size[1] // 2, size[2] // 2)
    source = 1 << index_of(size, start)
    faces = ExchangeFaces.at_random(size, random)
    space = faces.space()
    layers = space.layers(source)
    while kept:
        exchange = faces.propose(random)
        candidate = faces.space(exchange)
        seen = candidate.layers(source, (space, layers))
        if seen.reachable.bit_count() >= layers.reachable.bit_count():
            exchange.face.make(exchange)
            space, layers, kept = candidate, seen, kept - 1
    openings = openings_of(faces.faces())
    plain_total = ours_total = 0.0
    for _ in range(EXCHANGES):
        exchange = faces.propose(random)
        begin = perf_counter()
        candidate = faces.space(exchange)
        seen = candidate.layers(source, (space, layers))
        decisions = decisions_on_way(candidate, seen)
        ours = (seen.depth, seen.reachable.bit_count(), candidate.loops(seen.reachable))
        ours_total += perf_counter() - begin
        added, removed = (square_of(exchange, passage) for passage in (exchange.added, exchange.removed))
        opened = openings[exchange.face.axes]
        opened.add(added)
        opened.remove(removed)
        begin = perf_counter()
        plain = plain_evaluation(size, openings, start)
        plain_total += perf_counter() - begin
        opened.remove(added)
        opened.add(removed)
        # The decisions may differ, where several positions are farthest.
        if ours != plain[:3] or decisions > ours[0]:
            raise RuntimeError(f"the plain search finds {plain}, ours {ours}")
    return plain_total / EXCHANGES, ours_total / EXCHANGES


def decisions_on_way(space: ConfigurationSpace, layers: Layers) -> int:
    """Return the positions on the way to a farthest position where it forks."""
    start, end = layers.sets[0], layers.sets[-1] & -layers.sets[-1]
    way = reduce(or_, space.way(layers, end))
    ones, twos, fours = space.degrees()
    return (way & ~start & ~end & (fours | twos & ones)).bit_count() + (start & (twos | fours) != 0)


def openings_of(faces: Faces) -> Openings:
    """Return the open squares of the inflated grids."""
    openings: Openings = {}
    for axes, face in zip(FACE_AXES, faces, strict=True):
        squares = face.inflate()
        openings[axes] = {(int(i), int(j)) for i, j in zip(*(squares == 0).nonzero(), strict=True)}
    return openings


def square_of(exchange: Exchange, passage: Passage) -> tuple[int, int]:
    """Return the square of the inflated grid where a passage of an exchange is."""
    columns, _ = exchange.face.shape
    lower_row, lower_column = divmod(passage.lower, columns)
    upper_row, upper_column = divmod(passage.upper, columns)
    return lower_column + upper_column, lower_row + upper_row


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
    bench_generator()
    bench_exchange()
    bench_meshes()
    bench_export()
    bench_kit()
    for measured in calls.lines():
        line(*measured)
