# SPDX-License-Identifier: GPL-3.0-or-later
"""The motion of the arms is read from the solids: another maze, or a wrong clearance, shows at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import settings as run_with

from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import plates
from puzzle_cubes.oskar.model.thinnest import collisions
from tests.core.oskar import reference, strategies


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_an_arm_passes_where_the_face_has_a_passage_and_nowhere_else(puzzle: Puzzle, dimensions: Dimensions) -> None:
    maze = reference.maze_of(puzzle)
    found = collisions([box(puzzle, dimensions)], puzzle.size, dimensions)
    for (axes, opened), (at_rest, on_the_way) in zip(maze.items(), found, strict=True):
        columns, rows = (puzzle.size[axis] for axis in axes)
        assert not at_rest.any()
        for i in range(columns):
            for j in range(rows):
                if i < columns - 1:
                    assert on_the_way[0, i, j] == ((2 * i + 1, 2 * j) not in opened)
                if j < rows - 1:
                    assert on_the_way[1, i, j] == ((2 * i, 2 * j + 1) not in opened)


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


@given(strategies.puzzles(4), strategies.kit_dimensions())
@run_with(max_examples=10)
def test_the_plates_of_the_kit_stop_the_same_moves(puzzle: Puzzle, dimensions: Dimensions) -> None:
    in_one_piece = collisions([box(puzzle, dimensions)], puzzle.size, dimensions)
    as_kit = collisions(plates(puzzle, dimensions), puzzle.size, dimensions)
    for one, other in zip(in_one_piece, as_kit, strict=True):
        for expected, found in zip(one, other, strict=True):
            assert np.array_equal(expected, found)
