# SPDX-License-Identifier: GPL-3.0-or-later
"""The sphere that a camera has in its picture holds the box, and the cross wherever it is."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model import box_and_cross
from puzzle_cubes.oskar.model.dimensions import Dimensions, center_and_radius
from tests.core.oskar import strategies


@given(strategies.puzzles(4), strategies.all_dimensions())
def test_nothing_leaves_the_sphere_and_little_room_is_wasted(puzzle: Puzzle, dimensions: Dimensions) -> None:
    center, radius = center_and_radius(puzzle.size, dimensions)
    cross = box_and_cross.cross(puzzle.size, dimensions).mesh().vertices
    corners = product(*((0, cells - 1) for cells in puzzle.size))
    vertices = [cross + dimensions.center(puzzle.size, (x, y, z)) for x, y, z in corners]
    vertices.append(box_and_cross.box(puzzle, dimensions).mesh().vertices)
    farthest = np.linalg.norm(np.concatenate(vertices) - center, axis=1).max()
    assert farthest <= radius + 1e-6
    marker = max(dimensions.start_marker, dimensions.end_marker)
    assert radius <= farthest + 2 * marker + 1e-6
