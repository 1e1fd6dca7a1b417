# SPDX-License-Identifier: GPL-3.0-or-later
"""Bodies are counted as a plain walk from box to box counts them."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from puzzle_cubes.solids.solid import Solid, body_count
from tests.core.solids.strategies import Filled, grids


def plain_count(filled: Filled) -> int:
    """Count what hangs together side by side, one body after the other."""
    left = set(map(tuple, np.argwhere(filled).tolist()))
    bodies = 0
    while left:
        bodies += 1
        queue = [left.pop()]
        while queue:
            here = queue.pop()
            beside = {
                (*here[:axis], here[axis] + step, *here[axis + 1 :]) for axis in range(3) for step in (1, -1)
            } & left
            left -= beside
            queue += beside
    return bodies


@given(grids())
def test_any_boxes(solid: Solid) -> None:
    assert body_count(solid) == plain_count(solid.filled)


def test_a_long_winding_body_is_one_and_two_if_it_is_cut() -> None:
    filled = np.zeros((41, 41, 1), dtype=bool)
    filled[::2] = True
    filled[1::4, -1] = filled[3::4, 0] = True
    line, flat = np.arange(42.0), np.array([0.0, 1.0])
    assert body_count(Solid((line, line, flat), filled)) == 1
    filled[20, 20] = False
    assert body_count(Solid((line, line, flat), filled)) == 2


def test_nothing_has_no_body() -> None:
    line = np.array([0.0, 1.0])
    assert body_count(Solid((line, line, line), np.zeros((1, 1, 1), dtype=bool))) == 0
