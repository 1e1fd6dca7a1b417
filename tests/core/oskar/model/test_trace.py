# SPDX-License-Identifier: GPL-3.0-or-later
"""The trace is a square bar through the centers of the solution's cells, and nothing else."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.box_and_cross import trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import strategies
from tests.core.oskar.model.reference_geometry import center_of_cell
from tests.core.solids.measured import is_filled


@given(strategies.puzzles(6), strategies.all_dimensions())
def test_the_trace_is_filled_all_along_the_solution(puzzle: Puzzle, dimensions: Dimensions) -> None:
    centers = np.array([center_of_cell(puzzle.size, position, dimensions) for position in puzzle.solution])
    between = [part * here + (1 - part) * there for here, there in pairwise(centers) for part in (0.001, 0.3, 0.5, 0.9)]
    # A hair beside the center's line, which may lie on a line of the grid.
    assert is_filled(trace(puzzle, dimensions), np.concatenate((centers, between)) + 1e-6).all()


@given(strategies.puzzles(6), strategies.all_dimensions())
def test_the_trace_has_the_volume_of_the_bar(puzzle: Puzzle, dimensions: Dimensions) -> None:
    width = (dimensions.passage - 2 * dimensions.clearance) / 2
    length = (len(puzzle.solution) - 1) * (dimensions.passage + dimensions.wall)
    assert trace(puzzle, dimensions).volume == pytest.approx(width**2 * (length + width))


@given(strategies.puzzles(6), strategies.all_dimensions())
def test_the_trace_reaches_half_the_bar_round_its_cells(puzzle: Puzzle, dimensions: Dimensions) -> None:
    centers = np.array([center_of_cell(puzzle.size, position, dimensions) for position in puzzle.solution])
    half = (dimensions.passage - 2 * dimensions.clearance) / 4
    vertices = trace(puzzle, dimensions).mesh().vertices
    assert vertices.min(axis=0).tolist() == pytest.approx((centers.min(axis=0) - half).tolist(), abs=1e-9)
    assert vertices.max(axis=0).tolist() == pytest.approx((centers.max(axis=0) + half).tolist(), abs=1e-9)
