# SPDX-License-Identifier: GPL-3.0-or-later
"""The form of a shelf, an SQLite file.

Each kind has a table with a row for each seed of each of its settings. The settings stand once in a table of their own,
by all values but the seed as JSON with sorted names, and by the format: the number of the rules by which settings make
a puzzle. So a row's key is the format, the kind, the settings and the seed, and the row can be made again from its
key. A row has the numbers by which puzzles are compared, the puzzle as its code, a digest of the form that it shares
with all that are the same turned or mirrored, and whether an earlier row has the same one; or, where the seed gives no
puzzle, why.

No number has an index. A million rows are gone through in a tenth of a second, whatever is asked for, as they are
narrow and lie in the order of their keys; with an index SQLite would look up row after row where a condition leaves few
of them, which takes up to twenty times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FORMAT = 1
"""It is raised when the same settings and seed give another puzzle, or other numbers."""

APPLICATION = 0x50435348
"""What SQLite's own header says of whose file it is: PCSH."""

VERSION = 1
"""Of the tables."""

KEY = ("settings", "seed")
REST = ("repeated", "canonical", "code", "problem")
"""The columns before and after the numbers."""

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
