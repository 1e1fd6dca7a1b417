# SPDX-License-Identifier: GPL-3.0-or-later
"""Box and cross are as far apart as the clearance says, and the cross can make every legal move and no other."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from manifold3d import Manifold

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.by_hand import pictured
from puzzle_cubes.oskar.making.puzzle import Puzzle, filled_at
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.space import DIRECTIONS, stepped
from puzzle_cubes.oskar.model.box_and_cross import box, collisions, cross, trace
from puzzle_cubes.oskar.model.checks import check_motion
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.printing.checks import BAD, GOOD
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import center_of_cell
from tests.core.solids import judges
from tests.core.solids.measured import Floats, deepest_overlap, filled_boxes, smallest_gap


def expected_gap(puzzle: Puzzle, dimensions: Dimensions) -> float:
    """Return the clearance; where all ways are open only the posts are near, and they are so diagonally."""
    maze = reference.maze_of(puzzle)
    for first, second in reference.FACES.values():
        i, j = 2 * puzzle.start[first], 2 * puzzle.start[second]
        if not {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} <= maze[first, second]:
            return dimensions.clearance
    return dimensions.clearance * sqrt(2)


@given(strategies.puzzles(5) | strategies.puzzles_of_any_faces(3), strategies.all_dimensions())
def test_the_gap_is_the_clearance_in_faces_of_any_kind(puzzle: Puzzle, dimensions: Dimensions) -> None:
    walls = filled_boxes(box(puzzle, dimensions))
    arms = filled_boxes(cross(puzzle.size, dimensions), center_of_cell(puzzle.size, puzzle.start, dimensions))
    gap = 0.0 if filled_at(puzzle.faces, puzzle.start) else expected_gap(puzzle, dimensions)
    assert smallest_gap(arms, walls) == pytest.approx(gap, abs=1e-9)


def test_posts_alone_are_farther_away() -> None:
    # All passages of 3x3x3 are open, and the cross starts in the middle.
    face = Face((3, 3), 0b011011011, 0b000111111)
    puzzle = Puzzle((3, 3, 3), (face, face, face), (1, 1, 1), (0, 0, 0))
    dimensions = Dimensions()
    shift = np.array(dimensions.center(puzzle.size, puzzle.start))
    distance = judges.distance(box(puzzle, dimensions).mesh(), cross(puzzle.size, dimensions).mesh(), shift)
    assert distance == pytest.approx(dimensions.clearance * sqrt(2), abs=1e-4)


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_trace_touches_nothing(puzzle: Puzzle, dimensions: Dimensions) -> None:
    # Half a passage less half the bar: never under 0.1 mm here.
    least = dimensions.passage / 2 - (dimensions.passage - 2 * dimensions.clearance) / 4
    bar, walls = filled_boxes(trace(puzzle, dimensions)), filled_boxes(box(puzzle, dimensions))
    assert smallest_gap(bar, walls) >= least - 1e-9


def sweep(
    cross_boxes: Floats, puzzle: Puzzle, here: reference.Triple, neighbor: reference.Triple, d: Dimensions
) -> Floats:
    """Return what the cross passes through on a straight move: each of its boxes, drawn out."""
    start, end = (center_of_cell(puzzle.size, position, d) for position in (here, neighbor))
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
        # Also those out of the box.
        for neighbor in (stepped(here, direction) for direction in DIRECTIONS):
            passed = sweep(arms, puzzle, here, neighbor, dimensions)
            if neighbor in legal and not filled_at(puzzle.faces, here):
                assert smallest_gap(passed, walls) >= dimensions.clearance - 1e-9
            else:
                assert deepest_overlap(passed, walls) > 0.04


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_an_arm_passes_where_the_face_has_a_passage_and_nowhere_else(puzzle: Puzzle, dimensions: Dimensions) -> None:
    maze = reference.maze_of(puzzle)
    hits = collisions([box(puzzle, dimensions)], puzzle.size, dimensions)
    for (axes, opened), (at_rest, on_the_way) in zip(maze.items(), hits, strict=True):
        columns, rows = (puzzle.size[axis] for axis in axes)
        assert not at_rest.any()
        for i in range(columns):
            for j in range(rows):
                if i < columns - 1:
                    assert on_the_way[0, i, j] == ((2 * i + 1, 2 * j) not in opened)
                if j < rows - 1:
                    assert on_the_way[1, i, j] == ((2 * i, 2 * j + 1) not in opened)


@pytest.mark.parametrize("face", range(3))
def test_a_cross_runs_freely_in_a_kit_with_a_solid_picture(face: int) -> None:
    grays = np.ones((6, 6))
    grays[1:5, 1:5], grays[2:4, 2:5] = 0.0, 1.0
    puzzle, _ = pictured(generate(Settings((6, 6, 6), seed=3)), face, grays, solid=True)
    assert len(puzzle.faces[face].solid) > 5
    dimensions = Dimensions()
    parts = kit(puzzle, dimensions)
    plates = [judges.manifold_of(part.mesh(), np.array(part.assembled)) for part in parts[:6]]
    arms, maze = filled_boxes(cross(puzzle.size, dimensions)), reference.maze_of(puzzle)
    for here in reference.distances(maze, puzzle.size, puzzle.start):
        for neighbor in reference.neighbors(maze, puzzle.size, here):
            for low, high in sweep(arms, puzzle, here, neighbor, dimensions):
                passed = Manifold.cube(high - low).translate(low)
                assert all((passed ^ plate).is_empty() for plate in plates), (here, neighbor)
    in_place = [part.in_place for part in parts[:6]]
    assert check_motion(puzzle, dimensions, in_place).level == GOOD
    # The same pitch, but arms of 8.2 mm.
    stuck = check_motion(puzzle, Dimensions(passage=9.0, wall=0.7), in_place)
    assert (stuck.level, "sticks" in stuck.sentence) == (BAD, True)


def test_an_arm_that_is_too_wide_hits_the_walls_everywhere() -> None:
    puzzle = generate(Settings((3, 3, 3)))
    narrow = box(puzzle, Dimensions(passage=5.0, wall=3.0))
    # The same pitch, but arms of 5.2 mm.
    for at_rest, _ in collisions([narrow], puzzle.size, Dimensions(passage=6.0, wall=2.0, clearance=0.4)):
        assert at_rest.any()


def test_a_wall_that_is_missing_in_the_solid_is_noticed() -> None:
    puzzle = generate(Settings((3, 3, 3), seed=4))
    solid = box(puzzle, Dimensions())
    solid = replace(solid, filled=solid.filled.copy())
    before = collisions([solid], puzzle.size, Dimensions())
    inner = np.zeros_like(solid.filled)
    inner[2:-3, 2:-3, :] = True
    solid.filled[inner & (np.arange(solid.filled.shape[2]) % 2 == 0)] = False
    after = collisions([solid], puzzle.size, Dimensions())
    assert after[0][1].sum() < before[0][1].sum()
