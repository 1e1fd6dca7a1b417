# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever cannot be done is refused in one sentence that says why and can be read, and nothing is written."""

from __future__ import annotations

import os
import stat
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.common.options import declared
from puzzle_cubes.common.words import listed
from puzzle_cubes.kind.holding import HELD, HOLD, holdable_options
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import OPTIONS
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.printer import Printer
from tests.core.command_line.command import refused, run_here
from tests.core.command_line.wrong_settings import WRONG_SETTINGS, assert_says
from tests.core.export.written import folder_state


@pytest.mark.parametrize(("settings", "arguments", "said"), WRONG_SETTINGS, ids=str)
def test_wrong_settings(tmp_path: Path, settings: dict[str, Any], arguments: list[str], said: list[str]) -> None:
    assert_says(refused(tmp_path, *arguments), said)


def test_what_fails_by_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "cannot be made" in refused(tmp_path, "--out", str(tmp_path / "file"))
    assert "'/proc/cubes' cannot be made" in refused(tmp_path, "--out", "/proc/cubes", code=1)
    assert "After 3 attempts" in refused(tmp_path, "--min-length", "124", "--attempts", "3", code=1)
    sentence = refused(tmp_path, "--style", "hard", "--effort", "10", "--min-length", "124", code=1)
    assert_says(sentence, ["Minimum length is 124: the best puzzle has ", "give more effort"])


@pytest.mark.parametrize(
    ("kind", "flag", "name"),
    [
        ("oskar", "--mazecube", "puzzle.json"),
        ("oskar", "--mazecube", "link"),
        ("oskar", "--mazecube", "hard link"),
        ("oskar", "--coupon", "puzzle.stl"),
        ("packing", "--text", "puzzle.json"),
        ("packing", "--xmpuzzle", "link"),
        ("packing", "--solutions", "hard link"),
        ("burr", "--text", "puzzle.json"),
    ],
)
def test_what_is_read_is_not_written(tmp_path: Path, kind: str, flag: str, name: str) -> None:
    source = tmp_path / ("puzzle.stl" if flag == "--coupon" else "puzzle.json")
    content = KINDS[kind].make(KINDS[kind].values_with({"size": (2, 2, 2)} if kind == "oskar" else {}))
    source.write_text(KINDS[kind].to_json(content))
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "hard link").hardlink_to(source)
    before = folder_state(tmp_path)
    done = run_here(kind, "--from", str(source), flag, str(tmp_path / name))
    sentence = f"puzzle-cubes: File '{tmp_path / name}' is read, so it cannot be written: choose another name.\n"
    assert (done.code, done.output, done.errors) == (2, "", sentence)
    assert folder_state(tmp_path) == before


@pytest.mark.parametrize(
    ("arguments", "name", "text"),
    [
        (["oskar", "--size", "2", "--walls", "XZ={}", "--mazecube", "{}"], "walls.txt", "...\n...\n...\n"),
        (["packing", "--from", "{}", "--size", "2", "--count"], "solutions.txt", "2 xx|xx\n"),
    ],
)
def test_nor_is_a_drawing_or_what_is_called_as_a_text_of_the_puzzle(
    tmp_path: Path, arguments: list[str], name: str, text: str
) -> None:
    source = tmp_path / name
    source.write_text(text)
    words = [word.replace("{}", str(source)) for word in arguments]
    done = run_here(*words, "--out", str(tmp_path), "--overwrite")
    assert (done.code, done.output) == (2, "")
    assert done.errors.endswith(f"File '{source}' is read, so it cannot be written: choose another name.\n")
    assert folder_state(tmp_path) == {name: text.encode()}


def test_a_puzzle_is_written_again_where_it_was_read(tmp_path: Path) -> None:
    assert run_here("oskar", "--size", "2", "--one-piece", "--out", str(tmp_path)).code == 0
    assert run_here("oskar", "--from", str(tmp_path / "puzzle.json"), "--kit", "--out", str(tmp_path)).code == 0


DIMENSIONS = tuple(option for option in declared(Dimensions) if option.name not in {HOLD, HELD})
DECLARED = (*OPTIONS, *DIMENSIONS, *holdable_options(Dimensions), *declared(Printer))
NUMBERS = {
    f"--{option.flag.replace('_', '-')}": option for option in DECLARED if not isinstance(option.typed, bool | str)
}
"""The arguments that take numbers."""

IN_PAIRS = {"--bed-x", "--bed-y", "--sheet-x", "--sheet-y"}
"""What is typed together with another one."""

ONE_NUMBER = sorted(
    flag for flag, option in NUMBERS.items() if not isinstance(option.typed, tuple) and flag not in IN_PAIRS
)
THREE_NUMBERS = ["--size", "--start", "--bias"]
NO_NUMBERS = ["", " ", "1_0", "٣", "１０", "²", "0x10", "1,5", "9" * 400, "\udce9", "a\nb"]
WORDS = ["--out", "--from", "--coupon", "--mazecube", "--preset", "--style", "--end", "--material"]


@pytest.mark.parametrize("flag", [*ONE_NUMBER, *THREE_NUMBERS, *WORDS, "--bed", "--sheet-size"])
def test_two_dashes_are_no_value(tmp_path: Path, flag: str) -> None:
    assert refused(tmp_path, f"{flag}=--").startswith(f"Argument '{flag}=--' gives nothing")
    assert refused(tmp_path, flag, "--").startswith("Argument '--' gives nothing")


@pytest.mark.parametrize(
    ("flag", "value"),
    [(flag, "five") for flag in ONE_NUMBER]
    + [(flag, value) for flag in ("--seed", "--wall", "--jobs") for value in NO_NUMBERS],
)
def test_what_is_no_number_is_refused(tmp_path: Path, flag: str, value: str) -> None:
    sentence = refused(tmp_path, f"{flag}={value}")
    assert sentence.startswith(f"Argument {flag} is '")
    assert "a number" in sentence or "a whole number" in sentence


@pytest.mark.parametrize("value", ["", "1_0", "٣", "9" * 400])
def test_what_is_no_number_is_refused_among_several(tmp_path: Path, value: str) -> None:
    assert "three whole numbers" in refused(tmp_path, "--size", "2", value, "2")
    assert "three whole numbers" in refused(tmp_path, "--start", "0", value, "0")
    if value:
        assert "a number from 1 to 5000 mm" in refused(tmp_path, "--bed", "200", value)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json=" + "x" * 4000],
        ["--" + "x" * 4000],
        ["x" * 4000],
        ["--colour", "\udce9"],
        ["--style", "x" * 4000],
        ["--end", "a\nb"],
        ["--preset", "\ud800"],
        ["--preset="],
        ["--style", ""],
    ],
    ids=lambda arguments: ascii(arguments[0])[:20],
)
def test_long_and_unprintable_words_are_refused_with_a_short_line(tmp_path: Path, arguments: list[str]) -> None:
    refused(tmp_path, *arguments)


def test_a_kind_that_is_none_is_refused_with_a_short_line() -> None:
    done = run_here("x\n" * 4000)
    assert done.code == 2
    assert done.errors.count("\n") == 1
    assert len(done.errors) < 200
    assert listed(list(KINDS)) in done.errors


@pytest.mark.parametrize("flag", ["--coupon", "--mazecube", "--from"])
@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_file_is_not_passed_over(tmp_path: Path, flag: str, value: str) -> None:
    assert refused(tmp_path, flag, value).startswith("File is empty")


BAD_PLACES = {
    "folder.stl": "Is a directory",
    "new/": "Is a directory",
    "file/below.stl": "Not a directory",
    "x" * 300 + ".stl": "File name too long",
    "a\0b.stl": "null character",
    "pipe.stl": "not an ordinary file",
    "null.stl": "not an ordinary file",
}


@pytest.mark.parametrize("flag", ["--coupon", "--mazecube"])
@pytest.mark.parametrize("place", BAD_PLACES, ids=lambda place: ascii(place)[:20])
def test_a_bad_place_is_noticed_before_anything_is_written(tmp_path: Path, flag: str, place: str) -> None:
    (tmp_path / "folder.stl").mkdir()
    (tmp_path / "file").write_text("no folder")
    os.mkfifo(tmp_path / "pipe.stl")
    (tmp_path / "null.stl").symlink_to("/dev/null")
    sentence = refused(tmp_path, "--size", "2", "2", "2", flag, f"{tmp_path}/{place}")
    assert stat.S_ISFIFO((tmp_path / "pipe.stl").stat().st_mode)
    assert (tmp_path / "null.stl").is_symlink()
    assert BAD_PLACES[place] in sentence or "there is no folder" in sentence


def test_a_bad_place_is_noticed_before_a_long_search(tmp_path: Path) -> None:
    # This search would take hours.
    search = ["--size", "30", "30", "30", "--style", "hard", "--effort", "100000000"]
    assert "Is a directory" in refused(tmp_path, *search, "--mazecube", str(tmp_path))
    assert "is empty" in refused(tmp_path, *search, "--out", "")


MESHES = ["printableMaze.stl", "PRINTABLEMAZE.STL", "solutionMaze.stl", "x/../solutionMaze.stl"]
REST_OF_FILES = ["puzzle.json", "outputSequence.txt", "printableMaze.3mf"]


@pytest.mark.parametrize(
    ("flag", "name"),
    [*product(["--coupon"], [*MESHES, "puzzle.json/a.stl"]), *product(["--mazecube"], MESHES + REST_OF_FILES)],
)
def test_the_puzzles_own_files_are_not_replaced(tmp_path: Path, flag: str, name: str) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "out")
    # A kit's are those of one piece, too; it takes longer.
    size = ["--size", "2", *(["--one-piece"] if name != "solutionMaze.stl" else [])]
    for folder in ("out", "linked", "x/../out"):
        sentence = refused(tmp_path, *size, flag, f"{tmp_path}/{folder}/{name}".replace("/x/../sol", "/sol"))
        assert "would take the place of the puzzle's own" in sentence


def test_extra_files_may_lie_beside_the_puzzles_own(tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    extra = ["--coupon", str(out / "coupons" / "first"), "--mazecube", str(out / "cube.txt")]
    small = ["oskar", "--size", "2", "--one-piece"]
    done = run_here(*small, "--out", str(out), *extra)
    assert done.code == 0, done.errors
    assert (out / "coupons" / "first.stl").is_file()
    assert (out / "cube.txt").is_file()
    # The folder above is there, too, when the text is written.
    again = tmp_path / "other" / "out"
    done = run_here(*small, "--out", str(again), "--mazecube", str(again.parent / "cube.txt"))
    assert done.code == 0, done.errors
