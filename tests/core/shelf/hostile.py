# SPDX-License-Identifier: GPL-3.0-or-later
# ruff: noqa: S608  (nobody else has a say in these statements)
"""Shelves that somebody has made to harm who reads them."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

ROWS, HIDDEN = "rows_oskar", "hidden"

PAGE = 4096

LEVELS = 15
"""Of a tree that never ends: SQLite goes down twenty."""

WITHOUT_END = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)"


def changed(path: Path, *statements: str) -> None:
    """Execute statements on a file as nobody forbids them."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def columns_of(path: Path) -> list[str]:
    """Return the names of the columns of the rows."""
    with closing(sqlite3.connect(path)) as connection:
        return [name for _, name, *_ in connection.execute(f"PRAGMA table_info({ROWS})")]


def with_view(path: Path) -> None:
    """Have a view without end in place of the rows."""
    names = ", ".join(f"n AS {name}" for name in columns_of(path))
    changed(
        path,
        f"ALTER TABLE {ROWS} RENAME TO {HIDDEN}",
        f"CREATE VIEW {ROWS} AS {WITHOUT_END} SELECT {names} FROM number",
    )


def with_forged_view(path: Path) -> None:
    """Have a view without end that is said to be a table."""
    with_view(path)
    changed(
        path,
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_schema SET type = 'table', rootpage = 2 WHERE name = '{ROWS}'",
    )


def with_computed_column(path: Path) -> None:
    """Have a number that is computed."""
    names = columns_of(path)
    columns = ", ".join(name for name in names if name not in {"settings", "seed", "length"})
    changed(
        path,
        f"ALTER TABLE {ROWS} RENAME TO {HIDDEN}",
        f"CREATE TABLE {ROWS} (settings INTEGER NOT NULL, seed INTEGER NOT NULL, {columns}, "
        "length AS (length(hex(zeroblob(1000 + seed)))), PRIMARY KEY (settings, seed)) WITHOUT ROWID",
        f"INSERT INTO {ROWS} (settings, seed, {columns}) SELECT settings, seed, {columns} FROM {HIDDEN}",
    )


def with_long_value(path: Path) -> None:
    """Have a code that is much too long."""
    changed(path, f"UPDATE {ROWS} SET code = hex(zeroblob(2000000))")


def with_long_trigger(path: Path) -> None:
    """Have a trigger of ten million letters."""
    letters = "x" * 10_000_000
    changed(path, f"CREATE TRIGGER long AFTER INSERT ON series BEGIN SELECT '{letters}'; END")


def with_virtual_table(path: Path) -> None:
    """Have a table of an index of boxes in place of the rows."""
    changed(path, f"ALTER TABLE {ROWS} RENAME TO {HIDDEN}", f"CREATE VIRTUAL TABLE {ROWS} USING rtree(settings, a, b)")


def with_circle(path: Path, size: int = 0) -> None:
    """Have a tree of pages whose every branch goes through the same ones again; the file may seem to be so long."""
    for place in range(7):
        changed(path, f"INSERT INTO {ROWS} SELECT settings, seed + {1000 * 2**place}{_others(path)} FROM {ROWS}")
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(f"SELECT rootpage FROM sqlite_schema WHERE name = '{ROWS}'").fetchone()
    data = bytearray(path.read_bytes())
    begin, number = (root - 1) * PAGE, len(data) // PAGE
    page = bytearray(data[begin : begin + PAGE])
    (leaf,) = struct.unpack_from(">I", page, 8)
    data[begin : begin + PAGE] = _leading_to(page, number + 1)
    for level in range(1, LEVELS + 1):
        data += _leading_to(page, leaf if level == LEVELS else number + level + 1)
    struct.pack_into(">I", data, 28, number + LEVELS)
    path.write_bytes(data)
    if size:
        os.truncate(path, size)


def _others(path: Path) -> str:
    return "".join(f", {name}" for name in columns_of(path) if name not in {"settings", "seed"})


def _leading_to(page: bytearray, child: int) -> bytes:
    """Return a page of branches that all lead to the same page."""
    led = bytearray(page)
    (cells,) = struct.unpack_from(">H", led, 3)
    for cell in struct.unpack_from(f">{cells}H", led, 12):
        struct.pack_into(">I", led, cell, child)
    struct.pack_into(">I", led, 8, child)
    return bytes(led)


HOSTILE: tuple[Callable[[Path], None], ...] = (
    with_view,
    with_forged_view,
    with_computed_column,
    with_long_value,
    with_long_trigger,
    with_virtual_table,
    with_circle,
)
