# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast shelves are filled, sorted and filtered: ``make bench``."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.conditions import Condition
from puzzle_cubes.shelf.shelf import Shelf
from puzzle_shelf.filling import fill
from puzzle_shelf.making import rows_of
from puzzle_shelf.team import Processes
from puzzle_shelf.writing import ShelfWriter

OSKAR = KINDS["oskar"]
CLASSIC = OSKAR.making.values_with({})
HARD = OSKAR.making.values_with({"style": "hard", "effort": 10_000})

MOST_SECONDS = 20.0
"""For 10,000 classic puzzles of 5x5x5 on two cores."""

LEAST_RATIO = 1.8
"""How many times as many hard ones two cores make as one does."""

TURNS, HARD_ONES = 3, 24

MOST_SECONDS_CHOOSING = 1.0
"""Of a million rows."""

CHOICES: tuple[tuple[Condition, ...], ...] = (
    (),
    (Condition("length", ">", 900),),
    (Condition("length", ">", 990), Condition("loops", "<", 20), Condition("bits", ">", 900)),
)


def bench_classic(folder: Path) -> None:
    """Put 10,000 classic puzzles on a shelf."""
    with closing(ShelfWriter(folder / "classic.shelf", OSKAR, CLASSIC)) as writer:
        begin = perf_counter()
        fill(Processes(2), OSKAR, CLASSIC, range(10_000), writer.add)
        seconds = perf_counter() - begin
    print(f"10,000 classic 5x5x5 on two cores: {seconds:.1f} s (at most {MOST_SECONDS:g} s)")


def bench_hard() -> None:
    """Make hard puzzles on one core and on two, turn by turn, as other work on the machine comes and goes.

    How much of their time the two work is what the program can do for it; the rest is for the machine.
    """
    rates: dict[int, list[float]] = {1: [], 2: []}
    busy = 0.0
    for turn in range(TURNS):
        seeds = range(100 * turn, 100 * turn + HARD_ONES)
        for number in (1, 2):
            begin = perf_counter()
            worked = fill(Processes(number), OSKAR, HARD, seeds, lambda _: None)
            seconds = perf_counter() - begin
            rates[number].append(HARD_ONES / seconds)
            busy = worked / (number * seconds)
    ratio = max(rates[2]) / max(rates[1])
    print(
        f"Hard ones on two cores: {ratio:.2f} times as many as on one (at least {LEAST_RATIO:g}); "
        f"both are at work {busy:.0%} of the time"
    )


def bench_choosing(folder: Path) -> None:
    """Sort and filter a million rows of made-up numbers."""
    path = folder / "large.shelf"
    with closing(ShelfWriter(path, OSKAR, CLASSIC)) as writer:
        writer.add(rows_of(OSKAR, CLASSIC, [0]))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP INDEX canonical_oskar")
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(rows_oskar)")]
        kept = {"settings", "code", "problem", "repeated"}
        others = {"seed": "number", "canonical": "randomblob(12)"}
        made = [name if name in kept else others.get(name, "abs(random() % 1000)") for name in columns]
        numbers = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 999999)"
        chosen = f"SELECT {', '.join(made)} FROM numbers, rows_oskar"  # noqa: S608  (names only)
        connection.execute(f"{numbers} INSERT INTO rows_oskar {chosen}")
    with Shelf(path) as shelf:
        for conditions in CHOICES:
            begin = perf_counter()
            found = shelf.top("oskar", "difficulty", 20, conditions, unique=True)
            seconds = perf_counter() - begin
            words = " and ".join(f"{one.figure} {one.comparison} {one.value:g}" for one in conditions) or "all"
            print(
                f"The highest {len(found)} of {shelf.count('oskar'):,} rows, {words}: {seconds:.2f} s "
                f"(at most {MOST_SECONDS_CHOOSING:g} s)"
            )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        bench_choosing(Path(temporary))
        bench_classic(Path(temporary))
    bench_hard()
