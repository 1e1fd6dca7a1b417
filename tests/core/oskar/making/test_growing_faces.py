# SPDX-License-Identifier: GPL-3.0-or-later
"""While trees grow over positions, the faces allow just what their passages and unvisited cells allow."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.growing_faces import DIRECTIONS, GrowingFaces
from puzzle_cubes.oskar.maze.space import index_of, position_of
from tests.core.oskar import reference, strategies


def ways_on(growth: GrowingFaces, maze: reference.Maze, here: reference.Triple) -> dict[reference.Triple, int]:
    """Return the positions that may be discovered from one, with the direction of the move there."""
    ways = {}
    for direction in DIRECTIONS:
        there = list(here)
        there[direction // 2] += -1 if direction % 2 else 1
        beside = there[0], there[1], there[2]
        if (
            beside in reference.adjacent(growth.size, here)
            and not growth.discovered[index_of(growth.size, beside)]
            and reference.may_enter(maze, here, beside)
        ):
            ways[beside] = direction
    return ways


@given(strategies.sizes(5), draw.integers(0, 2**31), draw.integers(1, 3))
def test_ways_on_are_those_that_all_faces_allow(size: strategies.Triple, seed: int, trees: int) -> None:
    random = Random(seed)
    growth = GrowingFaces(size)
    visited: list[reference.Triple] = []
    for _ in range(trees):
        if 0 not in growth.discovered:
            break
        root = random.choice([i for i, found in enumerate(growth.discovered) if not found])
        growth.root(position_of(size, root))
        visited.append(position_of(size, root))
        for _ in range(40):
            maze = reference.maze_of_growth(growth)
            here = random.choice(visited)
            expected = ways_on(growth, maze, here)
            found = growth.ways_on(growth.node(here))
            assert {place: direction for direction, place in found} == {
                growth.node(there): direction for there, direction in expected.items()
            }
            place = growth.random_way_on(growth.node(here), random)
            assert (place is None) == (not expected)
            if place is None:
                continue
            there = position_of(size, place.position)
            visited.append(there)
            after = reference.maze_of_growth(growth)
            for axes, square in reference.squares_crossed(here, there):
                cell = 2 * there[axes[0]], 2 * there[axes[1]]
                assert after[axes] - maze[axes] <= {square, cell}
            assert there in reference.neighbors(after, size, here)
    cells = sum(size[first] * size[second] for first, second in reference.FACES.values())
    maze = reference.maze_of_growth(growth)
    visited_cells = sum(i % 2 == j % 2 == 0 for opened in maze.values() for i, j in opened)
    assert growth.whole == (visited_cells == cells)
