# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game lead where they point on the screen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.playing import Direction, axes_in_view

TOP = ((1, 0, 0), (0, 1, 0), (0, 0, -1))
FRONT = ((1, 0, 0), (0, 0, 1), (0, 1, 0))
LEFT = ((0, -1, 0), (0, 0, 1), (1, 0, 0))


@pytest.mark.parametrize(
    ("view", "axes"),
    [
        (TOP, ((0, 1), (1, 1), (2, -1))),
        (FRONT, ((0, 1), (2, 1), (1, 1))),
        (LEFT, ((1, -1), (2, 1), (0, 1))),
    ],
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
