# SPDX-License-Identifier: GPL-3.0-or-later
"""For printing in place the cross stands as high as it can, and near the middle."""

from __future__ import annotations

from hypothesis import given

from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.checks import printing_position
from tests.core.oskar import reference, strategies


@given(strategies.puzzles(5))
def test_no_reachable_position_is_higher_or_nearer_the_middle(puzzle: Puzzle) -> None:
    pose = printing_position(puzzle)
    reachable = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.start)
    assert pose in reachable
    if puzzle.start[2] == puzzle.size[2] - 1:
        assert pose == puzzle.start
        return
    assert pose[2] == max(position[2] for position in reachable)
    middle = [(cells - 1) / 2 for cells in puzzle.size]
    distances = {
        position: (position[0] - middle[0]) ** 2 + (position[1] - middle[1]) ** 2
        for position in reachable
        if position[2] == pose[2]
    }
    assert distances[pose] == min(distances.values())


def test_a_start_below_the_top_is_left_for_the_top_layer() -> None:
    puzzle = generate(Settings((5, 5, 5), seed=2, start=(0, 0, 0)))
    assert printing_position(puzzle)[2] == 4
