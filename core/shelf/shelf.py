# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf: a file of SQLite with the puzzles of many seeds, open to be read, sorted and chosen from.

Each kind has a table with a row for each seed of each of its settings. The settings stand once in a table of their own,
by all values but the seed as JSON with sorted names, and by the format: the number of the rules by which settings make
a puzzle. So a row's key is the format, the kind, the settings and the seed, and the row can be made again from its
key. A row has the numbers by which puzzles are compared, the puzzle as its code, a digest of the form that it shares
with all that are the same turned or mirrored, and whether an earlier row has the same one; or, where the seed gives no
puzzle, why.

No number has an index. A million rows are gone through in a tenth of a second, whatever is asked for, as they are
narrow and lie in the order of their keys; with an index SQLite would look up row after row where a condition leaves few
of them, which takes up to twenty times as long.

Conditions on a shelf's rows are as users write them: "length > 40 and loops = 0".
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Any

from ..common.codes import code_number
from ..common.errors import FailedError, InputError, path_error
from ..common.options import Option, Value, decimal_number, value_from_json
from ..common.words import folded, listed, printable, quoted, shortened
from ..kind.by_name import one_of
from ..kind.kind import AnyKind, puzzle_of_code
from .guarded import GuardedError, opened

FORMAT = 2
"""It is raised when the same settings and seed give another puzzle, or other numbers."""

APPLICATION = 0x50435348
"""What SQLite's own header says of whose file it is: PCSH."""

VERSION = 2
"""Of the tables."""

RENAMED = {"difficulty": "forgetful_difficulty"}
"""Columns of version 1, and what their numbers are called since."""

KEY = ("settings", "seed")
REST = ("repeated", "canonical", "code", "problem")
"""The columns before and after the numbers."""

SETTINGS_COLUMNS = ("id", "format", "kind", "settings")

SETTINGS_TABLE = (
    "CREATE TABLE IF NOT EXISTS series "
    "(id INTEGER PRIMARY KEY, format INTEGER, kind TEXT, settings TEXT, UNIQUE (format, kind, settings))"
)

_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")


def is_name(name: str) -> bool:
    """Report whether a text can be the name of a kind or a number; no such name means anything to SQL in quotes."""
    return _NAME.fullmatch(name) is not None


def table_of(kind: str) -> str:
    """Return the name of a kind's table, in quotes; raises ValueError for what is no name."""
    return _quoted(f"rows_{kind}")


def column_of(name: str) -> str:
    """Return the name of a column, in quotes; raises ValueError for what is no name."""
    return _quoted(name)


def _quoted(name: str) -> str:
    if not is_name(name):
        raise ValueError(f"{name!r} is no name")
    return f'"{name}"'


def create_table(kind: str, figures: Iterable[str]) -> tuple[str, str]:
    """Return what makes a kind's table and the index by which equal puzzles are found."""
    table = table_of(kind)
    columns = ", ".join(map(column_of, (*figures, *REST)))
    key = "settings INTEGER NOT NULL, seed INTEGER NOT NULL"
    return (
        f"CREATE TABLE IF NOT EXISTS {table} ({key}, {columns}, PRIMARY KEY (settings, seed)) WITHOUT ROWID",
        f"CREATE INDEX IF NOT EXISTS {_quoted(f'canonical_{kind}')} ON {table} (canonical)",
    )


_CONDITION = re.compile(r"([\w\s-]+)(<=|>=|!=|==|=|<|>)\s*(\S+)\s*", re.ASCII)
_BETWEEN = re.compile(r"\band\b|,", re.IGNORECASE)


@dataclass(frozen=True)
class Condition:
    """A number of a row, by its name, or a part of its key, compared with a value."""

    figure: str
    comparison: str
    value: float

    def sql(self, column: str) -> str:
        """Return the condition for a column in quotes, with a question mark in place of the value."""
        return f"{column} {self.comparison} ?"


def conditions_from(text: str, named: Callable[[str], str]) -> tuple[Condition, ...]:
    """Return the conditions of a text, all of which must hold; ``named`` gives the number that a name means.

    Raises InputError for anything else.
    """
    return tuple(_condition(part, named) for part in _BETWEEN.split(text))


def _condition(text: str, named: Callable[[str], str]) -> Condition:
    match = _CONDITION.fullmatch(text.lower())
    value = decimal_number(match[3]) if match else None
    if match is None or value is None:
        wanted = "a measure, one of < <= = != >= > and a number, as in length > 40"
        raise InputError(f"Condition is {shortened(text.strip())}: it must be {wanted}.")
    return Condition(named(match[1].strip()), match[2].replace("==", "="), value)


LARGEST_KEY = 2**31 - 1
"""Of the numbers of settings, and of seeds."""


@dataclass(frozen=True)
class Row:
    """A row: the number of its settings on the shelf, its seed, its numbers by their names, and its code.

    Where the seed gave no puzzle there is no code, and ``problem`` says why.
    """

    series: int
    seed: int
    figures: dict[str, float | None]
    is_repeated: bool
    canonical: bytes | None
    code: str | None
    problem: str | None


class Shelf:
    """An open shelf, to be closed as a context or by ``close``.

    Raises InputError where the file is none, here and wherever it turns out to be damaged.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._figures: dict[str, dict[str, str]] = {}
        """By kinds: the columns of numbers, in quotes, by what the numbers are called."""
        try:
            path.stat()
            if not path.is_file():
                raise OSError(errno.EINVAL, "It is a folder or a device, not an ordinary file")
            if not os.access(path, os.R_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except (OSError, ValueError) as error:
            raise path_error(f"Shelf {quoted(path)} cannot be read", error) from error
        with self._damage():
            self._file = opened(path)
        try:
            application, version = self._number("PRAGMA application_id"), self._number("PRAGMA user_version")
            if application != APPLICATION:
                raise FailedError(f"File {quoted(path)} is not a shelf of puzzles.")
            self._renamed = RENAMED if version < VERSION else {}
            if version > VERSION:
                raise FailedError(f"Shelf {quoted(path)} was made by a newer version: update Puzzle Cubes.")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds that have rows."""
        self._check_settings()
        with self._damage():
            named = [name for (name,) in self._file.rows("SELECT DISTINCT kind FROM series ORDER BY kind")]
        kinds = [kind for kind in named if isinstance(kind, str) and is_name(kind)]
        return tuple(kind for kind in kinds if self._has_rows(kind))

    def check_kind(self, kind: str) -> None:
        """Raise InputError where the shelf has no puzzles of a kind, with those that it has."""
        kinds = self.kinds
        if kind not in kinds:
            what_it_has = f"choose the kind {listed(kinds, 'or')}, which it has" if kinds else "it is empty"
            raise InputError(f"Shelf {quoted(self._path)} has no puzzles of the kind {kind}: {what_it_has}.")

    def _has_rows(self, kind: str) -> bool:
        self.figures(kind)
        return bool(self._number(f"SELECT EXISTS (SELECT 1 FROM {table_of(kind)})"))  # noqa: S608  (a name only)

    def figures(self, kind: str) -> tuple[str, ...]:
        """Return the names of the numbers that the rows of a kind have."""
        if kind not in self._figures:
            columns = self._columns(table_of(kind), KEY, (*KEY, *REST))
            names = [name for name in columns if name not in {*KEY, *REST} and is_name(name)]
            self._figures[kind] = {self._renamed.get(name, name): column_of(name) for name in names}
        return tuple(self._figures[kind])

    def order(self, kind: str, name: object, called: str = "Measure") -> str:
        """Return the number that a name means, however it is written; of an older shelf that which it meant then.

        Raises InputError for a name that there is not, by what it is ``called``.
        """
        return one_of(called, self._renamed.get(folded(str(name)), name), self.figures(kind))

    def conditions(self, kind: str, text: str) -> tuple[Condition, ...]:
        """Return the conditions of a text for the rows of a kind; raises InputError for anything else."""
        return conditions_from(text, partial(self.order, kind))

    def check(self, kind: str) -> None:
        """Raise InputError where a table is something else into which rows of a kind are to be put, if it is there."""
        self._check_settings()
        if self._entries(table_of(kind)):
            self.figures(kind)

    def _check_settings(self) -> None:
        self._columns('"series"', SETTINGS_COLUMNS[:1], SETTINGS_COLUMNS)

    def _columns(self, table: str, key: tuple[str, ...], needed: tuple[str, ...]) -> list[str]:
        """Return the names of the columns of a table in quotes; raises InputError where it is none of a shelf."""
        entries = self._entries(table)
        with self._damage():
            columns = list(self._file.rows(f"PRAGMA table_xinfo({table})")) if len(entries) == 1 and entries[0] else []
        names = [name for _, name, *_ in columns]
        keys = {place: name for _, name, _, _, _, place, _ in columns if place}
        is_computed = any(hidden for *_, hidden in columns)
        if is_computed or tuple(keys[place] for place in sorted(keys)) != key or not {*needed} <= {*names}:
            raise self._damaged(f"it has no table {table} as shelves have it")
        return names

    def _entries(self, table: str) -> list[str]:
        """Return what makes the table of a name; of anything else that has the name it is an empty text."""
        with self._damage():
            entries = self._file.rows(
                "SELECT rootpage, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE LIMIT 2", [table.strip('"')]
            )
            # SQLite goes by this text, too, and never writes it otherwise; only a table has pages of its own.
            return [text if page and str(text).upper().startswith("CREATE TABLE ") else "" for page, text in entries]

    def count(self, kind: str, conditions: Collection[Condition] = (), *, unique: bool = False) -> int:
        """Return how many rows of a kind there are; with conditions, or once for all equal ones, those with puzzles."""
        where, values = self._where(kind, conditions, puzzles=unique or bool(conditions), unique=unique)
        # All rows together SQLite would count in a single step, deaf to everything.
        return self._number(f"SELECT COUNT(seed) FROM {table_of(kind)}{where}", values)  # noqa: S608  (names only)

    def top(
        self,
        kind: str,
        by: str,
        most: int,
        conditions: Collection[Condition] = (),
        *,
        lowest: bool = False,
        unique: bool = False,
    ) -> list[Row]:
        """Return the rows with the highest numbers of a name, or the lowest, so many at most; equal ones by key.

        Raises InputError for a name that there is not.
        """
        by = self.order(kind, by)
        where, values = self._where(kind, conditions, puzzles=True, unique=unique)
        way = "ASC" if lowest else "DESC"
        order = f" ORDER BY {self._figures[kind][by]} {way} NULLS LAST, settings, seed LIMIT ?"
        rows = list(self._rows(kind, where + order, [*values, min(most, LARGEST_KEY)]))
        for row in rows:
            try:
                code_number(row.code or "")
            except InputError as error:
                raise self._damaged_row(kind, row.series, row.seed) from error
        return rows

    def counts(
        self, kind: str, name: str, conditions: Collection[Condition] = (), *, unique: bool = False
    ) -> dict[float, int]:
        """Return how often each number of a name is there; rows without one do not count.

        Raises InputError for a name that there is not.
        """
        name = self.order(kind, name)
        where, values = self._where(kind, conditions, puzzles=True, unique=unique)
        column = self._figures[kind][name]
        statement = f"SELECT {column}, COUNT(*) FROM {table_of(kind)}{where} GROUP BY {column}"  # noqa: S608  (names only)
        counts: dict[float, int] = {}
        with self._damage():
            for number, count in self._file.rows(statement, values):
                if number is not None and not (isinstance(number, int | float) and isfinite(number)):
                    raise self._damaged("a row holds something else than a number")
                if number is not None:
                    counts[number] = count
        return counts

    def rows(self, kind: str, conditions: Collection[Condition] = (), *, unique: bool = False) -> Iterator[Row]:
        """Yield rows in the order of their keys; with conditions, or one of all equal ones, those with puzzles."""
        where, values = self._where(kind, conditions, puzzles=unique or bool(conditions), unique=unique)
        yield from self._rows(kind, where + " ORDER BY settings, seed", values)

    def row(self, kind: str, series: int, seed: int) -> Row:
        """Return the row of a seed with the settings of a number; raises InputError where there is none."""
        row = next(self._rows(kind, " WHERE settings = ? AND seed = ?", [series, seed]), None)
        if row is None:
            raise InputError(f"Shelf {quoted(self._path)} has no row of the seed {seed} with these settings.")
        return row

    def digest(self, kind: str) -> str:
        """Return a check sum of all rows of a kind in the order of their keys, and of the settings by which they go."""
        digest = blake2b(digest_size=16)
        known: dict[int, str] = {}
        for row in self.rows(kind):
            if row.series not in known:
                known[row.series] = json.dumps(self.series(row.series)[1], sort_keys=True)
            # The number of the settings depends on what came first.
            digest.update(repr((known[row.series], replace(row, series=0))).encode("utf-8"))
        return digest.hexdigest()

    def series(self, number: int) -> tuple[int, dict[str, Any]]:
        """Return the format of settings by their number, and all their values."""
        self._check_settings()
        with self._damage():
            series = self._file.row("SELECT format, settings FROM series WHERE id = ?", [number])
        format_, text = series or (None, None)
        try:
            data = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise self._damaged("its settings cannot be read") from error
        if not isinstance(format_, int) or not isinstance(data, dict):
            raise self._damaged("its settings cannot be read")
        return format_, data

    def values_of(self, kind: AnyKind, row: Row) -> dict[str, Value]:
        """Return the values of all options that the puzzle of a row was made from.

        Raises InputError for a choice that there is none, as in a damaged shelf.
        """
        options: dict[str, Option] = {option.name: option for option in kind.options}
        values = {
            name: value_from_json(options[name], value, "The shelf's")
            for name, value in self.series(row.series)[1].items()
            if name in options
        }
        for name, value in values.items():
            if isinstance(value, str):
                options[name].check(value)
        return {**kind.defaults, **values, "seed": row.seed}

    def puzzle(self, kind: AnyKind, row: Row) -> Any:
        """Return the puzzle of a row with what it was made from; raises InputError where it has none."""
        if row.code is None:
            raise InputError(f"Seed {row.seed} of the shelf gave no puzzle: {printable(str(row.problem))}")
        _, puzzle = puzzle_of_code(row.code, [kind])
        return puzzle if kind.codes is None else kind.codes.with_values(puzzle, self.values_of(kind, row))

    def _where(
        self, kind: str, conditions: Collection[Condition], *, puzzles: bool, unique: bool
    ) -> tuple[str, list[float]]:
        """Return the clause that chooses rows, and its values."""
        self.figures(kind)
        columns = {**{name: column_of(name) for name in KEY}, **self._figures[kind]}
        clauses = [condition.sql(columns[condition.figure]) for condition in conditions]
        clauses += ["code IS NOT NULL"] if puzzles else []
        clauses += ["repeated = 0"] if unique else []
        return (f" WHERE {' AND '.join(clauses)}" if clauses else ""), [condition.value for condition in conditions]

    def _rows(self, kind: str, clauses: str, values: Sequence[float]) -> Iterator[Row]:
        names = self.figures(kind)
        columns = ", ".join((*map(column_of, KEY), *self._figures[kind].values(), *map(column_of, REST)))
        with self._damage():
            for series, seed, *rest in self._file.rows(
                f"SELECT {columns} FROM {table_of(kind)}{clauses}",  # noqa: S608  (names only)
                values,
            ):
                figures = dict(zip(names, rest, strict=False))
                repeated, canonical, code, problem = rest[len(names) :]
                if not (
                    isinstance(code, str | None)
                    and isinstance(problem, str | None)
                    and isinstance(canonical, bytes | None)
                    and all(isinstance(figure, int | float | None) for figure in figures.values())
                    and all(isfinite(figure or 0) for figure in figures.values())
                    and all(isinstance(number, int) and 0 <= number <= LARGEST_KEY for number in (series, seed))
                ):
                    raise self._damaged_row(kind, series, seed)
                yield Row(series, seed, figures, bool(repeated), canonical, code, problem)

    def _number(self, statement: str, values: Sequence[float] = ()) -> int:
        with self._damage():
            row = self._file.row(statement, values)
        if row is None or not isinstance(row[0], int):
            raise self._damaged("a number is missing")
        return row[0]

    def _damaged_row(self, kind: str, series: object, seed: object) -> FailedError:
        key = f"settings = {shortened(series)} AND seed = {shortened(seed)}"
        mending = f"SQLite takes it out by DELETE FROM {table_of(kind)} WHERE {key}"  # noqa: S608  (a sentence)
        return self._damaged(
            f"the row of seed {shortened(seed)} holds something else than numbers and a code. {mending}"
        )

    def _damaged(self, why: str) -> FailedError:
        return FailedError(f"Shelf {quoted(self._path)} is damaged: {why}.")

    @contextmanager
    def _damage(self) -> Iterator[None]:
        """Raise InputError for what SQLite cannot read."""
        try:
            yield
        except GuardedError as error:
            raise FailedError(f"Shelf {quoted(self._path)} cannot be read: {error}.") from error
