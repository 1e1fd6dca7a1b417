# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls hang on the frame, give and break as plain walks, finite elements and textbooks say, and so do arms."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import mean

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.maze.faces import Face, uniform_tree
from puzzle_cubes.oskar.maze.wall_bending import WallSection, post_gives, post_places, wall_trees
from puzzle_cubes.oskar.model.box_and_cross import cross
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.strength import WallStrength, bar_breaks, wall_strength
from puzzle_cubes.printing.printer import MATERIALS
from puzzle_cubes.solids.solid import solid_from_boxes
from tests.core.oskar import strategies
from tests.core.oskar.model.frame_of_beams import Bar, solved


def squares_from_frame(face: Face) -> dict[tuple[int, int], int]:
    """Return how many squares each post is away from the frame, by walls, counted in a grid with the frame round it."""
    grid = face.inflate()
    walls = networkx.grid_2d_graph(*grid.shape).subgraph(map(tuple, np.argwhere(grid).tolist()))
    columns, rows = grid.shape
    frame = {(i, j) for i, j in walls if i in (0, columns - 1) or j in (0, rows - 1)}
    away = networkx.multi_source_dijkstra_path_length(walls, frame) if frame else {}
    return {((i + 1) // 2, (j + 1) // 2): 1 + count for (i, j), count in away.items() if i % 2 and j % 2}


@given(draw.data())
def test_each_post_hangs_on_the_frame_by_its_shortest_way_of_walls(data: draw.DataObject) -> None:
    shape = data.draw(draw.tuples(draw.integers(1, 6), draw.integers(1, 6)))
    face = data.draw(strategies.faces(shape))
    trees, reach = wall_trees(face), squares_from_frame(face)
    assert set(trees.posts) == set(reach)
    assert len(trees.posts) == len(reach)
    assert trees.floating == (len(reach) < (shape[0] - 1) * (shape[1] - 1))
    grid = face.inflate()
    for number, post in enumerate(trees.posts):
        way = trees.way(number)
        assert way[-1] == post
        assert way[0][0] in {0, shape[0]} or way[0][1] in {0, shape[1]}
        assert 2 * len(way) - 2 == reach[post] + reach[post] % 2
        for (a, b), (c, d) in pairwise(way):
            assert abs(a - c) + abs(b - d) == 1
            # The square between two posts, and they are at the odd ones.
            assert grid[a + c - 1, b + d - 1]


PLA = MATERIALS["pla"]


def gives_of(face: Face, dimensions: Dimensions) -> dict[tuple[int, int], list[float]]:
    """Return what the posts of a face give, by their names."""
    trees = wall_trees(face)
    x, y = (post_places(cells, dimensions.passage, dimensions.wall) for cells in face.shape)
    section = WallSection(dimensions.wall, dimensions.plate, PLA.stiffness)
    return dict(zip(trees.posts, post_gives(trees, (x, y), section), strict=True))


def strength_of(face: Face, dimensions: Dimensions) -> WallStrength:
    """Return the strength of a face that has walls."""
    strength = wall_strength(face, dimensions, PLA)
    assert strength is not None
    return strength


def bar_of(dimensions: Dimensions) -> Bar:
    """Return the walls' section, for the finite elements."""
    return Bar(dimensions.wall, dimensions.plate, PLA.stiffness)


@draw.composite
def tree_faces(draw_one: draw.DrawFn) -> Face:
    """Draw a face that is a tree of passages, with walls in it."""
    shape = draw_one(draw.tuples(draw.integers(2, 6), draw.integers(2, 6)))
    return Face.from_tree(shape, uniform_tree(shape, Random(draw_one(draw.integers(0, 2**31)))))


@given(tree_faces(), strategies.lengths(1, 10), strategies.lengths(0.5, 5), strategies.lengths(0.5, 5))
def test_walls_give_and_break_as_finite_elements_say(face: Face, passage: float, wall: float, plate: float) -> None:
    dimensions = Dimensions(passage=passage, wall=wall, plate=plate, clearance=0.1)
    gives, stress = solved(face, passage, wall, bar_of(dimensions))
    gives_told = gives_of(face, dimensions)
    assert gives_told.keys() == gives.keys()
    for post, give in gives.items():
        assert gives_told[post] == pytest.approx(give, rel=0.01)
    strength = strength_of(face, dimensions)
    assert strength.breaks == pytest.approx(PLA.strength / stress, rel=0.02)
    assert strength.aside == pytest.approx(max(max(give[:2]) for give in gives.values()), rel=0.01)
    assert strength.inward == pytest.approx(max(give[2] for give in gives.values()), rel=0.01)


@given(draw.data())
def test_walls_that_are_held_twice_are_no_weaker_than_told(data: draw.DataObject) -> None:
    face = data.draw(strategies.faces(data.draw(draw.tuples(draw.integers(2, 5), draw.integers(2, 5)))))
    if wall_trees(face).floating:
        return
    dimensions = Dimensions()
    gives, _ = solved(face, dimensions.passage, dimensions.wall, bar_of(dimensions))
    gives_told = gives_of(face, dimensions)
    assert all((np.array(gives_told[post]) > 0.99 * np.array(give)).all() for post, give in gives.items())


@pytest.mark.parametrize(
    ("size", "dimensions", "aside", "inward", "breaks"),
    [
        ((5, 5, 5), Dimensions(plate=3.0), 1.1, 2.8, 4.1),
        ((8, 8, 8), Dimensions(plate=3.0), 6.3, 11.8, 2.4),
        ((5, 5, 5), Dimensions(passage=3.2, wall=1.6, plate=1.6, clearance=0.3), None, None, 1.0),
    ],
)
def test_puzzles_are_as_strong_as_a_model_of_others_has_them(
    size: tuple[int, int, int], dimensions: Dimensions, aside: float | None, inward: float | None, breaks: float
) -> None:
    puzzles = [generate(settings_with(size=size, seed=seed)) for seed in range(12)]
    walls = [[strength_of(face, dimensions) for face in puzzle.faces] for puzzle in puzzles]
    assert mean(min(wall.breaks for wall in faces) for faces in walls) == pytest.approx(breaks, rel=0.25)
    if aside is not None:
        assert mean(max(wall.aside for wall in faces) for faces in walls) == pytest.approx(aside, rel=0.25)
        assert mean(max(wall.inward for wall in faces) for faces in walls) == pytest.approx(inward, rel=0.25)


def test_a_face_without_posts_has_no_wall_to_break() -> None:
    assert wall_strength(Face((4, 1), 0b111, 0), Dimensions(), PLA) is None


def test_an_arm_breaks_as_a_cantilever() -> None:
    dimensions = Dimensions(passage=2.2, wall=1.2)
    (arm, _, _) = dimensions.half_arms((30, 2, 2))
    expected = 40 * 1.4**3 / 6 / (arm - 0.7)
    assert bar_breaks(cross((30, 2, 2), dimensions), PLA) == pytest.approx(expected)
    # As slender as that it breaks at a touch.
    assert expected == pytest.approx(0.2, rel=0.15)


def test_a_bar_with_a_slot_breaks_at_its_cheeks() -> None:
    # A bar of 6 x 4 with a slot through its middle, 2 wide: the cheeks are 2 x 4 each.
    bar = solid_from_boxes(
        np.array([[(-50.0, 50.0), (-3.0, 3.0), (-2.0, 2.0)]]), np.array([[(10.0, 12.0), (-1.0, 1.0), (-2.0, 2.0)]])
    )
    slotted = min((6**3 - 2**3) * 4 / 12 / 3, (6 - 2) * 4**2 / 6) / 40
    whole = min(6**2 * 4 / 6, 6 * 4**2 / 6) / 50
    assert bar_breaks(bar, PLA) == pytest.approx(40 * min(slotted, whole))
    assert slotted < whole
    # A groove at one side moves the middle of the section: a T, by the textbook's table of areas.
    grooved = solid_from_boxes(
        np.array([[(-50.0, 50.0), (-3.0, 3.0), (-2.0, 2.0)]]), np.array([[(-2.0, 2.0), (-3.0, 1.0), (0.0, 2.0)]])
    )
    areas = [(12.0, -1.0, 2.0), (4.0, 1.0, 2.0)]
    middle = sum(area * at for area, at, _ in areas) / 16
    inertia = sum(area * height**2 / 12 + area * (at - middle) ** 2 for area, at, height in areas)
    upright = inertia / (2 - middle)
    parts = [(8.0, -1.0, 4.0), (8.0, 2.0, 2.0)]
    middle = sum(area * at for area, at, _ in parts) / 16
    inertia = sum(area * height**2 / 12 + area * (at - middle) ** 2 for area, at, height in parts)
    level = inertia / max(3 - middle, middle + 3)
    assert bar_breaks(grooved, PLA) == pytest.approx(40 * min(upright, level) / 50)
