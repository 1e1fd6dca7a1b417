# SPDX-License-Identifier: GPL-3.0-or-later
"""The command fills a shelf on a cluster of this machine, goes on after any end, and shows what is there."""

from __future__ import annotations

import csv
import os
import re
import shlex
import sqlite3
import subprocess
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from pyarrow import parquet

from puzzle_cubes.kind.kind import Example, puzzle_of_code
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Shelf
from puzzle_shelf.arguments import ABOUT, given_files, given_series, parsed
from puzzle_shelf.command import run as run_here
from tests.core.command_line.terminal import in_terminal
from tests.core.export.written import folder_state
from tests.shelf.runs import COMMAND, digest, rows_on, run, serial_digest, started

SIZE = (3, 3, 3)
SEEDS = range(5, 1505)
ARGUMENTS = ("--kind", "oskar", "--size", *SIZE, "--seeds", SEEDS[0], SEEDS[-1], "--workers", 2)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    return serial_digest(tmp_path_factory.mktemp("serial") / "shelf.db", SIZE, SEEDS)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "shelf.db"
    done = run(path, *ARGUMENTS, "--count", "--verify", 20)
    assert done.stdout == f"{len(SEEDS)}\n20 rows made again, 0 of them different.\n"
    assert "1,500 rows made, 0 there." in done.stderr
    assert done.returncode == 0
    return path


def shown(*arguments: object) -> list[str]:
    """Return the lines that the command prints."""
    output = StringIO()
    assert run_here([str(argument) for argument in arguments], output) == 0
    return output.getvalue().splitlines()


def test_a_run_gives_what_a_serial_one_does(filled: Path, expected: str) -> None:
    assert shown(filled, "--digest", "--count") == [str(len(SEEDS)), expected]
    assert shown(filled) == [str(len(SEEDS))]
    assert [file.name for file in filled.parent.iterdir()] == ["shelf.db"]


def test_a_repeated_run_adds_nothing(filled: Path, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    # Nothing is to be made, so no cluster is begun.
    assert shown(filled, *ARGUMENTS, "--count") == [str(len(SEEDS))]
    assert capsys.readouterr().err == "0 rows made, 1,500 there.\n"
    assert digest(filled) == expected


def test_shelves_become_one(filled: Path, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, both, whole = (tmp_path / f"{name}.db" for name in ("first", "second", "both", "whole"))
    serial_digest(first, SIZE, SEEDS[:220])
    serial_digest(second, SIZE, SEEDS[80:300])
    # Also in the other order the first by its seed is no repetition.
    of_both = serial_digest(both, SIZE, SEEDS[:300])
    assert shown(whole, "--from", second, "--from", first, "--count", "--digest") == ["300", of_both]
    said = f"220 rows taken from '{second}'.\n80 rows taken from '{first}'.\n"
    assert capsys.readouterr().err == said
    assert shown(whole, "--from", filled, *ARGUMENTS, "--digest") == [expected]
    assert "0 rows made, 1,500 there." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("oskar", "--size 2 2 3 --style longest --effort 20 --no-irregular"),
        # What a series begins with is no default of the kind.
        ("burr", "--level 1 --no-one-solution"),
        ("burr", ""),
    ],
)
def test_settings_in_a_table_are_arguments_that_make_its_rows_again(kind: str, given: str, tmp_path: Path) -> None:
    seeds = "--kind", kind, "--seeds", 0, 1, "--workers", 1
    done = run(tmp_path / "first.db", *given.split(), *seeds, "--csv", "-")
    settings = next(csv.DictReader(done.stdout.splitlines()))["settings"]
    assert sorted(settings.split()) == sorted(given.split())
    assert run(tmp_path / "again.db", *settings.split(), *seeds).returncode == 0
    with Shelf(tmp_path / "first.db") as first, Shelf(tmp_path / "again.db") as again:
        assert first.digest(kind) == again.digest(kind)


TAKEN_BY = {
    "shelf.db": "is read, so it cannot be written: choose another name.",
    "new.db --kind packing": "has no puzzles of the kind packing: choose the kind oskar, which it has.",
}
"""Who cannot take a shelf of cubes that is called shelf.db, and what is said of it."""


@pytest.mark.parametrize("arguments", TAKEN_BY)
def test_a_shelf_that_cannot_be_taken_is_refused(
    arguments: str, filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "shelf.db"
    copy.write_bytes(filled.read_bytes())
    name, *flags = arguments.split()
    assert run_here([str(tmp_path / name), "--from", str(copy), *flags], StringIO()) == 2
    assert TAKEN_BY[arguments] in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["shelf.db"]
    assert copy.read_bytes() == filled.read_bytes()


@pytest.mark.parametrize("example", ABOUT.examples, ids=lambda example: example.arguments)
def test_the_help_has_examples_that_are_taken(example: Example, filled: Path, tmp_path: Path) -> None:
    lines = shown("--help")
    assert lines[lines.index(f"  puzzle-cubes shelf {example.arguments}") + 1] == f"      {example.meaning}"
    # It shows all options, which the kinds do when they are asked so.
    assert shown("--help-all") == lines
    asked = subprocess.run([*COMMAND[:-1], "help", "shelf"], capture_output=True, text=True, check=True)
    assert asked.stdout.splitlines() == lines
    options, kind = parsed(shlex.split(example.arguments), StringIO())
    assert given_series(options, kind)
    assert given_files(options) == {}


def test_rows_and_pictures_are_piped(filled: Path, tmp_path: Path) -> None:
    for flag, *words in (("--csv",), ("--histogram", "length")):
        file = tmp_path / "file.svg"
        done = run(filled, flag, *words, file)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        piped = run(filled, flag, *words, "-")
        assert (piped.returncode, piped.stderr) == (0, "")
        assert piped.stdout.splitlines() == file.read_text().splitlines()


def test_names_of_numbers_are_taken_however_they_are_written(filled: Path, tmp_path: Path) -> None:
    lines = shown(filled, "--top", 3, "--by", "Dead-Ends", "--where", "Dead Ends >= 2 and LOOPS = 0")
    assert lines == shown(filled, "--top", 3, "--by", "dead_ends", "--where", "dead_ends >= 2 and loops = 0")
    assert len(lines) == 4
    pictures = [tmp_path / "loose.svg", tmp_path / "exact.svg"]
    for name, picture in zip(("Dead-Ends", "dead_ends"), pictures, strict=True):
        assert shown(filled, "--histogram", name, picture) == []
    assert pictures[0].read_bytes() == pictures[1].read_bytes()


def test_quiet_leaves_what_was_asked_for(filled: Path) -> None:
    done = run(filled, *ARGUMENTS, "--count", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{len(SEEDS)}\n", "")


def test_rows_are_shown_with_codes_that_are_the_puzzles(filled: Path) -> None:
    lines = shown(filled, "--top", 3, "--by", "length", "--where", "dead_ends >= 2 and bits < 9", "--where", "loops=0")
    names, *rows = (line.split("\t") for line in lines)
    assert names == ["seed", "length", "dead_ends", "bits", "loops", "code"]
    assert len(rows) == 3
    kind = KINDS["oskar"]
    for seed, length, *_, code in rows:
        puzzle = puzzle_of_code(code, [kind])[1]
        assert puzzle.measures.length == int(length)
        assert puzzle.faces == kind.make(kind.values_with({"size": SIZE, "seed": int(seed)})).faces
    assert int(shown(filled, "--count", "--unique")[0]) < len(SEEDS)


def test_rows_of_several_series_have_their_settings_beside_them(filled: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf.db"
    shelf.write_bytes(filled.read_bytes())
    larger = ("--size", 4, "--style", "wilson", "--seeds", 5, 6, "--workers", 1)
    assert shown(shelf, *larger, "--best", 2)[0] == "seed\tdifficulty\tcode"
    names, *rows = (line.split("\t") for line in shown(shelf, "--top", len(SEEDS) + 2))
    assert names == ["seed", "difficulty", "code", "settings"]
    told = [row[3] for row in rows if row[0] in {"5", "6"}]
    assert sorted(told) == 2 * ["--size 3 3 3"] + 2 * ["--size 4 4 4 --style wilson"]


def test_the_hardest_are_those_that_were_asked_for(filled: Path) -> None:
    """Harder ones with other seeds are on the shelf, too."""
    asked = ("--size", *SIZE, "--style", "classic", "--seeds", 7, 9, "--best", 9)
    _, *rows = (line.split("\t") for line in shown(filled, *asked))
    assert sorted(seed for seed, *_ in rows) == ["7", "8", "9"]
    assert len(shown(filled, *asked, "--top", 9)) == 10
    assert rows_on(filled) == len(SEEDS)


def test_the_rows_are_written_for_other_programs(filled: Path, tmp_path: Path) -> None:
    shown(filled, "--csv", tmp_path / "rows.csv", "--parquet", tmp_path / "rows.parquet", "--where", "length > 7")
    with (tmp_path / "rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    with Shelf(filled) as shelf:
        chosen = [row for row in shelf.rows("oskar") if (row.figures["length"] or 0) > 7]
    assert 0 < len(chosen) < len(SEEDS)
    assert [int(row["seed"]) for row in rows] == [row["seed"] for row in table] == [row.seed for row in chosen]
    assert [float(row["bits"]) for row in rows] == [row["bits"] for row in table]
    assert {row["settings"] for row in rows} == {row["settings"] for row in table} == {"--size 3 3 3"}
    assert [row["code"] for row in rows] == [row["code"] for row in table] == [row.code for row in chosen]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["rows.csv", "rows.parquet"]


@pytest.mark.parametrize("flags", [("--csv",), ("--parquet",), ("--histogram", "length")], ids=lambda flags: flags[0])
@pytest.mark.parametrize("name", ["y.svg", "./y.svg", "link.svg", "hard link.svg", "y.svg-wal"])
def test_what_is_read_is_not_written(
    filled: Path, tmp_path: Path, flags: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = tmp_path / "y.svg"
    shelf.write_bytes(filled.read_bytes())
    (tmp_path / "link.svg").symlink_to(shelf)
    (tmp_path / "hard link.svg").hardlink_to(shelf)
    before = folder_state(tmp_path)
    output = StringIO()
    assert (run_here([str(shelf), *flags, f"{tmp_path}/{name}"], output), output.getvalue()) == (2, "")
    said = capsys.readouterr().err
    if name == "y.svg-wal" and flags[0] == "--histogram":
        assert "its name must end in .svg." in said
    else:
        assert said.endswith("is read, so it cannot be written: choose another name.\n")
    assert folder_state(tmp_path) == before


def test_a_new_shelf_is_not_also_written_as_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shelf = str(tmp_path / "new")
    assert run_here([shelf, "--size", "2", "--seeds", "0", "3", "--csv", shelf], StringIO()) == 2
    assert "is read, so it cannot be written" in capsys.readouterr().err
    assert folder_state(tmp_path) == {}


def test_a_half_written_file_has_a_name_of_its_own(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "rows.csv.part").write_text("mine")
    shown(filled, "--csv", tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv.part").read_text() == "mine"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["rows.csv", "rows.csv.part"]


def test_orders_to_a_terminal_are_shown_as_escapes(filled: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf.db"
    shelf.write_bytes(filled.read_bytes())
    with closing(sqlite3.connect(shelf, isolation_level=None)) as connection:
        connection.execute("UPDATE rows_oskar SET code = char(27) || '[2J' || char(10, 9) || code, problem = char(27)")
        connection.execute("UPDATE rows_oskar SET code = NULL WHERE seed = 5")
    # To a file it goes as it is, and to a terminal as it can be seen.
    assert "\x1b" in run(shelf, "--csv", "-").stdout
    with in_terminal(
        "sh", "-c", '"$@" >&2', "sh", *COMMAND, str(shelf), "--csv", "-", "--where", "length > 8"
    ) as shown:
        assert shown.end() == (0, "")
    assert b"\x1b" not in shown.written
    assert b"\\x1b[2J" in shown.written


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ("difficulty = 'hello'", ["--top", "2"]),
        ("difficulty = 9e999", ["--top", "2"]),
        ("difficulty = 9e999", ["--from"]),
        ("code = 'M1M1M', difficulty = 9", ["--top", "2"]),
    ],
)
def test_a_damaged_row_is_named_with_what_takes_it_out(
    change: str, asked: list[str], filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = tmp_path / "shelf.db"
    shelf.write_bytes(filled.read_bytes())
    with closing(sqlite3.connect(shelf, isolation_level=None)) as connection:
        connection.execute(f"UPDATE rows_oskar SET {change} WHERE seed = 17")  # noqa: S608  (nobody else has a say in it)
    before = folder_state(tmp_path)
    arguments = [str(tmp_path / "new.db"), "--from", str(shelf)] if asked == ["--from"] else [str(shelf), *asked]
    assert run_here(arguments, StringIO()) == 1
    said = capsys.readouterr().err
    damage = "the row of seed 17 holds something else than numbers and a code. SQLite takes it out by DELETE"
    assert said.startswith(f"puzzle-cubes shelf: Shelf '{shelf}' is damaged: {damage}")
    assert folder_state(tmp_path) == before
    with closing(sqlite3.connect(shelf, isolation_level=None)) as connection:
        connection.execute(said[said.index("DELETE") :].strip().removesuffix("."))
    assert run_here(arguments, StringIO()) == 0
    assert rows_on(Path(arguments[0])) == len(SEEDS) - 1


def test_a_shelf_without_room_for_its_log_is_no_success(filled: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf.db"
    shelf.write_bytes(filled.read_bytes())
    blocks = shelf.stat().st_size // 512
    large = "--size 30 --style kruskal --seeds 0 7 --workers 1 --quiet"
    command = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", *COMMAND, str(shelf), *large.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert re.fullmatch(r"puzzle-cubes shelf: Shelf '.*' cannot be written: .*\.\n", done.stderr)
    assert done.returncode == 1
    # Nothing is lost, and it goes on where there is room.
    assert run(shelf, *large.split(), "--count").stdout == f"{len(SEEDS) + 8}\n"
    assert folder_state(tmp_path).keys() == {"shelf.db"}


def test_two_at_once_say_what_each_has_added_and_do_little_twice(tmp_path: Path) -> None:
    path = tmp_path / "shelf.db"
    both = [
        started(path, "--size", 5, "--style", "wilson", "--seeds", *seeds, "--workers", 1)
        for seeds in ((0, 200), (100, 300))
    ]
    said = [running.communicate(timeout=300)[1] for running in both]
    assert [running.returncode for running in both] == [0, 0]
    made = [int(sentence.split()[0]) for sentence in said]
    assert said == [f"{number} rows made, {201 - number} there.\n" for number in made]
    assert sum(made) == rows_on(path) == 301


@pytest.mark.thorough
def test_hard_ones_and_designs_are_made_and_a_changed_row_is_found(tmp_path: Path) -> None:
    path = tmp_path / "shelf.db"
    hard = run(path, "--size", 3, 3, 3, "--effort", 60, "--best", 2, "--seeds", 0, 3, "--workers", 1)
    assert hard.returncode == 0
    assert len(hard.stdout.splitlines()) == 3
    with Shelf(path) as shelf:
        (best,) = shelf.top("oskar", "difficulty", 1)
        assert shelf.values_of(KINDS["oskar"], best)["style"] == "hard"
    connection = sqlite3.connect(path)
    connection.execute("UPDATE rows_oskar SET length = length + 1 WHERE seed = 2")
    connection.commit()
    connection.close()
    design = run(path, "--kind", "packing", "--design", 4, "--seeds", 0, 2, "--top", 3, "--count", "--workers", 1)
    assert design.stdout.splitlines()[0] == "3"
    sticks = "52 615 792 960 975 992"
    burr = ("--kind", "burr", "--made-by", "numbers", "--sticks", *sticks.split(), "--seeds", 0, 0, "--workers", 1)
    # The sticks are its defaults.
    assert run(path, *burr, "--csv", "-").stdout.splitlines()[1].startswith("--made-by numbers,0,1,")
    verified = run(path, "--verify", 100, "--workers", 1)
    assert verified.stdout == "Seed 2 gives another row.\n4 rows made again, 1 of them different.\n"
    assert verified.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--kind"], 2, "Argument --kind has no value: write --kind NAME."),
        (["--kind", "rubik"], 2, f"Argument --kind is 'rubik': it must be one of {', '.join(KINDS)}."),
        (["--seeds", "5", "4"], 2, "Argument --seeds is '5' '4': it must be two numbers that rise"),
        (["--seeds", "0", "9999999999"], 2, "it must be two numbers that rise, of at most 2147483647."),
        (["--seeds", "0", "3", "--size", "0", "1", "1"], 2, "Size X is 0"),
        (["--best", "3"], 2, "With --best there must be --seeds"),
        (["--no-irregular", "--top", "3"], 2, "With --no-irregular there must be --seeds"),
        (["--kind", "burr", "--one-solution", "--top", "1"], 2, "With --one-solution there must be --seeds"),
        (
            ["--kind", "burr", "--made-by", "numbers", "--one-solution", "--seeds", "0", "0"],
            2,
            "Argument --one-solution makes no difference here: ",
        ),
        (["--top", "many"], 2, "Argument --top is 'many': it must be a whole number from 1 on."),
        (["--cuont"], 2, "Argument '--cuont' is not known"),
        (["--top", "3"], 2, "cannot be read: No such file or directory."),
        (["--seeds", "0", "3", "--scheduler", "nowhere"], 2, "Scheduler 'nowhere' is no address"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], code: int, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here([str(tmp_path / "shelf.db"), *arguments], StringIO()) == code
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("asked", [["--count"], ["--size", "2", "--seeds", "0", "3", "--workers", "1"]], ids=str)
@pytest.mark.parametrize("place", ["folder", "cut off", "missing/shelf"])
def test_why_a_file_cannot_be_the_shelf_is_said(
    place: str, asked: list[str], filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / place
    (tmp_path / "folder").mkdir()
    (tmp_path / "cut off").write_bytes(filled.read_bytes()[:100_000])
    before = folder_state(tmp_path)
    code = run_here([str(path), *asked], StringIO())
    missing = f"Shelf '{path}' cannot be read: No such file or directory."
    if "--seeds" in asked:
        missing = f"File '{path}' cannot be written: there is no folder '{path.parent}'."
    said = {
        "folder": f"Shelf '{path}' cannot be read: It is a folder or a device, not an ordinary file.",
        "cut off": f"Shelf '{path}' cannot be read: it is damaged or cut off.",
        "missing/shelf": missing,
    }
    assert capsys.readouterr().err == f"puzzle-cubes shelf: {said[place]}\n"
    assert (code, folder_state(tmp_path)) == (1 if place == "cut off" else 2, before)


def test_conditions_change_nothing_but_what_is_shown(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = filled.read_bytes()
    assert run_here([os.fspath(filled), "--count", "--where", "length > 1; DROP TABLE rows_oskar"], StringIO()) == 2
    assert "Condition is 'length > 1; DROP TABLE rows_oskar'" in capsys.readouterr().err
    assert filled.read_bytes() == before
