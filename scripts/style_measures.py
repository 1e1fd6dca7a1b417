# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what each style cuts by itself, its mazes, and their cost: ``python -m scripts.style_measures``.

Styles that search are left out: their effort says how long they take. With names of styles only these are measured.
Each is timed in a process of its own, until its faces are there; the memory is the most that the process had, with
Python itself. The page of the styles has this table, too.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import fmean
from time import perf_counter

from puzzle_cubes.common.task import finish
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.settings import Draft

ROOT = Path(__file__).resolve().parent.parent
SIDES = (5, 10, 20)
SEEDS_BY_SIDE = {5: 40, 10: 20, 20: 5}
LIKE_SIDE = 10
"""The side at which the mazes are measured."""

TIMED = ((10, 5), (100, 1))
"""Sides, and how many mazes are made of which the quickest counts."""

HEADINGS = (
    *("style", "own 5", "own 10", "own 20", "reachable", "regions", "corners", "dead ends", "solution"),
    *("10x10x10", "100x100x100", "memory"),
)


def draft_of(style: str, side: int, seed: int) -> Draft:
    """Return what a style makes."""
    settings = settings_with(size=(side, side, side), seed=seed, style=style)
    return finish(STYLES[style].make(STYLES[style].resolved(settings), Random(seed)))


def own_share(style: str, side: int) -> float | None:
    """Return the mean share of the passages that a style cuts by itself; None for one that does not grow."""
    records = [draft_of(style, side, seed).record for seed in range(SEEDS_BY_SIDE[side])]
    shares = [record.own_share((side, side, side)) for record in records if record is not None]
    return fmean(shares) if shares else None


def seconds_and_megabytes(style: str, side: int, count: int) -> tuple[float, float]:
    """Return the seconds that a maze takes, the least of a number, and the most memory, in a process of its own."""
    call = [sys.executable, "-m", "scripts.style_measures", "--one", style, str(side), str(count)]
    written = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    seconds, megabytes = json.loads(written)
    return seconds, megabytes


def measure_here(style: str, side: int, count: int) -> tuple[float, float]:
    """Do what ``seconds_and_megabytes`` does, in this process."""
    seconds = []
    for seed in range(count):
        begin = perf_counter()
        draft_of(style, side, seed)
        seconds.append(perf_counter() - begin)
    return min(seconds), getrusage(RUSAGE_SELF).ru_maxrss / 1024


def line(style: str) -> str:
    """Return a style's line of the table in Markdown."""
    shares = [own_share(style, side) for side in SIDES]
    found = [
        generate(settings_with(size=(LIKE_SIDE,) * 3, seed=seed, style=style)).measures
        for seed in range(SEEDS_BY_SIDE[LIKE_SIDE])
    ]
    (short, _), (long, megabytes) = (seconds_and_megabytes(style, *timed) for timed in TIMED)
    cells = [STYLES[style].label, *("-" if share is None else f"{share:.1%}" for share in shares)]
    cells += [
        f"{fmean(one.reachable / one.positions for one in found):.0%}",
        f"{fmean(one.components for one in found):,.0f}",
        f"{fmean(one.corners for one in found):.1f}",
        f"{fmean(one.dead_ends / one.reachable for one in found):.0%}",
        f"{fmean((one.length + 1) / one.reachable for one in found):.0%}",
    ]
    cells += [f"{1000 * short:.0f} ms", f"{long:.1f} s", f"{megabytes:.0f} MB"]
    return "| " + " | ".join(cells) + " |"


def table(styles: list[str]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| " + " | ".join(HEADINGS) + " |"
    yield "|---" * len(HEADINGS) + "|"
    for style in styles:
        yield line(style)


def not_searched() -> list[str]:
    """Return the styles that take no effort."""
    return [name for name, style in STYLES.items() if not style.searched]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        name, length, times = sys.argv[2:]
        print(json.dumps(measure_here(name, int(length), int(times))))
    else:
        for text in table(sys.argv[1:] or not_searched()):
            print(text, flush=True)
