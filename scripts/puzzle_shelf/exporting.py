# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf for other programs: tables as CSV and Parquet, and pictures of histograms."""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterator
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import Any

from puzzle_cubes.common.errors import FailedError, path_error
from puzzle_cubes.common.words import quoted
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.shelf.conditions import Condition
from puzzle_cubes.shelf.shelf import Row, Shelf

from .histogram import histogram

ROWS_AT_ONCE = 20_000

Table = tuple[list[str], Iterator[list[Any]]]
"""The names of columns, and rows."""


def table_of(shelf: Shelf, kind: AnyKind, conditions: Collection[Condition], *, unique: bool) -> Table:
    """Return the rows of a kind as a table: the settings as they are given on the command line, the seed, and so on."""
    names = shelf.figures(kind.name)
    settings: dict[int, str] = {}

    def rows() -> Iterator[list[Any]]:
        for row in shelf.rows(kind.name, conditions, unique=unique):
            if row.series not in settings:
                settings[row.series] = _settings(shelf, kind, row)
            yield [
                settings[row.series],
                row.seed,
                *(row.figures[name] for name in names),
                row.is_repeated,
                row.code,
                row.problem,
            ]

    return ["settings", "seed", *names, "repeated", "code", "problem"], rows()


def _settings(shelf: Shelf, kind: AnyKind, row: Row) -> str:
    """Return those settings of a row that are no defaults."""
    values, defaults = shelf.values_of(kind, row), kind.making.defaults
    words = []
    for option in kind.making.options:
        value = values[option.name]
        if option.name != "seed" and value != defaults[option.name]:
            words.append(f"--{option.flag.replace('_', '-')}")
            words += [] if value is True else [" ".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    return " ".join(words)


def write_csv(path: Path, table: Table) -> None:
    """Write a table as CSV, whole or not at all; raises InputError where it cannot be written."""

    def write(file: Path) -> None:
        with file.open("wb") as stream:
            csv_rows(stream.write, table)

    write_whole(path, write)


def csv_rows(write: Callable[[bytes], object], table: Table) -> None:
    """Have a table written as CSV, a row at a time."""
    for row in chain([table[0]], table[1]):
        text = StringIO()
        csv.writer(text).writerow(row)
        write(text.getvalue().encode())


def write_parquet(path: Path, table: Table) -> None:
    """Write a table as Parquet, whole or not at all; raises InputError where it cannot be written.

    The numbers are double ones, the seed a whole one.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    names, rows = table
    types = {"seed": arrow.int64(), "repeated": arrow.bool_()} | dict.fromkeys(
        ("settings", "code", "problem"), arrow.string()
    )
    schema = arrow.schema([(name, types.get(name, arrow.float64())) for name in names])

    def write(file: Path) -> None:
        with parquet.ParquetWriter(file, schema) as writer:
            while some := list(islice(rows, ROWS_AT_ONCE)):
                columns = [
                    [None if one is None else float(one) for one in column] if name not in types else list(column)
                    for name, column in zip(names, zip(*some, strict=True), strict=True)
                ]
                arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
                writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))

    write_whole(path, write)


def histogram_of(
    shelf: Shelf, kind: AnyKind, measure: str, conditions: Collection[Condition], *, unique: bool
) -> bytes:
    """Return a drawing, as SVG, of how many rows of a kind have which number of a measure.

    Raises InputError for what is no measure, and FailedError where no row has one.
    """
    counts = shelf.counts(kind.name, measure, conditions, unique=unique)
    if not counts:
        raise FailedError(f"There is nothing to draw: no row has a number for {measure}.")
    return histogram(kind.label, measure.replace("_", " "), counts)


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file, whole or not at all; raises InputError where it cannot be written."""
    part = path.with_name(path.name + ".part")
    try:
        write(part)
        part.replace(path)
    except OSError as error:
        raise path_error(f"File {quoted(path)} cannot be written", error) from error
    finally:
        part.unlink(missing_ok=True)
