# SPDX-License-Identifier: GPL-3.0-or-later
"""A cut takes away what it is meant to, and all else stays as it was."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.solids.solid import NEAREST, NO_DIRECTION, Box, Solid, cut_out, solid_from_boxes

SPAN = draw.tuples(draw.integers(0, 5), draw.integers(1, 4)).map(lambda span: (float(span[0]), float(sum(span))))
BOX = draw.tuples(SPAN, SPAN, SPAN)


@given(draw.lists(BOX, min_size=1, max_size=3), draw.lists(BOX, min_size=1, max_size=3))
def test_it_is_as_if_the_boxes_had_never_been_filled(filled: list[Box], gone: list[Box]) -> None:
    cut = cut_out(solid_from_boxes(filled), gone)
    assert cut.volume == solid_from_boxes(filled, gone).volume


def test_an_end_beside_a_line_is_moved_there_and_leaves_no_sliver() -> None:
    block = solid_from_boxes([((0, 4), (0, 4), (0, 4)), ((0, 1), (0, 4), (0, 4))])
    near = 0.6 * NEAREST
    cut = cut_out(block, [((1 + near, 2), (near, 1), (3, 4))])
    assert cut.lines[0].tolist() == [0, 1, 2, 4]
    assert cut.lines[1].tolist() == [0, 1, 4]
    assert cut.volume == 64 - 1


def test_boxes_of_the_grid_keep_their_directions() -> None:
    line = np.array([0.0, 1.0, 2.0])
    directions = np.full((2, 2, 2), NO_DIRECTION, dtype=np.int8)
    directions[1] = 2
    cut = cut_out(Solid((line, line, line), np.ones((2, 2, 2), dtype=bool), directions), [((0.5, 1.5), (0, 1), (0, 1))])
    assert cut.directions is not None
    assert cut.directions[:, 0, 0].tolist() == [NO_DIRECTION, NO_DIRECTION, 2, 2]


def test_what_is_outside_cuts_nothing() -> None:
    block = solid_from_boxes([((0, 4), (0, 4), (0, 4))])
    assert cut_out(block, [((5, 6), (1, 2), (1, 2))]).volume == pytest.approx(64)
    assert cut_out(block, [((3, 6), (1, 2), (1, 2))]).volume == pytest.approx(63)
