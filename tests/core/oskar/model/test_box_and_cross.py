# SPDX-License-Identifier: GPL-3.0-or-later
"""Box, cross and trace are closed bodies that are filled where they should be, each triangle of its face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model import box_and_cross
from puzzle_cubes.oskar.model.box_and_cross import AT_END, AT_START, WAY_STEPS, box, cross, trace, way_of_cross
from puzzle_cubes.oskar.model.dimensions import Dimensions, center_and_radius
from puzzle_cubes.solids.mesh import Mesh
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.reference_geometry import (
    arms,
    box_corner,
    center_of_cell,
    square_edges,
)
from tests.core.solids import judges
from tests.core.solids.measured import (
    Floats,
    euler_genus,
    is_filled,
)


def framed_squares(size: reference.Triple) -> NDArray[np.intp]:
    """Return all squares of the box from frame to frame, as three numbers each."""
    return np.array(list(product(*(range(2 * cells + 1) for cells in size))))


def is_wall(maze: reference.Maze, size: reference.Triple, square: reference.Triple) -> bool:
    """Report whether a framed square is filled: it lies in one of the six faces, and is not open in it."""
    in_frame = [square[axis] in (0, 2 * size[axis]) for axis in range(3)]
    if sum(in_frame) != 1:
        return any(in_frame)
    first, second = (axis for axis in range(3) if not in_frame[axis])
    return (square[first] - 1, square[second] - 1) not in maze[first, second]


def walls(puzzle: Puzzle) -> NDArray[np.bool_]:
    """Return for all framed squares whether they are filled."""
    maze = reference.maze_of(puzzle)
    return np.array([is_wall(maze, puzzle.size, (x, y, z)) for x, y, z in framed_squares(puzzle.size).tolist()])


def points_in_squares(size: reference.Triple, dimensions: Dimensions, part: float) -> Floats:
    """Return a point in each framed square, at a part of the way from its lowest to its highest corner."""
    along = []
    for cells in size:
        edges = np.array(square_edges(cells, dimensions))
        along.append(edges[:-1] + part * np.diff(edges))
    squares = framed_squares(size)
    points: Floats = np.stack([along[axis][squares[:, axis]] for axis in range(3)], axis=1)
    return np.add(points, box_corner(size, dimensions))


@pytest.mark.parametrize("part", [0.001, 0.999])
@given(puzzle=strategies.puzzles(4), dimensions=strategies.all_dimensions())
def test_squares_reach_to_their_edges(part: float, puzzle: Puzzle, dimensions: Dimensions) -> None:
    points = points_in_squares(puzzle.size, dimensions, part)
    assert np.array_equal(is_filled(box(puzzle, dimensions), points), walls(puzzle))


@given(strategies.puzzles(5), strategies.all_dimensions())
def test_the_volume_is_that_of_the_walls(puzzle: Puzzle, dimensions: Dimensions) -> None:
    widths = [np.diff(square_edges(cells, dimensions)) for cells in puzzle.size]
    squares = framed_squares(puzzle.size)[walls(puzzle)]
    volume = sum(float(widths[0][x] * widths[1][y] * widths[2][z]) for x, y, z in squares.tolist())
    assert box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0)).volume == pytest.approx(volume)


@given(strategies.sizes(8), strategies.all_dimensions())
def test_the_cross_is_the_union_of_its_arms(size: strategies.Triple, dimensions: Dimensions) -> None:
    solid = cross(size, dimensions)
    lowest, highest = np.moveaxis(arms(size, (0, 0, 0), dimensions) - center_of_cell(size, (0, 0, 0), dimensions), 1, 0)
    vertices = solid.mesh().vertices
    assert vertices.min(axis=0).tolist() == pytest.approx(lowest.min(axis=0).tolist())
    assert vertices.max(axis=0).tolist() == pytest.approx(highest.max(axis=0).tolist())
    # The three arms share a cube of the arm's width, which counts once.
    width = dimensions.passage - 2 * dimensions.clearance
    assert solid.volume == pytest.approx(np.prod(highest - lowest, axis=1).sum() - 2 * width**3)


@given(strategies.sizes(8), strategies.all_dimensions())
def test_centers_of_cells(size: strategies.Triple, dimensions: Dimensions) -> None:
    for position in reference.positions(size):
        center = center_of_cell(size, position, dimensions).tolist()
        assert dimensions.center(size, position) == pytest.approx(center, abs=1e-9)


@given(strategies.puzzles(6), strategies.all_dimensions())
def test_the_trace_is_the_bar_along_the_solution(puzzle: Puzzle, dimensions: Dimensions) -> None:
    solid, width = trace(puzzle, dimensions), (dimensions.passage - 2 * dimensions.clearance) / 2
    centers = np.array([center_of_cell(puzzle.size, position, dimensions) for position in puzzle.solution])
    between = [
        part * here + (1 - part) * neighbor for here, neighbor in pairwise(centers) for part in (0.001, 0.3, 0.5, 0.9)
    ]
    # A hair beside the center's line, which may lie on a line of the grid.
    assert is_filled(solid, np.concatenate((centers, between)) + 1e-6).all()
    length = (len(centers) - 1) * (dimensions.passage + dimensions.wall)
    assert solid.volume == pytest.approx(width**2 * (length + width))
    vertices = solid.mesh().vertices
    assert vertices.min(axis=0) == pytest.approx(centers.min(axis=0) - width / 2, abs=1e-9)
    assert vertices.max(axis=0) == pytest.approx(centers.max(axis=0) + width / 2, abs=1e-9)


def test_the_room_of_the_way_is_what_the_arms_sweep() -> None:
    puzzle, dimensions = generate(Settings((4, 3, 5), seed=3)), Dimensions()
    low, high = np.moveaxis(way_of_cross(puzzle, dimensions), -1, 0)
    assert (low < high).all()
    centers = np.array([dimensions.center(puzzle.size, position) for position in puzzle.solution])
    arms = np.array(dimensions.half_arms(puzzle.size))
    for center, axis, share in product(centers, range(3), (-1, -0.5, 0, 0.5, 1)):
        point = center + share * np.where(np.arange(3) == axis, arms, 0)
        assert ((low <= point + 1e-9) & (point - 1e-9 <= high)).all(axis=1).any()
    assert low.min(axis=0) == pytest.approx(centers.min(axis=0) - arms)
    assert high.max(axis=0) == pytest.approx(centers.max(axis=0) + arms)


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


MakePart = Callable[[Puzzle, Dimensions], Solid]


def make_cross(puzzle: Puzzle, dimensions: Dimensions) -> Solid:
    """Return the cross of a puzzle."""
    return cross(puzzle.size, dimensions)


@pytest.mark.parametrize(("make", "handles"), [(box, 5), (make_cross, 0), (trace, 0)])
@given(puzzle=strategies.puzzles(5), dimensions=strategies.all_dimensions())
def test_each_part_is_one_body(make: MakePart, handles: int, puzzle: Puzzle, dimensions: Dimensions) -> None:
    # A hollow box with one hole a face has five handles: each hole but the first adds one.
    mesh = make(puzzle, dimensions).mesh()
    judged = judges.manifold_of(mesh)
    assert len(judged.decompose()) == 1
    assert judged.genus() == euler_genus(mesh) == handles


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
    directions = directions_of(mesh)
    outer = np.array(dimensions.outer_size(puzzle.size))
    inside = middles - NEAR * normals + np.array([outer[0] / 2, outer[1] / 2, 0])
    of_posts = (heights_over(inside, outer) > 0).any(axis=1)
    assert directions[~of_posts].tolist() == expected[~of_posts].tolist()
    assert set(directions[of_posts].tolist()) <= {AT_START, AT_END}


def test_the_cross_has_no_directions_and_the_way_those_of_its_steps() -> None:
    puzzle = generate(Settings((3, 3, 3)))
    assert cross(puzzle.size, Dimensions()).mesh().faces.directions is None
    assert set(directions_of(trace(puzzle, Dimensions()).mesh()).tolist()) <= set(range(WAY_STEPS))
