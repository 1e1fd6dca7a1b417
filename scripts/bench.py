# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what users wait for: cubes made, exported and dragged, large ones, and shelves, for ``make bench``.

They are seconds on this machine; ``make against`` states ratios to an older revision.
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from time import perf_counter, process_time, sleep

from goals import Call, Figure, Table, called, run, seconds

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_mazecube, puzzle_to_mazecube
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.shelf.shelf import Condition, Shelf
from puzzle_shelf.filling import ShelfWriter, fill, rows_of
from puzzle_shelf.team import Processes

ROUNDS = 7
EXPORTS = {10: 0.15, 30: 0.6}
"""By the cells along each side: the seconds from settings to STL on disk."""

LARGE, BESIDE = 100, 30
"""The cells of a large cube, and of that beside which it is measured."""

TIMES_OF_STL, TIMES_OF_KIT = 11, 14
"""How many times the processor's seconds of the smaller one's STL the large one's, and its kit's, may take."""


def bench_meshes(table: Table) -> None:
    """Time box, cross and trace from a puzzle to mesh arrays."""
    dimensions = Dimensions()
    for cells, rounds, most in ((10, 1, inf),) if table.small else ((10, 20, 0.03), (LARGE, 3, 3.0)):
        puzzle = generate(Settings((cells, cells, cells)))
        _ = puzzle.solution  # searched for once, and not a part of the mesh
        parts = (partial(box, puzzle), partial(cross, puzzle.size), partial(trace, puzzle))
        taken = seconds(lambda: [part(dimensions).mesh() for part in parts], rounds, perf_counter)  # noqa: B023
        table.line(f"meshes {cells}x{cells}x{cells}", Figure(taken, "s", most))


def export(folder: str, cells: int, *options: str) -> Call:
    """Export a puzzle, usually in one piece, into a new folder, and return the call with its report."""
    size = ("--size", *[str(cells)] * 3, *(options or ("--one-piece",)))
    return called(["-m", "puzzle_cubes", "oskar", *size, "--out", f"{folder}/{cells}", "--json"])


def bench_export(table: Table) -> None:
    """Time settings to STL on disk, and a kit from the puzzle to meshes and files."""
    cells_of_kit = 3 if table.small else 10
    with tempfile.TemporaryDirectory() as folder:
        for cells, most in {4: 1.0}.items() if table.small else EXPORTS.items():
            calls = [export(f"{folder}/{turn}", cells) for turn in range(1 if table.small else ROUNDS)]
            parts = min((json.loads(call.text)["seconds"] for call in calls), key=lambda taken: sum(taken.values()))
            split = ", ".join(f"{name} {part:.3f}" for name, part in parts.items())
            table.line(f"settings to STL {cells}x{cells}x{cells}", Figure(sum(parts.values()), "s", most), beside=split)
        parts = json.loads(export(f"{folder}/kit", cells_of_kit, "--kit", "--bed", "300", "300").text)["seconds"]
        table.line(f"kit {cells_of_kit}: meshes and files", Figure(parts["mesh"] + parts["export"], "s", 2.0))


def bench_large(table: Table) -> None:
    """Compare the export of a large cube, and of its kit, with that of a smaller one."""
    large, beside = (5, 4) if table.small else (LARGE, BESIDE)
    with tempfile.TemporaryDirectory() as folder:
        base = min(export(f"{folder}/{number}", beside).processor for number in range(1 if table.small else 3))
        for what, options, times, gigabytes in (
            ("STL", (), TIMES_OF_STL, 0.8),
            ("kit", ("--kit", "--bed", "2600", "2600"), TIMES_OF_KIT, 0.6),
        ):
            call = export(f"{folder}/{what}", large, *options)
            files = [file for file in Path(folder, what).rglob("*") if file.is_file()]
            table.line(
                f"{what} {large}x{large}x{large} beside STL {beside}x{beside}x{beside}",
                Figure(call.processor / base, "times the processor's time", times),
                Figure(call.gigabytes, "GB", gigabytes),
                Figure(sum(file.stat().st_size for file in files) / 1e6, "MB", 120),
                beside=f"{call.processor:.1f} s beside {base:.1f} s",
            )


def bench_calls(table: Table) -> None:
    """Time calls of the command line from their start to their end, as a user makes them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for what, options, most in (("a call, 5x5x5", ("--one-piece",), 0.5), ("a call for a kit, 5x5x5", ("--kit",), 1.0)):
        with tempfile.TemporaryDirectory() as folder:
            command = ["-m", "puzzle_cubes", "oskar", "--size", "5", "5", "5", "--seed", "7", *options, "--out"]
            # The first one compiles.
            calls = [
                called([*command, f"{folder}/{turn}"], environment) for turn in range(1 if table.small else ROUNDS)
            ]
        least = min(call.processor for call in calls)
        table.line(what, Figure(min(call.clock for call in calls), "s", most), beside=f"of the processor {least:.2f} s")


ONE = "--one"
"""Before a task that is done in this process."""

TEXT = "TEXT"
"""Stands for the file with the MazeCubeGenerator text in the value of a task."""

SHORT = 1.0
"""Seconds; a task that takes less is done again, and its shortest time counts."""

ROUNDS_OF_SHORT = 5


@dataclass(frozen=True)
class Row:
    """A task: its name, the size of the puzzle, a value, and the seconds and the gigabytes that it may take at most."""

    task: str
    size: tuple[int, int, int]
    value: str = ""
    seconds: float = inf
    gigabytes: float = inf


KIT, CHECK, CHECK_KIT = "solids of a kit", "check", "check of a kit"
HARD, READ = "hard, so many steps", "read MazeCube, serpentine"
"""The tasks, as their lines call them."""

ROWS = (
    Row(KIT, (10, 10, 10), "", 0.1),
    Row(KIT, (40, 40, 40), "", 0.5),
    Row(KIT, (100, 100, 100), "", 1.0, 0.6),
    Row(KIT, (60, 60, 2), "", 1.0, 0.2),
    Row(KIT, (3, 3, 7), "20", 0.1, 0.1),
    Row(CHECK, (100, 100, 100), "", 2.0),
    Row(CHECK, (100, 100, 100), "serpentine", 2.0),
    Row(CHECK_KIT, (40, 40, 40), "", 2.0),
    Row(HARD, (5, 5, 5), "5000", 2.0),
    Row(HARD, (10, 10, 10), "5000", 6.0),
    Row(HARD, (100, 100, 100), "200", inf, 1.0),
    Row(READ, (100, 100, 100), TEXT, 2.0),
)
SMALL = tuple(
    Row(name, (3, 3, 3), value) for name, value in ((KIT, ""), (CHECK, ""), (CHECK_KIT, ""), (HARD, "50"), (READ, TEXT))
)


def task(name: str, size: tuple[int, int, int], value: str) -> Callable[[], object]:
    """Prepare a task and return it; all that it does by itself is measured."""
    printer = Printer()
    if name == HARD:
        return lambda: generate(settings_with(size=size, style="hard", start="best", effort=int(value)))
    if name == READ:
        text = Path(value).read_text(encoding="utf-8")
        return lambda: puzzle_from_mazecube(text)
    dimensions = Dimensions(plate=float(value)) if name == KIT and value else Dimensions()
    styled = {"style": value, "start": "best"} if name == CHECK and value else {}
    puzzle = generate(settings_with(size=size, **styled))
    # What a scene knows of its puzzle anyway is no part of the check.
    _ = puzzle.solution, puzzle.space
    if name == KIT:
        return lambda: kit(puzzle, dimensions)
    return lambda: check_puzzle(puzzle, dimensions, printer, as_kit=name == CHECK_KIT)


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of a task, and the largest memory of the process up to its first end, in gigabytes."""
    taken = seconds(work, 1, perf_counter)
    gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    if taken < SHORT:
        taken = min(taken, seconds(work, ROUNDS_OF_SHORT - 1, perf_counter))
    return taken, gigabytes


def bench_tasks(table: Table) -> None:
    """Measure large puzzles and kits, each task in a process of its own."""
    rows = SMALL if table.small else ROWS
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "serpentine.txt")
        size = rows[-1].size
        text.write_text(puzzle_to_mazecube(generate(settings_with(size=size, style="serpentine"))))
        for row in rows:
            value = str(text) if row.value == TEXT else row.value
            call = called([__file__, ONE, row.task, *map(str, row.size), value])
            taken, gigabytes = json.loads(call.text)
            what = f"{row.task} {'x'.join(map(str, row.size))} {row.value.replace(TEXT, '')}".strip()
            table.line(what, Figure(taken, "s", row.seconds), Figure(gigabytes, "GB", row.gigabytes))


LIVE = {"5": 0.6, "10": 1.0, "20": 1.5, "40": 4.0, "10, as wires": 25.0, "10, as a kit": 25.0}
"""The milliseconds that a live cube may take to follow a dimension, by what drag.py calls it."""


def bench_live(table: Table) -> None:
    """Time changes of live cubes in Blender, each time in a process of its own."""
    turns, changes = (1, 2) if table.small else (2, 100)
    call = [str(Path(__file__).with_name("drag.py")), str(changes), *LIVE]
    times = [json.loads(called(call).text.splitlines()[-1]) for _ in range(turns)]
    for cube, most in LIVE.items():
        table.line(f"a live cube of {cube}", Figure(1000 * min(taken[cube] for taken in times), "ms", most))


OSKAR = KINDS["oskar"]
CLASSIC_VALUES = OSKAR.values_with({})
HARD_VALUES = OSKAR.values_with({"style": "hard", "effort": 10_000})

MOST_SECONDS_TO_FIRST = 1.5
"""From the start of the command to the first row."""

LEAST_RATIO = 1.8
"""How many times as many two cores make as one does."""

MOST_BESIDE = 0.3
"""Milliseconds of the processors for a row beside what it takes to make it."""

TURNS, CLASSIC_ONES, HARD_ONES, SHELF_ROWS = 3, 4_000, 24, 1_000_000

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
    rows = 1000 if table.small else SHELF_ROWS
    path = folder / "large.shelf"
    with closing(ShelfWriter(path, OSKAR, CLASSIC_VALUES)) as writer:
        writer.add(rows_of(OSKAR, CLASSIC_VALUES, [0]))
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


def bench_shelves(table: Table) -> None:
    """Measure how fast shelves are filled, sorted and filtered."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        bench_choosing(table, folder)
        bench_first(table, folder)
        bench_two(table, folder, "classic", CLASSIC_VALUES, 8 if table.small else CLASSIC_ONES)
        if not table.small:
            bench_two(table, folder, "hard", HARD_VALUES, HARD_ONES)


def bench(table: Table) -> None:
    """Measure all of it."""
    for part in (bench_meshes, bench_export, bench_large, bench_calls, bench_tasks, bench_live, bench_shelves):
        part(table)


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        what, x, y, z, value = sys.argv[2:]
        print(json.dumps(measured(task(what, (int(x), int(y), int(z)), value))))
    else:
        sys.exit(run(bench, __doc__))
