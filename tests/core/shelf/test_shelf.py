# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf gives back what was put on it, sorted and chosen; a file that is none is refused."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.library import shelf_rows
from puzzle_cubes.shelf.shelf import Condition, Row, Shelf, column_of, table_of
from puzzle_shelf.filling import ShelfWriter, add_from, differing, rows_of, sample
from puzzle_shelf.team import Processes

OSKAR, PACKING = KINDS["oskar"], KINDS["packing"]
VALUES = OSKAR.values_with({"size": (3, 2, 2)})
SEEDS = range(40)
NOBODY = 65534


def fill(path: Path, kind: Any, values: Any, rows: list[Row]) -> None:
    writer = ShelfWriter(path, kind, values)
    writer.add(rows)
    writer.close()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with small puzzles, of which many are the same turned or mirrored."""
    path = tmp_path_factory.mktemp("shelf") / "small shelf.db"
    fill(path, OSKAR, VALUES, list(rows_of(OSKAR, VALUES, SEEDS)))
    return path


@pytest.fixture
def damaged(path: Path, tmp_path: Path) -> Callable[..., Path]:
    """Return what copies the shelf, executes a statement on the copy, and returns its path."""

    def copied(statement: str, *values: object) -> Path:
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute(statement, values)
        return copy

    return copied


@pytest.fixture
def shelf(path: Path) -> Iterator[Shelf]:
    with Shelf(path) as opened:
        yield opened


def test_every_row_gives_its_puzzle_with_what_it_was_made_from(shelf: Shelf) -> None:
    rows = list(shelf.rows("oskar"))
    assert [row.seed for row in rows] == list(SEEDS)
    for row in rows:
        puzzle = OSKAR.make({**VALUES, "seed": row.seed})
        assert shelf.puzzle(OSKAR, row) == puzzle
        assert OSKAR.to_json(shelf.puzzle(OSKAR, row)) == OSKAR.to_json(puzzle)
        assert row.figures == OSKAR.figures_of(puzzle)


def test_rows_are_sorted_and_chosen_as_python_would(shelf: Shelf) -> None:
    rows = list(shelf.rows("oskar"))
    for by in shelf.figures("oskar"):
        for lowest in (False, True):
            expected = sorted(rows, key=lambda row: ((1 if lowest else -1) * (row.figures[by] or 0), row.seed))
            # Wherever it ends among equal ones.
            for most in (1, 2, 3, 5, 10, 20, len(rows), 99):
                assert shelf.top("oskar", by, most, lowest=lowest) == expected[:most]
    conditions = [Condition("dead_ends", ">=", 2), Condition("bits", "<", 3.5)]
    chosen = [row for row in rows if (row.figures["dead_ends"] or 0) >= 2 and (row.figures["bits"] or 0) < 3.5]
    assert 0 < len(chosen) < len(rows)
    assert list(shelf.rows("oskar", conditions)) == chosen
    assert shelf.count("oskar", conditions) == len(chosen)
    assert shelf.count("oskar") == len(rows)


def test_numbers_are_counted_as_python_would(shelf: Shelf) -> None:
    long = [Condition("length", ">", 3)]
    for name in shelf.figures("oskar"):
        for conditions, unique in (([], False), (long, False), (long, True)):
            rows = shelf.rows("oskar", conditions, unique=unique)
            numbers = Counter(number for row in rows if (number := row.figures[name]) is not None)
            assert shelf.counts("oskar", name, conditions, unique=unique) == numbers


def test_a_number_without_end_is_a_damage(damaged: Callable[..., Path]) -> None:
    copy = damaged("UPDATE rows_oskar SET length = 9e999 WHERE seed = 3")
    with Shelf(copy) as opened, pytest.raises(InputError, match="damaged: a row holds something else"):
        opened.counts("oskar", "length")


def test_of_equal_puzzles_the_first_is_shown(shelf: Shelf) -> None:
    first = {OSKAR.canonical_form(shelf.puzzle(OSKAR, row)): row.seed for row in reversed(list(shelf.rows("oskar")))}
    assert 1 < len(first) < len(SEEDS)
    assert [row.seed for row in shelf.rows("oskar", unique=True)] == sorted(first.values())
    assert shelf.count("oskar", unique=True) == len(first)


def test_the_order_in_which_rows_come_makes_no_difference(path: Path, tmp_path: Path) -> None:
    rows = list(rows_of(OSKAR, VALUES, SEEDS))
    Random(1).shuffle(rows)
    second_path = tmp_path / "other.db"
    writer = ShelfWriter(second_path, OSKAR, VALUES)
    for begin in range(0, len(rows), 7):
        # A part of them twice, as after a loss.
        writer.add(rows[begin : begin + 9])
    assert writer.missing(range(45)) == [40, 41, 42, 43, 44]
    writer.close()
    with Shelf(path) as first, Shelf(second_path) as second:
        assert first.digest("oskar") == second.digest("oskar")


def test_a_seed_without_a_puzzle_has_a_row_that_says_why(tmp_path: Path) -> None:
    values = OSKAR.values_with({"size": (3, 3, 3), "minimum_length": 8, "attempts": 1})
    fill(tmp_path / "shelf.db", OSKAR, values, list(rows_of(OSKAR, values, range(6))))
    with Shelf(tmp_path / "shelf.db") as shelf:
        rows = list(shelf.rows("oskar"))
        assert len(rows) == shelf.count("oskar") == 6
        without = [row for row in rows if row.code is None]
        assert 0 < len(without) < 6
        assert shelf.top("oskar", "length", 6) == [] or all(row.code for row in shelf.top("oskar", "length", 6))
        with pytest.raises(InputError, match="gave no puzzle: "):
            shelf.puzzle(OSKAR, without[0])


def test_kinds_and_settings_stand_beside_each_other(tmp_path: Path) -> None:
    designs = PACKING.values_with({**PACKING.series_begins_with, "design": 4})
    fill(tmp_path / "shelf.db", OSKAR, VALUES, list(rows_of(OSKAR, VALUES, range(3))))
    fill(tmp_path / "shelf.db", PACKING, designs, list(rows_of(PACKING, designs, range(3))))
    larger = OSKAR.values_with({"size": (3, 2, 4)})
    fill(tmp_path / "shelf.db", OSKAR, larger, list(rows_of(OSKAR, larger, range(3))))
    with Shelf(tmp_path / "shelf.db") as shelf:
        assert shelf.kinds == ("oskar", "packing")
        assert [row.seed for row in shelf.rows("oskar")] == [0, 1, 2, 0, 1, 2]
        assert [shelf.puzzle(OSKAR, row).size for row in shelf.rows("oskar")] == 3 * [(3, 2, 2)] + 3 * [(3, 2, 4)]
        (best,) = shelf.top("packing", "tries", 1)
        made = PACKING.make({**designs, "seed": best.seed})
        assert [piece.shape for piece in shelf.puzzle(PACKING, best).pieces] == [piece.shape for piece in made.pieces]


def test_a_row_is_found_by_its_key_or_named_as_missing(shelf: Shelf) -> None:
    (first, *_) = shelf.rows("oskar")
    assert shelf.row("oskar", first.series, SEEDS[-1]).seed == SEEDS[-1]
    with pytest.raises(InputError, match=r"has no row of the seed 99 with these settings\.$"):
        shelf.row("oskar", first.series, 99)


def test_a_measure_that_there_is_not_is_named_with_those_there_are(shelf: Shelf) -> None:
    for ask in (lambda: shelf.top("oskar", "beauty", 5), lambda: shelf.counts("oskar", "beauty")):
        for wrong in (5, True, ["length"]):
            with pytest.raises(InputError, match=r"^Measure is .*: it must be one of difficulty, forgetful_"):
                shelf.order("oskar", wrong)
        with pytest.raises(InputError, match=r"^Measure is 'beauty': it must be one of difficulty, forgetful_"):
            ask()
    for wrong in (5, True, ["length"]):
        with pytest.raises(InputError, match=r"^Measure is .*: it must be one of difficulty, forgetful_"):
            shelf.order("oskar", wrong)


@pytest.fixture
def older(path: Path, tmp_path: Path) -> Path:
    """The shelf as version 1 has it: its difficulty is what players without memory found."""
    older = tmp_path / "older.db"
    older.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(older)) as file:
        file.execute("ALTER TABLE rows_oskar DROP COLUMN difficulty")
        file.execute("ALTER TABLE rows_oskar RENAME COLUMN forgetful_difficulty TO difficulty")
        file.execute("UPDATE series SET format = 1")
        file.execute("PRAGMA user_version = 1")
        file.commit()
    return older


def test_an_older_shelf_has_the_older_number_by_its_name_of_today(older: Path) -> None:
    with Shelf(older) as shelf:
        assert shelf.order("oskar", "difficulty") == shelf.figures("oskar")[0] == "forgetful_difficulty"
        assert shelf.order("oskar", "length") == "length"
        chosen = shelf.conditions("oskar", "Difficulty > 0.01")
        assert chosen == (Condition("forgetful_difficulty", ">", 0.01),)
        best = shelf.top("oskar", "forgetful_difficulty", 5, chosen)
        assert best
        for row in best:
            figures = OSKAR.figures_of(shelf.puzzle(OSKAR, row))
            assert row.figures == {name: figures[name] for name in row.figures}
            assert "difficulty" not in row.figures
        assert sum(shelf.counts("oskar", "forgetful_difficulty").values()) == len(SEEDS)
    assert shelf_rows(older, most=5)[0].figures["forgetful_difficulty"] == best[0].figures["forgetful_difficulty"]


def test_an_older_shelf_is_taken_with_the_numbers_that_it_has(older: Path, path: Path, tmp_path: Path) -> None:
    merged = tmp_path / "merged.db"
    for source in (path, older):
        with Shelf(source) as opened:
            assert add_from(merged, OSKAR, opened) == len(SEEDS)
            assert add_from(merged, OSKAR, opened) == 0
    with Shelf(merged) as shelf, Shelf(older) as before:
        rows = list(shelf.rows("oskar"))
        assert [row.figures["difficulty"] is None for row in rows] == [False] * len(SEEDS) + [True] * len(SEEDS)
        for row, earlier in zip(rows[len(SEEDS) :], before.rows("oskar"), strict=True):
            assert row.figures == {**earlier.figures, "difficulty": None}
            assert (row.seed, row.code, row.is_repeated) == (earlier.seed, earlier.code, earlier.is_repeated)
            assert shelf.values_of(OSKAR, row) == before.values_of(OSKAR, earlier)


def test_rows_of_an_older_shelf_and_new_ones_do_not_hide_each_other_in_any_order(
    older: Path, path: Path, tmp_path: Path
) -> None:
    begun = tmp_path / "begun.db"
    fill(begun, OSKAR, VALUES, list(rows_of(OSKAR, VALUES, SEEDS[:1])))
    for source in (older, path):
        with Shelf(source) as opened:
            add_from(begun, OSKAR, opened)
    with Shelf(begun) as shelf, Shelf(path) as alone:
        assert shelf.count("oskar", unique=True) == 2 * alone.count("oskar", unique=True)


def test_an_older_shelf_that_is_filled_again_gets_the_new_numbers_in_rows_of_their_own(older: Path) -> None:
    fill(older, OSKAR, VALUES, list(rows_of(OSKAR, VALUES, SEEDS)))
    with Shelf(older) as shelf:
        before, again = (
            [row for row in shelf.rows("oskar") if (row.figures["difficulty"] is None) == is_before]
            for is_before in (True, False)
        )
        assert [row.seed for row in before] == [row.seed for row in again] == list(SEEDS)
        for earlier, now in zip(before, again, strict=True):
            assert earlier.figures["forgetful_difficulty"] == now.figures["forgetful_difficulty"]
            assert (earlier.code, earlier.is_repeated) == (now.code, now.is_repeated)
            assert now.figures == OSKAR.figures_of(shelf.puzzle(OSKAR, now))


def test_an_older_shelf_is_made_again_with_the_numbers_that_it_has(older: Path) -> None:
    with Shelf(older) as shelf:
        assert differing(Processes(1), shelf, OSKAR, sample(shelf, OSKAR, len(SEEDS))) == []
    with closing(sqlite3.connect(older)) as connection:
        connection.execute("UPDATE rows_oskar SET length = length + 1 WHERE seed = 2")
        connection.commit()
    with Shelf(older) as shelf:
        wrong = differing(Processes(1), shelf, OSKAR, sample(shelf, OSKAR, len(SEEDS)))
    assert [row.seed for row in wrong] == [2]


def test_rows_without_a_puzzle_are_left_out_where_something_is_asked_of_puzzles(tmp_path: Path) -> None:
    values = OSKAR.values_with({"size": (3, 3, 3), "minimum_length": 8, "attempts": 1})
    fill(tmp_path / "some", OSKAR, values, list(rows_of(OSKAR, values, SEEDS)))
    with Shelf(tmp_path / "some") as shelf:
        all_rows, puzzles = list(shelf.rows("oskar")), [row for row in shelf.rows("oskar") if row.code is not None]
        assert 0 < len(puzzles) < len(all_rows) == len(SEEDS)
        assert shelf.count("oskar") == len(SEEDS)
        any_length = [Condition("length", ">", 0)]
        assert shelf.count("oskar", any_length) == len(list(shelf.rows("oskar", any_length))) == len(puzzles)
        different = {row.canonical for row in puzzles}
        assert shelf.count("oskar", unique=True) == len(list(shelf.rows("oskar", unique=True))) == len(different)
        assert sum(shelf.counts("oskar", "length").values()) == len(puzzles)


def test_a_check_sum_is_of_all_rows_and_of_their_settings(path: Path, tmp_path: Path) -> None:
    other_values = OSKAR.values_with({"size": (2, 3, 2)})
    fill(tmp_path / "other", OSKAR, other_values, list(rows_of(OSKAR, VALUES, SEEDS)))
    fill(tmp_path / "fewer", OSKAR, VALUES, list(rows_of(OSKAR, VALUES, SEEDS[:-1])))
    # With others before them the settings have another number.
    fill(tmp_path / "second", PACKING, PACKING.values_with({"design": 4}), [])
    fill(tmp_path / "second", OSKAR, VALUES, list(rows_of(OSKAR, VALUES, SEEDS)))
    sums = {}
    for name in (path, tmp_path / "other", tmp_path / "fewer", tmp_path / "second"):
        with Shelf(name) as shelf:
            sums[name.name] = shelf.digest("oskar")
    assert sums.pop("second") == sums[path.name]
    assert len(set(sums.values())) == 3
    assert {len(digest) for digest in sums.values()} == {32}


def test_no_function_that_a_file_brings_is_called(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE rows_oskar RENAME TO hidden")
        connection.execute("CREATE VIRTUAL TABLE boxes USING rtree(id, low, high)")
        # A harmless one, which SQLite calls for files that are trusted only.
        connection.execute("CREATE VIEW rows_oskar AS SELECT * FROM hidden WHERE rtreecheck('boxes') = 'ok'")
    with Shelf(copy) as shelf, pytest.raises(InputError, match='no table "rows_oskar" as shelves have it'):
        list(shelf.rows("oskar"))


def test_a_shelf_that_is_closed_is_closed(path: Path, tmp_path: Path) -> None:
    with Shelf(path) as shelf:
        shelf.count("oskar")
    with pytest.raises(InputError, match="closed"):
        shelf.count("oskar")


def test_the_file_says_what_it_is_as_in_every_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        numbers = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        assert connection.execute("SELECT DISTINCT format, kind FROM series").fetchall() == [(2, "oskar")]
    assert numbers == [int.from_bytes(b"PCSH", "big"), 2]


def test_no_name_is_more_than_a_name() -> None:
    assert table_of("oskar") == '"rows_oskar"'
    for name in ('bits" --', "", "Bits", "1"):
        with pytest.raises(ValueError, match="is no name"):
            column_of(name)


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_a_shelf_that_may_not_be_written_is_read(path: Path, journal: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        copy = folder / "copy.db"
        copy.write_bytes(path.read_bytes())
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            # What filling works with, and what it leaves when it is killed.
            connection.execute(f"PRAGMA journal_mode = {journal}")
        copy.chmod(0o444)
        folder.chmod(0o555)
        user = os.geteuid()
        try:
            if not user:
                # Nothing is forbidden to root.
                os.seteuid(NOBODY)
            with Shelf(copy) as shelf:
                assert shelf.count("oskar") == len(SEEDS)
            assert [file.name for file in folder.iterdir()] == ["copy.db"]
        finally:
            os.seteuid(user)
            folder.chmod(stat.S_IRWXU)


def test_numbers_of_a_row_have_an_end(damaged: Callable[..., Path]) -> None:
    for number, is_good in ((2_147_483_647, True), (2_147_483_648, False), (-1, False)):
        with Shelf(damaged("UPDATE rows_oskar SET seed = ? WHERE seed = 3", number)) as shelf:
            if is_good:
                assert number in {row.seed for row in shelf.rows("oskar")}
            else:
                with pytest.raises(InputError, match="holds something else than numbers and a code"):
                    list(shelf.rows("oskar"))


def test_a_kind_whose_name_is_none_has_no_rows(damaged: Callable[..., Path]) -> None:
    with Shelf(damaged("UPDATE series SET kind = 'no name'")) as shelf:
        assert shelf.kinds == ()


@pytest.mark.parametrize(
    ("settings", "problem"),
    [("[]", "its settings cannot be read"), ('{"style": "class5c"}', "Style is 'class5c': did you mean classic")],
)
def test_settings_that_are_none_are_a_damage(damaged: Callable[..., Path], settings: str, problem: str) -> None:
    copy = damaged("UPDATE series SET settings = ?", settings)
    with Shelf(copy) as shelf, pytest.raises(InputError, match=problem):
        shelf.values_of(OSKAR, shelf.row("oskar", 1, 0))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "is not a shelf of puzzles"),
        (
            b"hello\n" * 1000,
            "cannot be read: file is not a database. Only what the command puzzle-cubes shelf has made",
        ),
    ],
)
def test_what_is_no_shelf_is_refused(data: bytes | None, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(InputError, match=sentence):
        Shelf(file)
    if data:
        with pytest.raises(InputError, match=sentence):
            ShelfWriter(file, OSKAR, VALUES)
        assert file.read_bytes() == data


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rows_oskar SET code = 7",
        "UPDATE rows_oskar SET length = 'long'",
        "UPDATE rows_oskar SET code = 'M0000'",
        "UPDATE series SET settings = '[['",
        "UPDATE series SET settings = '{\"size\": 3}'",
        "DELETE FROM series",
        "DROP TABLE rows_oskar",
        "PRAGMA user_version = 99",
    ],
)
def test_a_damaged_shelf_is_refused_with_a_sentence(statement: str, damaged: Callable[..., Path]) -> None:
    with pytest.raises(InputError), Shelf(damaged(statement)) as shelf:  # noqa: PT012  (wherever it is noticed)
        shelf.top("oskar", "length", 5)
        for row in shelf.rows("oskar"):
            shelf.puzzle(OSKAR, row)


def test_a_shelf_of_the_next_version_asks_for_an_update(damaged: Callable[..., Path]) -> None:
    # Which version this is stands in another test.
    with pytest.raises(InputError, match="was made by a newer version: update Puzzle Cubes"):
        Shelf(damaged("PRAGMA user_version = 3"))


@pytest.mark.parametrize("place", range(0, 4096, 256))
def test_a_shelf_with_a_damaged_page_raises_nothing_else(place: int, path: Path, tmp_path: Path) -> None:
    data = bytearray(path.read_bytes())
    for begin in range(place, len(data), 4096):
        data[begin : begin + 16] = bytes(16 * [0xA5])
    (tmp_path / "copy.db").write_bytes(data)
    try:
        with Shelf(tmp_path / "copy.db") as shelf:
            for kind in shelf.kinds:
                for row in shelf.rows(kind):
                    shelf.puzzle(KINDS[kind], row)
    except InputError as error:
        said = str(error)
    else:
        said = "nothing."
    assert said.endswith(".")
