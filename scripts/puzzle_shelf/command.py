# SPDX-License-Identifier: GPL-3.0-or-later
"""The command: a shelf is filled, and then read, for which what fills shelves need not be installed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import cache, partial
from pathlib import Path
from typing import TextIO

from puzzle_cubes.command_line.arguments import QUIET_FLAG
from puzzle_cubes.command_line.output import FAILED, Speaker, exit_code
from puzzle_cubes.command_line.parser import declared_flag
from puzzle_cubes.common.interrupts import Interrupts
from puzzle_cubes.common.options import Value
from puzzle_cubes.common.words import counted, printable, quoted
from puzzle_cubes.export.paths import check_no_input, named_path
from puzzle_cubes.kind.by_name import one_of
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.shelf.guarded import BESIDE
from puzzle_cubes.shelf.shelf import Condition, Row, Shelf, conditions_from

from .arguments import COMMAND, CSV, HISTOGRAM, PARQUET, given_files, given_number, given_seeds, given_series, parsed
from .exporting import csv_rows, histogram_of, settings_of, table_of, write_csv, write_parquet, write_whole
from .filling import ShelfWriter, add_from, differing, fill, sample
from .team import Team, progress, team_of


def run(arguments: Sequence[str], output: TextIO | None, *, for_good: bool = False) -> int:
    """Run the command and return the exit code: 0, 2 for wrong arguments, and 1 for what failed or was stopped.

    A signal that ends a program ends the run, which goes on when it is repeated. With ``for_good`` those that come
    after its end find no answer in the process any more.
    """
    speaker = Speaker(COMMAND, output, quiet=QUIET_FLAG in map(declared_flag, arguments))
    with Interrupts(for_good=for_good):
        return exit_code(speaker, partial(_run, arguments, speaker), "Stopped. The same command goes on.")


def _run(arguments: Sequence[str], speaker: Speaker) -> int:
    options, kind = parsed(arguments, speaker.output)
    seeds, values = given_seeds(options, kind), given_series(options, kind)
    best, top = given_number("best", options.best), given_number("top", options.top)
    verified, workers = given_number("verify", options.verify), given_number("workers", options.workers)
    path, *sources = map(named_path, [options.file, *(options.sources or ())])
    files = given_files(options)
    check_no_input([*files.values(), *([path] if sources else [])], sources)
    check_no_input(files.values(), [path, *(path.with_name(path.name + end) for end in BESIDE)])
    with ExitStack() as stack:

        @cache
        def team() -> Team:
            """Return who does the work, if there is any."""
            return stack.enter_context(team_of(options.scheduler, workers, speaker.note))

        for source in sources:
            with Shelf(source) as shelf:
                shelf.check_kind(kind.name)
                taken = counted(add_from(path, kind, shelf), "row", grouped=True)
                speaker.note(f"{taken} taken from {quoted(source)}.")
        made: Sequence[Condition] = ()
        if seeds is not None:
            # Values that no seed can be used with are refused before anything is made.
            kind.in_steps({**values, "seed": seeds.start}).close()
            _check_names(options, kind.figures)
            series = _fill(path, kind, values, seeds, team=team(), speaker=speaker)
            made = conditions_from(f"settings = {series}, seed >= {seeds[0]}, seed <= {seeds[-1]}", str)
        with Shelf(path) as shelf:
            shelf.check_kind(kind.name)
            _show(options, shelf, kind, speaker, files=files, top=top or best, among=() if top else made)
            return 0 if verified is None else _verify(shelf, kind, verified, team, speaker)


def _fill(path: Path, kind: AnyKind, values: dict[str, Value], seeds: range, *, team: Team, speaker: Speaker) -> int:
    """Make the rows that are missing, and show how far that is; return the number of their settings."""
    import tqdm  # noqa: F401  (without it no file is begun)

    added = 0
    with closing(ShelfWriter(path, kind, values)) as writer:
        missing = writer.missing(seeds)
        if missing:
            with progress(len(seeds), len(seeds) - len(missing), quiet=speaker.quiet, unit=" rows") as note:

                def take(rows: Sequence[Row]) -> None:
                    nonlocal added
                    added += writer.add(rows)
                    note(len(rows))

                def still_missing(seeds: Sequence[int]) -> Sequence[int]:
                    """Return those of some seeds that nobody else has added meanwhile."""
                    left = writer.missing(seeds)
                    note(len(seeds) - len(left))
                    return left

                fill(team, kind, values, missing, take, still_missing=still_missing)
    speaker.note(f"{counted(added, 'row', grouped=True)} made, {len(seeds) - added:,} there.")
    return writer.series


def _check_names(options: argparse.Namespace, names: Collection[str]) -> None:
    """Raise InputError for a condition that is none, and for the measure of no number."""
    if options.by is not None:
        one_of("Argument --by", options.by, names)
    for text in options.where or ():
        conditions_from(text, lambda name: one_of("Measure", name, names))


def _show(
    options: argparse.Namespace,
    shelf: Shelf,
    kind: AnyKind,
    speaker: Speaker,
    *,
    files: Mapping[str, Path],
    top: int | None,
    among: Sequence[Condition],
) -> None:
    """Print what was asked for, the highest rows only ``among`` some, and write files by their arguments' names."""
    conditions = [condition for text in options.where or () for condition in shelf.conditions(kind.name, text)]
    unique = options.unique
    if options.count:
        speaker.tell(str(shelf.count(kind.name, conditions, unique=unique)))
    if options.digest:
        speaker.tell(shelf.digest(kind.name))
    if top is not None:
        by = shelf.order(kind.name, options.by or kind.hardness, "Argument --by")
        rows = shelf.top(kind.name, by, top, [*conditions, *among], lowest=options.lowest, unique=unique)
        names = list(dict.fromkeys([by, *(condition.figure for condition in conditions)]))
        by_series = {row.series: row for row in rows}
        several = by_series.items() if len(by_series) > 1 else ()
        settings = {series: printable(settings_of(shelf, kind, row)) for series, row in several}
        _print_rows(rows, names, settings, speaker)
    if CSV in files:
        write_csv(files[CSV], table_of(shelf, kind, conditions, unique=unique))
    elif options.csv is not None:
        csv_rows(speaker.give, table_of(shelf, kind, conditions, unique=unique))
    if PARQUET in files:
        write_parquet(files[PARQUET], table_of(shelf, kind, conditions, unique=unique))
    if options.histogram is not None:
        picture = histogram_of(shelf, kind, options.histogram[0], conditions, unique=unique)
        if HISTOGRAM in files:
            write_whole(files[HISTOGRAM], lambda part: part.write_bytes(picture))
        else:
            speaker.give(picture)


def _print_rows(rows: Sequence[Row], names: Sequence[str], settings: Mapping[int, str], speaker: Speaker) -> None:
    """Print rows, and their settings by series where there are any."""
    speaker.tell("\t".join(("seed", *names, "code", *(["settings"] if settings else []))))
    for row in rows:
        figures = ("" if row.figures[name] is None else f"{row.figures[name]:g}" for name in names)
        cell = [settings[row.series]] if settings else []
        speaker.tell("\t".join((str(row.seed), *figures, printable(row.code or ""), *cell)))


def _verify(shelf: Shelf, kind: AnyKind, number: int, team: Callable[[], Team], speaker: Speaker) -> int:
    """Make rows again, print what is wrong with them, and return the exit code."""
    rows = sample(shelf, kind, number)
    with progress(len(rows), quiet=speaker.quiet, unit=" rows") as note:
        wrong = differing(team(), shelf, kind, rows, note)
    for row in wrong:
        speaker.tell(f"Seed {row.seed} gives another row.")
    speaker.tell(f"{counted(len(rows), 'row', grouped=True)} made again, {len(wrong):,} of them different.")
    return FAILED if wrong else 0
