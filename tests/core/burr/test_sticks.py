# SPDX-License-Identifier: GPL-3.0-or-later
"""Sticks by their numbers, and the cross that six of them fill."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_cubes.burr.crossed import LENGTHS, STICKS, cross
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solving.solver import solve
from puzzle_cubes.polycubes.terms.goal import Piece
from puzzle_cubes.polycubes.terms.shape import Shape


@given(st.integers(1, STICKS.largest_number), st.sampled_from([6, 8]))
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


def test_a_known_burr_has_one_solution() -> None:
    sticks = (52, 615, 792, 960, 975, 992)
    puzzle = PolycubePuzzle(tuple(Piece(Shape.of(STICKS.piece(number))) for number in sticks), cross(solid=True))
    assert solve(puzzle).counts.up_to_rotation == 1


@pytest.mark.parametrize(
    ("number", "length"), [(0, 6), (STICKS.largest_number + 1, 6), (1, 5), (STICKS.largest_number, 4)]
)
def test_what_is_no_stick_is_refused(number: int, length: int) -> None:
    with pytest.raises(InputError):
        STICKS.piece(number, length)
