# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces whose passages are exchanged stay trees and reach any; ways that wind through all positions come of them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.annealing import Heat
from puzzle_cubes.oskar.making.changing_faces import Exchange, ExchangeFace, ExchangeFaces
from puzzle_cubes.oskar.making.composing import Plan, plans
from puzzle_cubes.oskar.making.winding import Board, Winding
from puzzle_cubes.oskar.maze.faces import Faces, Size, face_shape, uniform_tree
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, Position, position_of
from tests.core.oskar import reference, strategies


def proposed(faces: ExchangeFace | ExchangeFaces, random: Random) -> Exchange:
    """Return what is proposed where nothing is fixed, so that there always is something."""
    exchange = faces.propose(random)
    assert exchange is not None
    return exchange


@given(strategies.sizes(6), draw.integers(0, 2**31), draw.integers(1, 40))
def test_faces_stay_spanning_trees_and_tell_their_moves(size: strategies.Triple, seed: int, count: int) -> None:
    random = Random(seed)
    faces = ExchangeFaces.at_random(size, random)
    for _ in range(count if faces.exchangeable else 0):
        before = reference.maze_of_faces(faces.faces())
        exchange = proposed(faces, random)
        promised = faces.space(exchange)
        # What is only proposed changes nothing.
        assert reference.maze_of_faces(faces.faces()) == before
        assert faces.space() == ConfigurationSpace.from_faces(size, faces.faces())
        if random.random() < 0.3:
            continue
        exchange.face.make(exchange)
        assert faces.space() == promised == ConfigurationSpace.from_faces(size, faces.faces())
        after = reference.maze_of_faces(faces.faces())
        changed = [(after[axes] - before[axes], before[axes] - after[axes]) for axes in before]
        assert sorted((len(added), len(removed)) for added, removed in changed) == [(0, 0), (0, 0), (1, 1)]
        for (first, second), opened in after.items():
            assert reference.is_spanning_tree(opened, size[first], size[second])
    assert faces.space() == ConfigurationSpace.from_faces(size, faces.faces())


@given(strategies.sizes(6), draw.integers(0, 2**31))
def test_there_is_something_to_exchange_where_a_face_is_no_corridor(size: strategies.Triple, seed: int) -> None:
    assert ExchangeFaces.at_random(size, Random(seed)).exchangeable == (sorted(size)[1] > 1)


@given(draw.integers(0, 2), draw.integers(0, 2**31))
def test_every_exchange_that_leaves_a_tree_is_proposed_and_no_other(number: int, seed: int) -> None:
    size = (3, 4, 2)
    random = Random(seed)
    first, second = tuple(reference.FACES.values())[number]
    columns, rows = size[first], size[second]
    face = ExchangeFace(size, number, uniform_tree((columns, rows), random))
    for _ in range(random.randrange(4)):
        face.make(proposed(face, random))
    opened = reference.maze_of_faces((face.face(),) * 3)[0, 1]
    places = [(i, j) for i, j in product(range(2 * columns - 1), range(2 * rows - 1)) if i % 2 != j % 2]
    possible = {
        (opening, closing)
        for opening, closing in product(places, places)
        if opening not in opened
        and closing in opened
        and reference.is_spanning_tree(opened ^ {opening, closing}, columns, rows)
    }
    exchanges = set()
    for _ in range(60 * len(possible)):
        exchange = proposed(face, random)
        squares = []
        for passage in (exchange.added, exchange.removed):
            cells = divmod(passage.lower, columns)[::-1], divmod(passage.upper, columns)[::-1]
            squares.append((cells[0][0] + cells[1][0], cells[0][1] + cells[1][1]))
        exchanges.add((squares[0], squares[1]))
    assert exchanges == possible


def test_long_chains_of_exchanges_reach_every_tree_alike_often() -> None:
    # In a face of 2 by 2 any of the four trees follows any other with the same probability.
    random = Random(4)
    face = ExchangeFace((2, 2, 1), 0, uniform_tree((2, 2), random))
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(2000):
        face.make(proposed(face, random))
        counts[face.face().first, face.face().second] += 1
    assert len(counts) == 4
    assert all(400 < count < 600 for count in counts.values())


def annealed(size: Size, tries: int, heat: float, random: Random) -> Winding:
    """Return the faces after so many tries to exchange passages, begun at some heat."""
    winding = Winding(Board(size), [uniform_tree(face_shape(size, number), random) for number in range(3)])
    for _ in winding.annealed(tries, Heat(heat, 0.1), random):
        pass
    return winding


def faults(faces: Faces, size: reference.Triple) -> int:
    """Count the moves that are missing to one way through all positions, and those beyond the second of each."""
    maze = reference.maze_of_faces(faces)
    moves = [len(reference.neighbors(maze, size, position)) for position in reference.positions(size)]
    return len(moves) - 1 - sum(moves) // 2 + sum(max(0, count - 2) for count in moves)


@given(strategies.sizes(5), draw.integers(0, 2**31), draw.integers(0, 500))
def test_faces_stay_trees_and_their_faults_are_counted(size: reference.Triple, seed: int, tries: int) -> None:
    winding = annealed(size, tries, 1.0, Random(seed))
    faces = winding.faces()
    maze = reference.maze_of_faces(faces)
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], size[first], size[second])
    assert winding.faults == faults(faces, size)


def test_without_faults_one_way_goes_through_all_positions() -> None:
    size = (4, 4, 4)
    windings = [annealed(size, 30_000, 1.0, Random(seed)) for seed in range(6)]
    complete = [winding for winding in windings if winding.faults == 0]
    assert len(complete) >= 2
    for winding in complete:
        maze = reference.maze_of_faces(winding.faces())
        ends = [
            position for position in reference.positions(size) if len(reference.neighbors(maze, size, position)) == 1
        ]
        assert len(ends) == 2
        assert reference.distances(maze, size, ends[0])[ends[1]] == 63


def wound(size: Size, seed: int) -> tuple[Faces, tuple[Position, Position]] | None:
    """Return the faces and the ends of a way through all positions of a small box, if it is found soon."""
    random = Random(seed)
    for _ in range(4):
        winding = annealed(size, 300 * prod(size), 0.17 * sum(size) / 3, random)
        if winding.faults == 0:
            first, second = winding.loose_ends()
            return winding.faces(), (position_of(size, first), position_of(size, second))
    return None


def assert_one_way(size: Size, faces: Faces, ends: tuple[Position, Position]) -> None:
    """Look that faces are trees, and that one way through all positions leads from the one end to the other."""
    maze = reference.maze_of_faces(faces)
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], size[first], size[second])
    assert reference.distances(maze, size, ends[0])[ends[1]] == prod(size) - 1


@given(strategies.sizes(9), draw.integers(0, 2**31), draw.data())
def test_copies_are_joined_to_one_way(size: Size, seed: int, data: draw.DataObject) -> None:
    small = [plan for plan in plans(size) if plan.positions <= 40]
    assume(small)
    plan = data.draw(draw.sampled_from(small))
    winding = wound(plan.base, seed)
    assume(winding is not None)
    assert winding is not None
    faces, ends = winding
    joinings = list(plan.joinings(ends))
    assume(joinings)
    assert_one_way(size, *plan.compose(faces, data.draw(draw.sampled_from(joinings))))


@given(strategies.sizes(30))
def test_lines_can_always_be_joined(size: Size) -> None:
    plan = next(plan for plan in plans(size) if max(plan.base) == plan.positions)
    assert plan.copies * plan.positions == prod(size)
    winding = wound(plan.base, 0)
    assert winding is not None
    faces, ends = winding
    joinings = list(plan.joinings(ends))
    assert joinings
    if prod(size) < 3000:
        assert_one_way(size, *plan.compose(faces, joinings[0]))


@pytest.mark.parametrize(
    ("size", "base", "copies"),
    [((6, 6, 6), (3, 3, 3), 8), ((9, 9, 9), (3, 3, 3), 27), ((18, 18, 18), (3, 3, 3), 216), ((4, 5, 7), (2, 5, 7), 2)],
)
def test_ways_to_divide_a_box(size: Size, base: Size, copies: int) -> None:
    divisions = plans(size)
    assert (divisions[0].base, divisions[0].copies) == (size, 1)
    assert [plan.copies for plan in divisions] == sorted(plan.copies for plan in divisions)
    assert base in [plan.base for plan in divisions if plan.copies == copies]


def test_a_box_is_halved_after_it_was_divided() -> None:
    (plan,) = (plan for plan in plans((18, 18, 18)) if plan.copies == 216)
    assert plan == Plan((((3, 3, 3), (3, 3, 3)), ((9, 9, 9), (2, 2, 2))))
    winding = next(
        wound_base
        for seed in range(200)
        if (wound_base := wound((3, 3, 3), seed)) and any(plan.joinings(wound_base[1]))
    )
    faces, ends = winding
    assert_one_way((18, 18, 18), *plan.compose(faces, next(plan.joinings(ends))))
