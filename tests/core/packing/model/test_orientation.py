# SPDX-License-Identifier: GPL-3.0-or-later
"""The orientation in print is the best of all, by the areas of the real solid that hang in the air."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes.kind.part import Part
from puzzle_cubes.packing.model.lettering import best_up, sides_in_print
from puzzle_cubes.packing.model.parts import LOOKS
from puzzle_cubes.packing.model.piece_solid import piece_solid
from puzzle_cubes.polycubes.shape import Shape
from puzzle_cubes.solids.solid import Solid
from tests.core.polycubes.strategies import polycubes


def printed(shape: Shape, up: int) -> Solid:
    """Return a piece as it is printed."""
    solid, _ = piece_solid(shape.cells, (10.0, 10.0, 10.0), 0.1).centered()
    return Part("piece", "Piece", solid, (LOOKS["classic"].of_piece(0),), up=up).printed


def areas(solid: Solid) -> tuple[float, float]:
    """Return the area that hangs in the air and that on the bed, in square millimeters."""
    x, y, _ = (np.diff(line) for line in solid.lines)
    below = np.concatenate((np.zeros_like(solid.filled[:, :, :1]), solid.filled[:, :, :-1]), axis=2)
    sides = np.einsum("i,j,ijk->k", x, y, solid.filled & ~below)
    return float(sides[1:].sum()), float(sides[0])


@given(polycubes(most=7))
def test_no_other_orientation_has_less_that_hangs_or_more_on_the_bed(shape: Shape) -> None:
    best = areas(printed(shape, best_up(shape.cells)))
    for up in range(6):
        hanging, on_bed = areas(printed(shape, up))
        # Rims of the inset make a small difference.
        assert best[0] <= hanging + 40
        if abs(best[0] - hanging) < 1:
            assert best[1] >= on_bed - 40
    assert (best[0] > 50) == bool(sides_in_print(shape.cells, best_up(shape.cells))[0])


@pytest.mark.parametrize(
    ("digits", "hangs"),
    [
        ("000 100 200 101", False),
        ("000 100 010 001", False),
        ("000 100 200 001 201", False),
        # A bar with a cube on each of two neighboring sides, and one that goes on beside it.
        ("101 001 100 102 112 010", True),
    ],
)
def test_what_can_stand_without_supports_does(digits: str, hangs: bool) -> None:
    shape = Shape.of((int(cell[0]), int(cell[1]), int(cell[2])) for cell in digits.split())
    assert bool(printed(shape, best_up(shape.cells)).overhangs) is hangs
