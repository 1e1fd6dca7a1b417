# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls reach as far as a plain walk from the frame does."""

from __future__ import annotations

from collections import deque

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.model.checks import wall_reach
from tests.core.oskar import strategies


@given(draw.data())
def test_the_reach_of_walls_is_that_of_a_plain_walk(data: draw.DataObject) -> None:
    shape = data.draw(draw.tuples(draw.integers(1, 6), draw.integers(1, 6)))
    face = data.draw(strategies.faces(shape))
    grid = face.inflate().tolist()
    columns, rows = len(grid), len(grid[0])
    walls = {(i, j) for i in range(columns) for j in range(rows) if grid[i][j]}
    at_frame = {(i, j) for i, j in walls if i in (0, columns - 1) or j in (0, rows - 1)}
    reach = dict.fromkeys(at_frame, 1)
    queue = deque(at_frame)
    while queue:
        i, j = queue.popleft()
        for beside in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if beside in walls and beside not in reach:
                reach[beside] = reach[i, j] + 1
                queue.append(beside)
    assert wall_reach(face) == (max(reach.values(), default=0), set(reach) != walls)
