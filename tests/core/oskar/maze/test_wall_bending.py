# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls hang on the frame as a plain walk over the squares of a face says."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.wall_bending import wall_trees
from tests.core.oskar import strategies


def squares_from_frame(face: Face) -> dict[tuple[int, int], int]:
    """Return how many squares each post is away from the frame, by walls, counted in a grid with the frame round it."""
    grid = face.inflate().tolist()
    columns, rows = len(grid), len(grid[0])
    walls = {(i, j) for i in range(columns) for j in range(rows) if grid[i][j]}
    reach = {(i, j): 1 for i, j in walls if i in (0, columns - 1) or j in (0, rows - 1)}
    queue = deque(reach)
    while queue:
        i, j = queue.popleft()
        for beside in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if beside in walls and beside not in reach:
                reach[beside] = reach[i, j] + 1
                queue.append(beside)
    return {((i + 1) // 2, (j + 1) // 2): count for (i, j), count in reach.items() if i % 2 and j % 2}


@given(draw.data())
def test_each_post_hangs_on_the_frame_by_its_shortest_way_of_walls(data: draw.DataObject) -> None:
    shape = data.draw(draw.tuples(draw.integers(1, 6), draw.integers(1, 6)))
    face = data.draw(strategies.faces(shape))
    trees, reach = wall_trees(face), squares_from_frame(face)
    assert set(trees.posts) == set(reach)
    assert len(trees.posts) == len(reach)
    assert trees.floating == (len(reach) < (shape[0] - 1) * (shape[1] - 1))
    grid = face.inflate()
    for number, post in enumerate(trees.posts):
        way = trees.way(number)
        assert way[-1] == post
        assert way[0][0] in {0, shape[0]} or way[0][1] in {0, shape[1]}
        assert 2 * len(way) - 2 == reach[post] + reach[post] % 2
        for (a, b), (c, d) in pairwise(way):
            assert abs(a - c) + abs(b - d) == 1
            # The square between two posts, and they are at the odd ones.
            assert grid[a + c - 1, b + d - 1]
