# SPDX-License-Identifier: GPL-3.0-or-later
"""A solid made from boxes is filled where they are, with lines where they end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.solids.solid import Box, solid_from_boxes
from tests.core.oskar.strategies import lengths
from tests.core.solids import measured
from tests.core.solids.measured import Floats
from tests.core.solids.strategies import Filled


@draw.composite
def boxes(draw_one: DrawFn) -> Box:
    """Draw a box of at least a hundredth of a millimeter along each axis."""
    x, y, z = (
        (low, round(low + draw_one(lengths(0.01, 4)), 2)) for low in (draw_one(lengths(-2, 2)) for _ in range(3))
    )
    return x, y, z


def covered(some: list[Box], points: Floats) -> Filled:
    """Return for points, shape (n, 3), whether they lie in any of some boxes."""
    inside = [
        np.all([(low < column) & (column < high) for (low, high), column in zip(box, points.T, strict=True)], axis=0)
        for box in some
    ]
    is_covered: Filled = np.any([np.zeros(len(points), dtype=bool), *inside], axis=0)
    return is_covered


@given(draw.lists(boxes(), min_size=1, max_size=4), draw.lists(boxes(), max_size=3), draw.data())
def test_points_are_filled_where_a_box_is_that_is_not_cut_out(
    filled: list[Box], cut_out: list[Box], data: draw.DataObject
) -> None:
    solid = solid_from_boxes(filled, cut_out)
    # Never on a line: all ends are whole hundredths.
    place = lengths(-2, 6).map(lambda hundredths: hundredths + 0.005)
    points = np.array(data.draw(draw.lists(draw.tuples(place, place, place), min_size=1, max_size=20)))
    expected = covered(filled, points) & ~covered(cut_out, points)
    assert np.array_equal(measured.is_filled(solid, points), expected)


@given(draw.lists(boxes(), min_size=1, max_size=4), draw.lists(boxes(), max_size=3))
def test_there_is_a_line_just_where_a_box_ends(filled: list[Box], cut_out: list[Box]) -> None:
    solid = solid_from_boxes(filled, cut_out)
    for axis in range(3):
        assert solid.lines[axis].tolist() == sorted({end for box in filled + cut_out for end in box[axis]})
    assert solid.directions is None


@given(boxes(), boxes())
def test_boxes_may_be_arrays(box: Box, second_box: Box) -> None:
    solid, same = solid_from_boxes([box, second_box]), solid_from_boxes(np.array([box, second_box]))
    assert np.array_equal(solid.filled, same.filled)
    assert all(map(np.array_equal, solid.lines, same.lines))


def test_a_frame_is_a_box_without_its_middle() -> None:
    frame = solid_from_boxes([((0, 3), (0, 3), (0, 1))], [((1, 2), (1, 2), (0, 1))])
    assert frame.filled[:, :, 0].tolist() == [[True, True, True], [True, False, True], [True, True, True]]
    assert frame.volume == pytest.approx(8)


def test_no_box_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        solid_from_boxes([])
