# SPDX-License-Identifier: GPL-3.0-or-later
"""Consecutive moves in one direction are one straight move, on any walk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.maze.measures import straight_moves
from tests.core.oskar import reference

STEPS = draw.lists(draw.tuples(draw.integers(0, 2), draw.sampled_from((-1, 1))), max_size=20)


def walk(steps: list[tuple[int, int]]) -> list[reference.Triple]:
    """Return the positions of a walk of steps, each an axis and how far it goes."""
    path = [(0, 0, 0)]
    for axis, step in steps:
        x, y, z = (cell + step * (axis == other) for other, cell in enumerate(path[-1]))
        path.append((x, y, z))
    return path


@given(STEPS)
def test_straight_moves_lead_the_same_way(steps: list[tuple[int, int]]) -> None:
    joined = straight_moves(walk(steps))
    assert [(axis, 1 if cells > 0 else -1) for axis, cells in joined for _ in range(abs(cells))] == steps


@given(STEPS)
def test_no_two_in_one_direction_follow_each_other(steps: list[tuple[int, int]]) -> None:
    assert len(straight_moves(walk(steps))) == reference.count_straight_moves(walk(steps))


def test_back_and_forth_are_two() -> None:
    assert straight_moves([(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 0, 0)]) == [(0, 2), (0, -1)]
