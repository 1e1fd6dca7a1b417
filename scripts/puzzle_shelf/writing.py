# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing a shelf: the one place where rows come into it, a batch at a time and each batch as a whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from puzzle_cubes.common.errors import ExportError
from puzzle_cubes.common.options import Value
from puzzle_cubes.common.words import quoted
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.shelf.schema import (
    APPLICATION,
    FORMAT,
    KEY,
    REST,
    SETTINGS_TABLE,
    VERSION,
    column_of,
    create_table,
    table_of,
)
from puzzle_cubes.shelf.shelf import Shelf

from .making import MadeRow, settings_text

WAIT = 60
"""Seconds that are waited for another one who writes."""


class ShelfWriter:
    """A shelf that is open to be filled with the puzzles of one kind and its settings; a new file is made.

    Whatever ends the program, the shelf has all batches that were added before, and no part of another. Raises
    InputError for a file that is no shelf, and ExportError where it cannot be written.
    """

    def __init__(self, path: Path, kind: AnyKind, values: Mapping[str, Value]) -> None:
        if path.exists() and path.stat().st_size:
            Shelf(path).close()  # refuses what is none
        self._path, self._kind = path, kind
        try:
            self._connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
            with self._whole():
                self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {VERSION}")
                self._connection.execute(SETTINGS_TABLE)
                for statement in create_table(kind.name, kind.series.figures):
                    self._connection.execute(statement)
                self._add_new_columns()
                key = (FORMAT, kind.name, settings_text(values))
                self._connection.execute("INSERT OR IGNORE INTO series (format, kind, settings) VALUES (?, ?, ?)", key)
            # Only now: what is killed before leaves a shelf or an empty file, and no database that is not yet a shelf.
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._series = self._connection.execute(
                "SELECT id FROM series WHERE (format, kind, settings) = (?, ?, ?)", key
            ).fetchone()[0]
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def close(self) -> None:
        """Close the shelf: where nobody else has it open it is one file, and reading it leaves none beside it."""
        with suppress(sqlite3.OperationalError):
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    def missing(self, seeds: range) -> list[int]:
        """Return those of some seeds that have no row yet."""
        table = table_of(self._kind.name)
        found = self._connection.execute(
            f"SELECT seed FROM {table} WHERE settings = ? AND seed BETWEEN ? AND ?",  # noqa: S608  (a name only)
            (self._series, seeds.start, seeds.stop - 1),
        )
        there = {seed for (seed,) in found}
        return [seed for seed in seeds if seed not in there]

    def add(self, rows: Iterable[MadeRow]) -> None:
        """Add rows, all or none; one whose seed has a row already is passed over."""
        table = table_of(self._kind.name)
        columns = ", ".join(map(column_of, (*KEY, *self._kind.series.figures, *REST)))
        places = ", ".join("?" * (len(KEY) + len(self._kind.series.figures) + len(REST)))
        rows = list(rows)
        added = [(self._series, row.seed, *row.figures, 0, row.canonical, row.code, row.problem) for row in rows]
        forms = {(row.canonical,) for row in rows if row.canonical is not None}
        try:
            with self._whole():
                self._connection.executemany(
                    f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})",  # noqa: S608  (names only)
                    added,
                )
                # The first by its key is the one that is no repetition, in whatever order rows come.
                self._connection.executemany(
                    f"UPDATE {table} AS row SET repeated = 1 "  # noqa: S608  (a name only)
                    f"WHERE canonical = ?1 AND EXISTS (SELECT 1 FROM {table} AS earlier WHERE "
                    "earlier.canonical = ?1 AND (earlier.settings, earlier.seed) < (row.settings, row.seed))",
                    forms,
                )
        except sqlite3.Error as error:
            raise self._failed(error) from error

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Have what is written there as a whole or not at all."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _add_new_columns(self) -> None:
        """Add the columns of numbers that an older version did not have."""
        table = table_of(self._kind.name)
        there = {name for _, name, *_ in self._connection.execute(f"PRAGMA table_info({table})")}
        for name in self._kind.series.figures:
            if name not in there:
                self._connection.execute(f"ALTER TABLE {table} ADD COLUMN {column_of(name)}")

    def _failed(self, error: sqlite3.Error) -> ExportError:
        return ExportError(f"Shelf {quoted(self._path)} cannot be written: {error}.")
