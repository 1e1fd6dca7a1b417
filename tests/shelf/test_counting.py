# SPDX-License-Identifier: GPL-3.0-or-later
"""A count that is shared out is that of one search, whatever happens to workers or to the command itself."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from puzzle_count.__main__ import run
from puzzle_count.census import HEAD, Kept, solutions

from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.puzzle import Counts
from puzzle_cubes.polycubes.solver import solve
from tests.shelf.runs import PATIENCE, wait_until

COMMAND = [sys.executable, "-m", "puzzle_count", "soma", "--workers", "2", "--keep"]


def lines_in(path: Path) -> int:
    """Return how many lines a file has; 0 where there is none."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.thorough
def test_what_was_kept_is_not_counted_again(tmp_path: Path) -> None:
    path = tmp_path / "counts"
    output = StringIO()
    assert run(["megaron", "--workers", "1", "--keep", str(path)], output) == 0
    assert "Megaron, solutions up to rotation" in output.getvalue()
    # Only who reads the file finds this.
    path.write_text(path.read_text(encoding="utf-8").replace("[24, 1, 1]", "[24, 7, 1]"), encoding="utf-8")
    output = StringIO()
    assert run(["megaron", "--workers", "1", "--keep", str(path)], output) == 1
    assert "7  WRONG: 1 are published" in output.getvalue()


@pytest.mark.parametrize("name", ["megaron", "soma", "diabolical", "slothouber_graatsma"])
@pytest.mark.parametrize("least", [1, 30, 1000])
def test_the_branches_together_are_the_search(name: str, least: int) -> None:
    count = solutions(name, least)
    assert len(set(count.parts)) == len(count.parts)
    counts = sum((finish(count.work(count.common, part)) for part in count.parts), Counts())
    assert counts == solve(CLASSICS[name].puzzle).counts


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["rubik"], 2, "Puzzle is 'rubik': it must be one of burrs, solid_burrs, notchable_burrs,"),
        (["soma", "--workers", "0"], 2, "Argument --workers is '0'"),
        (["soma", "--keep", "no/such/folder"], 2, "'no/such/folder' cannot be written: No such file or directory."),
        (["soma", "--scheduler", "nowhere"], 2, "Scheduler 'nowhere' is no address"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments, StringIO()) == code
    assert sentence in capsys.readouterr().err


MEGARON = solutions("megaron")
KNOWN = json.dumps([MEGARON.digest, *MEGARON.parts[0], [24, 1, 1]])
"""A line of a part of a count."""


def test_a_file_with_the_ends_of_lines_of_another_system_is_read_and_no_byte_of_it_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "counts"
    kept = f"{HEAD}{KNOWN}\n".replace("\n", "\r\n").encode()
    # The last line was not written to its end.
    path.write_bytes(kept + KNOWN.encode()[:20])
    with Kept(path) as counts:
        assert counts.found(MEGARON) == {MEGARON.parts[0]: Counts(24, 1, 1)}
        counts.add(MEGARON.digest, MEGARON.parts[1], [0, 0, 0])
    assert path.read_bytes().startswith(kept)
    with Kept(path) as counts:
        assert [*counts.found(MEGARON)] == MEGARON.parts[:2]


ODD_COUNTS = ("null", "[1, 2]", '["a", 1, 1]', "[1, 1, true]", "[-1, 1, 1]", "[1.5, 1, 1]", "{}", "[" * 100_000)


@pytest.mark.parametrize("odd", [*ODD_COUNTS, "9" * 5000], ids=lambda odd: odd[:20])
def test_odd_counts_are_refused_and_left_as_they_are(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "counts"
    path.write_text(HEAD + KNOWN.replace("[24, 1, 1]", odd) + "\n")
    before = path.read_bytes()
    assert run(["megaron", "--workers", "1", "--keep", str(path)], StringIO()) == 1
    assert capsys.readouterr().err.endswith("has no counts, so it is left as it is.\n")
    assert path.read_bytes() == before


def test_counts_of_parts_that_there_are_not_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "counts"
    path.write_text(HEAD + KNOWN + "\n" + json.dumps([MEGARON.digest, "megaron", [99, 99], [24, 1, 1]]) + "\n")
    with Kept(path) as counts:
        assert [*counts.found(MEGARON)] == MEGARON.parts[:1]


def test_a_line_that_stands_many_times_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, read = tmp_path / "counts", []
    line = json.dumps([MEGARON.digest, "megaron", [0, 0], [1, 1, 1]])
    path.write_text(HEAD + f"{KNOWN}\n{line}\n" * 1000 + f"{KNOWN}\n")

    def loads(text: str) -> Any:
        read.append(text)
        return json.JSONDecoder().decode(text)

    with monkeypatch.context() as patch:
        patch.setattr(json, "loads", loads)
        with Kept(path):
            assert len(read) <= 2
    with Kept(path) as counts:
        assert [*counts.found(MEGARON)] == MEGARON.parts[:1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
def test_a_count_that_is_asked_to_end_says_how_it_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    command = [*COMMAND[:-4], "conway", "--workers", "1", "--keep", str(tmp_path / "counts")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: lines_in(tmp_path / "counts") > 1)
        process.send_signal(number)
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (1, "")
    assert errors == "puzzle_count: Stopped. With --keep the same command goes on.\n"


LETTERS = (b"a letter to a friend", b"a letter\nto a friend\n", b"\xff\xd8\xff\xe0")


@pytest.mark.parametrize(
    "content",
    [*LETTERS, HEAD.encode() + b"not json\n", HEAD.encode() + b"[1, 2]\n", HEAD.encode() + b'["a", "b", [[]], 1]\n'],
)
def test_another_file_is_left_as_it_is(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter"
    path.write_bytes(content)
    assert run(["soma", "--keep", str(path)], StringIO()) == 1
    assert "has no counts, so it is left as it is." in capsys.readouterr().err
    assert path.read_bytes() == content
