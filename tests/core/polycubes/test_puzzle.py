# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from tests.core.polycubes.known import shape

DOMINO, TURNED_DOMINO, CUBE = shape("000 100"), shape("000 010"), shape("000")


def test_pieces_of_one_shape_are_used_up_in_their_order() -> None:
    pieces = Piece(CUBE), Piece(DOMINO, 0, 1, "spare"), Piece(TURNED_DOMINO, 1, 1, "needed")
    puzzle = PolycubePuzzle(pieces, Goal.box((5, 1, 1)))
    assert puzzle.pieces_of((0b11, 0b1100, 0b10000)) == (2, 1, 0)
    assert puzzle.pieces_of((0b11, 0b100, 0b1000)) == (2, 0, -1)


def test_a_puzzle_without_pieces_is_refused() -> None:
    with pytest.raises(InputError, match="0 pieces"):
        PolycubePuzzle((), Goal.box((2, 2, 2)))


def test_a_name_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="101 characters"):
        PolycubePuzzle((Piece(CUBE),), Goal.box((1, 1, 1)), 101 * "a")


@pytest.mark.parametrize("name", ["\0", "a\nb", "\x1b[2J"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"The puzzle's name is .* letters that can be printed\.$"):
        PolycubePuzzle((Piece(CUBE),), Goal.box((1, 1, 1)), name)
    with pytest.raises(InputError, match=r"A piece's name is .* letters that can be printed\.$"):
        Piece(CUBE, name=name)
