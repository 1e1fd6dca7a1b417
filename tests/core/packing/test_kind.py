# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as a kind: options that fit together, classics as published, and words on what was found."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import read_puzzle
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.making.by_hand import with_box
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape
from puzzle_cubes.polycubes.solver import solve, solve_in_steps
from puzzle_cubes.printing.printer import Printer
from tests.core.polycubes import known

MEGARON_TEXT = """\
1 0 0 0 1 0 0 2 0 0 1 0 1
1 0 0 0 1 0 0 2 0 0 1 0 1 0 1 0
1 0 0 0 1 0 0 1 0 1 1 1 0 2 1 0
1 0 0 0 0 0 1 0 1 0 1 1 0 1 2 0
1 0 0 0 1 0 0 0 1 0 0 0 1
1 0 0 0 1 0 0 0 1 0 1 0 1
"""


def test_a_number_of_pieces_asks_for_a_design() -> None:
    assert PACKING.values_with({"design": 5})["puzzle"] == "design"
    assert PACKING.values_with({"seed": 3})["puzzle"] == "design"
    assert PACKING.values_with({"search": "all"})["puzzle"] == "megaron"


def test_the_panel_shows_what_makes_a_difference() -> None:
    shown = [name for name, _ in PACKING.shown(PACKING.defaults)]
    assert shown == ["puzzle", "search"]
    shown = [name for name, _ in PACKING.shown(PACKING.defaults | {"puzzle": "design"})]
    assert {"size", "seed", "design"} <= set(shown)
    assert "search" not in shown


def test_a_stopped_search_is_not_repeated_for_longer() -> None:
    stopped = PACKING.stopped_at(PACKING.defaults, Progress(1, 1, 0.1, None))
    assert stopped["search"] == "first"
    assert (
        PACKING.stopped_at(PACKING.defaults | {"puzzle": "design", "designs": 9}, Progress(4, 9, 0.1, None))["designs"]
        == 3
    )


def test_a_text_of_pieces_is_for_the_box_nearest_to_a_cube_or_a_given_one() -> None:
    kind, puzzle = read_puzzle(MEGARON_TEXT, KINDS.values())
    assert kind is PACKING
    assert puzzle.goal == Goal.box((3, 3, 3))
    assert puzzle.pieces[0].shape == CLASSICS["megaron"].puzzle.pieces[0].shape
    assert PACKING.completed(puzzle, {"size": (9, 3, 1)}).goal == Goal.box((9, 3, 1))
    assert PACKING.completed(puzzle, {}) == puzzle
    with pytest.raises(InputError, match="Size Z is 0"):
        PACKING.completed(puzzle, {"size": (3, 3, 0)})


def test_a_goal_that_is_no_box_is_written_in_each_format() -> None:
    goal = Goal.of([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 0, 1)])
    puzzle = PolycubePuzzle((Piece(Shape.of([(0, 0, 0)]), 3, 3),), goal)
    assert PACKING.formats[0].write(puzzle).startswith("# Goal xx|x.,+.|..\n")
    for file_format in PACKING.formats:
        text = file_format.write(puzzle)
        assert file_format.recognizes(text)
        assert file_format.read(text).goal == goal
    limited = replace(puzzle, goal=replace(goal, most_empty=0))
    with pytest.raises(InputError, match="The goal has a limit of empty cells"):
        PACKING.formats[0].write(limited)


@pytest.mark.parametrize(("name", "tried"), [("bedlam", "1,891"), ("tetris", "3,506")])
def test_how_hard_a_classic_is_that_takes_minutes_to_count_is_known_before(name: str, tried: str) -> None:
    puzzle = replace(CLASSICS[name].puzzle, name="")
    rating = PACKING.rating(puzzle)
    assert rating is not None
    assert rating.word == "Very Hard"
    assert f"tries {tried} pieces for each solution" in rating.sentence
    stopped = replace(puzzle, found=next(known for known in solve_in_steps(puzzle) if known.counts.total))
    assert PACKING.brief(stopped).endswith(" so far")
    (measure,) = (line for line in PACKING.measures if line.name == "tries")
    assert measure.text(stopped).endswith(" so far")
    # Another goal, another puzzle.
    assert PACKING.rating(replace(puzzle, goal=Goal.box((8, 4, 2)))) is None


def test_a_search_that_was_left_says_so_and_is_gone_on_with_from_its_file() -> None:
    puzzle = CLASSICS["conway"].puzzle
    steps = solve_in_steps(puzzle)
    left = replace(puzzle, found=next(steps))
    assert not left.found.is_complete
    assert PACKING.brief(puzzle) == "no solution known yet"
    assert "so far" in PACKING.brief(left)
    assert "so far" in PACKING.summary(left)
    assert PACKING.rating(left) is None
    read = PACKING.from_json(PACKING.to_json(left))
    assert read == left
    # The rest of the search is that which the first one would have done.
    following = next(steps)
    assert next(solve_in_steps(read)) == following


def test_why_there_is_no_solution_is_said() -> None:
    cube = Shape.of([(0, 0, 0)])
    bar = Shape.of((x, 0, 0) for x in range(5))
    for pieces, sentence in (
        ((Piece(cube, 4, 4),), "The pieces have 4 cells, but the goal has 8 cells."),
        ((Piece(bar), Piece(cube, 3, 3)), "Piece A fits nowhere."),
    ):
        puzzle = PolycubePuzzle(pieces, Goal.box((2, 2, 2)))
        (warning,) = PACKING.warnings(replace(puzzle, found=solve(puzzle)))
        assert warning.startswith("There is no solution. ")
        assert sentence in warning
    # Where there are too many cells or too few, that is known without a search.
    few = PolycubePuzzle((Piece(cube, 4, 4),), Goal.box((2, 2, 2)))
    assert PACKING.brief(few) == "no solution, as the pieces have 4 cells, but the goal has 8 cells"
    # The mutilated chessboard: two opposite corners are missing, so dominoes cannot cover it.
    board = Goal(Goal.box((4, 4, 1)).filled - {(0, 0, 0), (3, 3, 0)})
    dominoes = PolycubePuzzle((Piece(Shape.of([(0, 0, 0), (1, 0, 0)]), 7, 7),), board)
    (warning,) = PACKING.warnings(replace(dominoes, found=solve(dominoes)))
    assert "ways were tried. At most 6 of 7 pieces were placed, as shown." in warning


def test_checks_say_what_a_printer_and_a_player_would_find() -> None:
    puzzle = PACKING.make(PACKING.defaults)
    report = finish(PACKING.check_in_steps(puzzle, Dimensions(), Printer(), "parts"))
    assert {check.name: check.level for check in report.checks} == dict.fromkeys(
        (
            *("Meshes", "Bodies", "Bed", "Material", "Assembly", "Gap", "Supports", "Thickness", "First Layer"),
            *("Tray", "Lid", "Walls"),
        ),
        "good",
    )
    tight = finish(PACKING.check_in_steps(puzzle, Dimensions(inset=0.02, tray_wall=0.5), Printer(), "parts"))
    assert {check.name for check in tight.checks if check.level == "bad"} == {"Gap", "Walls"}
    loose = finish(PACKING.check_in_steps(puzzle, Dimensions(inset=0.5), Printer(), "parts"))
    assert [check.sentence for check in loose.checks if check.level == "doubtful"] == [
        "Gap between two pieces is 1 mm, of which 0.9 mm are left once printed: loose."
    ]
    unsolved = finish(PACKING.check_in_steps(CLASSICS["megaron"].puzzle, Dimensions(), Printer(), "parts"))
    assert [check.sentence for check in unsolved.checks if check.name == "Assembly"] == ["No solution is known yet."]


@pytest.mark.parametrize(
    ("lengths", "sentence"),
    [
        ({"cube": 10.0, "inset": 2.0}, "Inset is 2 mm: with cubes of 10 mm"),
        ({"dowel": 5.0}, "Dowel is 5 mm: with cubes of 15 mm it must be at most 4.2 mm"),
        ({"cube": 5.0, "letters": 1.5}, "Letters is 1.5 mm: with cubes of 5 mm it must be at most 1 mm"),
    ],
)
def test_dimensions_that_leave_too_little_of_a_cube_are_refused(lengths: dict[str, float], sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        replace(Dimensions(), **lengths)  # type: ignore[arg-type]


def test_what_follows_from_a_puzzle_follows_from_the_one_in_its_place() -> None:
    loose, boxed = CLASSICS["soma"].puzzle, with_box(CLASSICS["soma"].puzzle).puzzle
    usual = PACKING.dimensions()
    assert PACKING.followed(loose, boxed, usual).tray_wall == 0
    assert PACKING.followed(boxed, loose, replace(usual, tray_wall=0.0)) == usual
    mine = replace(usual, tray_wall=3.0)
    assert PACKING.followed(loose, boxed, mine) == mine


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_has_the_published_pieces(name: str) -> None:
    puzzle, published = CLASSICS[name].puzzle, known.CLASSICS[name].puzzle
    assert puzzle.goal == published.goal
    assert sorted((piece.shape.upright.cells, piece.least, piece.most) for piece in puzzle.pieces) == sorted(
        (piece.shape.upright.cells, piece.least, piece.most) for piece in published.pieces
    )
    assert [piece.name for piece in puzzle.pieces[:3]] == ["A", "B", "C"][: len(puzzle.pieces)]
