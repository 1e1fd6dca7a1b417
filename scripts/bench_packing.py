# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast Packing Cubes are solved, designed and taken apart, on one core: ``make bench``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.making.design import design_in_steps
from puzzle_cubes.packing.making.options import CLASSICS, DESIGN, PackingOptions
from puzzle_cubes.polycubes.assembling.taking_apart import take_solution_apart
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solving.solver import solve
from puzzle_cubes.polycubes.terms.shape import Cell

ALL = {"megaron": (24, 0.05), "soma": (11_520, 1.0), "conway": (27_456, 6.0)}
"""The solutions as they lie, and the seconds that they may take."""

FIRST = {"bedlam": 1.0, "tetris": 1.0}
"""Seconds until the first solution."""

DESIGNS: tuple[tuple[Cell, int, float], ...] = (((3, 3, 3), 6, 5.0), ((4, 4, 4), 8, 60.0), ((4, 4, 4), 12, 60.0))
"""Boxes, numbers of pieces, and the seconds that a design with one solution may take."""

ASSEMBLED = ("megaron", "soma", "diabolical", "slothouber_graatsma")

SECONDS_APART = 1.0

PELIKAN = Path(__file__).parents[1] / "tests/core/polycubes/published/pelikan.json"
"""A burr of level 98, of which one of twelve assemblies comes apart."""

BURRTOOLS_SECONDS, TIMES_BURRTOOLS = 0.13, 5.0
"""What BurrTools takes to take these apart, on a core like ours; and how many times as long it may take here."""

SEEDS = range(10)


def seconds(task: Callable[[], object]) -> float:
    """Return the seconds that a core works on a task."""
    begin = process_time()
    task()
    return process_time() - begin


def bench_solving() -> None:
    """Time all solutions of some puzzles, and the first one of others."""
    for name, (total, limit) in ALL.items():
        puzzle = CLASSICS[name].puzzle
        found = solve(puzzle).counts.total
        if found != total:
            raise RuntimeError(f"{name} has {total} solutions, and {found} were found")
        taken = min(seconds(partial(solve, puzzle)) for _ in range(3))
        line(f"all {total:,} solutions of {CLASSICS[name].label}", taken, limit)
    for name, limit in FIRST.items():
        puzzle = CLASSICS[name].puzzle
        line(f"first solution of {CLASSICS[name].label}", seconds(partial(solve, puzzle, first=True)), limit)


def designed(options: PackingOptions) -> PolycubePuzzle:
    """Return a design."""
    return finish(design_in_steps(options))


def bench_designs() -> None:
    """Time designs that have exactly one solution; raises NotFoundError where there is none."""
    for size, pieces, limit in DESIGNS:
        options = [PackingOptions(puzzle=DESIGN, size=size, design=pieces, seed=seed) for seed in SEEDS]
        taken = [seconds(partial(designed, one)) for one in options]
        what = f"design {'x'.join(map(str, size))} of {pieces} pieces, {len(taken)} seeds"
        line(what, max(taken), limit, f"median {median(taken):.2f} s")


def bench_assembly() -> None:
    """Time the slowest solution to be taken apart of all puzzles of 3x3x3 cells."""
    slowest = 0.0
    for name in ASSEMBLED:
        puzzle = CLASSICS[name].puzzle
        for solution in solve(puzzle).solutions:
            slowest = max(slowest, seconds(partial(take_solution_apart, puzzle, solution)))
    line("assembly of any solution of 3x3x3, the slowest", slowest, SECONDS_APART)
    puzzle = puzzle_from_json(PELIKAN.read_text())
    solutions = solve(puzzle).solutions
    taken = min(
        sum(seconds(partial(take_solution_apart, puzzle, solution)) for solution in solutions) for _ in range(3)
    )
    ratio = f"{taken / BURRTOOLS_SECONDS:.1f} times BurrTools"
    line("assembly of Pelikan's 12 solutions", taken, TIMES_BURRTOOLS * BURRTOOLS_SECONDS, ratio)


def line(what: str, taken: float, limit: float, beside: str = "") -> None:
    """Print a line of the table."""
    verdict = "reached" if taken <= limit else "MISSED"
    print(f"{what:52}{taken:8.3f} s (at most {limit:g} s): {verdict}{', ' if beside else ''}{beside}", flush=True)


if __name__ == "__main__":
    bench_solving()
    bench_designs()
    bench_assembly()
