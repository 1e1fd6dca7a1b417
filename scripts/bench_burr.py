# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast burrs and designs of a wished level are found: a part of ``make bench``.

The seconds are those of one core.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from goals import Figure, Table, run, seconds
from puzzle_count.parts import SOLID_NOTCHABLE, all_burrs

from puzzle_cubes.burr.making.search import BurrWish, wished_in_steps
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.packing.making.design import design_in_steps
from puzzle_cubes.packing.making.options import DESIGN, PackingOptions

SECONDS = 60.0
"""What is found counts if it took no longer."""

SECONDS_OF_SOLID, SOLID_BURRS = 3.0, 314

SEEDS = 10


def bench_wish(table: Table, what: str, made: Callable[[int], object], least: int) -> None:
    """Time what is made of each seed, and tell of how many it was within the seconds."""
    taken = []
    for seed in range(1 if table.small else SEEDS):
        try:
            taken.append(seconds(partial(made, seed)))
        except NotFoundError:
            continue
    met = sum(second <= SECONDS for second in taken)
    times = f"median {median(taken):.1f} s, at most {max(taken):.1f} s" if taken else "none"
    table.line(what, Figure(met, f"of {SEEDS} within {SECONDS:g} s", least=least), beside=times)


def burr(seed: int, **wish: bool | int) -> object:
    """Return a burr."""
    return finish(wished_in_steps(BurrWish(seed=seed, **wish)))  # type: ignore[arg-type]


def design(seed: int, level: int) -> object:
    """Return a design of a level."""
    options = PackingOptions(puzzle=DESIGN, size=(4, 4, 4), design=6, level=level, seed=seed)
    return finish(design_in_steps(options))


def solid_burrs() -> None:
    """Count all solid burrs of sticks that can be cut straight; raises RuntimeError where they are not all."""
    count = all_burrs(SOLID_NOTCHABLE)
    total = sum(finish(count.work(count.common, part)).levels.total() for part in count.parts)
    if total != SOLID_BURRS:
        raise RuntimeError(f"there are {SOLID_BURRS} solid burrs, and {total} were found")


def bench(table: Table, levels: Sequence[int] = ()) -> None:
    """Measure all of it, and burrs of some more levels."""
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


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", nargs="*", type=int, help="also burrs of these levels")
    levels = parser.parse_known_args()[0].levels
    sys.exit(run(partial(bench, levels=levels), __doc__, parser))
