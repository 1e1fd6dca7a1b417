# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions on packing puzzles are answered: by the library, by the command, and in steps while they are drawn."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.command_line.run import run
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.asking import Known, known_in_steps
from puzzle_cubes.packing.files.pieces_text import pieces_to_text, puzzle_from_text
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.by_hand import empty_puzzle, with_box
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape, box_cells
from tests.core.command_line.command import report_of
from tests.core.polycubes import known


def test_solutions_are_counted_and_those_that_come_apart_too() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["diabolical"].puzzle, {"count", "assemble"}))
    assert answer.puzzle.found.counts == known.DIABOLICAL.counts
    assert answer.numbers["come_apart"] == 26
    placed, moves = answer.numbers["placed"], answer.numbers["moves"]
    assert sorted(piece["piece"] for piece in placed) == list("ABCDEF")
    assert sorted(cell for piece in placed for cell in piece["cells"]) == sorted(box_cells((3, 3, 3)))
    # What is never moved lies there first.
    assert len({number for move in moves for number in move["placed"]}) == len(placed) - 1
    assert all(sum(map(bool, move["by"])) == 1 for move in moves)
    assert answer.lines == ("26 of 26 solutions up to rotation can be put together by straight moves, at level 1.",)


def test_shares_rise_while_it_is_answered() -> None:
    shares: list[float] = []
    finish(
        PACKING.answer_in_steps(CLASSICS["soma"].puzzle, {"assemble"}), lambda progress: shares.append(progress.share)
    )
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_solutions_are_written_as_pictures_of_layers() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["megaron"].puzzle, {"solutions"}))
    lines = answer.texts["solutions"].splitlines()
    assert lines[0].startswith("Megaron: 24 solutions in all, 1 up to rotation")
    picture = "".join("".join(line.split()) for line in lines[4:])
    sizes = {piece.name: len(piece.shape.cells) for piece in answer.puzzle.pieces}
    assert {name: picture.count(name) for name in sizes} == sizes
    assert len(picture) == 27


def test_one_is_enough_where_only_one_is_wished() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["soma"].puzzle, {"first"}))
    assert len(answer.puzzle.found.solutions) == 1
    again = finish(PACKING.answer_in_steps(answer.puzzle, {"first"}))
    assert again.puzzle == answer.puzzle
    assert finish(PACKING.answer_in_steps(answer.puzzle, {"count"})).puzzle.found.counts == known.SOMA.counts


def test_what_is_quickly_known_is_found_unasked() -> None:
    answer = finish(PACKING.answer_in_steps(CLASSICS["megaron"].puzzle, ()))
    assert answer.puzzle.found.counts == known.MEGARON.counts
    numbers = PACKING.numbers(answer.puzzle)
    assert numbers["placements"] == known.MEGARON_PLACEMENTS
    assert numbers["solutions"]["complete"] is True


def test_solutions_that_lock_are_not_counted_as_coming_apart() -> None:
    shell = Piece(Shape.of({*box_cells((3, 3, 3))} - {(1, 1, 1)}))
    puzzle = PolycubePuzzle((shell, Piece(Shape.of([(0, 0, 0)]))), Goal.box((3, 3, 3)))
    answer = finish(PACKING.answer_in_steps(puzzle, {"assemble"}))
    assert [answer.numbers[name] for name in ("come_apart", "placed", "moves")] == [0, None, None]


BAR = Piece(known.shape("000 100 200"))
CUBE = Piece(known.shape("000"))


def test_a_classic_is_counted_and_comes_apart() -> None:
    steps: list[Known] = []
    last = finish(known_in_steps(CLASSICS["diabolical"].puzzle), steps.append)
    assert last.is_over
    assert len(last.placements) == 6
    assert (last.cells, last.solutions) == ("27 of 27 cells", "26 solutions, level 1")
    # Something is known at once.
    assert steps[0].cells == "27 of 27 cells"
    assert steps[0].solutions == ""


@pytest.mark.parametrize(
    ("text", "cells", "reason"),
    [
        ("10 xxx", "30 of 27", "The pieces have 30 cells, but the goal has 27 cells."),
        ("1 x", "1 of 27", "The pieces have 1 cell, but the goal has 27 cells."),
        ("0-9 xxx\n1 xxxx", "4 to 31 of 27", "Piece B fits nowhere."),
    ],
)
def test_what_makes_it_impossible_is_said(text: str, cells: str, reason: str) -> None:
    last = finish(known_in_steps(puzzle_from_text(f"# Size 3 3 3\n{text}")))
    assert (last.cells, last.reasons[0], last.solutions) == (f"{cells} cells", reason, "")


def test_what_hangs_in_parts_is_counted_all_the_same() -> None:
    last = finish(known_in_steps(PolycubePuzzle((CUBE, Piece(known.shape("000 200"))), Goal.box((3, 1, 1)))))
    assert last.reasons == ("Piece B hangs in 2 parts.",)
    assert last.solutions == "1 solution, level 1"


def test_what_only_a_search_shows_is_said_too() -> None:
    cross = Piece(known.shape("010 110 210 100 120"))
    last = finish(known_in_steps(PolycubePuzzle((cross, replace(CUBE, least=4, most=4)), Goal.box((3, 3, 1)))))
    assert last.solutions == "1 solution, level 1"
    last = finish(known_in_steps(PolycubePuzzle((cross, replace(BAR, least=1, most=1), CUBE), Goal.box((3, 3, 1)))))
    assert last.reasons[0].startswith("There is no solution: all 2 ways were tried.")


def test_pieces_in_a_closed_box_do_not_come_apart() -> None:
    boxed = with_box(PolycubePuzzle((BAR,), Goal.box((3, 1, 1)))).puzzle
    assert finish(known_in_steps(boxed)).solutions == "1 solution, none comes apart"


@pytest.mark.parametrize("text", ["# Size 1 1 1\n1 x", "# Goal xxx|.x.\n1 xxx|.x."])
def test_a_piece_that_fills_the_goal_alone_needs_no_taking_apart(text: str) -> None:
    steps = list(islice(known_in_steps(puzzle_from_text(text)), 100))
    assert len(steps) < 100
    assert steps[-1].solutions == "1 solution"


def test_what_is_too_large_is_left_to_a_search() -> None:
    last = finish(known_in_steps(empty_puzzle((15, 15, 15))))
    assert last.is_over
    assert last.solutions == ""


def report(*arguments: str) -> Any:
    return report_of("packing", *arguments)


def test_pieces_of_a_file_are_counted_and_taken_apart_and_nothing_is_written(tmp_path: Path) -> None:
    file = tmp_path / "soma.txt"
    # Without a word on their box.
    file.write_text(pieces_to_text(CLASSICS["soma"].puzzle.pieces))
    answers = report("--pieces", str(file), "--size", "3", "3", "3", "--count", "--assemble")
    assert answers["solutions"] == {**vars(known.SOMA.counts), "complete": True, "searched": 1.0}
    assert answers["come_apart"] == 480
    assert len(answers["placements"]) == len(answers["pieces"]) == 7
    assert sorted(piece["piece"] for piece in answers["placed"]) == list("ABCDEFG")
    assert {number for move in answers["moves"] for number in move["placed"]} <= set(range(7))
    assert answers["files"] == []
    assert [file.name for file in tmp_path.iterdir()] == ["soma.txt"]


def test_the_size_says_which_box_is_filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bars.txt"
    file.write_text("8 0 0 0 1 0 0\n")
    assert report("--pieces", str(file), "--size", "16", "1", "1")["solutions"]["total"] == 1
    # Without one it is the box nearest to a cube: 2 x 2 x 4.
    assert sorted(report("--pieces", str(file))["size"]) == [2, 2, 4]
    assert run(["packing", "--pieces", str(file), "--size", "3", "3", "2", "--count"], StringIO()) == 0
    assert "The pieces have 16 cells, but the goal has 18 cells." in capsys.readouterr().err
    assert run(["packing", "--pieces", str(file), "--seed", "3"], StringIO()) == 2


def test_the_help_says_how_far_solutions_are_searched_for_here() -> None:
    output = StringIO()
    assert run(["packing", "--help-all"], output) == 0
    assert "the search can be continued later: all, first (first)" in " ".join(output.getvalue().split())
