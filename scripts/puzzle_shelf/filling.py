# SPDX-License-Identifier: GPL-3.0-or-later
"""Filling a shelf: batches of seeds are shared out to a team, and what comes back is written at once.

The work of a batch, the rows of some seeds, is done anywhere, and writes nothing. Rows come onto a shelf here only, a
batch at a time and each batch as a whole. Rows can also be made again, and compared.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from time import perf_counter

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.common.words import quoted
from puzzle_cubes.export.paths import check_parent
from puzzle_cubes.kind.kind import AnyKind, code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.guarded import Guarded, GuardedError
from puzzle_cubes.shelf.shelf import (
    APPLICATION,
    FORMAT,
    KEY,
    RENAMED,
    REST,
    SETTINGS_TABLE,
    VERSION,
    Row,
    Shelf,
    column_of,
    create_table,
    table_of,
)

from .team import Team

LARGEST_WHOLE = 2**63
"""Of the whole numbers that SQLite has room for; larger ones are kept as decimal ones."""

DIGEST = 12
"""Bytes of the digest of a canonical form: by chance two of a million others agree once in 10^16 shelves."""


@dataclass(frozen=True)
class Batch:
    """The rows of some seeds, and the seconds that they took."""

    rows: tuple[Row, ...]
    seconds: float


def make_batch(common: tuple[str, Mapping[str, Value]], seeds: Sequence[int]) -> Generator[None, None, Batch]:
    """Make the rows of some seeds, of a kind by its name and from values; yield after each."""
    name, values = common
    begin = perf_counter()
    rows = []
    for row in rows_of(KINDS[name], values, seeds):
        rows.append(row)
        yield
    return Batch(tuple(rows), perf_counter() - begin)


def rows_of(kind: AnyKind, values: Mapping[str, Value], seeds: Iterable[int]) -> Iterator[Row]:
    """Yield the rows of seeds, one after another, whose settings have no number yet.

    Raises InputError for values that no seed can be used with.
    """
    for seed in seeds:
        yield _row(kind, values, seed)


def _row(kind: AnyKind, values: Mapping[str, Value], seed: int) -> Row:
    try:
        puzzle = kind.make({**values, "seed": seed})
    except InputError as error:
        # Values that cannot be used were refused before the first step.
        return Row(0, seed, dict.fromkeys(kind.figures), False, None, None, str(error))
    code = code_of(kind, puzzle)
    if code is None:
        raise InputError(f"There is no code for the puzzle of seed {seed}.")
    made = kind.figures_of(puzzle)
    figures = {name: _stored(made[name]) for name in kind.figures}
    canonical = blake2b(kind.canonical_form(puzzle), digest_size=DIGEST).digest()
    return Row(0, seed, figures, False, canonical, code, None)


def _stored(figure: float | None) -> float | None:
    return figure if figure is None or abs(figure) < LARGEST_WHOLE else float(figure)


def settings_text(values: Mapping[str, Value]) -> str:
    """Return how settings stand on a shelf: all values but the seed."""
    return json.dumps({name: value for name, value in values.items() if name != "seed"}, sort_keys=True)


SECONDS = 2.0
"""What a batch should take: enough that sending it costs nothing beside, and little that is lost with a worker."""

SOON = 0.02
"""What a first batch should take, and a later one half of all work before it at most: until it is known how long a
seed takes, and until all of a team are there, nobody is held up.
"""

GROWTH = 8
"""How many times as many seeds as the last one a batch has at most: the first have one, to see how long it takes."""

AHEAD = 2
"""Batches that are to be left for each of a team, so that all end together."""


def fill(
    team: Team,
    kind: AnyKind,
    values: Mapping[str, Value],
    seeds: Sequence[int],
    take: Callable[[Sequence[Row]], object],
    *,
    still_missing: Callable[[Sequence[int]], Sequence[int]] = lambda seeds: seeds,
) -> float:
    """Have a team make the rows of seeds, and have them taken batch by batch, in any order.

    ``still_missing`` is called with seeds that come next, and returns those of them that are still to be made. Returns
    the seconds that were spent on making them, all added up. Raises what the making of a row raises, and ExportError
    where batches are lost again and again.
    """
    plan = _Plan(seeds)
    batches = filter(None, map(still_missing, iter(lambda: plan.next(team.threads), None)))
    worked = 0.0
    common = kind.name, dict(values)
    for batch, made in team.results(make_batch, common, batches, lambda batch: f"the seeds from {batch[0]} on"):
        plan.note(len(batch), made.seconds)
        take(made.rows)
        worked += made.seconds
    return worked


class _Plan:
    """Which seeds come next, so many that they take the seconds of a batch."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self._seeds = seeds
        self._next = 0
        self._size = 1
        self._worked = 0.0

    def note(self, number: int, seconds: float) -> None:
        """Take note of what a batch took."""
        self._worked += seconds
        wanted = min(SECONDS, max(SOON, self._worked / 2)) * number / max(seconds, 1e-6)
        self._size = max(1, min(int(wanted), GROWTH * number))

    def next(self, threads: int) -> Sequence[int] | None:
        """Return the next seeds, fewer towards the end, so that all threads end together; None for no more."""
        left = len(self._seeds) - self._next
        size = max(1, min(self._size, left // (AHEAD * threads)))
        batch = self._seeds[self._next : self._next + size]
        self._next += len(batch)
        return batch or None


class ShelfWriter:
    """A shelf that is open to be filled with puzzles of one kind and its settings, a ``series``; a new file is made.

    Whatever ends the program, the shelf has all batches that were added before, and no part of another. Raises
    InputError for a file that is no shelf, and ExportError where it cannot be written.
    """

    def __init__(self, path: Path, kind: AnyKind, values: Mapping[str, Value], format_: int = FORMAT) -> None:
        self._path, self._kind, self._format = path, kind, format_
        self._table = table_of(kind.name)
        check_parent(path)
        if path.exists() and (path.stat().st_size or not path.is_file()):
            with Shelf(path) as shelf:  # refuses what is none
                shelf.check(kind.name)
        with self._failing():
            self._file = Guarded(str(path), is_writing=True)
        try:
            with self._failing():
                self.series = self._begun(settings_text(values))
                self._place = self._place_now()
        except BaseException:
            self._file.close()
            raise

    def _begun(self, settings: str) -> int:
        """Make what is missing of the tables, and return the number of settings."""
        key = (self._format, self._kind.name, settings)
        with self._file.whole():
            self._file.do(f"PRAGMA application_id = {APPLICATION}")
            version = self._file.row("PRAGMA user_version")
            self._file.do(f"PRAGMA user_version = {VERSION}")
            self._file.do(SETTINGS_TABLE)
            if version is not None and version[0] < VERSION:
                for kind in KINDS:
                    self._rename_columns(table_of(kind))
            for statement in create_table(self._kind.name, self._kind.figures):
                self._file.do(statement)
            self._add_new_columns()
            self._file.do("INSERT OR IGNORE INTO series (format, kind, settings) VALUES (?, ?, ?)", key)
        # Only now: what is killed before leaves a shelf or an empty file, and no database that is not yet a shelf.
        self._file.do("PRAGMA journal_mode = WAL")
        self._file.do("PRAGMA synchronous = NORMAL")
        row = self._file.row("SELECT id FROM series WHERE (format, kind, settings) = (?, ?, ?)", key)
        if row is None:
            raise GuardedError("its settings cannot be added", 0)
        number: int = row[0]
        return number

    def _place_now(self) -> tuple[int, int] | None:
        """Return by what the system knows the file that has the name of the shelf; None where there is none."""
        try:
            known = self._path.stat()
        except OSError:
            return None
        return known.st_dev, known.st_ino

    def close(self) -> None:
        """Close it, one file where nobody else has it open; raises ExportError where it has no room for its log."""
        with closing(self._file), self._failing():
            self._file.do("PRAGMA wal_checkpoint")

    def missing(self, seeds: Sequence[int]) -> list[int]:
        """Return those of some seeds, which rise, that have no row yet."""
        with self._failing():
            rows = self._file.rows(
                f"SELECT seed FROM {self._table} WHERE settings = ? AND seed BETWEEN ? AND ?",  # noqa: S608  (a name only)
                (self.series, seeds[0], seeds[-1]),
            )
            made = {seed for (seed,) in rows}
        return [seed for seed in seeds if seed not in made]

    def add(self, rows: Iterable[Row]) -> int:
        """Add rows, all or none, but for those whose seeds have a row already; return how many were added."""
        figures = self._kind.figures
        columns = ", ".join(map(column_of, (*KEY, *figures, *REST)))
        places = ", ".join("?" * (len(KEY) + len(figures) + len(REST)))
        rows = list(rows)
        values = [
            (self.series, row.seed, *map(row.figures.get, figures), 0, row.canonical, row.code, row.problem)
            for row in rows
        ]
        forms = {(row.canonical, self._format) for row in rows if row.canonical is not None}
        with self._failing(), self._file.whole():
            # SQLite would go on to write into a file that has no name any more.
            if self._place_now() != self._place:
                raise GuardedError("it was removed or replaced meanwhile", 0)
            added = self._file.do_for_all(
                f"INSERT OR IGNORE INTO {self._table} ({columns}) VALUES ({places})",  # noqa: S608  (names only)
                values,
            )
            # The first by its key is the one that is no repetition, in whatever order rows come.
            self._file.do_for_all(
                f"UPDATE {self._table} AS row SET repeated = 1 "  # noqa: S608  (a name only)
                f"WHERE canonical = ?1 AND EXISTS (SELECT 1 FROM {self._table} AS earlier WHERE "
                "earlier.canonical = ?1 AND (earlier.settings, earlier.seed) < (row.settings, row.seed) AND "
                # What was made by other rules has other numbers: neither hides the other.
                "earlier.settings IN (SELECT id FROM series WHERE format = ?2)) AND "
                "row.settings IN (SELECT id FROM series WHERE format = ?2)",
                forms,
            )
        return added

    def _rename_columns(self, table: str) -> None:
        """Call the numbers of a table of an older shelf, if it has any, what they are called now."""
        columns = {name for _, name, *_ in self._file.rows(f"PRAGMA table_xinfo({table})")}
        for before, now in RENAMED.items():
            if before in columns and now not in columns:
                self._file.do(f"ALTER TABLE {table} RENAME COLUMN {column_of(before)} TO {column_of(now)}")

    def _add_new_columns(self) -> None:
        """Add the columns of numbers that an older version did not have."""
        columns = {name for _, name, *_ in self._file.rows(f"PRAGMA table_xinfo({self._table})")}
        for name in self._kind.figures:
            if name not in columns:
                self._file.do(f"ALTER TABLE {self._table} ADD COLUMN {column_of(name)}")

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Raise ExportError for what SQLite cannot do."""
        try:
            yield
        except GuardedError as error:
            raise ExportError(f"Shelf {quoted(self._path)} cannot be written: {error}.") from error


ROWS_AT_ONCE = 10_000
"""Rows of another shelf that are added as a whole."""


def add_from(path: Path, kind: AnyKind, source: Shelf) -> int:
    """Add the rows of a kind that another shelf has, as they were made there; return how many were added."""
    # One that is damaged is refused before anything is taken of it.
    deque(source.rows(kind.name), maxlen=0)
    added = 0
    for number, rows in groupby(source.rows(kind.name), attrgetter("series")):
        format_, values = source.series(number)
        with closing(ShelfWriter(path, kind, values, format_)) as writer:
            while batch := list(islice(rows, ROWS_AT_ONCE)):
                added += writer.add(batch)
    return added


def sample(shelf: Shelf, kind: AnyKind, number: int) -> list[Row]:
    """Return so many rows of a kind, spread evenly over all in the order of their keys."""
    count = shelf.count(kind.name)
    chosen = {place * count // number for place in range(number)} if number < count else set(range(count))
    return [row for place, row in enumerate(shelf.rows(kind.name)) if place in chosen]


def differing(
    team: Team,
    shelf: Shelf,
    kind: AnyKind,
    rows: Sequence[Row],
    note: Callable[[int], object] = lambda _: None,
) -> list[Row]:
    """Make rows again by a team, and return those that are not as they were; ``note`` is called with how many more.

    The numbers that the shelf has must be the same to the last bit; one that an older version did not know is none.
    """
    wrong: list[Row] = []
    by_series: dict[int, dict[int, Row]] = defaultdict(dict)
    for row in rows:
        by_series[row.series][row.seed] = row
    for same in by_series.values():

        def take(made: Sequence[Row], same: dict[int, Row] = same) -> None:
            wrong.extend(same[row.seed] for row in made if not _is_again(same[row.seed], row))
            note(len(made))

        fill(team, kind, shelf.values_of(kind, next(iter(same.values()))), list(same), take)
    return wrong


def _is_again(row: Row, made: Row) -> bool:
    """Return whether a row of a shelf is what its seed was made into again."""
    is_same = (row.canonical, row.code, row.problem) == (made.canonical, made.code, made.problem)
    return is_same and all(row.figures.get(name) in {None, figure} for name, figure in made.figures.items())
