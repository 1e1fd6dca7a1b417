# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.polycubes.goal import Piece
from puzzle_cubes.polycubes.shape import Shape, box_cells

CUBE = Shape(((0, 0, 0),))


@pytest.mark.parametrize(("least", "most"), [(-1, 1), (2, 1), (0, 10_001)])
def test_a_range_that_is_none_is_refused(least: int, most: int) -> None:
    with pytest.raises(InputError, match=f"{least} to {most} times"):
        Piece(CUBE, least, most)


def test_a_piece_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="10,001 cells"):
        Piece(Shape.of(box_cells((1, 1, 10_001))))


def test_a_name_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="101 characters"):
        Piece(CUBE, name=101 * "a")
