# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures searches, how fast and how good: of cubes, solutions, designs, burrs and ways apart, for ``make bench``.

The seconds are those of one core. For cubes they are medians over ten seeds with the defaults of the command line; all
cores are used, each for a search of its own.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import inf
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from goals import ROOT, Figure, Table, run, seconds
from puzzle_count.census import SOLID_NOTCHABLE, all_burrs

from puzzle_cubes.burr.options import BurrOptions
from puzzle_cubes.burr.search import wished_in_steps
from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle, size_text
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.measures import Measures
from puzzle_cubes.packing.files.models import Triangles
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.making.design import design_in_steps
from puzzle_cubes.packing.making.from_shape import cells_of_model, goal_of_shape, model_cells
from puzzle_cubes.packing.making.interlocking import Interlocking, Units, interlocking_in_steps
from puzzle_cubes.packing.making.options import BALL, CLASSICS, DESIGN, SHAPE, PackingOptions
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.shape import Cell
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from puzzle_cubes.solids.voxels import filling

SEEDS = range(10)


@dataclass(frozen=True)
class SearchGoal:
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

OF_ALL = ("reachable", "no loop")
"""What is wanted of every seed, and not of the median."""

WHOLE = {"reachable": 1.0, "no loop": 1.0}


def longest(size: Size, seconds: float, length: int) -> SearchGoal:
    """Return the goal of a longest way, of which half the moves are straight ones at least."""
    return SearchGoal("longest", size, seconds, {"length": length, "straight moves": 0.5})


GOALS = (
    SearchGoal("hard", (5, 5, 5), 12, {"looks 1 ahead": 950, "looks 2 ahead": 620, "length": 40, **WHOLE}),
    SearchGoal("hard", (8, 8, 8), 30, {"looks 1 ahead": 10_000, "looks 2 ahead": 7_000, "length": 140, **WHOLE}),
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
    processes: Executor, style: str, size: Size, settings: dict[str, Any], seeds: Sequence[int]
) -> tuple[list[Puzzle], float]:
    """Return the puzzles of seeds, and the median of the seconds."""
    waiting = [processes.submit(searched, style, size, seed, settings) for seed in seeds]
    pairs = [result.result() for result in waiting]
    return [puzzle for puzzle, _ in pairs], median(taken for _, taken in pairs)


def searches(table: Table, processes: Executor) -> None:
    """Print a line for each goal."""
    small = (SearchGoal("hard", (3, 3, 3), inf, WHOLE, {"effort": 100}), longest((3, 3, 3), inf, 1))
    for goal in small if table.small else GOALS:
        puzzles, taken = all_seeds(processes, goal.style, goal.size, goal.settings, range(2) if table.small else SEEDS)
        figures = [Figure(taken, "s", goal.seconds)]
        for name, least in goal.least.items():
            values = [MEASURES[name](puzzle.measures) for puzzle in puzzles]
            figures.append(Figure(min(values) if name in OF_ALL else median(values), name, least=least))
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
        seeds = range(1) if table.small else SEEDS
        side = WORD_SIDES.get(name, 5)
        puzzles, taken = all_seeds(processes, "hard", (side, side, side), {"difficulty": name}, seeds)
        ratings = [OSKAR.rating(puzzle) for puzzle in puzzles]
        right = sum(rating is not None and rating.word == level.label for rating in ratings)
        what = f"hard {side}x{side}x{side} asked to be {level.label}"
        most = 40 if level.end == inf else 12
        table.line(what, Figure(right, f"of {len(seeds)}", least=0.9 * len(seeds)), Figure(taken, "s", most))


def bench_cubes(table: Table) -> None:
    """Measure how good searches for cubes are."""
    with ProcessPoolExecutor() as processes:
        shared(table)
        searches(table, processes)
        words(table, processes)


ALL = {"megaron": (24, 0.05), "soma": (11_520, 1.0), "conway": (27_456, 6.0)}
"""The solutions as they lie, and the seconds that they may take."""

FIRST = {"bedlam": 1.0, "tetris": 1.0}
"""Seconds until the first solution."""

DESIGNS: tuple[tuple[Cell, int, float], ...] = (((3, 3, 3), 6, 5.0), ((4, 4, 4), 8, 60.0), ((4, 4, 4), 12, 60.0))
"""Boxes, numbers of pieces, and the seconds that a design with one solution may take."""

ASSEMBLED = ("megaron", "soma", "diabolical", "slothouber_graatsma")

SECONDS_APART = 1.0

INTERLOCKING_BOXES: tuple[tuple[int, int, bool, float], ...] = (
    (4, 7, True, 10.0),
    (4, 8, True, 60.0),
    (5, 10, True, 5.0),
    (5, 13, True, 60.0),
)
INTERLOCKING_BALLS: tuple[tuple[int, int, bool, float], ...] = (
    (10, 12, False, 5.0),
    (14, 20, False, 15.0),
    (23, 40, False, 60.0),
)
"""Sides of boxes, or cells across balls; pieces; whether all are of one size, or differ by up to a third and three
times; and seconds."""

SUZANNES: tuple[tuple[int, int, int, float], ...] = ((16, 12, 10, 5.0), (24, 20, 10, 15.0), (40, 40, 5, 60.0))
"""Cells across Blender's monkey, pieces, seeds and seconds."""

PELIKAN = ROOT / "tests/core/polycubes/published/pelikan.json"
"""A burr of level 98, of which one of twelve assemblies comes apart."""

BURRTOOLS_SECONDS, TIMES_BURRTOOLS = 0.13, 5.0
"""What BurrTools takes to take these apart, on a core like ours; and how many times as long it may take here."""


def bench_solving(table: Table) -> None:
    """Time all solutions of some puzzles, and the first one of others."""
    for name, (total, most) in list(ALL.items())[: 1 if table.small else None]:
        puzzle = CLASSICS[name].puzzle
        count = solve(puzzle).counts.total
        if count != total:
            raise RuntimeError(f"{name} has {total} solutions, and {count} were found")
        taken = seconds(partial(solve, puzzle), 1 if table.small else 3)
        table.line(f"all {total:,} solutions of {CLASSICS[name].label}", Figure(taken, "s", most))
    for name, most in {"soma": 1.0}.items() if table.small else FIRST.items():
        taken = seconds(partial(solve, CLASSICS[name].puzzle, first=True))
        table.line(f"first solution of {CLASSICS[name].label}", Figure(taken, "s", most))


def bench_designs(table: Table) -> None:
    """Time designs that have exactly one solution; raises NotFoundError where there is none."""
    for size, pieces, most in DESIGNS[: 1 if table.small else None]:
        seeds = range(1) if table.small else SEEDS
        options = [PackingOptions(puzzle=DESIGN, size=size, design=pieces, seed=seed) for seed in seeds]
        taken = [seconds(partial(finish, design_in_steps(wish))) for wish in options]
        what = f"design {'x'.join(map(str, size))} of {pieces} pieces, {len(taken)} seeds"
        table.line(what, Figure(max(taken), "s", most), beside=f"median {median(taken):.2f} s")


def bench_assembly(table: Table) -> None:
    """Time the slowest solution to be taken apart of all puzzles of 3x3x3 cells."""
    slowest = 0.0
    for name in ASSEMBLED[-1:] if table.small else ASSEMBLED:
        puzzle = CLASSICS[name].puzzle
        for solution in solve(puzzle).solutions:
            slowest = max(slowest, seconds(partial(take_solution_apart, puzzle, solution)))
    table.line("assembly of any solution of 3x3x3, the slowest", Figure(slowest, "s", SECONDS_APART))
    puzzle = puzzle_from_json(PELIKAN.read_text())
    solutions = solve(puzzle).solutions[: 1 if table.small else None]
    taken = seconds(lambda: [take_solution_apart(puzzle, solution) for solution in solutions], 3)
    what = f"assembly of Pelikan's {len(solutions)} solutions"
    table.line(what, Figure(taken / BURRTOOLS_SECONDS, "times BurrTools", TIMES_BURRTOOLS), beside=f"{taken:.3f} s")


def interlocking(goal: Goal, pieces: int, sizes: tuple[int, int], seed: int) -> Interlocking:
    """Return pieces that interlock; raises NotFoundError where none of these sizes are found."""
    puzzle = finish(interlocking_in_steps(goal, pieces, sizes, Random(seed)))
    if puzzle is None or puzzle.off:
        raise NotFoundError(f"{pieces} pieces of seed {seed} were not found.")
    return puzzle


def bench_shapes(table: Table) -> None:
    """Time the division of boxes and balls into pieces that interlock, and of a million triangles into cells."""
    rows = [(f"{box[0]}x{box[0]}x{box[0]}", 4, box) for box in INTERLOCKING_BOXES]
    rows += [(BALL, ball[0], ball) for ball in INTERLOCKING_BALLS]
    for shape, across, (_, pieces, is_even, most) in rows[: 1 if table.small else None]:
        goal, *_ = goal_of_shape(PackingOptions(puzzle=SHAPE, shape=shape, across=across))
        cells = len(goal.cells)
        sizes = (cells // pieces, -(-cells // pieces)) if is_even else (-(-cells // (3 * pieces)), 3 * cells // pieces)
        seeds = range(1) if table.small else SEEDS
        taken = [seconds(partial(interlocking, goal, pieces, sizes, seed)) for seed in seeds]
        line = f"{shape} of {cells:,} cells in {pieces} pieces of {sizes[0]} to {sizes[1]} that interlock, median"
        table.line(line, Figure(median(taken), "s", most), beside=f"slowest {max(taken):.2f} s")
    many = 50 if table.small else 500
    around, down = np.meshgrid(np.arange(2 * many) * np.pi / many, np.arange(many + 1) * np.pi / many, indexing="ij")
    wide = np.sin(down) * (down % np.pi > 0)
    points = np.stack([np.cos(around) * wide, np.sin(around) * wide, np.cos(down)], axis=-1).astype(np.float32)
    points[:, -1] = (0, 0, -1)
    a, b, c, d = points[:, :-1], np.roll(points, -1, 0)[:, :-1], np.roll(points, -1, 0)[:, 1:], points[:, 1:]
    triangles = np.concatenate([np.stack(three, axis=-2).reshape(-1, 3, 3) for three in ((a, d, c), (a, c, b))])
    taken_once = seconds(partial(filling, triangles, 24))
    table.line(f"{len(triangles):,} triangles to cells, 24 across", Figure(taken_once, "s", 5.0))
    table.line("the most memory so far, with these", Figure(getrusage(RUSAGE_SELF).ru_maxrss / 1e6, "GB", 1.0))


SECONDS = 60.0
"""What is found counts if it took no longer."""

SECONDS_OF_SOLID, SOLID_BURRS = 3.0, 314


def suzanne() -> Triangles:
    """Return the triangles of Blender's monkey, which is subdivided twice."""
    import bpy

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    operators: Any = bpy.ops
    operators.mesh.primitive_monkey_add()
    model: Any = bpy.context.active_object
    model.modifiers.new("Subdivision", "SUBSURF").levels = 2
    mesh = model.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    mesh.calc_loop_triangles()
    corners = [[mesh.vertices[number].co[:] for number in triangle.vertices] for triangle in mesh.loop_triangles]
    return np.array(corners, dtype=np.float32)


def seconds_in_sight(
    goal: Goal, pieces: int, sizes: tuple[int, int], seed: int, units: Units | None
) -> tuple[float, float]:
    """Return the seconds until some pieces that interlock are in sight, and until they have the sizes, too."""
    begin = process_time()
    search = Task(interlocking_in_steps(goal, pieces, sizes, Random(seed), units))
    in_sight = next((process_time() - begin for step in search if step.best is not None), None)
    for _ in search:
        pass
    if search.result is None or search.result.off:
        raise NotFoundError(f"{pieces} pieces of seed {seed} were not found.")
    taken = process_time() - begin
    return taken if in_sight is None else in_sight, taken


def bench_suzanne(table: Table) -> None:
    """Time the division of Blender's monkey into pieces that interlock, as cubes and with its own surface."""
    triangles = suzanne()
    for across, pieces, seeds, most in SUZANNES[: 1 if table.small else None]:
        cells, _ = cells_of_model(triangles, across)
        model = model_cells(triangles, across)
        for skin, goal, units in (("cubes", Goal.of(cells), None), ("skin", model.goal, model.units)):
            count = len(goal.cells) if units is None else max(units.of_cell) + 1
            sizes = -(-count // (3 * pieces)), 3 * count // pieces
            tried = range(1 if table.small else seeds)
            in_sight, taken = zip(*(seconds_in_sight(goal, pieces, sizes, seed, units) for seed in tried), strict=True)
            line = f"Suzanne {across} across in {pieces} pieces that interlock, {skin}, {len(taken)} seeds, median"
            table.line(line, Figure(median(taken), "s", most), beside=f"slowest {max(taken):.2f} s")
            table.line("of these the first in sight, median", Figure(median(in_sight), "s", most / 4))


def bench_wish(table: Table, what: str, made: Callable[[int], object], least: int) -> None:
    """Time what is made of each seed, and tell of how many it was within the seconds."""
    taken = []
    for seed in SEEDS[: 1 if table.small else None]:
        try:
            taken.append(seconds(partial(made, seed)))
        except NotFoundError:
            continue
    met = sum(second <= SECONDS for second in taken)
    times = f"median {median(taken):.1f} s, at most {max(taken):.1f} s" if taken else "none"
    table.line(what, Figure(met, f"of {len(SEEDS)} within {SECONDS:g} s", least=least), beside=times)


def burr(seed: int, **wish: bool | int) -> object:
    """Return a burr."""
    return finish(wished_in_steps(BurrOptions(seed=seed, one_solution=True, **wish)))  # type: ignore[arg-type]


def design(seed: int, level: int) -> object:
    """Return a design of a level."""
    return finish(design_in_steps(PackingOptions(puzzle=DESIGN, size=(4, 4, 4), design=6, level=level, seed=seed)))


def solid_burrs() -> None:
    """Count all solid burrs of sticks that can be cut straight; raises RuntimeError where they are not all."""
    count = all_burrs(SOLID_NOTCHABLE)
    total = sum(finish(count.work(count.common, part)).levels.total() for part in count.parts)
    if total != SOLID_BURRS:
        raise RuntimeError(f"there are {SOLID_BURRS} solid burrs, and {total} were found")


def bench_wishes(table: Table, levels: Sequence[int]) -> None:
    """Count all solid burrs, and find burrs and designs of a level."""
    table.line("all 314 solid notchable burrs", Figure(seconds(solid_burrs), "s", SECONDS_OF_SOLID))
    if table.small:
        bench_wish(table, "burr, notchable, level 1", partial(burr, notchable=True, level=1), 1)
        bench_wish(table, "design 4x4x4 of 6 pieces, level 1", partial(design, level=1), 1)
        return
    bench_wish(table, "burr, one solution, notchable, level 5", partial(burr, notchable=True, level=5), 9)
    for level, least in ((7, 8), *((level, 0) for level in levels)):
        bench_wish(table, f"burr, one solution, level {level}", partial(burr, level=level), least)
    for level in (4, 5):
        what = f"design 4x4x4 of 6 pieces, one solution, level {level}"
        bench_wish(table, what, partial(design, level=level), 8)


def bench(table: Table, levels: Sequence[int]) -> None:
    """Measure all of it, and burrs of some more levels."""
    # The memory of shapes is that of this process, and one that has a Blender is better not divided into several.
    for part in (bench_solving, bench_designs, bench_assembly, bench_shapes, bench_cubes, bench_suzanne):
        part(table)
    bench_wishes(table, levels)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", nargs="*", type=int, help="also burrs of these levels")
    levels = parser.parse_known_args()[0].levels
    sys.exit(run(partial(bench, levels=levels), __doc__, parser))
