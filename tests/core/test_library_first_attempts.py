# SPDX-License-Identifier: GPL-3.0-or-later
"""First attempts at the library: what people type is taken, and what cannot be is said in one sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes import InputError, Puzzle, from_code, from_text, make, read, shelf_rows
from puzzle_cubes.kinds import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "library.md"

SIX_STICKS = Path(__file__).parent / "packing" / "files" / "solid_six_piece_burrs.xmpuzzle"

STICKS = (52, 615, 792, 960, 975, 992)

TAKEN: dict[str, tuple[Callable[[], Puzzle], Callable[[], Puzzle]]] = {
    "one number for a size": (lambda: make("oskar", size=3), lambda: make("oskar", size=(3, 3, 3))),
    "a list": (lambda: make("oskar", size=[3, 4, 2]), lambda: make("oskar", size=(3, 4, 2))),
    "a text": (lambda: make("oskar", size="3x4x2"), lambda: make("oskar", size=(3, 4, 2))),
    "an array": (lambda: make("oskar", size=np.array([3, 4, 2])), lambda: make("oskar", size=(3, 4, 2))),
    "numbers as texts": (lambda: make("oskar", size=3, seed="7"), lambda: make("oskar", size=3, seed=7)),
    "the command's name": (
        lambda: make("oskar", size=3, min_length=9),
        lambda: make("oskar", size=3, minimum_length=9),
    ),
    "capitals": (lambda: make("Oskar", Size=3, Min_Length=9), lambda: make("oskar", size=3, minimum_length=9)),
    "capitals of what gives several values": (
        lambda: make("packing", Bed=90, GoesIn=7, Goes_Through=9).changed(Cube="9x9x5", BED="180x190"),
        lambda: make("packing", cube=(9, 9, 5), bed="180x190", goes_in=7, goes_through=9),
    ),
    "capitals of ways, printers and drawings": (
        lambda: make("oskar", size=7, Letters="XZ=A", Printer="mars_3").changed(WAY="one_piece"),
        lambda: make("oskar", size=7, letters="XZ=A", printer="mars_3", way="one_piece"),
    ),
    "labels": (
        lambda: make("oskar", size=3, style="Growing Tree"),
        lambda: make("oskar", size=3, style="growing_tree"),
    ),
    "numbers of sticks": (lambda: make("burr", sticks=STICKS), lambda: make("burr", sticks="52 615 792 960 975 992")),
    "letters at once": (
        lambda: make("oskar", size=7, letters={"XZ": "A"}),
        lambda: make("oskar", size=7).drawn(letters="XZ=A"),
    ),
    "a request at once": (lambda: make("packing", count=True), lambda: make("packing").asked("count")),
    "three sides": (lambda: make("packing", cube=[16, 16, 5.6]), lambda: make("packing", cube="16x16x5.6")),
    "an array of sides": (lambda: make("burr", cube=np.array([9, 9, 5])), lambda: make("burr", cube="9x9x5")),
    "three sides alike": (lambda: make("packing", cube=(9, 9, 9)), lambda: make("packing", cube=9)),
    "other sides": (lambda: make("packing").changed(cube=(9, 9, 5)), lambda: make("packing", cube="9x9x5")),
    "published boards": (
        lambda: make("burr", boards=["K864", "K895", "K1015", "K256", "K1024", "K1935"]),
        lambda: make("burr", boards="384 508 988 1021 1024 1596"),
    ),
    "a number of numpy": (lambda: make("oskar", size=3, seed=np.int64(3)), lambda: make("oskar", size=3, seed=3)),
    "a code as it is said": (lambda: from_code(" mhywh 88r4b 1 "), lambda: from_code("MHYWH-88R4B-1")),
    "the link of a page": (
        lambda: from_code("https://example.org/cubes/play.html#MHYWH-88R4B-1"),
        lambda: from_code("MHYWH-88R4B-1"),
    ),
    "nothing asked": (lambda: make("packing").asked(), lambda: make("packing")),
    "a printer as it is written": (
        lambda: make("oskar", size=3, printer="Prusa MK4"),
        lambda: make("oskar", size=3, printer="prusa_mk4"),
    ),
    "gaps that follow another printer": (
        lambda: make("oskar", size=3).changed(printer="ender_3", widening=0.2),
        lambda: make("oskar", size=3, printer="ender_3", widening=0.2, clearance=0.7, joint=0.45),
    ),
    "a gap that was given": (
        lambda: make("oskar", size=3, clearance=0.6).changed(printer="ender_3", widening=0.2),
        lambda: make("oskar", size=3, clearance=0.6, printer="ender_3", widening=0.2),
    ),
    "a decimal number": (lambda: make("oskar", size=3, wall=Decimal("2.5")), lambda: make("oskar", size=3, wall=2.5)),
    "a path of a shape": (
        lambda: make("packing", shape=Path("4x4x4"), shape_pieces=3),
        lambda: make("packing", shape="4x4x4", shape_pieces=3),
    ),
    "a problem as a text": (lambda: read(SIX_STICKS, problem="1"), lambda: read(SIX_STICKS)),  # type: ignore[arg-type]
    "lines": (lambda: from_text(["xxx|.x.", "2 xx"]), lambda: from_text("xxx|.x.\n2 xx\n")),
}
"""What people write, and the same as it was always taken."""


@pytest.mark.parametrize("name", TAKEN)
def test_what_people_type_is_taken(name: str) -> None:
    typed, plain = TAKEN[name]
    assert typed().json == plain().json


def test_what_it_is_printed_with_has_the_names_of_the_command() -> None:
    puzzle = make("oskar", size=2, kit=True, bed="180x190", goes_in=7, goes_through=10)
    printer = puzzle.printer
    assert (puzzle.way.name, printer.bed_x, printer.bed_y) == ("kit", 180.0, 190.0)
    assert (printer.widening, printer.foot) == pytest.approx((0.1, 0.15))
    assert make("oskar", size=2, one_piece=True).way.name == "one_piece"
    cut = make("packing", cut=True)
    assert [cut.changed(cut=is_cut).way.name for is_cut in (True, False)] == ["cut", "parts"]
    assert from_code("MHYWH-88R4B-1", preset="petg", bed=150).printer.bed_y == 150.0


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "two sides": (
        lambda: make("oskar", size=(4, 4)),
        "Size is (4, 4): it must be three whole numbers from 1 to 100 cells, as 5x5x5 or 5.",
    ),
    "no size": (lambda: make("oskar", size=None), "Size is None: it must be three whole numbers from 1 to"),
    "a broken seed": (lambda: make("oskar", seed=1.5), "Seed is 1.5: it must be a whole number from 0 to"),
    "yes": (lambda: make("oskar", all_corners="yes"), "All corners is 'yes': it must be True or False."),
    "a comma": (lambda: make("oskar", wall="2,5"), "Wall is '2,5': did you mean 2.5? It must be a number from"),
    "a wrong name": (lambda: make("oskar", dificulty="hard"), "There is no 'dificulty': did you mean difficulty?"),
    "a letter": (lambda: make("oskar", letter="XZ=A"), "There is no 'letter': did you mean letters?"),
    "a folder": (lambda: make("oskar", out="cube"), "There is no 'out' here: write the puzzle by .write(folder)."),
    "pieces": (lambda: make("packing", pieces="a.txt"), "There is no 'pieces' here: open a file with pieces by read"),
    "another kind": (lambda: make("cube"), f"Kind is 'cube': it must be one of {', '.join(KINDS)}."),
    "no kind": (lambda: make(5), f"Kind is 5: it must be one of {', '.join(KINDS)}."),  # type: ignore[arg-type]
    "two ways": (lambda: make("oskar", kit=True, one_piece=True), "Way is kit and one_piece: it must be one of them."),
    "twice": (
        lambda: make("oskar", min_length=3, minimum_length=4),
        "Min length is given twice: leave out min_length or minimum_length.",
    ),
    "twice in capitals": (lambda: make("oskar", size=3, SIZE=4), "Size is given twice: leave out size or SIZE."),
    "a bed twice": (lambda: make("oskar").changed(bed=90, BED=80), "Bed is given twice: leave out bed or BED."),
    "a new size in capitals": (lambda: make("oskar", size=2).changed(Size=3), "A puzzle keeps its size: make another"),
    "one hole": (lambda: make("oskar", goes_in=3), "Argument goes_through is missing: goes_in and goes_through go"),
    "three beds": (
        lambda: make("oskar", bed=(1, 2, 3)),
        "Bed is (1, 2, 3): it must be two numbers, as 220x220, or one, as round 180.",
    ),
    "no jobs": (lambda: make("oskar", jobs=0), "Jobs is 0: it must be a whole number from 1 to 256."),
    "far too many jobs": (
        lambda: make("oskar", jobs=10**5000),
        "Jobs is a number that is far too long: it must be a whole number from 1 to 256.",
    ),
    "a kind that is far too long": (
        lambda: make(10**5000),  # type: ignore[arg-type]
        f"Kind is a number that is far too long: it must be one of {', '.join(KINDS)}.",
    ),
    "a new size": (
        lambda: make("oskar", size=2).changed(size=3),
        "A puzzle keeps its size: make another one by make('oskar', size=...).",
    ),
    "a size of a code": (
        lambda: from_code("MHYWH-88R4B-1", size=4),
        "A puzzle keeps its size: make another one by make('oskar', size=...).",
    ),
    "letters of a puzzle": (
        lambda: make("oskar", size=2).changed(letters="XZ=A"),
        "There is no 'letters' here: draw on the puzzle by .drawn(letters=...).",
    ),
    "a request with a code": (
        lambda: from_code("MHYWH-88R4B-1", solution=True),
        "There is no 'solution' here: ask the puzzle by .asked('solution').",
    ),
    "a request of another kind": (
        lambda: from_code("MHYWH-88R4B-1", count=True),
        "There is no 'count' here: only puzzles of the kind burr or packing have it.",
    ),
    "a length of another way": (
        lambda: make("oskar", size=2).changed(thickness=4),
        "Thickness makes no difference here: only the way Sheet uses it.",
    ),
    "a text of no label": (
        lambda: make("oskar", size=2).changed(label_text="code"),
        "Label Text makes no difference here: only a label uses it, and Label Height is 0.",
    ),
    "a length of another way and a code": (
        lambda: from_code("MHYWH-88R4B-1", Thickness=4),
        "Thickness makes no difference here: only the way Sheet uses it.",
    ),
    "a count of what has one solution": (
        lambda: make("oskar", size=2).changed(count=True),
        "There is no 'count' here: only puzzles of the kind burr or packing have it.",
    ),
    "nothing to ask": (
        lambda: make("oskar", size=2).asked("count"),
        "Request is 'count': it must be one of solution.",
    ),
    "no folder": (lambda: make("oskar", size=2).write(None), "Folder is None: it must be a path."),  # type: ignore[arg-type]
    "two sides of a cell": (lambda: make("packing", cube=(16, 5)), "Cube is (16, 5): it must be a number from 1 to"),
    "no cube": (lambda: make("packing", cube=None), "Cube is None: it must be a number from 1 to"),
    "no file": (lambda: make("oskar", size=2).write_assembled(None), "File is None: it must be a path."),  # type: ignore[arg-type]
    "a folder for a file": (lambda: make("oskar", size=2).write_assembled("."), "File '"),
    "a misspelled request": (lambda: make("packing").asked("counts"), "Request is 'counts': did you mean count?"),
    "one solution and all": (
        lambda: make("packing", count=True, first=True),
        "First ends the search at one solution: leave it out, or count.",
    ),
    "another puzzle": (
        lambda: make("packing").changed(puzzle="soma"),
        "A puzzle keeps its puzzle: make another one by make('packing', puzzle=...).",
    ),
    "a seed with a point": (lambda: make("oskar", seed=3.0), "Seed is 3.0: it must be a whole number from 0 to"),
    "an unknown printer": (
        lambda: make("oskar", printer="prusa_mk5"),
        "Printer is 'prusa_mk5': did you mean prusa_mk4?",
    ),
    "a number for a printer": (lambda: make("oskar", printer=4), "Printer is 4: it must be one of prusa_mk4, "),
    "a word for a problem": (
        lambda: from_text("xx", problem="x"),  # type: ignore[arg-type]
        "Problem is 'x': it must be a whole number from 1.",
    ),
    "a problem with a point": (
        lambda: read(SIX_STICKS, problem=1.0),  # type: ignore[arg-type]
        "Problem is 1.0: it must be a whole number from 1.",
    ),
    "a true problem": (
        lambda: read(SIX_STICKS, problem=True),
        "Problem is True: it must be a whole number from 1.",
    ),
    "an unknown preset": (lambda: make("packing", preset="petgg"), "Preset is 'petgg': did you mean petg?"),
    "a new preset": (
        lambda: make("oskar", size=2).changed(preset="petg"),
        "There is no 'preset' here: give it to make, read or from_code.",
    ),
    "an empty text": (lambda: from_text(" \n"), "The file is empty."),
    "a number for a text": (lambda: from_text(3), "Text is 3: it must be a text or its lines."),  # type: ignore[arg-type]
    "bytes for a text": (
        lambda: from_text(b"xx"),  # type: ignore[arg-type]
        "Text is b'xx': it must be a text or its lines.",
    ),
    "numbers for lines": (lambda: from_text([5]), "Text is [5]: it must be a text or its lines."),  # type: ignore[list-item]
    "a folder of something else": (lambda: read(Path(__file__).parent), "Folder '"),
    "far too many copies": (
        lambda: from_text(["10001 x"]),
        "The text of the pieces, line 1: A piece is to be used 10001 to 10001 times: the range must go upward from",
    ),
    "a number without an end": (lambda: from_text(f"{'9' * 400_000} y"), "The file is not a puzzle file: it must be"),
    "no copies": (lambda: from_text(["0 xx"]), "The text has 0 of every piece: there must be at least one."),
    "two goals": (
        lambda: from_text("# Size 2 1 1\nx\n# Goal xx"),
        "The text of the pieces, line 3: what is to be filled is said once more: one line with # Size or # Goal says",
    ),
    "a text of no puzzle": (
        lambda: from_text("hello"),
        "The file is not a puzzle file: it must be puzzle.json, MazeCube Text, Pieces Text or BurrTools.",
    ),
    "a line that is no piece": (
        lambda: from_text(["xxx", "xxx|yy"]),
        "The text of the pieces, line 2: A line has 'y': it may have x . | and commas only.",
    ),
    "no path": (lambda: read(None), "File is None: it must be a path."),  # type: ignore[arg-type]
    "no number of rows": (
        lambda: shelf_rows("a", most="many"),  # type: ignore[arg-type]
        "Most is 'many': it must be a whole number from 1.",
    ),
    "no rows": (lambda: shelf_rows("a", most=0), "Most is 0: it must be a whole number from 1."),
    "a condition that is no text": (
        lambda: shelf_rows("a", where=5),  # type: ignore[arg-type]
        "Where is 5: it must be a text, as length > 40.",
    ),
    "an empty path": (lambda: shelf_rows(""), "Shelf is empty: choose one."),
    "no path of a file": (lambda: read(" "), "File is empty: choose one."),
    "a way in words": (lambda: make("oskar", one_piece="no"), "One piece is 'no': it must be True or False."),
    "a request in words": (lambda: make("packing", count="yes"), "Count is 'yes': it must be True or False."),
    "a way that is left out": (
        lambda: make("oskar", kit=False),
        "Way is not kit: give another one of one_piece, kit, sheet.",
    ),
    "the rest in words": (
        lambda: make("oskar", size=7, letters="XZ=A", make_rest_hard="no"),
        "Make rest hard is 'no': it must be True or False.",
    ),
    "files to replace in words": (
        lambda: make("oskar", size=2).write("/dev/null", overwrite="no"),  # type: ignore[arg-type]
        "Overwrite is 'no': it must be True or False.",
    ),
    "an order of rows in words": (
        lambda: shelf_rows("a", lowest="no"),  # type: ignore[arg-type]
        "Lowest is 'no': it must be True or False.",
    ),
    "no shelf": (lambda: shelf_rows(None), "Shelf is None: it must be a path."),  # type: ignore[arg-type]
    "no report": (
        lambda: make("oskar", size=2, report=5),  # type: ignore[arg-type]
        "Report is 5: it must be a function.",
    ),
    "the rest of nothing": (
        lambda: make("oskar", size=2, make_rest_hard=True),
        "Make rest hard needs what is drawn: letters, picture, solid_picture or walls.",
    ),
    "pieces to draw on": (
        lambda: make("packing").drawn(letters="XZ=A"),
        "Nothing is to be drawn on the kind Packing Cube.",
    ),
    "two texts on a face": (
        lambda: make("oskar", size=7).drawn(letters=["XZ=A", "xz=B"]),
        "What is drawn is 'xz=B': xz has letters already, so leave one out.",
    ),
    "half a letter": (
        lambda: make("oskar", size=7).drawn(letters="XZ=\udcff"),
        "Letters are A to Z and 0 to 9, and one at least: '\\\\udcff' cannot be drawn.",
    ),
    "a list of numbers to draw": (
        lambda: make("oskar", size=2).drawn(letters=[5]),  # type: ignore[list-item]
        "Drawing is [5]: it must be a text, as XZ=AB.",
    ),
    "a number to draw": (
        lambda: make("oskar", size=2).drawn(letters=5),  # type: ignore[arg-type]
        "Drawing is 5: it must be a text, as XZ=AB.",
    ),
    "solutions": (lambda: make("packing", design=8, solutions=1), "There is no 'solutions' here: most_solutions says"),
    "no code": (lambda: from_code(5), "Code is 5: it must be a text, as MHYWH-88R4B-1."),  # type: ignore[arg-type]
}
"""What people try, and what they are told."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_said(name: str) -> None:
    attempt, sentence = REFUSED[name]
    with pytest.raises(InputError) as refused:
        attempt()
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith((".", "?"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_shows_itself_in_a_line_and_in_a_notebook(kind: str) -> None:
    puzzle = make(kind, seed=3) if kind != "burr" else make(kind)
    assert len(repr(puzzle)) < 150
    assert str(puzzle.code) in repr(puzzle)
    shown = puzzle._repr_html_()
    assert re.search(r'src="data:image/png;base64,[A-Za-z0-9+/=]{500,}"', shown)
    assert all(f"<td>{text}</td>" in shown for text in (puzzle.rating.word, puzzle.code))
    assert len(shown) < 40_000


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_shows_itself_in_a_line(kind: str) -> None:
    part = make(kind).parts[0]
    assert re.fullmatch(rf"<{part.key}: {re.escape(part.label)}, [\d.]+ x [\d.]+ x [\d.]+ mm>", repr(part))


def test_what_was_asked_is_there_for_people_and_for_programs() -> None:
    cube = make("oskar", size=3, seed=1).asked("solution")
    assert re.fullmatch(r" +1\. \d cells? (up|down|to the (left|right|front|back))", cube.lines[0])
    soma = make("packing", puzzle="soma").asked("count").asked("assemble")
    assert soma.lines == ("480 of 480 solutions up to rotation can be put together by straight moves, at level 1.",)
    assert soma.numbers["come_apart"] == 480


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_equal_to_that_of_its_folder(kind: str, tmp_path: Path) -> None:
    puzzle = make(kind)
    puzzle.write(tmp_path)
    assert puzzle == read(tmp_path) == read(tmp_path / "puzzle.json")
    assert len({puzzle, read(tmp_path)}) == 1
    assert puzzle.changed(nozzle=0.6) != puzzle
    assert puzzle not in (make("oskar", size=2), "oskar")


def test_a_check_and_the_version_are_read_as_they_are_printed() -> None:
    said = str(make("oskar", size=2).check()).splitlines()
    assert re.fullmatch(r"Will print: [\d.]+ g, .*\.", said[0])
    assert [re.fullmatch(r"  good     [A-Z0-9].*\.", line) for line in said[1:]].count(None) == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+", puzzle_cubes.__version__)


def test_how_hard_it_is_is_always_something() -> None:
    assert make("packing").rating.word == "Unknown"
    assert make("packing", count=True).rating.word == "Hard"


def test_the_programs_of_the_manual_pass_a_type_checker(tmp_path: Path) -> None:
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    core = [program for program in programs if "import bpy" not in program]
    assert len(core) == 6
    files = [tmp_path / f"program_{number}.py" for number in range(len(core))]
    for file, program in zip(files, core, strict=True):
        file.write_text(program)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports", "silent", *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
