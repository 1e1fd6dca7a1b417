# SPDX-License-Identifier: GPL-3.0-or-later
"""Four posts mark the start and four the end, on three adjacent faces of the box: right, front and above."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import AT_END, AT_START, box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import box_corner, middle_of_square, outer_length, square_edges
from tests.core.solids import judges
from tests.core.solids.measured import mesh_flaws

Heights = dict[reference.Square, float]

FRONT = 1
"""The axis whose lower face has the posts; of the others it is the upper one."""


def expected_heights(puzzle: Puzzle, dimensions: Dimensions, axes: tuple[int, int]) -> Heights:
    """Return the height of the marked framed squares of the face that two axes span."""
    heights: Heights = {}
    marks = ((puzzle.start, dimensions.start_marker), (puzzle.end, dimensions.end_marker))
    for (x, y), height in (((2 * at[axes[0]] + 1, 2 * at[axes[1]] + 1), height) for at, height in marks):
        for corner in ((x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)):
            heights[corner] = max(height, heights.get(corner, 0))
    return {square: height for square, height in heights.items() if height > 0}


def found_heights(solid: Solid, puzzle: Puzzle, dimensions: Dimensions, axes: tuple[int, int]) -> Heights:
    """Return how high the framed squares of the marked face that two axes span stand out, where they do."""
    normal = 3 - sum(axes)
    corner = box_corner(puzzle.size, dimensions)
    length = outer_length(puzzle.size[normal], dimensions)
    heights: Heights = {}
    for square in product(*(range(2 * puzzle.size[axis] + 1) for axis in axes)):
        place: list[int | slice] = [slice(None)] * 3
        for axis, number in zip(axes, square, strict=True):
            middle = corner[axis] + middle_of_square(number, puzzle.size[axis], dimensions)
            place[axis] = int(np.searchsorted(solid.lines[axis], middle)) - 1
        column = solid.filled[tuple(place)]
        line = solid.lines[normal] - corner[normal]
        if normal == FRONT:
            # As if it were the upper one.
            line, column = length - line[::-1], column[::-1]
        outside = [
            (low, high)
            for low, high, filled in zip(line, line[1:], column, strict=False)
            if filled and high > length + 1e-9
        ]
        if outside:
            height = outside[-1][1] - length
            # Without a gap: what is filled adds up to the height.
            assert sum(high - low for low, high in outside) == pytest.approx(height)
            heights[square[0], square[1]] = height
    return heights


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_posts_stand_diagonal_to_start_and_end(puzzle: Puzzle, dimensions: Dimensions) -> None:
    solid = box(puzzle, dimensions)
    for axes in reference.FACES.values():
        expected = expected_heights(puzzle, dimensions, axes)
        heights = found_heights(solid, puzzle, dimensions, axes)
        assert heights == pytest.approx(expected, abs=1e-9)


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_nothing_else_stands_out(puzzle: Puzzle, dimensions: Dimensions) -> None:
    widths = [np.diff(square_edges(cells, dimensions)) for cells in puzzle.size]
    posts = sum(
        height * float(widths[first][i] * widths[second][j])
        for first, second in reference.FACES.values()
        for (i, j), height in expected_heights(puzzle, dimensions, (first, second)).items()
    )
    bare = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    marked = box(puzzle, dimensions)
    assert marked.volume - bare.volume == pytest.approx(posts, abs=1e-9 * marked.volume)
    # On the three faces opposite there is nothing.
    for axis in range(3):
        before, after = (np.sort(plate.mesh().vertices[:, axis]) for plate in (bare, marked))
        unmarked = -1 if axis == FRONT else 0
        assert before[unmarked] == after[unmarked]


@given(strategies.puzzles(5), strategies.all_dimensions(), draw.sampled_from(("start_marker", "end_marker")))
def test_a_height_of_zero_gives_no_posts(puzzle: Puzzle, dimensions: Dimensions, kind: str) -> None:
    heights: dict[str, Any] = {"start_marker": 0.0, "end_marker": 0.0, kind: 2.0}
    solid = box(puzzle, replace(dimensions, **heights))
    position = puzzle.start if kind == "start_marker" else puzzle.end
    for axes in reference.FACES.values():
        i, j = (2 * position[axis] + 1 for axis in axes)
        assert set(found_heights(solid, puzzle, dimensions, axes)) == {
            (i - 1, j - 1),
            (i - 1, j + 1),
            (i + 1, j - 1),
            (i + 1, j + 1),
        }


@given(strategies.marked_puzzles(5), strategies.all_dimensions())
def test_any_start_and_any_end_leave_one_closed_body(puzzle: Puzzle, dimensions: Dimensions) -> None:
    mesh = box(puzzle, dimensions).mesh()
    assert mesh_flaws(mesh) == []
    assert len(judges.manifold_of(mesh).decompose()) == 1


@pytest.mark.parametrize("start_marker", [1.5, 3.0])
@pytest.mark.parametrize("start", list(product((0, 2), repeat=3)))
def test_every_corner_can_be_marked(start: reference.Triple, start_marker: float) -> None:
    dimensions = Dimensions(start_marker=start_marker, end_marker=1.5)
    maze = generate(Settings(size=(3, 3, 3), seed=11))
    x, y, z = start
    # In a corner, beside it, where both coincide in one projection, and in the corner opposite.
    for end in ((abs(x - 1), y, z), (x, y, 2 - z), (abs(x - 1), abs(y - 1), z), (2 - x, 2 - y, 2 - z)):
        puzzle = replace(maze, start=start, end=end, settings=None)
        solid = box(puzzle, dimensions)
        assert mesh_flaws(solid.mesh()) == []
        assert len(judges.manifold_of(solid.mesh()).decompose()) == 1
        for axes in reference.FACES.values():
            expected = expected_heights(puzzle, dimensions, axes)
            assert found_heights(solid, puzzle, dimensions, axes) == pytest.approx(expected)


@given(strategies.marked_puzzles(4), strategies.all_dimensions())
def test_no_post_has_two_colors_and_both_marks_are_seen(puzzle: Puzzle, dimensions: Dimensions) -> None:
    solid = box(puzzle, replace(dimensions, start_marker=3.0, end_marker=1.5))
    assert solid.directions is not None
    for axes in reference.FACES.values():
        normal = 3 - sum(axes)
        filled, directions = (np.moveaxis(boxes, normal, 0) for boxes in (solid.filled, solid.directions))
        # In front of the box, the posts have the first two layers.
        outer = slice(0, 2) if normal == FRONT else slice(-2, None)
        # What is in front comes before the squares of the face.
        before = [2 * (axis == FRONT) for axis in axes]
        colors_of = {
            (first - before[0], second - before[1]): set(directions[outer, first, second][filled[outer, first, second]])
            for first, second in zip(*np.nonzero(filled[outer].any(axis=0)), strict=True)
        }
        start, end = (posts_round([at[axis] for axis in axes]) for at in (puzzle.start, puzzle.end))
        assert colors_of.keys() == start | end
        assert all(len(colors) == 1 for colors in colors_of.values())
        assert all(colors_of[post] == {AT_START} for post in start - end)
        assert all(colors_of[post] == {AT_END} for post in end - start)
        assert set().union(*colors_of.values()) == {AT_START, AT_END}


def posts_round(cell: list[int]) -> set[tuple[int, int]]:
    """Return the squares diagonal to a cell of a face."""
    first, second = cell
    return {(2 * first + 1 + i, 2 * second + 1 + j) for i, j in product((-1, 1), repeat=2)}
