# SPDX-License-Identifier: GPL-3.0-or-later
"""Results go to standard output, all else to standard error, and a file can be piped in either way."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from puzzle_cubes.common import VERSION
from puzzle_cubes.packing.files.pieces_text import pieces_to_text
from puzzle_cubes.packing.making.options import CLASSICS
from tests.core.command_line.command import COMMAND, Done, piped_here, run_here
from tests.core.command_line.terminal import in_terminal

SMALL = ("oskar", "--size", "2x2x3", "--one-piece")

ODD = ("oskar", "--size", "8", "--seed", "1", "--style", "kruskal", "--start", "center", "--one-piece")
"""A puzzle that is warned of."""


def test_warnings_are_no_result_and_quiet_leaves_what_was_asked_for(tmp_path: Path) -> None:
    done = run_here(*ODD)
    assert done.errors.startswith("puzzle-cubes: warning: Start is ")
    assert done.output.startswith("Oskar's Cube 8x8x8: ")
    assert run_here(*ODD, "--quiet") == Done(0, "", "")
    report = run_here(*SMALL, "--json", "--quiet")
    assert json.loads(report.output)["size"] == [2, 2, 3]
    assert run_here(*SMALL, "--quiet", "--out", str(tmp_path / "cube")) == Done(0, "", "")
    assert (tmp_path / "cube" / "puzzle.json").is_file()
    wrong = run_here(*SMALL, "--quiet", "--seed", "x")
    assert (wrong.code, wrong.output) == (2, "")
    assert wrong.errors.startswith("puzzle-cubes: Argument --seed is 'x'")


def test_quiet_shows_no_progress(tmp_path: Path) -> None:
    search = ("oskar", "--style", "hard", "--effort", "4000", "--size", "6", "--one-piece", "--quiet")
    with in_terminal(*COMMAND, *search) as terminal:
        assert terminal.end() == (0, "")
    assert bytes(terminal.written) == b""


@pytest.mark.parametrize(
    ("arguments", "flag"),
    [
        (SMALL, "--coupon"),
        (SMALL, "--mazecube"),
        (("packing", "--puzzle", "megaron"), "--coupon"),
        (("packing", "--puzzle", "megaron"), "--text"),
        (("packing", "--puzzle", "megaron"), "--xmpuzzle"),
        (("packing", "--puzzle", "megaron"), "--solutions"),
    ],
)
def test_a_file_is_piped_as_it_would_be_written(tmp_path: Path, arguments: tuple[str, ...], flag: str) -> None:
    file = tmp_path / ("coupon.stl" if flag == "--coupon" else "file")
    written = run_here(*arguments, flag, str(file))
    code, output, errors = piped_here(*arguments, flag, "-")
    assert code == written.code == 0
    assert output == file.read_bytes()
    # The summary is beside it.
    assert errors.splitlines() == written.output.splitlines()[:-1]
    assert piped_here(*arguments, flag, "-", "--quiet") == (0, output, "")


def test_bytes_and_the_summary_come_out_of_a_process_apart(tmp_path: Path) -> None:
    written = run_here(*SMALL, "--coupon", str(tmp_path / "coupon.stl"))
    done = subprocess.run([*COMMAND, *SMALL, "--coupon", "-"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, (tmp_path / "coupon.stl").read_bytes())
    assert done.stderr.decode().splitlines() == written.output.splitlines()[:-1]


def test_one_file_is_piped_and_the_others_are_written(tmp_path: Path) -> None:
    done = run_here(*SMALL, "--mazecube", "-", "--out", str(tmp_path / "cube"), "--coupon", str(tmp_path / "c.stl"))
    assert done.code == 0
    assert done.output.startswith("3 3\n5 5 7")
    assert done.errors.splitlines()[-1].startswith(f"  {tmp_path}/c.stl")
    assert not Path("-").exists()


@pytest.mark.parametrize("kind", ["oskar", "packing"])
def test_a_puzzle_is_read_from_a_pipe(tmp_path: Path, kind: str) -> None:
    if kind == "oskar":
        assert run_here(*SMALL, "--out", str(tmp_path)).code == 0
        text = (tmp_path / "puzzle.json").read_text()
    else:
        text = pieces_to_text(CLASSICS["soma"].puzzle.pieces)
    (tmp_path / "file").write_text(text)
    piped = subprocess.run(
        [*COMMAND, kind, "--from", "-", "--json"], input=text, capture_output=True, text=True, check=False
    )
    opened = json.loads(run_here(kind, "--from", str(tmp_path / "file"), "--json").output)
    report = json.loads(piped.stdout)
    for answer in (report, opened):
        answer.pop("seconds")
    assert report == opened


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (
            b"\xff\xff",
            "The file is not a puzzle file: it must be puzzle.json, MazeCube Text, Pieces Text or BurrTools.",
        ),
    ],
)
def test_what_is_piped_and_is_no_puzzle_is_refused(data: bytes, sentence: str) -> None:
    done = subprocess.run([*COMMAND, "oskar", "--from", "-", "--json"], input=data, capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (1, f"puzzle-cubes: Standard input: {sentence}\n")


def test_a_closed_input_is_reported() -> None:
    closed = ["sh", "-c", '"$@" <&-', "sh", *COMMAND, "oskar", "--from", "-", "--check"]
    done = subprocess.run(closed, capture_output=True, text=True, check=False)
    sentence = "puzzle-cubes: Standard input cannot be read: it is closed.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)


@pytest.mark.parametrize(
    "arguments", [("--json",), ("--quiet", "--coupon", "-"), ("--help",), ("--seed", "x", "--json")], ids=str
)
def test_an_output_that_is_closed_is_reported(arguments: tuple[str, ...]) -> None:
    closed = ["sh", "-c", '"$@" >&-', "sh", *COMMAND, *SMALL, *arguments]
    done = subprocess.run(closed, stderr=subprocess.PIPE, text=True, check=False)
    sentence = "puzzle-cubes: Standard output cannot be written: It is closed."
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, sentence)
    assert "Traceback" not in done.stderr


def test_who_needs_no_output_misses_none() -> None:
    closed = ["sh", "-c", '"$@" >&-', "sh", *COMMAND, *SMALL, "--check", "--quiet"]
    done = subprocess.run(closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("arguments", "code"), [((*ODD, "--json"), 0), (("oskar", "--seed", "x"), 2)], ids=str)
def test_what_is_said_beside_a_closed_output_for_errors_is_not_in_the_report(
    arguments: tuple[str, ...], code: int
) -> None:
    done = subprocess.run(["sh", "-c", '"$@" 2>&-', "sh", *COMMAND, *arguments], stdout=subprocess.PIPE, check=False)
    assert done.returncode == code
    assert not done.stdout or json.loads(done.stdout)["size"] == [8, 8, 8]


def test_a_terminal_gets_no_orders_from_a_file(tmp_path: Path) -> None:
    # The letters of this name and of this path are none.
    folder = tmp_path / "\x1b[31mred"
    folder.mkdir()
    text = pieces_to_text(CLASSICS["slothouber_graatsma"].puzzle.pieces)
    (folder / "pieces.txt").write_text(text.replace("\n", " \x1b]0;title\x07\n", 1))
    for more in (["--text", "-"], ["--check"], ["--json"], ["--solutions", "-"]):
        command = [*COMMAND, "packing", "--from", str(folder / "pieces.txt"), *more]
        with in_terminal("sh", "-c", '"$@" >&2', "sh", *command) as terminal:
            terminal.end()
        assert "\x1b" not in terminal.written.decode()
        assert "\x07" not in terminal.written.decode()


def test_who_reads_no_more_is_left_alone() -> None:
    process = subprocess.Popen([*COMMAND, "oskar", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


def test_an_output_that_is_full_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, *SMALL, "--json"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    sentence = "puzzle-cubes: Standard output cannot be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (1, sentence)


@pytest.mark.parametrize("where", [[], ["oskar"]])
def test_the_version_is_shown(where: list[str]) -> None:
    assert run_here(*where, "--version") == Done(0, f"puzzle-cubes {VERSION}\n", "")


def test_nothing_is_colored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    for arguments in (["oskar", "--help"], (*ODD, "--check"), ["oskar", "--sede", "1"]):
        with in_terminal(*COMMAND, *arguments) as terminal:
            output = terminal.end()[1]
        assert "\x1b" not in output + terminal.written.decode()
