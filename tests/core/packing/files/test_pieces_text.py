# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces and puzzles as plain text: lines of numbers or letters are read again, and refused where damaged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.files.pieces_text import (
    LARGEST_LINE,
    LARGEST_TEXT,
    LONGEST_NAME,
    cells_of_line,
    goal_of_line,
    is_pieces_text,
    line_of_cells,
    line_of_goal,
    pieces_from_text,
    pieces_to_text,
    puzzle_from_text,
    puzzle_to_text,
    solutions_text,
)
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Colors, Shape
from puzzle_cubes.polycubes.solver import solve
from tests.core.packing.files.damages import damaged, read_or_refuse
from tests.core.packing.files.strategies import pieces, unsolved_puzzles
from tests.core.polycubes import known

SLOTHOUBER_GRAATSMA = "6 0 0 0 0 0 1 0 1 0 0 1 1\n\n# the cubes\n3 0 0 0\n"


def test_a_text_is_read_in_which_a_piece_may_lie_anywhere_and_have_a_range() -> None:
    assert pieces_from_text(SLOTHOUBER_GRAATSMA) == known.SLOTHOUBER_GRAATSMA.puzzle.pieces
    assert pieces_from_text("0-6 -5 7 1 -4 7 1") == (Piece(known.shape("000 100"), 0, 6),)


CORNER = Goal(frozenset({(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1)}))


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("# Size 3 2 1\n6 0 0 0", Goal.box((3, 2, 1))),
        ("1 xx\n  # size 1 1 2 \n", Goal.box((1, 1, 2))),
        ("# Goal xxx|x..,x..|...\n5 x", CORNER),
        ("# Size 3x2x1\n6 0 0 0", Goal.box((3, 2, 1))),
        # As puzzlecad has it, and what only speaks of a goal.
        ('# Goal ["xxx|x..", "x..|..."]\n5 x', CORNER),
        ("# Goal: make a T\n# Size as you like\n4 x", Goal.box((2, 2, 1))),
        # Without one it is the nearest to a cube; what may be left away counts.
        ("12 0 0 0", Goal.box((3, 2, 2))),
        ("0-5 0 0 0 1 0 0\n2 x", Goal.box((3, 2, 2))),
    ],
)
def test_the_goal_is_the_one_that_is_named_or_the_box_nearest_to_a_cube(text: str, goal: Goal) -> None:
    assert puzzle_from_text(text).goal == goal


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("# Goal xx|x?", "line 2: A line has '\\?': it may have x \\+ . | and commas only"),
        ("# Size 3 3", "line 2: Size is '3 3': it must be three whole numbers, as 4 4 4"),
        ("# Size 3 3 3 3", "line 2: Size is '3 3 3 3'"),
        ("# Size 2.5 2 2", "line 2: Size is '2.5 2 2'"),
        ("# size ", "line 2: Size is '': it must be three whole numbers"),
        ("#Goal", "line 2: The goal has no cell to fill"),
        ("2 xxq|x.", "line 2: A line has 'q': it may have x . | and commas only"),
        ("xx+", "line 2: A line has '\\+'"),
    ],
)
def test_a_goal_or_piece_that_cannot_be_read_is_not_passed_over(line: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        puzzle_from_text(f"2 xx\n{line}\n")


@pytest.mark.parametrize("goal", [Goal.box((4, 1, 2)), CORNER, Goal.of([(0, 0, 0)], [(1, 0, 0)])])
def test_a_puzzle_that_was_written_is_read_again(goal: Goal) -> None:
    puzzle = PolycubePuzzle(pieces_from_text(SLOTHOUBER_GRAATSMA), goal)
    assert puzzle_from_text(puzzle_to_text(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("piece", "goal", "sentence"),
    [
        (Piece(known.shape("000")), Goal.of([(0, 0, 0)], colors={(0, 0, 0): 1}), "The puzzle has colors"),
        (Piece(known.shape("000")), Goal.of([(0, 0, 0)], [(1, 0, 0)], most_empty=0), "The goal has a limit of empty"),
        (Piece(known.shape("000"), groups=((1, 1),)), Goal.box((1, 1, 1)), ".*has groups of pieces"),
    ],
)
def test_what_plain_text_cannot_hold_is_refused(piece: Piece, goal: Goal, sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}.*: plain text holds none, so write a BurrTools file"):
        puzzle_to_text(PolycubePuzzle((piece,), goal, colors=Colors(("#0000ff",))))


def test_solutions_are_shown_layer_by_layer_from_above() -> None:
    puzzle = PolycubePuzzle(pieces_from_text("1 xx|x.\n2 x"), CORNER, "Corner")
    first, *_, last = solutions_text(replace(puzzle, found=solve(puzzle))).split("\n\n")
    assert first == (
        "Corner: 3 solutions in all, 3 up to rotation, 2 up to rotation and reflection.\n"
        "Layers from below, each seen from above: X to the right, Y up. A letter is a piece, a dot is no cell. "
        "A2 is a second piece like A."
    )
    assert last == "Solution 3\nA  .  .    .  .  .\nA  B  B2   A  .  .\n"
    unfinished = replace(solve(puzzle), path=(1,), share=0.25)
    assert "up to rotation so far, with 25.0% of the search done.\n" in solutions_text(
        replace(puzzle, found=unfinished)
    )
    # Of very many not all are kept.
    solved = solve(puzzle)
    assert "up to rotation and reflection. The first 2 up to rotation follow.\n" in solutions_text(
        replace(puzzle, found=replace(solved, solutions=solved.solutions[:2]))
    )


@given(draw.lists(pieces(), min_size=1, max_size=4))
def test_what_was_written_is_read_again(several: list[Piece]) -> None:
    read = pieces_from_text(pieces_to_text(several))
    # What is called by its letter anyway has no name, and plain text holds no weights and groups.
    names = [piece.name.strip() for piece in several]
    kept = ["" if name == letter else name for name, letter in zip(names, "ABCD", strict=False)]
    assert list(read) == [
        Piece(piece.shape, piece.least, piece.most, name) for piece, name in zip(several, kept, strict=True)
    ]


def test_what_is_left_out_is_said() -> None:
    for weight, lines in ((1, 2), (5, 3)):
        text = puzzle_to_text(PolycubePuzzle((Piece(known.shape("000"), name="the cube", weight=weight),), CORNER))
        assert text.count("\n") == lines
        assert ("weights" in text) == (weight != 1)
        assert puzzle_from_text(text).pieces == (Piece(known.shape("000"), name="the cube"),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no pieces"),
        ("\n# nothing\n", "no pieces"),
        ("1 0 0 0\nx 0 0 0", "line 2: 'x' is no piece"),
        ("1.5 0 0 0", "line 1: '1.5' is how many"),
        ("-1 0 0 0", "line 1: '-1' is how many"),
        ("3-1 0 0 0", "line 1: .* 3 to 1 times"),
        ("9999-10001 0 0 0", "line 1: .* 9999 to 10001 times: .* 10,000 or less"),
        ("1000000 xx", "line 1: .* 1000000 to 1000000 times: .* 10,000 or less"),
        ("1", "line 1: 0 numbers follow"),
        ("1 0 0", "line 1: 2 numbers follow"),
        ("1 0 0 0 1 0", "line 1: 5 numbers follow"),
        ("1 0 0 a", "line 1: 'a' must be a whole number"),
        ("1 0 0 0.5", "line 1: '0.5' must be a whole number"),
        ("1 0 0 99999", "line 1: '99999' must be a whole number"),
        ("1 0 0 ²", "line 1: '²' must be a whole number"),
        ("1 0 0 0 1 0 0 0 0 0", "line 1: the piece has a cell twice"),
        ("1 " + " ".join(f"0 0 {z}" for z in range(10_001)), "line 1: .*10000.* must be a whole number"),
        ("1 0 0 0\n" * 513, "line 513: at most 512 pieces"),
        (" " * 1_000_001, "1,000,001 characters"),
    ],
)
def test_a_damaged_text_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        pieces_from_text(text)


def test_as_much_is_read_as_is_said() -> None:
    assert len(pieces_from_text("1 0 0 0\n" * 512)) == 512
    (piece,) = pieces_from_text("1 0 0 0".ljust(LARGEST_TEXT))
    assert piece == Piece(known.shape("000"), 1, 1)
    named = [pieces_from_text(f"1 0 0 0 # {'a' * letters}")[0].name for letters in (LONGEST_NAME, LONGEST_NAME + 1)]
    assert named == ["a" * LONGEST_NAME, ""]
    assert cells_of_line("x".ljust(LARGEST_LINE, ".")) == ((0, 0, 0),)
    # The line of a row of cells also has room for the end of the row.
    apart = [(0, 7, 0), (LARGEST_LINE - 2, 7, 0)]
    assert cells_of_line(line_of_cells(apart)) == ((0, 0, 0), (LARGEST_LINE - 2, 0, 0))
    with pytest.raises(InputError, match="at most 100,000 letters"):
        line_of_cells([*apart, (LARGEST_LINE - 1, 7, 0)])
    with pytest.raises(InputError, match="too far apart"):
        line_of_cells([(0, 0, 0), (1000, 1000, 1000)])


@pytest.mark.parametrize("line", [f"{'x' * 900_000}1", f"1{' ' * 900_000}x1", f"1{' ' * 900_000}y|1"])
def test_a_line_with_a_wrong_sign_at_its_end_is_refused_at_once(line: str) -> None:
    """Where each place is looked at from each place before it, such a line takes hours."""
    assert not is_pieces_text(f"# {line}\n{line.replace('x', 'y')}")
    with pytest.raises(InputError, match="must be"):
        pieces_from_text(line)


@pytest.mark.parametrize(("before", "is_pieces"), [(49, True), (50, False)])
def test_pieces_are_looked_for_in_the_first_lines(before: int, *, is_pieces: bool) -> None:
    for line in ("2 0 0 0 1 0 0", "# Size 2 2 2", "# Goal xx|x.", "2 xx|x."):
        assert is_pieces_text("# Said first\n" * before + line) == is_pieces


@given(damaged(SLOTHOUBER_GRAATSMA, "0123456789 -#\n"))
def test_a_text_with_a_damaged_stretch_is_read_or_refused(text: str) -> None:
    read = read_or_refuse(lambda: pieces_from_text(text))
    assert read is None or pieces_from_text(pieces_to_text(read)) == read


@given(unsolved_puzzles())
def test_a_line_that_was_written_is_read_again(puzzle: PolycubePuzzle) -> None:
    for piece in puzzle.pieces:
        assert Shape.of(cells_of_line(line_of_cells(piece.shape.cells))) == piece.shape
    if not puzzle.goal.colors:
        assert goal_of_line(line_of_goal(puzzle.goal)).cells == puzzle.goal.cells
        assert goal_of_line(line_of_goal(puzzle.goal)).optional == puzzle.goal.optional


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("xxx|.x.", "000 100 200 110"),
        # A screw of the Soma cube: rows go along y and layers upward, as in BurrTools' files.
        ("xx|.x,..|.x", "000 100 110 111"),
        ('["xx|x.", "..|x."],', "000 100 010 011"),
        ("x X", "000 100"),
        ("x|xx", "000 010 110"),
    ],
)
def test_a_line_is_read(line: str, cells: str) -> None:
    assert Shape.of(cells_of_line(line)) == known.shape(cells)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "has no cell"),
        ("..|..", "has no cell"),
        ("xx{connect=mz+y+}", "A line has '{': it may have x . | and commas only"),
        ("x+", r"A line has '\+'"),
        ("x" * 100_001, "100,001 letters"),
    ],
)
def test_a_damaged_line_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        cells_of_line(line)


def test_a_goal_may_have_only_cells_that_may_stay_empty() -> None:
    goal = goal_of_line("+++|+++")
    assert (len(goal.filled), len(goal.optional)) == (0, 6)
    # As with Hoffman's blocks in a box with room to spare: all pieces go in, wherever they lie.
    assert solve(PolycubePuzzle(pieces_from_text("2 xx"), goal)).counts.total == 11
    with pytest.raises(InputError, match="no cell to fill"):
        goal_of_line("..|..")


def test_a_file_may_have_lines() -> None:
    text = '# Half Hour begins so\n["xxx|.x.", "...|.x."],\n2 .xx|xx.\n0-3 x # a cube\n1 0 0 0 1 0 0\n'
    pieces = pieces_from_text(text)
    assert is_pieces_text(text)
    assert [(piece.least, piece.most, len(piece.shape.cells)) for piece in pieces] == [
        (1, 1, 5),
        (2, 2, 4),
        (0, 3, 1),
        (1, 1, 2),
    ]
    with pytest.raises(InputError, match="line 1: '5-x' is how many"):
        pieces_from_text("5-x xxx")
