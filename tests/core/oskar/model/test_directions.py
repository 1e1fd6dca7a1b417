# SPDX-License-Identifier: GPL-3.0-or-later
"""Every triangle of the box belongs to the face direction where one sees it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from numpy.typing import NDArray

from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import AT_END, AT_START, WAY_STEPS, box, cross, trace
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.mesh import Mesh
from tests.core.oskar import strategies
from tests.core.solids.measured import area_vectors

NEAR = 1e-3
"""Less than any dimension, in millimeters."""


def directions_of(mesh: Mesh) -> NDArray[np.int8]:
    """Return the directions of the triangles of a mesh that has some."""
    assert mesh.faces.directions is not None
    return mesh.split()[1]


def middles_and_normals(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the middles of the triangles and their normals of length 1, both of shape (t, 3)."""
    corners = mesh.vertices[mesh.split()[0]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
    return corners.mean(axis=1), normals / np.linalg.norm(normals, axis=1, keepdims=True)


def plates_at(places: NDArray[np.float64], puzzle: Puzzle, dimensions: Dimensions) -> NDArray[np.bool_]:
    """Return for places (n, 3) in the plates across which axes they are, or in posts upon them, shape (n, 3)."""
    outer = np.array(dimensions.outer_size(puzzle.size))
    places = places + np.array([outer[0] / 2, outer[1] / 2, 0])
    inside = (places > dimensions.plate) & (places < outer - dimensions.plate)
    over = heights_over(places, outer) > 0
    within = (places > 0) & (places < outer)
    in_plate: NDArray[np.bool_] = ~inside & within
    # A post over the frame is the marked face's alone.
    in_plate = np.where(over.any(axis=1)[:, None], over, in_plate)
    return np.where((within | over).all(axis=1)[:, None], in_plate, False)


def heights_over(places: NDArray[np.float64], outer: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far places (n, 3), counted from the box's corner, are outside of its right, front and upper face."""
    heights = places - outer
    heights[:, 1] = -places[:, 1]
    return heights


@given(puzzle=strategies.puzzles(5), dimensions=strategies.all_dimensions())
def test_a_triangle_has_the_direction_of_its_plate_or_of_the_hole_that_it_bounds(
    puzzle: Puzzle, dimensions: Dimensions
) -> None:
    mesh = box(puzzle, dimensions).mesh()
    middles, normals = middles_and_normals(mesh)
    expected = np.abs(normals).argmax(axis=1)
    for side in (1, -1):
        # What is below a triangle counts for more than what is above it.
        plates = plates_at(middles + side * NEAR * normals, puzzle, dimensions)
        one_only = plates.sum(axis=1) == 1
        expected[one_only] = plates[one_only].argmax(axis=1)
    found = directions_of(mesh)
    outer = np.array(dimensions.outer_size(puzzle.size))
    inside = middles - NEAR * normals + np.array([outer[0] / 2, outer[1] / 2, 0])
    of_posts = (heights_over(inside, outer) > 0).any(axis=1)
    assert found[~of_posts].tolist() == expected[~of_posts].tolist()
    assert set(found[of_posts].tolist()) <= {AT_START, AT_END}


@given(puzzle=strategies.puzzles(5), dimensions=strategies.all_dimensions())
def test_the_outer_sides_are_each_of_one_direction(puzzle: Puzzle, dimensions: Dimensions) -> None:
    mesh = box(puzzle, dimensions).mesh()
    middles, _ = middles_and_normals(mesh)
    outer = np.array(dimensions.outer_size(puzzle.size))
    lowest = np.array([-outer[0] / 2, -outer[1] / 2, 0.0])
    in_posts = (heights_over(middles - lowest, outer) > NEAR).any(axis=1)
    for axis in range(3):
        for side in (lowest[axis], lowest[axis] + outer[axis]):
            on_side = np.isclose(middles[:, axis], side) & ~in_posts
            assert on_side.any()
            assert set(directions_of(mesh)[on_side].tolist()) == {axis}


def test_the_smallest_box_in_numbers() -> None:
    # The smallest puzzle, without posts, can be counted by hand: a face is a frame round one hole.
    puzzle = generate(Settings((2, 1, 1)))
    dimensions = Dimensions(plate=3.0, start_marker=0, end_marker=0)
    mesh = box(puzzle, dimensions).mesh()
    areas = np.linalg.norm(area_vectors(mesh), axis=1)
    by_direction = [areas[mesh.faces.directions == axis].sum() for axis in range(3)]
    # Of a plate one sees the outer side of its frame and the walls of its hole; inside nothing stands out.
    x_plates = 2 * ((11 * 11 - 5 * 5) + 3 * 4 * 5)
    other_plates = 2 * ((19 * 11 - 13 * 5) + 3 * (2 * 13 + 2 * 5))
    assert by_direction == [x_plates, other_plates, other_plates]


def test_the_cross_has_no_directions_and_the_way_those_of_its_steps() -> None:
    puzzle = generate(Settings((3, 3, 3)))
    assert cross(puzzle.size, Dimensions()).mesh().faces.directions is None
    assert set(directions_of(trace(puzzle, Dimensions()).mesh()).tolist()) <= set(range(WAY_STEPS))
