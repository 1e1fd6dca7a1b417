# SPDX-License-Identifier: GPL-3.0-or-later
"""Attempts at the command: what newcomers type, each way in which people write the same, and their mistakes."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import chdir, redirect_stderr
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from puzzle_cubes.command_line.run import run
from puzzle_cubes.common.words import listed
from puzzle_cubes.kinds import KINDS, NAMES
from puzzle_shelf.arguments import ABOUT, given_series
from puzzle_shelf.arguments import parsed as shelf_parsed
from puzzle_shelf.command import run as run_shelf
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.command_line.command import report_of, run_here
from tests.core.export.written import folder_state

SMALL = "oskar --size 2 --seed 1"

ATTEMPTS: tuple[tuple[str, str], ...] = (
    (
        "oskar",
        (
            r"Oskar's Cube 5x5x5: \d+ moves(?s:.*)\n  difficulty  Hard\n  code        M[\w-]+\n"
            r"  print       about \d+ g and \d+ h(?s:.*)\n"
            r"Nothing was written: --out FOLDER writes the files to print it\.$"
        ),
    ),
    (
        "packing",
        (
            r"Packing Cube Megaron: 6 different pieces.*\n  difficulty  Hard\n  code        P(?s:.*)\n"
            r"Nothing was written: --out FOLDER"
        ),
    ),
    ("burr", r"Burr 52 615.*, level 1\n  difficulty  Easy\n  code        B"),
    (f"{SMALL} --out cube", r"cube/kit\.3mf \([\d,]+ triangles, closed\)"),
    (f"{SMALL} --out cube --one-piece", r"cube/printableMaze\.3mf"),
    (f"{SMALL} --kit --out cube", r"cube/kit\.3mf"),
    (f"{SMALL} --solution", r"\n  1\. \d cells? (up|down|to the (left|right|front|back))\n"),
    ("help oskar", r"^usage: puzzle-cubes oskar"),
    ("--help burr", r"^usage: puzzle-cubes burr"),
    ("help", r"^usage: puzzle-cubes COMMAND"),
    ("oskar --help", r"--help-all shows all options, also your printer's and every length\.\n$"),
    ("oskar --help-all", r"dimensions in millimeters:"),
    ("packing --puzzle slothouber-graatsma --solutions -", r"A2 is a second piece like A\.(?s:.*)A3"),
    ("version", r"^puzzle-cubes \d"),
    ("oskar --size 6 --letters XZ=A --make-rest-hard --difficulty hard --effort quick", r"\n  difficulty  Hard\n"),
    (
        "oskar --size 6 --letters XZ=A --difficulty easy --effort 1000",
        r"warning: All 216(?!.* Or add.* Or add).* Difficulty should be Easy, but is .*\. Or add --make-rest-hard\.\n",
    ),
    (
        "oskar --size 9 --style classic --seed 3 --min-length 60 --letters XZ=A",
        r"warning: Minimum length is 60: the drawn puzzle has 54 moves\. Draw less, .* Or add --make-rest-hard\.\n",
    ),
    ("burr --cube 16x16x5.6", r"Burr 52 615"),
    ("packing --puzzle soma --cube 16x16x5.6 --cut", r"warning: Pieces of cells of 16 x 16 x 5\.6 mm cannot be cut:"),
    ("packing --shape 4x4x4 --shape-pieces 3", r"3 different pieces, 1 solution known"),
    ("packing --puzzle soma --count", r"Packing Cube Soma: .* 480 up to rotation, 240 up to rotation and reflection\n"),
    ("packing --puzzle conway", r" up to rotation so far, with \d\d\.\d% of the search done\n  code        P"),
    ("packing --code P3V8Q-6CKX5-XRE71-60W", r"Packing Cube Soma: 7 different pieces.*\n  difficulty  Easy\n"),
    ("packing --puzzle soma --check", r"Will print: \d+ g, 6 h \d+ min\.\n"),
    ("oskar --code 'mhywh 88r4b 1'", r"3x3x3: 4 moves.*\n  difficulty  Very Easy\n  code        MHYWH-88R4B-1\n"),
    ("oskar --code https://example.org/cubes/play.html#MHYWH-88R4B-1", r"\n  code        MHYWH-88R4B-1\n"),
    ("burr --sticks 52,615,792,960,975,992", r"Burr 52 615 792 960 975 992: 6 different pieces, 12 solutions"),
    ("burr --boards K508 K511 K480 K1024 K512x2", r"Board Burr 1006 1018 894 1024 1022 1022: 5 different pieces"),
    ("burr --of boards --level 2 --seed 2", r"Board Burr (\d+ ){5}\d+: .*, level [2-9]"),
    ("oskar --outer 60 --check", r"Will print: [\d.]+ g, "),
    (f"{SMALL} --preset resin", r"\n  print       about [\d.]+ g and \d+ min\n"),
    (f"{SMALL} --printer 'Ender 3' --check", r"Will print: "),
)
"""What is typed, and what is said."""


@pytest.mark.parametrize(("typed", "words"), ATTEMPTS, ids=[f"{typed} {words[:12]}" for typed, words in ATTEMPTS])
def test_what_newcomers_type_is_answered(
    typed: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here(*shlex.split(typed))
    said = done.output + done.errors
    assert done.code == 0, said
    assert re.search(words, said), said
    assert "Traceback" not in said
    assert bool(list(tmp_path.iterdir())) == ("--out " in typed)


@pytest.mark.parametrize(
    "size",
    [["4"], ["4x4x4"], ["4X4X4"], ["4,4,4"], ["4×4×4"], ["4", "4", "4"], ["4 4 4"], ["4 x 4 x 4"], ["4,", "4,", "4"]],
    ids=str,
)
def test_a_size_is_written_in_many_ways(size: list[str]) -> None:
    assert report_of("oskar", "--one-piece", "--size", *size)["size"] == [4, 4, 4]


def test_a_size_in_one_word_has_three_sides() -> None:
    assert report_of("oskar", "--size=2x3x4", "--one-piece")["size"] == [2, 3, 4]
    assert report_of("packing", "--size", "3x2x2", "--design", "3")["size"] == [3, 2, 2]


@pytest.mark.parametrize(
    ("arguments", "key", "value"),
    [
        (["--style", "Growing-Tree"], "style", "growing_tree"),
        (["--style", "growing tree"], "style", "growing_tree"),
        (["--STYLE=GROWINGTREE"], "style", "growing_tree"),
        (["--Style", "Hunt And Kill"], "style", "hunt_and_kill"),
        (["--start", "0", "0", "0"], "start", [0, 0, 0]),
        (["--start", "0x1x0"], "start", [0, 1, 0]),
        (["--difficulty", "very easy", "--effort", "Quick"], "style", "hard"),
        (["--Look_Ahead", "1", "--effort", "60"], "style", "hard"),
        (["--min_length", "3"], "seed", 0),
    ],
    ids=str,
)
def test_names_are_folded(arguments: list[str], key: str, value: object) -> None:
    assert report_of("OSKAR", "--size", "3", "--one-piece", *arguments)[key] == value


@pytest.mark.parametrize("name", ["Slothouber-Graatsma", "slothouber graatsma", "SLOTHOUBER_GRAATSMA"])
def test_classics_are_named_as_people_do(name: str) -> None:
    assert report_of("packing", "--puzzle", name)["name"] == "Slothouber-Graatsma"


def test_efforts_and_starts_have_names(tmp_path: Path) -> None:
    size = ["oskar", "--style", "longest", "--size", "2", "--one-piece"]
    done = run_here(*size, "--effort", "quick", "--start", "best", "--out", str(tmp_path))
    assert done.code == 0, done.errors
    settings = json.loads((tmp_path / "puzzle.json").read_text())["settings"]
    assert (settings["effort"], settings["start"]) == (20_000, "best")


@pytest.mark.parametrize("bed", [["100", "80"], ["100 * 80 mm"]], ids=str)
def test_a_bed_is_written_as_a_size_is(bed: list[str]) -> None:
    report = report_of("oskar", "--size", "3", "--kit", "--check", "--bed", *bed)
    assert {part["bed"] for part in report["parts"]} == {1, 2}


def test_a_bed_is_square_or_round_by_that_word() -> None:
    beds = [["80", "--round-bed"], ["round", "80"], ["80mm round"], ["80"], ["80", "80"]]
    beds.append(["80", "80", "--printer", "flsun_q5"])
    *as_round, square, sides, no_more_round = (
        report_of("oskar", "--size", "2", "--kit", "--check", "--bed", *bed)["parts"] for bed in beds
    )
    assert as_round == [as_round[0]] * 3 != [square] * 3
    assert square == sides == no_more_round


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "4", "4", "4", "my shelf.db"],
        ["my shelf.db", "--size", "4"],
        ["--size", "4x4x4", "my shelf.db"],
        ["--Size", "4", "my shelf.db", "--kind", "Oskar"],
    ],
    ids=str,
)
def test_on_a_shelf_the_file_may_come_after_the_size(arguments: list[str]) -> None:
    options, kind = shelf_parsed([*arguments, "--seeds", "0", "9"], None)  # type: ignore[arg-type]
    assert options.file == "my shelf.db"
    assert given_series(options, kind)["size"] == (4, 4, 4)


def test_on_a_shelf_a_difficulty_chooses_the_style_too() -> None:
    options, kind = shelf_parsed(["x.db", "--seeds", "0", "9", "--difficulty", "Very Hard"], None)  # type: ignore[arg-type]
    values = given_series(options, kind)
    assert kind == KINDS["oskar"]
    assert (values["style"], values["difficulty"]) == ("hard", "very_hard")


TOLD = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8")
"""Each as in a terminal, and below it the exit code and what is said, or the beginning of that."""

LISTS = {"kinds": ", ".join(NAMES), "every kind": listed(NAMES), "commands": listed([*NAMES, ABOUT.name])}
"""What is said that follows from the kinds there are, by what stands for it."""

MISTAKES = re.findall(r"^\$ puzzle-cubes ?(.*)\n(\d) (.+)$", TOLD, re.MULTILINE)
"""The arguments, the exit code, and what is said of them."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an Oskar's Cube, pieces, a shelf, and a file that is none of these."""
    folder = tmp_path_factory.mktemp("here")
    for arguments in (("oskar", "--size", "2", "--one-piece", "--out", "cube"), ("packing", "--out", "pieces")):
        with chdir(folder):
            assert run_here(*arguments).code == 0
    kind = KINDS["oskar"]
    values = kind.values_with({"size": (2, 2, 2)})
    writer = ShelfWriter(folder / "real.db", kind, values)
    writer.add(rows_of(kind, values, range(4)))
    writer.close()
    (folder / "damaged.json").write_text("no puzzle\n")
    return folder


def answer_to(arguments: str, folder: Path) -> tuple[int, str]:
    """Return the exit code of a command that is called in a folder, and what it says."""
    words = shlex.split(arguments)
    output, errors = TextIOWrapper(BytesIO()), StringIO()
    with chdir(folder), redirect_stderr(errors):
        is_shelf = words[:1] == [ABOUT.name]
        code = run_shelf(words[1:], output) if is_shelf else run(words, output, others=[ABOUT])
    return code, errors.getvalue()


def test_there_are_many_mistakes() -> None:
    assert len(MISTAKES) == TOLD.count("$ ") >= 40
    assert len({arguments for arguments, _, _ in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize(("arguments", "code", "sentence"), MISTAKES, ids=[mistake[0] for mistake in MISTAKES])
def test_a_mistake_is_answered_by_what_to_do(here: Path, arguments: str, code: str, sentence: str) -> None:
    before = folder_state(here)
    ended, errors = answer_to(arguments, here)
    for listing, names in LISTS.items():
        sentence = sentence.replace(f"{{{listing}}}", names)
    name = "puzzle-cubes shelf: " if arguments.startswith("shelf") else "puzzle-cubes: "
    assert errors.startswith(name + sentence.replace("{here}", str(here)))
    assert errors.endswith(".\n")
    assert errors.count("\n") == 1
    assert ended == int(code)
    assert folder_state(here) == before
