# SPDX-License-Identifier: GPL-3.0-or-later
"""In a terminal the command line shows in one line how far it is, and takes that away in the end, however it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import monotonic

import pytest

from tests.core.command_line.command import COMMAND, run_here
from tests.core.command_line.terminal import in_terminal

LONG = ("--style", "hard", "--effort", "5000000", "--size", "5", "--one-piece")
"""A search that takes minutes."""

SOME_TIME = ("--style", "hard", "--effort", "10000", "--size", "7", "--one-piece")
"""A search that takes some seconds."""

STOPPED = (
    "Stopped: what was found so far is kept, and is unfinished: it may lack what was asked for. "
    "Its files are being written."
)

NOTHING_WRITTEN = "what was found so far is unfinished, and nothing was written. With --out it is kept."

IN_VAIN = ("--size", "8", "8", "8", "--min-length", "500", "--attempts", "1000")
"""Attempts that take some seconds and do not find what is asked."""


def test_a_search_shows_how_far_it_is_and_leaves_nothing_of_it(tmp_path: Path) -> None:
    begin = monotonic()
    with in_terminal(*COMMAND, "oskar", *SOME_TIME, "--out", str(tmp_path), columns=100) as terminal:
        code, output = terminal.end()
    seconds = monotonic() - begin
    assert code == 0
    assert output.splitlines()[-1].endswith("puzzle.json")
    states = terminal.states()
    shares = [int(state.partition("%")[0]) for state in states]
    assert 1 < len(shares) <= 10 * seconds
    assert shares == sorted(shares)
    assert any(re.search(r"%, about \d+ (s|min) left, best so far \d+ moves", state) for state in states)
    assert all("\n" not in state and len(state) < 100 for state in states)
    seen = terminal.seen()
    assert seen == []
    assert (tmp_path / "puzzle.json").exists()


def test_a_check_shows_how_far_it_is_and_leaves_nothing_of_it() -> None:
    with in_terminal(*COMMAND, "oskar", "--size", "28", "--bed", "600", "--check") as terminal:
        code, output = terminal.end()
    assert code == 0
    assert "things to look at" in output
    shares = [int(state.partition("%")[0]) for state in terminal.states()]
    assert shares
    assert shares == sorted(shares)
    assert terminal.seen() == []


@pytest.mark.thorough
def test_in_a_narrow_terminal_it_stays_one_line(tmp_path: Path) -> None:
    with in_terminal(*COMMAND, "oskar", *SOME_TIME, "--out", str(tmp_path), columns=24) as terminal:
        terminal.end()
    assert max(map(len, terminal.states())) == 21


def test_ctrl_c_ends_a_search_with_its_best_which_is_written(tmp_path: Path) -> None:
    with in_terminal(*COMMAND, "oskar", *LONG, "--json", "--out", str(tmp_path / "cube")) as terminal:
        terminal.read_until(b"best so far")
        terminal.press_ctrl_c()
        code, output = terminal.end()
    assert code == 1
    assert f"puzzle-cubes: {STOPPED}" in " ".join(terminal.seen())
    stopped = json.loads(output)
    opened = json.loads(run_here("oskar", "--from", str(tmp_path / "cube" / "puzzle.json"), "--json").output)
    assert opened["length"] == stopped["length"]
    assert (stopped["finished"], opened["finished"]) == (False, True)


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        (("oskar", *LONG), r"^Oskar's Cube 5x5x5: \d+ moves"),
        (("oskar", *LONG, "--size", "6", "--letters", "XZ=A", "--make-rest-hard"), r"^Oskar's Cube 6x6x6: \d+ moves"),
        (("burr", "--level", "12", "--seed", "2"), r"^Burr (\d+ ){5}\d+: .*, level "),
        (
            ("packing", "--shape", "8x8x8", "--shape-pieces", "16", "--smallest", "32", "--largest", "32"),
            r" different pieces, 1 solution known",
        ),
        (("packing", "--puzzle", "bedlam", "--count"), r" up to rotation so far, with \d+\.\d% of the"),
    ],
    ids=["oskar", "letters", "burr", "shape", "count"],
)
def test_ctrl_c_shows_the_best_of_a_search_also_where_nothing_is_to_be_written(
    arguments: tuple[str, ...], seen: str
) -> None:
    with in_terminal(*COMMAND, *arguments, columns=160) as terminal:
        terminal.read_until(b"best so far")
        terminal.press_ctrl_c()
        code, output = terminal.end()
    assert code == 1
    assert re.search(seen, output), output
    assert "\n  search      stopped before its end: this is what was found so far\n" in output
    assert "\n  code        " in output
    said = " ".join(terminal.seen())
    stopped = "Stopped before level 12 was found" if "--level" in arguments else "Stopped"
    assert f"puzzle-cubes: {stopped}: {NOTHING_WRITTEN}" in said
    # What has been given is not advised.
    assert "--letters" not in arguments or "should be" in said
    assert "Or add" not in said


def test_ctrl_c_ends_a_count_with_the_solutions_that_were_found_in_the_file_that_was_asked_for() -> None:
    with in_terminal(*COMMAND, "packing", "--puzzle", "bedlam", "--solutions", "-") as terminal:
        terminal.read_until(b"best so far ")
        terminal.press_ctrl_c()
        code, output = terminal.end()
    assert code == 1
    assert re.match(r"Bedlam: .* so far, with \d+\.\d% of the search done\.\n", output), output
    assert f"puzzle-cubes: {STOPPED}" in " ".join(terminal.seen())


@pytest.mark.thorough
def test_attempts_in_vain_are_counted_and_leave_their_sentence_only(tmp_path: Path) -> None:
    with in_terminal(*COMMAND, "oskar", *IN_VAIN, "--out", str(tmp_path / "cube")) as terminal:
        terminal.read_until(b"attempt ")
        code, _ = terminal.end()
    assert code == 1
    assert re.search(r"\d+%, .*attempt \d+ of 1,000, best so far \d+ moves", terminal.written.decode())
    (line,) = terminal.seen()
    assert line.startswith("puzzle-cubes: ")
    assert "After 1,000 attempts" in line
    assert not (tmp_path / "cube").exists()


def test_without_a_terminal_nothing_is_shown() -> None:
    done = run_here("oskar", "--style", "hard", "--effort", "4000", "--size", "6", "--one-piece")
    assert done.code == 0
    assert "\r" not in done.errors
    assert "best so far" not in done.errors
