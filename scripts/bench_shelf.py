# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast shelves are filled, sorted and filtered: ``make bench``."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter, sleep

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Condition, Shelf
from puzzle_shelf.filling import ShelfWriter, fill, rows_of
from puzzle_shelf.team import Processes

OSKAR = KINDS["oskar"]
CLASSIC = OSKAR.making.values_with({})
HARD = OSKAR.making.values_with({"style": "hard", "effort": 10_000})

MOST_SECONDS_TO_FIRST = 1.5
"""From the start of the command to the first row."""

LEAST_RATIO = 1.8
"""How many times as many two cores make as one does."""

MOST_BESIDE = 0.3
"""Milliseconds of the processors for a row beside what it takes to make it."""

TURNS, CLASSIC_ONES, HARD_ONES = 3, 4_000, 24

MOST_SECONDS_CHOOSING = 1.0
"""Of a million rows."""

CHOICES: tuple[tuple[Condition, ...], ...] = (
    (),
    (Condition("length", ">", 900),),
    (Condition("length", ">", 990), Condition("loops", "<", 20), Condition("bits", ">", 900)),
)


def bench_first(folder: Path) -> None:
    """Fill a shelf by the command until it has a row."""
    seconds = []
    for turn in range(TURNS):
        path = folder / f"first_{turn}.shelf"
        command = [sys.executable, "-m", "puzzle_shelf", "shelf", str(path), "--seeds", "0", "100000"]
        begin = perf_counter()
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as filling:
            while not _has_rows(path):
                sleep(0.005)
            seconds.append(perf_counter() - begin)
            filling.terminate()
    print(f"The first row of a shelf: {min(seconds):.2f} s (at most {MOST_SECONDS_TO_FIRST:g} s)")


def _has_rows(path: Path) -> bool:
    try:
        with Shelf(path) as shelf:
            return shelf.count("oskar") > 0
    except InputError:
        return False


def bench_two(folder: Path, label: str, values: dict[str, Value], number: int) -> None:
    """Put puzzles on shelves by one core and by two, turn by turn, as other work on the machine comes and goes."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    beside = []
    for turn in range(TURNS):
        for jobs, made in rates.items():
            with closing(ShelfWriter(folder / f"{label}_{turn}_{jobs}.shelf", OSKAR, values)) as writer:
                begin, spent = perf_counter(), processor_seconds()
                worked = fill(Processes(jobs), OSKAR, values, range(number), writer.add)
                made.append(number / (perf_counter() - begin))
            if jobs == 1:
                beside.append((processor_seconds() - spent - worked) * 1000 / number)
    ratio = max(rates[2]) / max(rates[1])
    print(
        f"{number:,} {label} 5x5x5: two cores make {ratio:.2f} times as many as one (at least {LEAST_RATIO:g}); "
        f"{max(0, min(beside)):.2f} ms a row beside making it (at most {MOST_BESIDE:g})"
    )


def processor_seconds() -> float:
    """Return the seconds that processors have worked for this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


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
        bench_first(Path(temporary))
        bench_two(Path(temporary), "classic", CLASSIC, CLASSIC_ONES)
        bench_two(Path(temporary), "hard", HARD, HARD_ONES)
