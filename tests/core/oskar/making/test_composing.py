# SPDX-License-Identifier: GPL-3.0-or-later
"""Mirrored copies of a way through all positions are joined to one way through all positions of a larger box."""

from __future__ import annotations

from math import prod
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.annealing import Heat
from puzzle_cubes.oskar.making.composing import Plan, plans
from puzzle_cubes.oskar.making.winding import Board, Winding
from puzzle_cubes.oskar.maze.faces import Faces, Size, face_shape, uniform_tree
from puzzle_cubes.oskar.maze.space import Position, position_of
from tests.core.oskar import reference, strategies


def wound(size: Size, seed: int) -> tuple[Faces, tuple[Position, Position]] | None:
    """Return the faces and the ends of a way through all positions of a small box, if it is found soon."""
    random = Random(seed)
    for _ in range(4):
        winding = Winding(Board(size), [uniform_tree(face_shape(size, number), random) for number in range(3)])
        for _ in winding.annealed(300 * prod(size), Heat(0.17 * sum(size) / 3, 0.1), random):
            pass
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
