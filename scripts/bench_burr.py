# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast burrs and designs of a wished level are found, on one core: ``make bench``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

from puzzle_count.parts import SOLID_NOTCHABLE, all_burrs

from puzzle_cubes.burr.making.search import BurrWish, wished_in_steps
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.packing.making.design import design_in_steps
from puzzle_cubes.packing.making.options import DESIGN, PackingOptions

SECONDS = 60.0

SECONDS_OF_SOLID = 3.0

SOLID_BURRS = 314

SEEDS = 10


def bench(what: str, made: Callable[[int], object], least: int) -> None:
    """Time what is made of each seed, and tell of how many it was within the seconds."""
    taken = []
    for seed in range(SEEDS):
        begin = process_time()
        try:
            made(seed)
        except NotFoundError:
            continue
        taken.append(process_time() - begin)
    met = sum(seconds <= SECONDS for seconds in taken)
    times = f"median {median(taken):.1f} s, at most {max(taken):.1f} s" if taken else "none"
    verdict = "reached" if met >= least else "MISSED"
    print(f"{what:52}{met:3} of {SEEDS} within {SECONDS:g} s (at least {least}): {verdict}, {times}", flush=True)


def burr(seed: int, **wish: bool | int) -> object:
    """Return a burr."""
    return finish(wished_in_steps(BurrWish(seed=seed, **wish)))  # type: ignore[arg-type]


def design(seed: int, level: int) -> object:
    """Return a design of a level."""
    options = PackingOptions(puzzle=DESIGN, size=(4, 4, 4), design=6, level=level, seed=seed)
    return finish(design_in_steps(options))


def bench_solid() -> None:
    """Time all solid burrs of sticks that can be cut straight."""
    begin = process_time()
    count = all_burrs(SOLID_NOTCHABLE)
    found = sum(finish(count.work(count.common, part)).levels.total() for part in count.parts)
    seconds = process_time() - begin
    if found != SOLID_BURRS:
        raise RuntimeError(f"there are {SOLID_BURRS} solid burrs, and {found} were found")
    verdict = "reached" if seconds <= SECONDS_OF_SOLID else "MISSED"
    print(
        f"{'all 314 solid notchable burrs':52}{seconds:8.3f} s (at most {SECONDS_OF_SOLID:g} s): {verdict}", flush=True
    )


if __name__ == "__main__":
    bench_solid()
    bench("burr, one solution, notchable, level 5", partial(burr, notchable=True, level=5), 9)
    for level, least in ((7, 8), *((int(one), 0) for one in sys.argv[1:])):
        bench(f"burr, one solution, level {level}", partial(burr, level=level), least)
    for level in (4, 5):
        bench(f"design 4x4x4 of 6 pieces, one solution, level {level}", partial(design, level=level), 8)
