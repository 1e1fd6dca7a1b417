# SPDX-License-Identifier: GPL-3.0-or-later
"""The command: a shelf is filled, and then read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TextIO

from dask.distributed import Client
from tqdm import tqdm

from puzzle_cubes.command_line.arguments import ArgumentsError
from puzzle_cubes.command_line.run import FAILED, exit_code
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.common.words import counted, quoted
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.shelf.conditions import Condition, conditions_from
from puzzle_cubes.shelf.shelf import Row, Shelf

from .arguments import COMMAND, given_histogram, given_number, given_seeds, given_series, parsed
from .cluster import connected
from .exporting import table_of, write_csv, write_histogram, write_parquet
from .filling import fill
from .making import MadeRow
from .verifying import differing, sample
from .writing import ShelfWriter


def run(arguments: Sequence[str], output: TextIO) -> int:
    """Run the command and return the exit code: 0, 2 for wrong arguments, and 1 for what failed or was stopped."""
    return exit_code(COMMAND, partial(_parse_and_run, arguments, output), "Stopped. The same command goes on.")


def _parse_and_run(arguments: Sequence[str], output: TextIO) -> int:
    options, kind = parsed(arguments, output)
    return _run(options, kind, output)


def _run(options: argparse.Namespace, kind: AnyKind, output: TextIO) -> int:
    seeds, values = given_seeds(options, kind), given_series(options, kind)
    best, top = given_number("best", options.best), given_number("top", options.top)
    verified, workers = given_number("verify", options.verify), given_number("workers", options.workers)
    given_histogram(options)
    if best is not None and seeds is None:
        raise ArgumentsError("With --best there must be --seeds, among whose puzzles the hardest are looked for.")
    path = Path(options.file)
    with ExitStack() as stack:
        cluster = _Cluster(options.scheduler, workers, stack)
        if seeds is not None:
            # Values that no seed can be used with are refused before anything is made.
            kind.making.in_steps({**values, "seed": seeds.start}).close()
            _fill(path, kind, values, seeds, cluster)
        with closing(Shelf(path)) as shelf:
            _check_kind(shelf, kind, options.file)
            _show(options, shelf, kind, output, top=best if top is None else top)
            return 0 if verified is None else _verify(shelf, kind, verified, output, cluster)


class _Cluster:
    """A cluster that is begun when it is needed first, and ends with a stack."""

    def __init__(self, scheduler: str | None, workers: int | None, stack: ExitStack) -> None:
        self._begin = partial(connected, scheduler, workers)
        self._stack = stack

    @cached_property
    def client(self) -> Client:
        """Its client."""
        return self._stack.enter_context(self._begin())


def _fill(path: Path, kind: AnyKind, values: dict[str, Value], seeds: range, cluster: _Cluster) -> None:
    """Make the rows that are missing, and show how far that is."""
    with closing(ShelfWriter(path, kind, values)) as writer:
        missing = writer.missing(seeds)
        if missing:
            client = cluster.client
            with _progress(len(seeds), len(seeds) - len(missing)) as note:

                def take(rows: Sequence[MadeRow]) -> None:
                    writer.add(rows)
                    note(len(rows))

                fill(client, kind, values, missing, take)
    print(f"{counted(len(missing), 'row', grouped=True)} made, {len(seeds) - len(missing):,} there.", file=sys.stderr)


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[int], None]]:
    """Give a function to be called with how many more are done; a terminal shows them, the rate and the time left."""
    with tqdm(total=total, initial=done, unit=" rows", disable=None, dynamic_ncols=True) as bar:
        yield bar.update


def _check_kind(shelf: Shelf, kind: AnyKind, file: str) -> None:
    if kind.name not in shelf.kinds:
        there = f"it has those of {', '.join(shelf.kinds)}" if shelf.kinds else "it is empty"
        raise InputError(f"Shelf {quoted(file)} has no puzzles of the kind {kind.name}: {there}.")


def _show(options: argparse.Namespace, shelf: Shelf, kind: AnyKind, output: TextIO, *, top: int | None) -> None:
    """Print and write what was asked for."""
    names = shelf.figures(kind.name)
    conditions: list[Condition] = [one for text in options.where or () for one in conditions_from(text, names)]
    unique = options.unique
    if options.count:
        print(shelf.count(kind.name, conditions, unique=unique), file=output)
    if options.digest:
        print(shelf.digest(kind.name), file=output)
    if top is not None:
        by = options.by or kind.series.hardness
        rows = shelf.top(kind.name, by, top, conditions, lowest=options.lowest, unique=unique)
        _print_rows(rows, [by, *dict.fromkeys(one.figure for one in conditions if one.figure != by)], output)
    for file, write in ((options.csv, write_csv), (options.parquet, write_parquet)):
        if file is not None:
            write(Path(file), table_of(shelf, kind, conditions, unique=unique))
    drawn = given_histogram(options)
    if drawn is not None:
        measure, path = drawn
        write_histogram(path, shelf, kind, measure, conditions, unique=unique)


def _print_rows(rows: Sequence[Row], names: Sequence[str], output: TextIO) -> None:
    print("\t".join(("seed", *names, "code")), file=output)
    for row in rows:
        figures = ("" if row.figures[name] is None else f"{row.figures[name]:g}" for name in names)
        print("\t".join((str(row.seed), *figures, row.code or "")), file=output)


def _verify(shelf: Shelf, kind: AnyKind, number: int, output: TextIO, cluster: _Cluster) -> int:
    """Make rows again, print what is wrong with them, and return the exit code."""
    rows, client = sample(shelf, kind, number), cluster.client
    with _progress(len(rows), 0) as note:
        wrong = differing(client, shelf, kind, rows, note)
    for row in wrong:
        print(f"Seed {row.seed} gives another row.", file=output)
    print(f"{counted(len(rows), 'row', grouped=True)} made again, {len(wrong):,} of them different.", file=output)
    return FAILED if wrong else 0
