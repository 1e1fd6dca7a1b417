# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game lead where they point on the screen, and what glides there passes every place in order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.playing import Direction, SmoothMotion, axes_in_view

TOP = ((1, 0, 0), (0, 1, 0), (0, 0, -1))
FRONT = ((1, 0, 0), (0, 0, 1), (0, 1, 0))
LEFT = ((0, -1, 0), (0, 0, 1), (1, 0, 0))


@pytest.mark.parametrize(
    ("view", "axes"),
    [(TOP, ((0, 1), (1, 1), (2, -1))), (FRONT, ((0, 1), (2, 1), (1, 1))), (LEFT, ((1, -1), (2, 1), (0, 1)))],
)
def test_straight_views(view: tuple[tuple[float, ...], ...], axes: tuple[Direction, Direction, Direction]) -> None:
    assert axes_in_view(view) == axes


@given(draw.integers(0, 2**31))
def test_in_any_view_each_axis_is_one_direction_and_no_choice_points_better(seed: int) -> None:
    view, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    directions = axes_in_view(view.tolist())
    assert sorted(axis for axis, _ in directions) == [0, 1, 2]
    for seen, (axis, step) in zip(view, directions, strict=True):
        assert step * seen[axis] >= 0
    most = max(
        sum(abs(view[seen][axis]) for seen, axis in enumerate(axes))
        for axes in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    )
    assert sum(abs(view[seen][axis]) for seen, (axis, _) in enumerate(directions)) == pytest.approx(most, abs=1e-5)


COORDINATE = draw.floats(-5, 5, width=32)
PLACES = draw.tuples(COORDINATE, COORDINATE, COORDINATE)
SECONDS = draw.floats(0.01, 1)


@given(PLACES, draw.lists(draw.tuples(PLACES, SECONDS), max_size=6), SECONDS)
def test_it_ends_where_it_was_told(
    begin: tuple[float, ...], legs: list[tuple[tuple[float, ...], float]], tick: float
) -> None:
    glide = SmoothMotion((begin[0], begin[1], begin[2]))
    for (x, y, z), seconds in legs:
        glide.go((x, y, z), seconds)
    lows = [min(values) for values in zip(begin, *(place for place, _ in legs), strict=True)]
    highs = [max(values) for values in zip(begin, *(place for place, _ in legs), strict=True)]
    ticks = 0
    while glide.moving:
        glide.advance(tick)
        ticks += 1
        assert all(
            low - 1e-9 <= value <= high + 1e-9 for low, value, high in zip(lows, glide.place, highs, strict=True)
        )
    assert glide.place == (legs[-1][0] if legs else begin)
    # It is never slower than it was asked to be.
    assert ticks * tick <= sum(seconds for _, seconds in legs) + tick + 1e-9


def test_it_moves_evenly_and_hurries_when_places_wait() -> None:
    glide = SmoothMotion((0.0, 0.0, 0.0))
    glide.go((1.0, 0.0, 0.0), 0.1)
    glide.advance(0.025)
    assert glide.place == pytest.approx((0.25, 0, 0))
    glide.advance(0.05)
    assert glide.place == pytest.approx((0.75, 0, 0))
    for y in (1.0, 2.0, 3.0):
        glide.go((1.0, y, 0.0), 0.1)
    glide.advance(0.025)
    # Four places were left, so three times as much time has passed for the cross.
    assert glide.place == pytest.approx((1, 0.5, 0))


def test_it_rests_between_two_moves() -> None:
    glide = SmoothMotion((0.0, 0.0, 0.0))
    glide.advance(5.0)
    glide.go((1.0, 0.0, 0.0), 0.1)
    assert glide.place == pytest.approx((0, 0, 0))
    glide.advance(0.05)
    assert glide.place == pytest.approx((0.5, 0, 0))
