# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.burr.crossed import BOARDS, burr_of, cross, puzzle_from_number, puzzle_to_number
from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from tests.core.burr.strategies import burrs
from tests.core.packing.files.damages import read_or_refuse

SOLID = burr_of([52, 615, 792, 960, 975, 992])
OF_BOARDS = burr_of([384, 508, 988, 1021, 1024, 1596], cut=BOARDS)


def test_codes_stay_what_they_are() -> None:
    assert code_of(BURR, SOLID) == "B5SVD-NB7PA-5ECG9-MHZ"
    assert code_of(BURR, OF_BOARDS) == "B11B3-FYVYJ-WHBWA-7WXG"


@given(burrs())
def test_a_code_is_the_numbers_of_the_pieces(burr: PolycubePuzzle) -> None:
    code = str(code_of(BURR, burr))
    assert code.startswith("B")
    assert len(code) <= len("B5SVD-NB7PA-5ECG9-MHZZ")
    assert puzzle_of_code(code, [BURR]) == (BURR, burr)


def test_where_nothing_is_left_over_it_makes_no_difference_what_may_stay_empty() -> None:
    assert puzzle_to_number(replace(SOLID, goal=cross(6))) == puzzle_to_number(SOLID)


@pytest.mark.parametrize(
    "puzzle",
    [
        CLASSICS["megaron"].puzzle,
        replace(SOLID, pieces=SOLID.pieces[1:]),
        replace(SOLID, pieces=(*SOLID.pieces[1:], OF_BOARDS.pieces[0])),
        replace(SOLID, pieces=(replace(SOLID.pieces[0], least=0), *SOLID.pieces[1:])),
        replace(SOLID, pieces=(replace(SOLID.pieces[0], shape=SOLID.pieces[0].shape.upright), *SOLID.pieces[1:])),
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
