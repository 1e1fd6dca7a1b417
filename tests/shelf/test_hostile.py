# SPDX-License-Identifier: GPL-3.0-or-later
# ruff: noqa: S608  (nobody else has a say in these statements)
"""A shelf may be anybody's: whatever it holds, the command ends soon, with a sentence, and nothing of it runs."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import sleep

import psutil
import pytest

from puzzle_cubes.kinds import KINDS
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.shelf.hostile import HOSTILE, WITHOUT_END, changed, with_circle
from tests.shelf.runs import COMMAND, PATIENCE, run, serial_digest, started, wait_until

SIZE, SEEDS = (3, 3, 3), range(60)

FILL = ("--size", *SIZE, "--seeds", 0, 70, "--workers", 1)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("good") / "shelf.db"
    serial_digest(path, SIZE, SEEDS)
    return path


@pytest.fixture
def shelf(good: Path, tmp_path: Path) -> Path:
    path = tmp_path / "shelf.db"
    path.write_bytes(good.read_bytes())
    return path


@pytest.mark.parametrize("harm", HOSTILE, ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("asked", [("--count", "--top", 3), FILL], ids=["reading", "filling"])
def test_a_hostile_shelf_is_refused_soon(
    harm: Callable[[Path], None], asked: tuple[object, ...], shelf: Path, tmp_path: Path
) -> None:
    harm(shelf)
    done = subprocess.run(
        [*COMMAND, str(shelf), *map(str, asked)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 1, done.stdout
    assert done.stderr.startswith(f"puzzle-cubes shelf: Shelf '{shelf}' ")
    assert done.stderr.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["shelf.db"]


def test_a_trigger_is_not_pulled(shelf: Path) -> None:
    changed(
        shelf,
        "CREATE TABLE notes (note)",
        "CREATE TRIGGER trap AFTER INSERT ON rows_oskar "
        f"BEGIN INSERT INTO notes {WITHOUT_END} SELECT n FROM number; END",
    )
    done = run(shelf, *FILL)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"puzzle-cubes shelf: Shelf '{shelf}' cannot be written: not authorized.\n"
    with closing(sqlite3.connect(shelf)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM notes").fetchone() == (0,)
        assert connection.execute("SELECT COUNT(*) FROM rows_oskar").fetchone() == (len(SEEDS),)


def test_what_a_user_adds_for_himself_is_no_harm(shelf: Path) -> None:
    changed(
        shelf,
        "CREATE VIEW long_ones AS SELECT seed FROM rows_oskar WHERE length > 9",
        "CREATE TABLE notes (note)",
        "CREATE INDEX by_length ON rows_oskar (length)",
    )
    assert run(shelf, "--count", *FILL).stdout == "71\n"


@pytest.mark.parametrize("asked", [("--count",), ("--count", *FILL)], ids=["reading", "filling"])
def test_a_huge_log_beside_it_is_read_as_far_as_it_is_one(asked: tuple[object, ...], tmp_path: Path) -> None:
    path, log = tmp_path / "shelf.db", tmp_path / "shelf.db-wal"
    kind = KINDS["oskar"]
    values = kind.values_with({"size": SIZE})
    with closing(ShelfWriter(tmp_path / "begun.db", kind, values)) as writer:
        writer.add(rows_of(kind, values, SEEDS))
        # As a filling leaves them that is killed.
        path.write_bytes((tmp_path / "begun.db").read_bytes())
        log.write_bytes((tmp_path / "begun.db-wal").read_bytes())
    assert log.stat().st_size
    # A file with holes takes no room: so it seems to have 8 gigabytes.
    os.truncate(log, 8 * 2**30)
    running = started(path, *asked)
    most = 0
    # What a process has used at its end counts what began it, too: the tests.
    while running.poll() is None:
        with suppress(OSError):
            used = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{running.pid}/status").read_text(encoding="utf-8"))
            most = max(most, int(used[1]) if used else 0)
        sleep(0.005)
    output, _ = running.communicate()
    assert (running.returncode, output) == (0, f"{71 if '--seeds' in asked else len(SEEDS)}\n")
    # Of kilobytes.
    assert 0 < most < 300_000


@pytest.mark.parametrize(
    ("number", "asked"),
    [
        (signal.SIGTERM, ("--top", 3)),
        (signal.SIGINT, ("--csv", "rows.csv")),
        (signal.SIGTERM, ("--count", "--where", "length > 9")),
    ],
    ids=str,
)
def test_a_signal_ends_a_reading(
    number: signal.Signals, asked: tuple[object, ...], shelf: Path, tmp_path: Path
) -> None:
    # A file with holes: as long as it seems there may be no end of rows.
    with_circle(shelf, size=2**40)
    asked = tuple(tmp_path / name if name == "rows.csv" else name for name in asked)
    _check_ended(started(shelf, *asked), shelf, number)
    assert [file.name for file in tmp_path.iterdir()] == ["shelf.db"]


@pytest.mark.parametrize("asked", [("--count",), FILL], ids=str)
def test_a_signal_ends_the_waiting_for_another_one(asked: tuple[object, ...], shelf: Path) -> None:
    with closing(sqlite3.connect(shelf, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        _check_ended(started(shelf, *asked), shelf, signal.SIGTERM)


def _check_ended(running: subprocess.Popen[str], shelf: Path, number: signal.Signals) -> None:
    """Check that a command that would never end by itself does so after a signal."""
    wait_until(lambda: str(shelf) in {file.path for file in psutil.Process(running.pid).open_files()})
    running.send_signal(number)
    output, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert not output or output.startswith("settings,")
    assert errors == "puzzle-cubes shelf: Stopped. The same command goes on.\n"
