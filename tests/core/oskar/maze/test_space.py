# SPDX-License-Identifier: GPL-3.0-or-later
"""The configuration space holds exactly the moves that the inflated faces allow."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.space import follow, index_of, position_of
from tests.core.oskar import reference, strategies

ANY_PUZZLE = strategies.puzzles(6) | strategies.puzzles_of_any_faces(4)


def is_legal(puzzle: Puzzle, here: strategies.Triple, there: strategies.Triple) -> bool:
    """Return whether one legal move leads from the one position to the other, asked for in both ways."""
    (found,) = puzzle.space.legal_moves(np.array([here, there]))
    assert puzzle.space.is_legal(here, there) == found
    return bool(found)


@given(ANY_PUZZLE)
def test_neighbors_are_the_legal_moves(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    for here in reference.positions(puzzle.size):
        legal = set(reference.neighbors(maze, puzzle.size, here))
        found = list(puzzle.space.neighbors(index_of(puzzle.size, here)))
        assert len(found) == len(legal)
        assert {position_of(puzzle.size, index) for index in found} == legal
        assert {there for there in reference.adjacent(puzzle.size, here) if is_legal(puzzle, here, there)} == legal


@given(ANY_PUZZLE)
def test_a_jump_is_never_legal(puzzle: Puzzle) -> None:
    for there in reference.positions(puzzle.size):
        if there not in reference.adjacent(puzzle.size, puzzle.start):
            assert not is_legal(puzzle, puzzle.start, there)


@given(strategies.puzzles(6))
def test_all_moves_of_a_solution_are_legal_and_a_stop_is_none(puzzle: Puzzle) -> None:
    path = np.array(puzzle.solution)
    assert puzzle.space.legal_moves(path).all()
    assert len(puzzle.space.legal_moves(path[:1])) == len(puzzle.space.legal_moves(path[:0])) == 0
    stopped = np.insert(path, 1, path[0], axis=0)
    assert np.flatnonzero(~puzzle.space.legal_moves(stopped)).tolist() == [0]


@given(ANY_PUZZLE)
def test_every_reachable_position_has_a_shortest_way_to_the_end(puzzle: Puzzle) -> None:
    maze = reference.maze_of(puzzle)
    distances = reference.distances(maze, puzzle.size, puzzle.end)
    ways = puzzle.space.ways_to(puzzle.end)
    assert {position_of(puzzle.size, index) for index in ways} == set(distances)
    for here in reference.positions(puzzle.size):
        path = follow(puzzle.size, ways, here)
        if here not in distances:
            assert path is None
            continue
        assert path is not None
        assert (path[0], path[-1], len(path) - 1) == (here, puzzle.end, distances[here])
        assert all(after in reference.neighbors(maze, puzzle.size, before) for before, after in pairwise(path))


@given(ANY_PUZZLE)
def test_components_are_the_connected_parts(puzzle: Puzzle) -> None:
    labels = puzzle.space.components().tolist()
    parts = reference.components(reference.maze_of(puzzle), puzzle.size)
    for part in parts:
        indices = {index_of(puzzle.size, position) for position in part}
        assert {labels[index] for index in indices} == {min(indices)}


@given(strategies.sizes(9), draw.data())
def test_an_index_is_a_position(size: strategies.Triple, data: draw.DataObject) -> None:
    position = data.draw(strategies.positions(size))
    assert position_of(size, index_of(size, position)) == position
    assert sorted(index_of(size, other) for other in reference.positions(size)) == list(
        range(size[0] * size[1] * size[2])
    )
