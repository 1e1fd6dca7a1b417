# SPDX-License-Identifier: GPL-3.0-or-later
"""Sticks and boards by their numbers, the crosses they make, and the codes of such burrs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as draw

import puzzle_cubes
from puzzle_cubes.burr.crossed import (
    BOARDS,
    LENGTHS,
    STICKS,
    Numbered,
    boards_of,
    burr_of,
    cross,
    cut_of,
    holes,
    kaenel_boards_of,
    length_of,
    numbered,
    numbers_of,
    puzzle_from_number,
    puzzle_to_number,
    sticks_of,
)
from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.packing.asking import known_in_steps
from puzzle_cubes.packing.making.by_hand import with_cells, without_cells
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle, Solution
from puzzle_cubes.polycubes.shape import ROTATIONS, Cell, Shape, extent
from puzzle_cubes.polycubes.solver import solve_in_steps
from puzzle_cubes.polycubes.taking_apart import take_solution_apart
from tests.core.burr.strategies import burrs
from tests.core.packing.files.damages import read_or_refuse

SOLID = [52, 615, 792, 960, 975, 992]
HOLEY = [256, 928, 960, 992, 1024, 1024]
BOARDS_ALONE = [384, 508, 988, 1021, 1024, 1596]
SOLID_BURR, BOARD_BURR = burr_of(SOLID), burr_of(BOARDS_ALONE, cut=BOARDS)


def test_a_burr_without_holes_fills_all_of_the_cross() -> None:
    burr = burr_of(SOLID)
    assert [piece.name for piece in burr.pieces] == ["52", "615", "792", "960", "975", "992"]
    assert burr.goal == cross(6, solid=True)
    assert (holes(burr), length_of(burr), sticks_of(burr)) == (0, 6, SOLID)
    assert finish(solve_in_steps(burr)).counts.up_to_rotation == 1


def test_a_drawn_burr_has_the_cross_that_its_sticks_need() -> None:
    solid = burr_of(SOLID)
    lacking = BURR.as_drawn(without_cells(solid, 0, [(2, 0, 0)]).puzzle)
    assert lacking.goal == cross()
    assert holes(lacking) == 1
    known = finish(known_in_steps(lacking))
    assert known.reasons == ()
    assert "level" in known.solutions
    assert BURR.piece_names(lacking)[1:] == ("B 615", "C 792", "D 960", "E 975", "F 992")
    # It is solid again once it is whole, and what fills no cross stays as it is.
    assert BURR.as_drawn(with_cells(lacking, 0, [(2, 0, 0)]).puzzle).goal == solid.goal
    boxed = replace(solid, goal=Goal.box((3, 3, 3)))
    assert BURR.as_drawn(boxed) == boxed


def test_sticks_alike_are_one_piece() -> None:
    burr = burr_of(HOLEY)
    assert [(piece.name, piece.least, piece.most) for piece in burr.pieces][-1] == ("1024", 2, 2)
    assert burr.goal == cross(6)
    assert (holes(burr), sticks_of(burr)) == (104 - 16 - 16 - 15 - 15 - 14 - 14, HOLEY)


@given(burrs())
def test_the_numbers_are_read_of_pieces_that_lie_in_any_way(burr: PolycubePuzzle) -> None:
    for turn in ROTATIONS[::5]:
        turned = replace(burr, pieces=tuple(replace(lying, shape=lying.shape.turned(turn)) for lying in burr.pieces))
        assert numbers_of(turned, cut_of(turned)) == numbers_of(burr, cut_of(burr))
        unnamed = numbered(replace(turned, pieces=tuple(replace(named, name="") for named in turned.pieces)))
        length = length_of(burr)
        assert length in LENGTHS
        for stick, piece in zip(unnamed, burr.pieces, strict=True):
            assert stick is not None
            assert stick.number <= int(piece.name)
            assert Shape.of(stick.cut.piece(stick.number, length)).upright == piece.shape.upright


def test_boards_make_the_cross_of_sticks() -> None:
    burr = burr_of(BOARDS_ALONE, cut=BOARDS)
    assert burr.goal == cross(6)
    assert (holes(burr), cut_of(burr), boards_of(burr), sticks_of(burr)) == (9, BOARDS, BOARDS_ALONE, [])
    solutions = finish(solve_in_steps(burr))
    assert (solutions.counts.up_to_rotation, solutions.counts.up_to_reflection) == (2, 1)


def test_sticks_and_boards_together_are_of_no_cut() -> None:
    sticks, boards = burr_of(HOLEY), burr_of(BOARDS_ALONE, cut=BOARDS)
    mixed = replace(sticks, pieces=(*sticks.pieces[:4], *boards.pieces[-2:]))
    assert numbered(mixed)[3:] == (Numbered(STICKS, 992), Numbered(BOARDS, 1024), Numbered(BOARDS, 1596))
    assert (cut_of(mixed), sticks_of(mixed), boards_of(mixed)) == (None, [], [])


def test_what_is_no_stick_has_no_number() -> None:
    broken_stick = Piece(Shape.of([(0, 0, 0), (1, 0, 0), (3, 0, 0)]))
    assert numbered(PolycubePuzzle((burr_of(SOLID).pieces[0], broken_stick), cross(6))) == (Numbered(STICKS, 52), None)
    assert sticks_of(PolycubePuzzle((broken_stick,), cross(6))) == []
    assert numbered(PolycubePuzzle(burr_of(SOLID).pieces, Goal.box((6, 6, 6)))) == (None,) * 6


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ([], "A burr has six sticks, not 0: give six numbers."),
        ([1] * 7, "A burr has six sticks, not 7"),
        ([0, *SOLID[1:]], "A stick has the number 0: in a cross it must be from 1 to 4,096."),
        ([4097, *SOLID[1:]], "A stick has the number 4097"),
        ([4096, *SOLID[1:]], "The stick 4096 falls apart"),
        ([1] * 6, "The sticks have 144 cells, and the cross has room for 104: take sticks with more notches."),
    ],
)
def test_sticks_that_make_no_burr_are_refused(numbers: list[int], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        burr_of(numbers)
    assert str(refused.value).startswith(sentence)
    with pytest.raises(InputError) as refused:
        burr_of(numbers, cut=BOARDS)
    assert str(refused.value).startswith(sentence.replace("stick", "board"))


@given(draw.integers(1, STICKS.largest_number), draw.sampled_from([6, 8]))
def test_a_stick_has_the_number_that_it_was_made_of(number: int, length: int) -> None:
    assert STICKS.number_of(STICKS.piece(number, length), length) == number


def test_known_sticks_have_their_cells() -> None:
    assert len(STICKS.piece(1)) == 24
    # Without the upper layer and what is between the ends, only the lower corners hold the key together.
    key = STICKS.piece(1024)
    assert len(key) == 14
    assert {cell for cell in STICKS.piece(1) if cell not in key} == {
        *((x, y, 1) for x in range(1, 5) for y in range(2)),
        *((x, 0, 0) for x in (2, 3)),
    }


@pytest.mark.parametrize("length", LENGTHS)
def test_the_cross_has_twelve_cells_of_each_stick_and_shares_the_rest(length: int) -> None:
    goal = cross(length)
    own = 4 + 4 * (length - 4)
    assert len(goal.filled) == 6 * own
    assert len(goal.optional) == 32
    assert cross(length, solid=True).filled == goal.filled | goal.optional
    for cells in STICKS.places(length):
        assert len({*cells} & goal.filled) == own


@pytest.mark.parametrize(
    ("number", "length"), [(0, 6), (STICKS.largest_number + 1, 6), (1, 5), (STICKS.largest_number, 4)]
)
def test_what_is_no_stick_is_refused(number: int, length: int) -> None:
    with pytest.raises(InputError):
        STICKS.piece(number, length)


BUNDLE = (256, 488, 508, 511, 896, 960, 496, 512, 1016, 1024, 384, 480, 1012, 1936)
"""The boards of puzzlecad's Board Burr Bundle."""


def test_the_published_numbers_of_boards_are_taken_and_shown_again() -> None:
    assert (BOARDS.of_kaenel(488), BOARDS.to_kaenel(926)) == (926, 488)
    assert all(BOARDS.to_kaenel(BOARDS.of_kaenel(number)) == number for number in range(1, 4097))
    for number in BUNDLE:
        lone = PolycubePuzzle((Piece(Shape.of(BOARDS.piece(BOARDS.of_kaenel(number))), 6, 6),), cross())
        assert kaenel_boards_of(lone) == [number] * 6
    assert kaenel_boards_of(burr_of(SOLID)) == []


def test_a_burr_by_published_numbers() -> None:
    burr = puzzle_cubes.make("burr", boards="K508 K511 k480 K1024 K512x2")
    assert burr.numbers["boards"] == [1006, 1018, 894, 1024, 1022, 1022]
    assert burr.numbers["kaenel_boards"] == [508, 511, 480, 1024, 512, 512]
    text = next(line.text(burr.content) for line in burr.kind.measures if line.name == "boards")
    assert text == "1006 1018 894 1024 1022 1022 (Känel: 508 511 480 1024 512 512)"
    with pytest.raises(InputError, match="Känel number 5000: it must be from 1 to 4,096"):
        puzzle_cubes.make("burr", boards="K5000 1 1 1 1 1")


@pytest.mark.thorough
def test_the_burr_that_the_bundle_shows_has_one_solution_with_boards_of_a_color_side_by_side() -> None:
    """Its source, board-burr-bundle.scad of puzzlecad, draws these pairs in three colors."""
    pairs = [{508, 511}, {480, 1024}, {512}]
    puzzle = puzzle_cubes.make("burr", boards="K508 K511 K480 K1024 K512x2", count=True).content
    names = {str(BOARDS.of_kaenel(number)): number for number in set.union(*pairs)}

    def colored(solution: Solution) -> bool:
        beside: dict[Cell, set[int]] = {}
        for piece, cells in zip(puzzle.pieces_of(solution), puzzle.blocks_of(solution), strict=True):
            beside.setdefault(extent(cells), set()).add(names[puzzle.pieces[piece].name])
        return all(pair in beside.values() for pair in pairs)

    apart = [take_solution_apart(puzzle, solution) for solution in puzzle.found.solutions if colored(solution)]
    # A board is its own mirror image, so what can be built can be built mirrored.
    assert [taken.levels for taken in apart if taken is not None] == [(4, 19, 1, 5, 3)] * 2


def test_codes_stay_what_they_are() -> None:
    assert code_of(BURR, SOLID_BURR) == "B5SVD-NB7PA-5ECG9-MHZ"
    assert code_of(BURR, BOARD_BURR) == "B11B3-FYVYJ-WHBWA-7WXG"


@given(burrs())
def test_a_code_is_the_numbers_of_the_pieces(burr: PolycubePuzzle) -> None:
    code = str(code_of(BURR, burr))
    assert code.startswith("B")
    assert len(code) <= len("B5SVD-NB7PA-5ECG9-MHZZ")
    assert puzzle_of_code(code, [BURR]) == (BURR, burr)


def test_where_nothing_is_left_over_it_makes_no_difference_what_may_stay_empty() -> None:
    assert puzzle_to_number(replace(SOLID_BURR, goal=cross(6))) == puzzle_to_number(SOLID_BURR)


@pytest.mark.parametrize(
    "puzzle",
    [
        CLASSICS["megaron"].puzzle,
        replace(SOLID_BURR, pieces=SOLID_BURR.pieces[1:]),
        replace(SOLID_BURR, pieces=(*SOLID_BURR.pieces[1:], BOARD_BURR.pieces[0])),
        replace(SOLID_BURR, pieces=(replace(SOLID_BURR.pieces[0], least=0), *SOLID_BURR.pieces[1:])),
        replace(
            SOLID_BURR,
            pieces=(replace(SOLID_BURR.pieces[0], shape=SOLID_BURR.pieces[0].shape.upright), *SOLID_BURR.pieces[1:]),
        ),
    ],
)
def test_what_else_was_drawn_has_a_code_too(puzzle: PolycubePuzzle) -> None:
    again = puzzle_from_number(puzzle_to_number(puzzle))
    assert [(piece.shape, piece.least, piece.most) for piece in again.pieces] == [
        (piece.shape, piece.least, piece.most) for piece in puzzle.pieces
    ]
    assert again.goal == puzzle.goal


def crossing(length: int, last: int) -> int:
    """Return the number of six whole sticks, with what the first digit and what lies behind the six say."""
    return 2 * (length + 3 * 4096**6 * last)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (crossing(1, 2), "The code is damaged: it is of sticks that are too long."),
        (crossing(2, 3), "The code is damaged: it is of sticks that are too long."),
        (crossing(1, 4), "The code is damaged: it holds more than a puzzle."),
        (crossing(0, 3), "The length of boards is 10: it must be 6."),
        (crossing(2, 1), "The length of boards is 8: it must be 6."),
        (crossing(1, 0), "The sticks have 144 cells, and the cross has room for 104: take sticks with more notches."),
    ],
)
def test_what_is_said_of_a_number_that_is_no_burr(number: int, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        puzzle_from_number(number)
    assert str(refused.value) == sentence


@given(draw.integers(0, 2 * 3 * 4096**6 * 2 + 100))
def test_a_number_is_a_burr_or_refused(number: int) -> None:
    burr = read_or_refuse(lambda: puzzle_from_number(number))
    assert burr is None or puzzle_from_number(puzzle_to_number(burr)) == burr
