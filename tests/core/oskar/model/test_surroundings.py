# SPDX-License-Identifier: GPL-3.0-or-later
"""The neighborhood of filled boxes is what a look at every pair of intervals finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.oskar.model.joints import INSIDE, ROUNDING, Line, surroundings
from tests.core.oskar.strategies import lengths
from tests.core.solids.strategies import Filled

MOST = 6

Spans = tuple[NDArray[np.float64], NDArray[np.float64]]


def lines_of(spans: Sequence[Spans]) -> list[Line]:
    """Return axes with some intervals, of which nothing else matters."""
    return [
        Line(
            lows,
            (lows + highs) / 2,
            highs,
            np.full(len(lows), INSIDE, np.int8),
            none := np.zeros(len(lows), bool),
            none,
        )
        for lows, highs in spans
    ]


def plainly_near(filled: Filled, spans: Sequence[Spans], axes: Sequence[int], reach: float) -> Filled:
    """Return the boxes near filled ones, one layer after the other."""
    for axis in axes:
        layers = np.moveaxis(filled, axis, 0)
        near = np.zeros_like(layers)
        for here, (low, high) in enumerate(zip(*spans[axis], strict=True)):
            for there, (other_low, other_high) in enumerate(zip(*spans[axis], strict=True)):
                if max(low - other_high, other_low - high) < reach - ROUNDING:
                    near[here] |= layers[there]
        filled = np.moveaxis(near, 0, axis)
    return filled


@draw.composite
def intervals(draw_one: draw.DrawFn, count: int) -> Spans:
    """Draw intervals along an axis, with room between some of them, in hundredths of a millimeter."""
    widths = [draw_one(lengths(0.01, 4)) for _ in range(count)]
    rooms = [draw_one(draw.just(0.0) | lengths(0, 3)) for _ in range(count)]
    highs = np.round(np.cumsum(np.add(widths, rooms)), 6)
    return np.round(highs - widths, 6), highs


@given(data=draw.data(), shape=draw.tuples(*[draw.integers(1, MOST)] * 3), reach=lengths(0.01, 6))
def test_any_boxes_and_intervals(data: draw.DataObject, shape: tuple[int, int, int], reach: float) -> None:
    spans = [data.draw(intervals(count)) for count in shape]
    count = int(np.prod(shape))
    filled = np.array(data.draw(draw.lists(draw.booleans(), min_size=count, max_size=count))).reshape(shape)
    axes = data.draw(draw.lists(draw.sampled_from(range(3)), unique=True))
    before = filled.copy()
    found = surroundings(filled, lines_of(spans), axes, reach)
    assert np.array_equal(found, plainly_near(filled, spans, axes, reach))
    assert np.array_equal(filled, before)


def test_what_is_in_just_this_distance_is_not_near() -> None:
    lows, highs = np.array([0.0, 1.0, 1.5, 2.0]), np.array([1.0, 1.5, 2.0, 3.0])
    filled = np.array([True, False, False, False])
    assert surroundings(filled, lines_of([(lows, highs)]), [0], 0.5).tolist() == [True, True, False, False]
    assert surroundings(filled, lines_of([(lows, highs)]), [0], 0.6).tolist() == [True, True, True, False]
