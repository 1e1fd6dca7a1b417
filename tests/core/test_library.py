# SPDX-License-Identifier: GPL-3.0-or-later
"""The library: puzzles as plain objects, from nothing to files, solutions and rows in a few lines; its notebook."""

from __future__ import annotations

import ast
import inspect
import json
import pickle
import re
import subprocess
import sys
import zipfile
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import trimesh

import puzzle_cubes
from puzzle_cubes.command_line.arguments import kind_parsers
from puzzle_cubes.common.options import declared
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.printing.read_by_lib3mf import read


def test_a_kit_is_written_in_three_lines(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make("oskar", size=(3, 3, 3), seed=7, way="kit")
    files = puzzle.write(tmp_path)
    assert {file.name for file in files} == {file.name for file in tmp_path.iterdir()}
    assert zipfile.ZipFile(tmp_path / "kit.3mf").testzip() is None
    plate = trimesh.load_mesh(tmp_path / f"{puzzle.parts[0].key}.stl")
    assert plate.is_watertight
    assert plate.volume == pytest.approx(puzzle.parts[0].volume, rel=1e-4)


def test_solutions_are_plain_values() -> None:
    (solution,) = puzzle_cubes.make("oskar", size=(3, 3, 3), seed=7).solutions
    moves = [sum(abs(b - a) for a, b in zip(here, neighbor, strict=True)) for here, neighbor in pairwise(solution)]
    assert moves == [1] * (len(solution) - 1)
    soma = puzzle_cubes.make("packing", puzzle="soma").asked("count")
    assert len(soma.solutions) == 480
    for pieces in soma.solutions:
        assert sorted(letter for letter, _ in pieces) == list("ABCDEFG")
        assert sorted(cell for _, cells in pieces for cell in cells) == sorted(
            (x, y, z) for x in range(3) for y in range(3) for z in range(3)
        )
    assembled = puzzle_cubes.make("packing", puzzle="soma").asked("assemble")
    # What was found stays when more is asked.
    assert assembled.asked("count").numbers["come_apart"] == assembled.numbers["come_apart"] >= 1


def test_the_hardest_rows_of_a_shelf(tmp_path: Path) -> None:
    kind = KINDS["oskar"]
    values = kind.values_with({"size": (3, 2, 2)})
    writer = ShelfWriter(tmp_path / "some.shelf", kind, values)
    writer.add(rows_of(kind, values, range(6)))
    writer.close()
    rows = puzzle_cubes.shelf_rows(tmp_path / "some.shelf", most=4)
    difficulties = [row.figures["difficulty"] or 0 for row in rows]
    assert len(rows) == 4
    assert difficulties == sorted(difficulties, reverse=True)
    for row in rows:
        assert row.puzzle.code == row.code
        made = puzzle_cubes.make("oskar", size=(3, 2, 2), seed=row.seed)
        assert made.json == row.puzzle.json
    shortest = puzzle_cubes.shelf_rows(tmp_path / "some.shelf", by="length", where="length > 0", lowest=True)
    lengths = [row.figures["length"] or 0 for row in shortest]
    assert lengths == sorted(lengths)
    with pytest.raises(puzzle_cubes.InputError, match="kind packing: choose the kind oskar, which it has"):
        puzzle_cubes.shelf_rows(tmp_path / "some.shelf", "packing")
    assert {*puzzle_cubes.shelf_rows(tmp_path / "some.shelf", "Oskar", most=4)} == {*rows}
    assert len(puzzle_cubes.shelf_rows(tmp_path / "some.shelf", most=10**30)) == 6
    # Of the six, three are others turned or mirrored.
    assert [len(puzzle_cubes.shelf_rows(tmp_path / "some.shelf", unique=once)) for once in (False, True)] == [6, 3]


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_and_a_code_give_the_same_puzzle(kind: str, tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make(kind, seed=3, nozzle=0.5)
    (tmp_path / "one.json").write_text(puzzle.json)
    assert puzzle_cubes.read(tmp_path / "one.json") == puzzle_cubes.from_text(puzzle.json) == puzzle
    assert (puzzle.code is not None) == (KINDS[kind].codes is not None)
    opened = [puzzle_cubes.read(tmp_path / "one.json", nozzle=0.6)]
    opened += [puzzle_cubes.from_code(code, nozzle=0.6) for code in [puzzle.code] if code]
    assert {(copy.code, copy.printer.nozzle) for copy in opened} == {(puzzle.code, 0.6)}
    report = json.loads(json.dumps(puzzle.report()))
    assert (report["kind"], report["code"], report["summary"]) == (kind, puzzle.code, puzzle.summary)
    assert puzzle.check().checks


def test_lines_of_pieces_may_begin_with_a_number() -> None:
    """A file of MazeCubeGenerator begins with numbers, too."""
    puzzle = puzzle_cubes.from_text(["2 xx|x.", "xx"], size=2).asked("count")
    assert puzzle.numbers["solutions"]["up_to_rotation"] == 3
    for text, sentence in (("2 xxq|x.", "pieces, line 1: A line has 'q'"), (" \n", "The file is empty")):
        with pytest.raises(puzzle_cubes.InputError, match=sentence):
            puzzle_cubes.from_text(text)


def test_a_size_beside_the_goal_of_a_file_is_refused() -> None:
    with pytest.raises(puzzle_cubes.InputError, match="the file says what its pieces fill: leave out one of the two"):
        puzzle_cubes.from_text(["# Goal xx|x.", "xx", "x"], size=2)


def test_a_puzzle_is_that_of_its_code_whatever_is_known_of_it() -> None:
    puzzle = puzzle_cubes.make("packing")
    assert puzzle == puzzle_cubes.from_code(str(puzzle.code)) == puzzle.asked("count")
    assert puzzle != puzzle_cubes.make("packing", puzzle="soma")


@pytest.mark.parametrize("kind", KINDS)
def test_a_pickled_puzzle_is_the_same_and_no_larger_for_what_was_looked_at(kind: str) -> None:
    puzzle = puzzle_cubes.make(kind, nozzle=0.6)
    puzzle = puzzle.asked(*[request.name for request in puzzle.kind.requests if not request.file][:1])
    before = len(pickle.dumps(puzzle))
    assert puzzle.parts
    copy = pickle.loads(pickle.dumps(puzzle))  # noqa: S301  (our own)
    assert (copy, copy.lines, copy.texts) == (puzzle, puzzle.lines, puzzle.texts)
    assert len(pickle.dumps(puzzle)) < 2 * before


def test_names_of_pieces_stand_beside_their_letters_on_the_page_and_in_the_slicer(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.from_text("xx|x. # Bar & rail\nx")
    puzzle.write(tmp_path)
    page = (tmp_path / "assembly.html").read_text(encoding="utf-8")
    assert "Piece A (Bar &amp; rail)" in page
    assert "Piece B<" in page
    assert "Piece A (Bar & rail)" in {item.name for item in read((tmp_path / "parts.3mf").read_bytes()).items}


def test_a_problem_of_a_file_is_opened_by_its_number() -> None:
    file = Path(__file__).parent / "packing" / "files" / "solid_six_piece_burrs.xmpuzzle"
    assert puzzle_cubes.read(file, problem=1).json == puzzle_cubes.read(file).json
    with pytest.raises(puzzle_cubes.InputError, match="has 1 problem: there is no problem 2"):
        puzzle_cubes.read(file, problem=2)


def test_lengths_and_printer_are_changed_by_name() -> None:
    puzzle = puzzle_cubes.make("oskar", size=3, one_piece=True, wall=2.5, nozzle=0.6, preset="petg")
    assert (puzzle.report()["dimensions"]["wall"], puzzle.printer.nozzle, puzzle.printer.material) == (2.5, 0.6, "petg")
    kit = puzzle.changed(way="kit", wall=3.0)
    assert (kit.way.name, kit.report()["dimensions"]["wall"], kit.code) == ("kit", 3.0, puzzle.code)
    assert puzzle.report()["dimensions"]["wall"] == 2.5
    assert {step.sentence for step in kit.steps}
    assert puzzle.steps == ()
    # What is not named stays.
    thicker = kit.changed(plate=4.0)
    assert (thicker.way, thicker.printer, thicker.code) == (kit.way, puzzle.printer, puzzle.code)
    lengths = thicker.report()["dimensions"]
    assert (lengths["wall"], lengths["plate"]) == (3.0, 4.0)
    with pytest.raises(puzzle_cubes.InputError, match="There is no 'wal': did you mean wall"):
        puzzle.changed(wal=2.5)


@pytest.mark.parametrize(
    ("before", "changed", "clearance"),
    [
        ({}, {"widening": 0.1}, 0.5),
        ({}, {"material": "resin"}, 0.2),
        ({"widening": 0.1}, {"material": "resin"}, 0.3),
        ({"clearance": 0.7}, {"widening": 0.1}, 0.7),
        ({}, {"clearance": 0.7, "widening": 0.1}, 0.7),
        ({"clearance": 0.7}, {"clearance": 0.4, "widening": 0.0}, 0.4),
    ],
)
def test_a_gap_follows_the_printer_until_it_is_given(
    before: dict[str, float], changed: dict[str, float | str], clearance: float
) -> None:
    puzzle = puzzle_cubes.make("oskar", size=(2, 2, 2), **before).changed(**changed)  # type: ignore[arg-type]
    # A part slides in 0.3 mm a side, one of resin in 0.1, and either side is printed 0.05 mm farther out.
    assert puzzle.report()["dimensions"]["clearance"] == pytest.approx(clearance)


@pytest.mark.parametrize(
    ("kind", "values", "sentence"),
    [
        ("oscar", {}, f"Kind is 'oscar': did you mean oskar? It must be one of {', '.join(KINDS)}."),
        ("oskar", {"xyz": 2}, "There is no 'xyz'."),
        ("burr", {"size": 3}, "There is no 'size' here: only puzzles of the kind oskar or packing have it."),
        (
            "packing",
            {"design": 5, "difficulty": "hard"},
            "There is no 'difficulty' here: only puzzles of the kind oskar",
        ),
        ("oskar", {"wall": -1}, "Wall is -1 mm: it must be from"),
        ("oskar", {"way": "kits"}, "Way is 'kits': did you mean kit? It must be one of one_piece, kit, sheet."),
        ("oskar", {"style": "baroque"}, "Style is 'baroque': it must be one of"),
        ("oskar", {"size": (1, 1, 1)}, "Size is 1 x 1 x 1: there must be at least two cells"),
        ("oskar", {"joint": 0.2, "way": "one_piece"}, "Joint Gap makes no difference here: only the way Kit uses it."),
        ("oskar", {"style": "prim", "difficulty": "easy"}, "Difficulty makes no difference here: the style is Prim"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(kind: str, values: dict[str, object], sentence: str) -> None:
    with pytest.raises(puzzle_cubes.InputError) as refused:
        puzzle_cubes.make(kind, **values)  # type: ignore[arg-type]
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_command_has_is_taken_or_the_sentence_says_where_it_is(kind: str) -> None:
    flags = {flag for parser in kind_parsers("", StringIO()) for flag in parser._option_string_actions}
    names = {flag[2:].replace("-", "_") for flag in flags if flag[:2] == "--"} - {"no_irregular", "help_all"}
    assert {"one_piece", "min_length", "cut", "assembled", "xmpuzzle", "from", "sheet_size", "pitch"} <= names
    for name in names:
        said, values = "", {name: "?"}
        try:
            puzzle_cubes.make(kind, **values)  # type: ignore[arg-type]
        except puzzle_cubes.InputError as error:
            said = str(error)
        assert not re.match(rf"There is no '{name}'(\.|: did you mean)", said), said


def test_another_puzzles_files_are_replaced_only_on_request_and_all_of_them(tmp_path: Path) -> None:
    first_puzzle, second_puzzle = (puzzle_cubes.make("oskar", size=2, seed=seed, way="one_piece") for seed in (1, 2))
    first_puzzle.write(tmp_path)
    with pytest.raises(puzzle_cubes.ExportError, match=r"has the files of another puzzle.* give overwrite=True\."):
        second_puzzle.write(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    kit = second_puzzle.changed(way="kit", bed_x=60, bed_y=60)
    files = {*kit.write(tmp_path, overwrite=True)}
    assert {*tmp_path.iterdir()} == {*files, tmp_path / "notes.txt"}
    assert tmp_path / "bed_2.stl" in files
    # What lies there of the same puzzle, printed in another way, stays.
    for way in ("one_piece", "sheet"):
        files.update(second_puzzle.changed(way=way).write(tmp_path))
        assert {*tmp_path.iterdir()} == {*files, tmp_path / "notes.txt"}
    # Beds that are no more go.
    kit.changed(bed_x=220, bed_y=220).write(tmp_path)
    assert files - {*tmp_path.iterdir()} == {tmp_path / "bed_2.stl", tmp_path / "bed_2.3mf"}
    files = {*first_puzzle.write(tmp_path, overwrite=True)}
    assert {*tmp_path.iterdir()} == {*files, tmp_path / "notes.txt"}


def test_a_tilde_is_the_home_wherever_a_path_is_written_or_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    puzzle = puzzle_cubes.make("oskar", size=5, seed=1)
    assert puzzle.write("~/cube")[0].parent == tmp_path / "cube"
    assert puzzle_cubes.read("~/cube") == puzzle
    (tmp_path / "dot.txt").write_text("...\n.#.\n...\n")
    assert puzzle.drawn(solid_picture="XZ=~/dot.txt") != puzzle
    with pytest.raises(puzzle_cubes.InputError, match="file is not a database"):
        puzzle_cubes.shelf_rows("~/dot.txt")


def test_two_slashes_are_the_folder_of_no_blender_file_without_blender(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make("oskar", size=2)
    puzzle.write(f"/{tmp_path}/cube")
    assert puzzle_cubes.read(tmp_path / "cube") == puzzle
    puzzle.write_assembled(f"/{tmp_path}/together.stl")
    assert (tmp_path / "together.stl").is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_no_name_of_an_option_is_that_of_a_length(kind: str) -> None:
    made, lengths = KINDS[kind].options, declared(KINDS[kind].dimensions)
    names = [option.name for option in (*made, *lengths, *declared(Printer))]
    assert len(names) == len({*names, "preset", "way", "report"}) - 3


def test_all_that_is_public_is_explained() -> None:
    for name in puzzle_cubes.__all__:
        thing = getattr(puzzle_cubes, name)
        if name == "KINDS":
            continue
        assert inspect.getdoc(thing), name
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"


NOTEBOOK = Path(__file__).parents[2] / "docs" / "library.ipynb"


def said(cell: Any) -> str:
    """Return what a cell of a notebook prints and shows, as it is kept: that may be in any number of pieces."""
    return "".join("".join(output.get("text") or output["data"]["text/plain"]) for output in cell["outputs"])


def test_the_notebook_says_what_stands_in_it() -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in cells:
        shown = StringIO()
        with redirect_stdout(shown):
            # As typed, one statement after the other: what one returns is shown.
            for statement in ast.parse("".join(cell["source"])).body:
                exec(compile(ast.Interactive([statement]), NOTEBOOK, "single"), names)  # noqa: S102
        # A notebook breaks long values at other places.
        assert shown.getvalue().split() == said(cell).split()
    assert len(list(filter(said, cells))) >= 8


def test_the_page_of_the_library_has_all_public_names(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "pdoc", "puzzle_cubes.library", "-o", tmp_path], check=True)
    page = (tmp_path / "puzzle_cubes" / "library.html").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in page for name in puzzle_cubes.__all__)
    assert 'id="Puzzle.write"' in page
