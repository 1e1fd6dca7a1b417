# SPDX-License-Identifier: GPL-3.0-or-later
# ruff: noqa: S608  (nobody else has a say in these statements)
"""Damaged shelves."""

from __future__ import annotations

import sqlite3
from contextlib import closing, redirect_stderr
from functools import cache, partial
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Shelf
from puzzle_shelf.command import run
from puzzle_shelf.exporting import csv_rows, table_of
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.command_line.fuzz.judged import assert_sentence
from tests.core.command_line.fuzz.trial import Trial

OSKAR = KINDS["oskar"]
SETTINGS = OSKAR.values_with({"size": (2, 2, 2)})

TABLES = ("rows_oskar", "series", "sqlite_schema")

COLUMNS = ("settings", "seed", "length", "repeated", "canonical", "code", "problem")

VALUES = ("NULL", "-1", "1e999", "9223372036854775807", "x'ff00'", "CAST(x'fffe80' AS TEXT)", "'[[1]]'", "'\x1b[2J'")
"""What may stand in a column."""

CLAUSES = ("type = 'view'", "rootpage = 3", "rootpage = 1", "name = CAST(x'ff' AS TEXT)", "sql = 'CREATE TABLE x (y'")
"""What may stand in SQLite's own table."""

PIECES = (b"\x00", b"\xff", b"\xff" * 4, b"\x00" * 16, b"\xc3(", b"\x0d\x00\x00\x00\x01", b"CREATE VIEW")


@cache
def good_shelf() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shelf"
        with closing(ShelfWriter(path, OSKAR, SETTINGS)) as writer:
            writer.add(rows_of(OSKAR, SETTINGS, range(40)))
        return path.read_bytes()


def odd_shelf(random: Random, folder: Path) -> Trial:
    """Return a trial of a shelf, nearly as it should be, that is read, shown and filled."""
    path = folder / "a.shelf"
    path.write_bytes(good_shelf())
    done = [_changed_by_sql(path, random) for _ in range(pick((0, 0, 1, 2), random))]
    if toss(random) or not done:
        path.write_bytes(_changed_bytes(path.read_bytes(), random))
    act = pick((_read, _filled, _shown), random)
    return Trial(f"{act.__name__} shelf, {done}, {len(path.read_bytes())} bytes", partial(act, path))


def _changed_by_sql(path: Path, random: Random) -> str:
    """Change something as a program can that opens the file; return how."""
    table = pick(TABLES, random)
    column, value = pick(COLUMNS, random), pick(VALUES, random)
    statement = {
        "rows_oskar": f"UPDATE rows_oskar SET {column} = {value} WHERE seed % 7 = {index_below(7, random)}",
        "series": f"UPDATE series SET {pick(('id', 'format', 'kind', 'settings'), random)} = {value}",
        "sqlite_schema": f"UPDATE sqlite_schema SET {pick(CLAUSES, random)} WHERE rowid = {1 + index_below(4, random)}",
    }[table]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(statement)
        except (sqlite3.Error, UnicodeError) as error:
            return f"not {statement}: {error!r}"
    return statement


def _changed_bytes(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(1 + index_below(6, random)):
        # The beginnings of the file and of its pages say most.
        page = 4096 * index_below(len(changed) // 4096 + 1, random)
        place = pick((index_below(110, random), page + index_below(40, random), index_below(len(data), random)), random)
        piece = pick((*PIECES, bytes([index_below(256, random)])), random)
        changed[place : place + len(piece)] = piece
    return bytes(changed[: index_below(len(changed), random)]) if index_below(8, random) == 0 else bytes(changed)


def _read(path: Path) -> None:
    """Read all that can be read; each thing may be refused."""
    try:
        shelf = Shelf(path)
    except InputError as error:
        assert_sentence(str(error))
        return
    with closing(shelf):
        for ask in (
            lambda: shelf.kinds,
            lambda: shelf.count("oskar", unique=True),
            lambda: shelf.digest("oskar"),
            lambda: shelf.counts("oskar", "length"),
            lambda: [shelf.puzzle(OSKAR, row) for row in shelf.top("oskar", "length", 50) if row.code is not None],
            lambda: csv_rows(len, table_of(shelf, OSKAR, (), unique=False)),
        ):
            try:
                ask()
            except InputError as error:
                assert_sentence(str(error))


def _filled(path: Path) -> None:
    try:
        with closing(ShelfWriter(path, OSKAR, SETTINGS)) as writer:
            writer.add(rows_of(OSKAR, SETTINGS, writer.missing(range(42))))
    except (InputError, ExportError) as error:
        assert_sentence(str(error))


def _shown(path: Path) -> None:
    errors, output = StringIO(), StringIO()
    rows = path.with_name("rows.csv")
    with redirect_stderr(errors):
        code = run([str(path), "--top", "3", "--count", "--digest", "--csv", str(rows)], output)
    assert code in {0, 1, 2}
    assert bool(code) == bool(errors.getvalue())
    assert "\x1b" not in output.getvalue() + errors.getvalue()
    if code:
        assert_sentence(errors.getvalue().removesuffix("\n"))
