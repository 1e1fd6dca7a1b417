# SPDX-License-Identifier: GPL-3.0-or-later
"""A file of SQLite that may be anybody's: whatever it holds, nothing of it runs, and no reading of it hangs.

SQLite lets a file bring programs along: views, triggers, functions in columns. So each statement is refused that would
do more than it says, no value may be long, and the steps of a reading are counted: more of them than a file of that
size can need are those of a circle. Signals that end a program come through between steps, and while another one has
the file locked.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from ..common.words import printable

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 3,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}
"""Bytes of a value or a row, letters of a statement and of what makes a table, columns of that, and so on."""

CAUTIONS = ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0")

READING = frozenset({"count", "application_id", "user_version", "table_xinfo"})
"""The functions and pragmas that who reads a shelf needs."""

NAMED = frozenset({sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_PRAGMA})

READING_ACTIONS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ})

BASIC = 0xFF
"""Of the bits of SQLite's codes: the others say more of the same."""

STEPS_AT_ONCE = 1_000
"""SQLite's steps between two looks whether to go on: some microseconds."""

STEPS_ANYWAY, STEPS_A_BYTE = 1_000_000, 20
"""Of a statement, at most: a row has fewer than one for each of its bytes, and four for a condition."""

PAUSE, PATIENCE = 0.5, 60.0
"""Seconds that SQLite itself waits for a lock, deaf to signals, and that are waited in all."""

LOG = "-wal"
BESIDE = (LOG, "-shm", "-journal")
"""What the names of files end with that SQLite has beside a file while that is written."""

REASONS = {
    sqlite3.SQLITE_INTERRUPT: "it leads in a circle",
    sqlite3.SQLITE_CORRUPT: "it is damaged or cut off",
    sqlite3.SQLITE_NOTADB: "file is not a database. Only what the command puzzle-cubes shelf has made is a shelf",
}
"""By SQLite's codes: what it says less clearly."""

LONGEST_REASON = 200
"""Letters of what SQLite says: it may name what a file has named."""


class GuardedError(Exception):
    """What SQLite could not do; the message is the end of a sentence, without its full stop, and ``code`` SQLite's."""

    def __init__(self, reason: str, code: int) -> None:
        super().__init__(reason)
        self.code = code


class Guarded:
    """A connection to a file: to read only, or with ``is_writing`` for all that a statement itself says.

    ``place`` is a path, or with ``is_address`` an address of SQLite's. All raise GuardedError, and KeyboardInterrupt
    where a signal has come meanwhile.
    """

    def __init__(self, place: str, *, is_address: bool = False, is_writing: bool = False, steps: float = inf) -> None:
        self._is_writing = is_writing
        self._steps = self._left = steps
        self._has_denied = False
        with self._told():
            self._connection = sqlite3.connect(place, uri=is_address, timeout=PAUSE, isolation_level=None)
        try:
            with self._told():
                for limit, most in LIMITS.items():
                    self._connection.setlimit(limit, most)
                self._connection.set_progress_handler(self._is_over, STEPS_AT_ONCE)
                for caution in CAUTIONS:
                    self._connection.execute(f"PRAGMA {caution}")
                self._connection.set_authorizer(self._answer)
        except BaseException:
            self._connection.close()
            raise

    def rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield what a statement gives."""
        with self._told():
            # Not "yield from": that would close what may be closed already where somebody leaves in the middle.
            for row in self._executed(statement, values):  # noqa: UP028
                yield row

    def row(self, statement: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """Return the first row that a statement gives, or None."""
        return next(self.rows(statement, values), None)

    def do(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Execute a statement that gives nothing."""
        with self._told():
            self._executed(statement, values).close()

    def do_for_all(self, statement: str, many: Iterable[Sequence[Any]]) -> int:
        """Execute a statement for many values, and return how many rows it has changed."""
        with self._told():
            return self._connection.executemany(statement, many).rowcount

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Have what is written there as a whole or not at all."""
        self.do("BEGIN IMMEDIATE")
        try:
            yield
            self.do("COMMIT")
        except BaseException:
            # Some errors have ended it already.
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file: where one that was written is open to nobody else it is one file afterwards."""
        if self._is_writing:
            self._connection.set_progress_handler(None, 0)
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA busy_timeout = 0")
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    def _executed(self, statement: str, values: Sequence[Any]) -> sqlite3.Cursor:
        """Execute a statement as soon as nobody else has the file locked."""
        self._left = self._steps
        end = monotonic() + PATIENCE
        while True:
            try:
                return self._connection.execute(statement, values)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & BASIC != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            is_cut_off = code == sqlite3.SQLITE_INTERRUPT and self._left >= 0
            if is_cut_off or (code == sqlite3.SQLITE_AUTH and not self._has_denied):
                # What a signal raises while SQLite asks here reaches SQLite only, which takes it for a no.
                raise KeyboardInterrupt from error
            code &= BASIC
            reason = REASONS.get(code, printable(str(error))[:LONGEST_REASON])
            raise GuardedError("its text is damaged" if isinstance(error, UnicodeError) else reason, code) from error

    def _is_over(self) -> bool:
        """Report, now and then, whether there were too many steps."""
        self._left -= STEPS_AT_ONCE
        return self._left < 0

    def _answer(self, action: int, first: str | None, second: str | None, _: str | None, source: str | None) -> int:
        """Answer whether a statement may do something, which a view or a trigger may want: that is the ``source``."""
        name = second if action == sqlite3.SQLITE_FUNCTION else first
        is_known = name in READING if action in NAMED else action in READING_ACTIONS
        allowed = source is None and (self._is_writing or is_known)
        self._has_denied = self._has_denied or not allowed
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def opened(path: Path) -> Guarded:
    """Return a connection that changes nothing, also to a file in a folder where nothing may be written."""
    beside = path.with_name(path.name + LOG)
    size = path.stat().st_size + (beside.stat().st_size if beside.exists() else 0)
    place, steps = f"{path.absolute().as_uri()}?mode=ro", STEPS_ANYWAY + STEPS_A_BYTE * size
    file = Guarded(place, is_address=True, steps=steps)
    try:
        file.row("SELECT 1 FROM sqlite_schema LIMIT 1")
    except BaseException as error:
        file.close()
        if not isinstance(error, GuardedError) or error.code not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
        # One whose filling was killed asks for files beside it, which cannot be made there.
        return Guarded(f"{place}&immutable=1", is_address=True, steps=steps)
    return file
