# SPDX-License-Identifier: GPL-3.0-or-later
"""Box and cross as they are printed in place are two bodies, as far apart as the clearance says."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes.oskar.making.puzzle import Puzzle, filled_at
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.model.box_and_cross import box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import center_of_cell
from tests.core.solids import judges
from tests.core.solids.measured import filled_boxes, smallest_gap


def has_wall_beside_an_arm(puzzle: Puzzle) -> bool:
    """Report whether at the start a wall or the frame stands beside an arm, in any of the faces."""
    maze = reference.maze_of(puzzle)
    for first, second in reference.FACES.values():
        i, j = 2 * puzzle.start[first], 2 * puzzle.start[second]
        if not {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} <= maze[first, second]:
            return True
    return False


def expected_gap(puzzle: Puzzle, dimensions: Dimensions) -> float:
    """Return the clearance; where all ways are open only the posts are near, and they are so diagonally."""
    return dimensions.clearance * (1 if has_wall_beside_an_arm(puzzle) else sqrt(2))


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_gap_is_the_clearance(puzzle: Puzzle, dimensions: Dimensions) -> None:
    walls = filled_boxes(box(puzzle, dimensions))
    arms = filled_boxes(cross(puzzle.size, dimensions), center_of_cell(puzzle.size, puzzle.start, dimensions))
    assert smallest_gap(arms, walls) == pytest.approx(expected_gap(puzzle, dimensions), abs=1e-9)


@given(strategies.puzzles_of_any_faces(3), strategies.all_dimensions())
def test_the_gap_is_the_clearance_in_faces_of_any_kind(puzzle: Puzzle, dimensions: Dimensions) -> None:
    walls = filled_boxes(box(puzzle, dimensions))
    arms = filled_boxes(cross(puzzle.size, dimensions), center_of_cell(puzzle.size, puzzle.start, dimensions))
    gap = 0.0 if filled_at(puzzle.faces, puzzle.start) else expected_gap(puzzle, dimensions)
    assert smallest_gap(arms, walls) == pytest.approx(gap, abs=1e-9)


def test_posts_alone_are_farther_away() -> None:
    # All passages of 3x3x3 are open, and the cross starts in the middle.
    puzzle = open_puzzle()
    assert not has_wall_beside_an_arm(puzzle)
    dimensions = Dimensions()
    shift = np.array(dimensions.center(puzzle.size, puzzle.start))
    distance = judges.distance(box(puzzle, dimensions).mesh(), cross(puzzle.size, dimensions).mesh(), shift)
    assert distance == pytest.approx(dimensions.clearance * sqrt(2), abs=1e-4)


def open_puzzle() -> Puzzle:
    """Return a box of 3x3x3 with all passages open."""
    face = Face((3, 3), 0b011011011, 0b000111111)
    return Puzzle((3, 3, 3), (face, face, face), (1, 1, 1), (0, 0, 0))


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_meshes_are_as_far_apart(puzzle: Puzzle, dimensions: Dimensions) -> None:
    shift = np.array(dimensions.center(puzzle.size, puzzle.start))
    distance = judges.distance(box(puzzle, dimensions).mesh(), cross(puzzle.size, dimensions).mesh(), shift)
    assert distance == pytest.approx(expected_gap(puzzle, dimensions), abs=1e-4)


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_box_and_cross_are_two_bodies(puzzle: Puzzle, dimensions: Dimensions) -> None:
    shift = np.array(dimensions.center(puzzle.size, puzzle.start))
    shell = judges.manifold_of(box(puzzle, dimensions).mesh())
    inner = judges.manifold_of(cross(puzzle.size, dimensions).mesh(), shift)
    assert len((shell + inner).decompose()) == 2
    assert (shell ^ inner).volume() == 0


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_trace_touches_nothing(puzzle: Puzzle, dimensions: Dimensions) -> None:
    # Half a passage less half the bar: never under 0.1 mm here.
    least = dimensions.passage / 2 - (dimensions.passage - 2 * dimensions.clearance) / 4
    shell, bar = box(puzzle, dimensions), trace(puzzle, dimensions)
    assert smallest_gap(filled_boxes(bar), filled_boxes(shell)) >= least - 1e-9
    assert judges.distance(shell.mesh(), bar.mesh(), np.zeros(3)) >= least - 1e-4
