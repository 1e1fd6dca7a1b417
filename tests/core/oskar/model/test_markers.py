# SPDX-License-Identifier: GPL-3.0-or-later
"""Start and end are marked on three adjacent faces: by posts of a box, by pits and grooves of a kit."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.box_and_cross import AT_END, AT_START, box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import PLATE_NAMES, kit
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.kit_grid import Booleans, Grid
from tests.core.oskar.model.reference_geometry import box_corner, middle_of_square, outer_length, square_edges
from tests.core.solids import judges
from tests.core.solids.measured import Floats, is_filled, mesh_flaws

Heights = dict[reference.Square, float]
Squares = set[tuple[int, int]]

FRONT = 1
"""The axis whose lower face has the posts; of the others it is the upper one."""


def posts_round(position: reference.Triple, axes: tuple[int, int]) -> Squares:
    """Return the framed squares diagonal to a cell of the face that two axes span."""
    i, j = (2 * position[axis] + 1 for axis in axes)
    return {(i + first, j + second) for first, second in product((-1, 1), (-1, 1))}


def expected_heights(puzzle: Puzzle, dimensions: Dimensions, axes: tuple[int, int]) -> Heights:
    """Return the height of the marked framed squares of the face that two axes span."""
    heights: Heights = {}
    marks = ((puzzle.start, dimensions.start_marker), (puzzle.end, dimensions.end_marker))
    for position, height in marks:
        for post in posts_round(position, axes):
            heights[post] = max(height, heights.get(post, 0))
    return {square: height for square, height in heights.items() if height > 0}


def over(puzzle: Puzzle, dimensions: Dimensions, axes: tuple[int, int], heights: Heights) -> Floats:
    """Return a point over the middle of each framed square of the marked face that two axes span, so high each."""
    normal = 3 - sum(axes)
    corner = box_corner(puzzle.size, dimensions)
    outside = -1.0 if normal == FRONT else 1.0
    points = np.full((len(heights), 3), corner[normal])
    points[:, normal] += (normal != FRONT) * outer_length(puzzle.size[normal], dimensions)
    for point, (square, height) in zip(points, heights.items(), strict=True):
        point[normal] += outside * height
        for axis, number in zip(axes, square, strict=True):
            point[axis] = corner[axis] + middle_of_square(number, puzzle.size[axis], dimensions)
    return points


@given(strategies.puzzles(5) | strategies.marked_puzzles(5), strategies.all_dimensions())
def test_posts_stand_diagonal_to_start_and_end(puzzle: Puzzle, dimensions: Dimensions) -> None:
    solid = box(puzzle, dimensions)
    for axes in reference.FACES.values():
        posts = expected_heights(puzzle, dimensions, axes)
        first, second = (range(2 * puzzle.size[axis] + 1) for axis in axes)
        free = {square: posts.get(square, 0.0) + 1e-6 for square in product(first, second)}
        assert not is_filled(solid, over(puzzle, dimensions, axes, free)).any()
        for share in (0.001, 0.5, 0.999):
            filled = {square: share * height for square, height in posts.items()}
            assert is_filled(solid, over(puzzle, dimensions, axes, filled)).all()


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


@given(strategies.marked_puzzles(5), strategies.all_dimensions())
def test_any_start_and_any_end_leave_one_closed_body(puzzle: Puzzle, dimensions: Dimensions) -> None:
    mesh = box(puzzle, dimensions).mesh()
    assert mesh_flaws(mesh) == []
    assert len(judges.manifold_of(mesh).decompose()) == 1


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
        start, end = (posts_round(at, axes) for at in (puzzle.start, puzzle.end))
        assert colors_of.keys() == start | end
        assert all(len(colors) == 1 for colors in colors_of.values())
        assert all(colors_of[post] == {AT_START} for post in start - end)
        assert all(colors_of[post] == {AT_END} for post in end - start)
        assert set().union(*colors_of.values()) == {AT_START, AT_END}


MARKED = ("x_max", "y_min", "z_max")
"""The plates with the marks, by the axis that they lie across."""

ALIKE = 1.21
"""How much longer than wide a pit may be, which a joint beside it cuts into; a groove is longer, also in tiny boxes."""


def outlines(puzzle: Puzzle, dimensions: Dimensions, axes: tuple[int, int]) -> list[Floats]:
    """Return what the marks look like face on: the contours that they have on the outer side of a marked plate.

    Each is an array of corners along the two axes, counted from the box's corner.
    """
    normal = 3 - sum(axes)
    number = PLATE_NAMES.index(MARKED[normal])
    part = kit(puzzle, dimensions)[number]
    bare = kit(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))[number]
    marked, whole = (judges.manifold_of(plate.printed.mesh()).slice(0.01) for plate in (part, bare))
    # In print the two axes after the normal's are x and y; of an upper plate the second one runs the other way.
    ways = [((normal + 1) % 3, 1), ((normal + 2) % 3, -1 if MARKED[normal].endswith("max") else 1)]
    contours = []
    for contour in (whole - marked).to_polygons():
        corners = np.empty_like(contour)
        for place, (axis, sign) in enumerate(ways):
            middle = outer_length(puzzle.size[axis], dimensions) / 2
            corners[:, axes.index(axis)] = sign * contour[:, place] + middle
        contours.append(corners)
    return contours


def sides(contour: Floats) -> tuple[float, float]:
    """Return the shorter and the longer side of the rectangle round a contour."""
    short, long = sorted(np.ptp(contour, axis=0))
    return float(short), float(long)


def squares_of(contour: Floats, puzzle: Puzzle, dimensions: Dimensions, axes: tuple[int, int]) -> Squares:
    """Return the framed squares that a contour reaches into."""
    touched = []
    for place, axis in enumerate(axes):
        edges = square_edges(puzzle.size[axis], dimensions)
        low, high = contour[:, place].min() + 1e-3, contour[:, place].max() - 1e-3
        touched.append(range(int(np.searchsorted(edges, low)) - 1, int(np.searchsorted(edges, high))))
    first, second = touched
    return set(product(first, second))


@given(strategies.marked_puzzles(5), strategies.kit_dimensions())
def test_face_on_pits_are_at_the_posts_of_the_start_and_grooves_at_those_of_the_end(
    puzzle: Puzzle, dimensions: Dimensions
) -> None:
    # In thinner plates marks are a sixth of a millimeter wide, which the check calls lost.
    plate = max(1.2, dimensions.plate)
    dimensions = replace(dimensions, start_marker=3.0, end_marker=1.5, plate=plate)
    for axes in reference.FACES.values():
        pits, grooves = set[tuple[int, int]](), list[Squares]()
        for contour in outlines(puzzle, dimensions, axes):
            short, long = sides(contour)
            touched = squares_of(contour, puzzle, dimensions, axes)
            if long < ALIKE * short:
                assert len(touched) == 1
                pits |= touched
            else:
                grooves.append(touched)
        assert pits == posts_round(puzzle.start, axes)
        assert len(grooves) == 4
        for post in posts_round(puzzle.end, axes):
            assert any(post in groove or beside(post) & groove for groove in grooves)


def beside(square: tuple[int, int]) -> Squares:
    """Return the four squares beside one."""
    i, j = square
    return {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)}


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("size", [(4, 4, 4), (2, 1, 1), (1, 5, 2)])
def test_a_groove_is_seen_and_felt_to_be_longer_than_a_pit(preset: str, size: reference.Triple) -> None:
    dimensions = PRESETS[preset].dimensions
    puzzle = generate(Settings(size=size, start="best"))
    for axes in reference.FACES.values():
        lengths = [sides(contour) for contour in outlines(puzzle, dimensions, axes)]
        pits = [short for short, long in lengths if long < ALIKE * short]
        grooves = [long for short, long in lengths if long >= ALIKE * short]
        # About as wide as a line of a common nozzle at least, or it is lost.
        assert min(pits) >= 0.38
        assert min(grooves) >= 2 * max(pits)


@pytest.mark.thorough
@given(strategies.puzzles(5), strategies.kit_dimensions())
def test_a_mark_leaves_rims_and_most_of_the_plate(puzzle: Puzzle, dimensions: Dimensions) -> None:
    bare = kit(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    marked = kit(puzzle, dimensions)
    for before, after in zip(bare, marked, strict=True):
        grid = Grid.of({"before": before.in_place.mesh(), "after": after.in_place.mesh()})
        gone = grid.bodies["before"] & ~grid.bodies["after"]
        assert not (grid.bodies["after"] & ~grid.bodies["before"]).any()
        if not gone.any():
            continue
        axis = PLATE_NAMES.index(before.key[8:]) // 2
        assert before.key[8:] == MARKED[axis]
        assert before.solid.extent == after.solid.extent
        depth = depth_of(grid, gone, axis)
        assert depth <= 0.36 * dimensions.plate + 1e-6
        assert depth <= max(dimensions.start_marker, dimensions.end_marker) + 1e-6
        # A quarter of the wall on both sides; in the frame, a joint's gap less than a quarter of its width;
        # two grooves that lead to each other leave a fifth of the passage, and a groove beside a pit half of its width.
        between = min(0.1, 0.125 * dimensions.passage)
        rim = min(0.25 * dimensions.wall, 0.25 * dimensions.plate - dimensions.joint, between)
        across = [second_axis for second_axis in range(3) if second_axis != axis]
        for second_axis in across:
            assert thinnest_rim(grid, gone, axis, second_axis, dimensions) >= rim - 0.03


def depth_of(grid: Grid, gone: Booleans, axis: int) -> float:
    """Return how far from the outer side of a marked plate something is cut out of it."""
    layers = np.flatnonzero(np.moveaxis(gone, axis, 0).any(axis=(1, 2)))
    line = grid.lines[axis]
    return float(line[-1] - line[layers[0]] if MARKED[axis].endswith("max") else line[layers[-1] + 1] - line[0])


def thinnest_rim(grid: Grid, gone: Booleans, axis: int, along: int, dimensions: Dimensions) -> float:
    """Return the least length of material that ends at a mark in the outermost layer, along an axis.

    What a mark goes over the joint into a finger does not count: beside that the finger is whole.
    """
    rest = grid.bodies["after"]
    outermost = [np.take(boxes, -1 if MARKED[axis].endswith("max") else 0, axis=axis) for boxes in (gone, rest)]
    place = [second_axis for second_axis in range(3) if second_axis != axis].index(along)
    cut, kept = (np.moveaxis(boxes, place, 0) for boxes in outermost)
    line, across = grid.lines[along], grid.lines[3 - axis - along]
    own = dimensions.plate / 2 + dimensions.joint - 1e-6
    least = np.inf
    for column in np.flatnonzero((across[:-1] >= across[0] + own) & (across[1:] <= across[-1] - own)).tolist():
        changes = np.flatnonzero(np.diff(np.pad(kept[:, column], 1).astype(int)))
        for first, last in zip(changes[::2], changes[1::2], strict=True):
            ends_at_mark = (first > 0 and cut[first - 1, column]) or (last < len(cut) and cut[last, column])
            least = min(least, line[last] - line[first] if ends_at_mark else np.inf)
    return float(least)


@pytest.mark.thorough
@given(strategies.puzzles(4), strategies.kit_dimensions(), draw.sampled_from(("start_marker", "end_marker")))
@run_with(max_examples=15)
def test_a_depth_of_zero_gives_no_marks(puzzle: Puzzle, dimensions: Dimensions, kind: str) -> None:
    depths: dict[str, Any] = {"start_marker": 0.0, "end_marker": 0.0}
    for axes in reference.FACES.values():
        assert outlines(puzzle, replace(dimensions, **depths), axes) == []
        assert len(outlines(puzzle, replace(dimensions, **(depths | {kind: 2.0})), axes)) == 4


@pytest.mark.thorough
@pytest.mark.parametrize("start", list(product((0, 2), repeat=3)))
def test_every_corner_of_a_kit_can_be_marked(start: reference.Triple) -> None:
    maze = generate(Settings(size=(3, 3, 3), seed=11))
    x, y, z = start
    # Beside it, where both coincide in one projection, diagonal to it, and in the corner opposite.
    for end in ((abs(x - 1), y, z), (x, y, 2 - z), (abs(x - 1), abs(y - 1), z), (2 - x, 2 - y, 2 - z)):
        puzzle = replace(maze, start=start, end=end, settings=None)
        for part in kit(puzzle, Dimensions())[:6]:
            mesh = part.in_place.mesh()
            assert mesh_flaws(mesh) == []
            assert len(judges.manifold_of(mesh).decompose()) == 1
