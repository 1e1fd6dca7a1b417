# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast shelves are filled, sorted and filtered: a part of ``make bench``."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time, sleep

from goals import Figure, Table, run, seconds

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Condition, Shelf
from puzzle_shelf.filling import ShelfWriter, fill, rows_of
from puzzle_shelf.team import Processes

OSKAR = KINDS["oskar"]
CLASSIC = OSKAR.values_with({})
HARD = OSKAR.values_with({"style": "hard", "effort": 10_000})

MOST_SECONDS_TO_FIRST = 1.5
"""From the start of the command to the first row."""

LEAST_RATIO = 1.8
"""How many times as many two cores make as one does."""

MOST_BESIDE = 0.3
"""Milliseconds of the processors for a row beside what it takes to make it."""

TURNS, CLASSIC_ONES, HARD_ONES, ROWS = 3, 4_000, 24, 1_000_000

MOST_SECONDS_CHOOSING = 1.0
"""Of so many rows."""

CHOICES: tuple[tuple[Condition, ...], ...] = (
    (),
    (Condition("length", ">", 900),),
    (Condition("length", ">", 990), Condition("loops", "<", 20), Condition("bits", ">", 900)),
)


def bench_first(table: Table, folder: Path) -> None:
    """Fill a shelf by the command until it has a row."""
    taken = []
    for turn in range(1 if table.small else TURNS):
        path = folder / f"first_{turn}.shelf"
        command = [sys.executable, "-m", "puzzle_shelf", "shelf", str(path), "--seeds", "0", "100000"]
        begin = perf_counter()
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as filling:
            while not _has_rows(path):
                if filling.poll() is not None:
                    raise RuntimeError(f"the shelf's command ended with {filling.returncode} before its first row")
                sleep(0.005)
            taken.append(perf_counter() - begin)
            filling.terminate()
    table.line("the first row of a shelf", Figure(min(taken), "s", MOST_SECONDS_TO_FIRST))


def _has_rows(path: Path) -> bool:
    try:
        with Shelf(path) as shelf:
            return shelf.count("oskar") > 0
    except InputError:
        return False


def bench_two(table: Table, folder: Path, label: str, values: dict[str, Value], number: int) -> None:
    """Put puzzles on shelves by one core and by two, turn by turn, as other work on the machine comes and goes."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    beside = []
    for turn in range(1 if table.small else TURNS):
        for jobs, made in rates.items():
            with closing(ShelfWriter(folder / f"{label}_{turn}_{jobs}.shelf", OSKAR, values)) as writer:
                begin, spent = perf_counter(), process_time()
                worked = fill(Processes(jobs), OSKAR, values, range(number), writer.add)
                made.append(number / (perf_counter() - begin))
            if jobs == 1:
                beside.append((process_time() - spent - worked) * 1000 / number)
    table.line(
        f"{number:,} {label} 5x5x5 by two cores beside one",
        Figure(max(rates[2]) / max(rates[1]), "times as many", least=LEAST_RATIO),
        Figure(max(0, min(beside)), "ms a row beside making it", MOST_BESIDE),
    )


def bench_choosing(table: Table, folder: Path) -> None:
    """Sort and filter many rows of made-up numbers."""
    rows = 1000 if table.small else ROWS
    path = folder / "large.shelf"
    with closing(ShelfWriter(path, OSKAR, CLASSIC)) as writer:
        writer.add(rows_of(OSKAR, CLASSIC, [0]))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP INDEX canonical_oskar")
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(rows_oskar)")]
        kept = {"settings", "code", "problem", "repeated"}
        others = {"seed": "number", "canonical": "randomblob(12)"}
        made = [name if name in kept else others.get(name, "abs(random() % 1000)") for name in columns]
        numbers = "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT ?)"
        chosen = f"SELECT {', '.join(made)} FROM numbers, rows_oskar"  # noqa: S608  (names only)
        connection.execute(f"{numbers} INSERT INTO rows_oskar {chosen}", (rows - 1,))
    with Shelf(path) as shelf:
        for conditions in CHOICES:
            taken = seconds(lambda: shelf.top("oskar", "difficulty", 20, conditions, unique=True), 1, perf_counter)  # noqa: B023
            words = " and ".join(f"{rule.figure} {rule.comparison} {rule.value:g}" for rule in conditions) or "all"
            table.line(f"the highest 20 of {rows:,} rows: {words}", Figure(taken, "s", MOST_SECONDS_CHOOSING))


def bench(table: Table) -> None:
    """Measure all of it."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        bench_choosing(table, folder)
        bench_first(table, folder)
        bench_two(table, folder, "classic", CLASSIC, 8 if table.small else CLASSIC_ONES)
        if not table.small:
            bench_two(table, folder, "hard", HARD, HARD_ONES)


if __name__ == "__main__":
    sys.exit(run(bench, __doc__))
