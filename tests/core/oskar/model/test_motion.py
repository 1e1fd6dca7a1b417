# SPDX-License-Identifier: GPL-3.0-or-later
"""The real cross in the real box can make every legal move and no other one."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from puzzle_cubes.oskar.making.puzzle import Puzzle, filled_at
from puzzle_cubes.oskar.model.box_and_cross import box, cross
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import center_of_cell
from tests.core.solids.measured import Floats, deepest_overlap, filled_boxes, smallest_gap


def sweep(
    cross_boxes: Floats, puzzle: Puzzle, here: reference.Triple, there: reference.Triple, d: Dimensions
) -> Floats:
    """Return what the cross passes through on a straight move: each of its boxes, drawn out."""
    start, end = (center_of_cell(puzzle.size, position, d) for position in (here, there))
    return np.stack(
        (cross_boxes[:, 0] + np.minimum(start, end), cross_boxes[:, 1] + np.maximum(start, end)),
        axis=1,
    )


@given(strategies.puzzles(3) | strategies.puzzles_of_any_faces(3), strategies.all_dimensions())
def test_legal_moves_keep_clear_of_the_box_and_others_hit_it(puzzle: Puzzle, dimensions: Dimensions) -> None:
    maze = reference.maze_of(puzzle)
    walls, arms = filled_boxes(box(puzzle, dimensions)), filled_boxes(cross(puzzle.size, dimensions))
    for here in reference.positions(puzzle.size):
        legal = reference.neighbors(maze, puzzle.size, here)
        for there in reference.adjacent(puzzle.size, here):
            passed = sweep(arms, puzzle, here, there, dimensions)
            if there in legal and not filled_at(puzzle.faces, here):
                assert smallest_gap(passed, walls) >= dimensions.clearance - 1e-9
            else:
                assert deepest_overlap(passed, walls) > 0.04


@given(strategies.puzzles(3), strategies.all_dimensions())
def test_the_cross_cannot_leave_the_box(puzzle: Puzzle, dimensions: Dimensions) -> None:
    walls, arms = filled_boxes(box(puzzle, dimensions)), filled_boxes(cross(puzzle.size, dimensions))
    for axis in range(3):
        for edge, outside in ((0, -1), (puzzle.size[axis] - 1, puzzle.size[axis])):
            for position in reference.positions(puzzle.size):
                if position[axis] == edge:
                    x, y, z = (outside if other == axis else position[other] for other in range(3))
                    assert deepest_overlap(sweep(arms, puzzle, position, (x, y, z), dimensions), walls) > 0.04
