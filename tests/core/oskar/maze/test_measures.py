# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures are what plain counting finds, and expected moves what equations and players who play find."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import accumulate
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.changing_faces import ExchangeFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.difficulty import LOOK_AHEADS
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.measures import (
    LARGEST_SYSTEM,
    SidesOfWay,
    corner_positions,
    expected_moves,
    sides_without_loops,
    straight_moves,
    turns_of,
    wasted_moves,
)
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, index_of, position_of
from tests.core.oskar import reference, strategies
from tests.core.oskar.original_cube import original_cube
from tests.core.oskar.players import in_sight_left_out, solved_moves, ways_of

STEPS = draw.lists(draw.tuples(draw.integers(0, 2), draw.sampled_from((-1, 1))), max_size=20)


def walk(steps: list[tuple[int, int]]) -> list[reference.Triple]:
    """Return the positions of a walk of steps, each an axis and how far it goes."""
    path = [(0, 0, 0)]
    for axis, step in steps:
        x, y, z = (cell + step * (axis == direction) for direction, cell in enumerate(path[-1]))
        path.append((x, y, z))
    return path


def check(puzzle: Puzzle) -> None:
    """Assert that all measures of a puzzle are those of the reference, and the expected moves are rounded."""
    measures = asdict(puzzle.measures)
    for moves in measures.pop("expected_moves"):
        assert moves is None or moves == round(moves, 3)
    assert measures == reference.measures(reference.maze_of(puzzle), puzzle.size, puzzle.start, puzzle.solution)


@given(strategies.puzzles(8))
def test_measures_are_true_there_and_back(puzzle: Puzzle) -> None:
    check(puzzle)
    check(replace(puzzle, start=puzzle.end, end=puzzle.start))


@given(strategies.puzzles_of_any_faces(4))
def test_measures_are_true_of_faces_with_loops(puzzle: Puzzle) -> None:
    start, end = puzzle.space.longest_way(puzzle.start)
    if start != end:
        check(replace(puzzle, start=start, end=end))


def test_a_flat_box_has_four_corners() -> None:
    assert corner_positions((4, 1, 3)) == [(0, 0, 0), (0, 0, 2), (3, 0, 0), (3, 0, 2)]


@given(STEPS)
def test_straight_moves_lead_the_same_way_and_are_as_few_as_can_be(steps: list[tuple[int, int]]) -> None:
    joined = straight_moves(walk(steps))
    assert [(axis, 1 if cells > 0 else -1) for axis, cells in joined for _ in range(abs(cells))] == steps
    ends = accumulate((abs(cells) for _, cells in joined), initial=0)
    assert turns_of(walk(steps)) == [walk(steps)[moves] for moves in ends]
    assert len(joined) == reference.count_straight_moves(walk(steps))


def solved(puzzle: Puzzle, look_ahead: int) -> float:
    """Return the expected moves of a player from the system of equations."""
    ways = ways_of(reference.maze_of(puzzle), puzzle.size, puzzle.start)
    return solved_moves(in_sight_left_out(ways, puzzle.start, puzzle.end, look_ahead), puzzle.start, puzzle.end)


def test_the_original_cube() -> None:
    known = (687 + 1 / 3, 431.0, 180 + 1 / 3, 135 + 2 / 3)
    assert original_cube().measures.expected_moves == pytest.approx(known, abs=0.001)
    assert [solved(original_cube(), look_ahead) for look_ahead in LOOK_AHEADS] == pytest.approx(known)


@given(strategies.puzzles(5) | strategies.puzzles_of_any_faces(4))
def test_any_puzzle_as_the_equations_say(puzzle: Puzzle) -> None:
    reached = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.start)
    assume(puzzle.end in reached)
    for look_ahead in LOOK_AHEADS:
        told = puzzle.measures.expected_moves[look_ahead]
        assert told == pytest.approx(solved(puzzle, look_ahead), rel=1e-6, abs=0.001)


@given(strategies.puzzles(5))
def test_a_search_sees_the_same(puzzle: Puzzle) -> None:
    layers = puzzle.space.layers(1 << index_of(puzzle.size, puzzle.start))
    assume(puzzle.space.loops(layers.reachable) == 0)
    end = position_of(puzzle.size, (layers.sets[-1] & -layers.sets[-1]).bit_length() - 1)
    expected = expected_moves(puzzle.space, puzzle.space.ways_to(end), puzzle.start, end)
    sides = SidesOfWay(puzzle.space, layers, LOOK_AHEADS).seen
    assert [layers.depth + wasted_moves(side_path) for side_path in sides] == pytest.approx(expected)
    ways = puzzle.space.ways_to(end)
    assert sides == sides_without_loops(ways, index_of(puzzle.size, puzzle.start))[1]


@given(strategies.sizes(5), draw.integers(0, 2**32 - 1))
def test_what_is_known_from_before_makes_no_difference(size: Size, seed: int) -> None:
    random = Random(seed)
    faces = ExchangeFaces.at_random(size, random)
    assume(faces.exchangeable)
    before = None
    for _ in range(60):
        exchange = faces.propose(random)
        if exchange is None:
            continue
        exchange.face.make(exchange)
        space = faces.space()
        layers = space.layers(1 << index_of(size, (0, 0, 0)))
        if space.loops(layers.reachable) or layers.depth < 1:
            continue
        sides = SidesOfWay(space, layers, LOOK_AHEADS, before)
        assert sides.seen == SidesOfWay(space, layers, LOOK_AHEADS).seen
        before = sides


def test_too_many_loops_are_left_unknown() -> None:
    size = (11, 11, 11)
    all_cells = (1 << 11**3) - 1
    space = ConfigurationSpace(size, (all_cells, all_cells, all_cells))
    # Without walls every position but the last of a line has all moves on.
    x, y, z = (sum(1 << index for index in range(11**3) if position_of(size, index)[axis] < 10) for axis in range(3))
    space = ConfigurationSpace(size, (x, y, z))
    assert 2 * space.move_count > LARGEST_SYSTEM
    assert expected_moves(space, space.ways_to((0, 0, 0)), (10, 10, 10), (0, 0, 0)) == (None,) * 4
