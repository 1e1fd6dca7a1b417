# SPDX-License-Identifier: GPL-3.0-or-later
"""Every style makes puzzles that hold what they promise, by its own algorithm, from any start to any end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.generators.growing import CHOICES
from puzzle_cubes.oskar.making.loop_free_faces import GrowthRecord
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.measures import Measures, corner_positions
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts


def check_faces_and_solution(puzzle: Puzzle, maze: reference.Maze) -> None:
    """Assert that the faces are spanning trees, and that the solution is legal and the shortest there is."""
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], puzzle.size[first], puzzle.size[second])
    assert puzzle.start != puzzle.end
    assert (puzzle.solution[0], puzzle.solution[-1]) == (puzzle.start, puzzle.end)
    for here, neighbor in pairwise(puzzle.solution):
        assert neighbor in reference.neighbors(maze, puzzle.size, here)
    assert len(puzzle.solution) - 1 == reference.distances(maze, puzzle.size, puzzle.start)[puzzle.end]


def check_ends(puzzle: Puzzle, maze: reference.Maze, settings: Settings) -> None:
    """Assert that start and end are what was asked for: an end is a dead end, and lies as far away as it has to."""
    x, y, z = settings.size
    style = STYLES[settings.style]
    start = style.resolved(settings).start
    length = puzzle.measures.length
    most_from_start = max(reference.distances(maze, puzzle.size, puzzle.start).values())
    most_from_end = max(reference.distances(maze, puzzle.size, puzzle.end).values())
    no_loops = puzzle.measures.loops == 0
    if no_loops:
        assert len(reference.neighbors(maze, puzzle.size, puzzle.end)) == 1
    if start != "best":
        assert puzzle.start == ((x // 2, y // 2, z - 1) if start == "center" else start)
        if settings.end == "farthest" or (settings.end == "deepest" and (no_loops or style.searched)):
            assert length == most_from_start
    elif not style.searched:
        assert length == most_from_end
    elif settings.end != "first":
        # Where a search found no move at all, the ends are chosen as in the other styles.
        assert length in {most_from_start, most_from_end}


def check_that_no_attempt_allowed_a_move(settings: Settings) -> None:
    """Assert that the start had no neighbor in any attempt, each made once more."""
    # What grows from the start never leaves it without a move.
    assert STYLES[settings.style].start == "best"
    assert settings.fixed_start is not None
    random = Random(settings.seed)
    for _ in range(1 if STYLES[settings.style].searched else settings.attempts):
        maze = reference.maze_of_faces(attempts.draft_of(settings, random).faces)
        assert reference.neighbors(maze, settings.size, settings.fixed_start) == []


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
def test_a_style_makes_what_is_asked_for(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(6, [style], 200))
    _, puzzle = attempts.run(settings)
    if isinstance(puzzle, NotFoundError):
        assert puzzle.best is None
        check_that_no_attempt_allowed_a_move(settings)
        return
    assert (puzzle.size, puzzle.settings, puzzle.flaws) == (settings.size, settings, ())
    maze = reference.maze_of(puzzle)
    check_faces_and_solution(puzzle, maze)
    check_ends(puzzle, maze, settings)


seeds = draw.integers(0, LARGEST_SEED)


def measured(**values: Any) -> Measures:
    """Return the measures of a puzzle."""
    return generate(settings_with(**values)).measures


@given(strategies.sizes(9), seeds)
def test_a_unicursal_way_goes_through_every_position(size: strategies.Triple, seed: int) -> None:
    measures = measured(style="unicursal", size=size, seed=seed)
    assert measures.length == measures.positions - 1
    assert (measures.loops, measures.decisions) == (0, 0)


@pytest.mark.parametrize("size", [(6, 6, 6), (7, 7, 7), (8, 8, 8), (12, 12, 1)])
def test_a_unicursal_way_is_another_one_in_every_seed(size: strategies.Triple) -> None:
    made = {generate(settings_with(style="unicursal", size=size, seed=seed)).faces for seed in range(30)}
    assert len(made) == 30


@given(strategies.sizes(8), seeds)
def test_divided_boxes_are_whole_and_have_no_loop(size: strategies.Triple, seed: int) -> None:
    measures = measured(style="division", size=size, seed=seed)
    assert measures.reachable == measures.positions
    assert measures.loops == 0


@given(draw.tuples(*[draw.integers(4, 8)] * 3), seeds)
def test_a_divided_face_has_a_wall_from_side_to_side_with_one_gap(size: strategies.Triple, seed: int) -> None:
    for face in generate(settings_with(style="division", size=size, seed=seed)).faces:
        grid = face.inflate()
        walls = [grid[place] for place in range(1, grid.shape[0], 2)]
        walls += [grid[:, place] for place in range(1, grid.shape[1], 2)]
        assert any(np.count_nonzero(wall == 0) == 1 for wall in walls)


@given(strategies.sizes(8), seeds, draw.integers(1, 30), draw.floats(0, 1))
def test_a_forest_has_all_corners_in_one_region(
    size: strategies.Triple, seed: int, trees: int, sprouting: float
) -> None:
    measures = measured(style="growing_forest", size=size, seed=seed, trees=trees, sprouting=sprouting)
    assert measures.corners == len(corner_positions(size))


@pytest.mark.parametrize("seed", range(4))
def test_a_large_forest_has_all_corners_in_one_region(seed: int) -> None:
    assert measured(style="growing_forest", size=(20, 20, 20), seed=seed).corners == 8


@pytest.mark.parametrize(
    ("values", "name", "falling"),
    [
        ({"style": "growing_tree"}, "newest_share", (1.0, 0.5, 0.0)),
        ({"style": "growing_tree", "choice": "recent"}, "newest_count", (1, 5, 1000)),
        ({"style": "hunt_and_kill"}, "eagerness", (0.0, 0.2, 1.0)),
    ],
)
def test_the_further_from_the_newest_it_grows_on_the_shorter_the_way(
    values: dict[str, Any], name: str, falling: tuple[float, ...]
) -> None:
    means = [
        fmean(measured(size=(8, 8, 8), seed=seed, **values, **{name: value}).length for seed in range(12))
        for value in falling
    ]
    assert means == sorted(means, reverse=True)


def test_the_forms_of_prim_are_three() -> None:
    true, simplified, modified = (
        [generate(settings_with(style="prim", form=form, size=(8, 8, 8), seed=seed)) for seed in range(12)]
        for form in ("true", "simplified", "modified")
    )
    assert not {puzzle.faces for puzzle in true} & {puzzle.faces for puzzle in simplified}
    assert not {puzzle.faces for puzzle in modified} & {puzzle.faces for puzzle in simplified}
    # By weights a tree goes along the light moves, which lead far.
    assert fmean(puzzle.measures.length for puzzle in true) > fmean(puzzle.measures.length for puzzle in simplified)


SIDE = 8
MAZES = 150


def planes(style: str, count: int) -> list[Face]:
    """Return the faces XY of boxes one cell high."""
    random = Random(11)
    settings = settings_with(style=style, size=(SIDE, SIDE, 1))
    return [attempts.draft_of(settings, random).faces[0] for _ in range(count)]


def rows_of(face: Face) -> tuple[list[list[bool]], list[list[bool]]]:
    """Return the passages along rows, and those to the next row, each as rows of cells."""
    first, second = face.arrays()
    return first.tolist(), second.tolist()


def test_a_sidewinder_has_one_straight_corridor_and_one_way_back_from_each_run() -> None:
    runs = []
    for face in planes("sidewinder", MAZES):
        along, onward = rows_of(face)
        assert along[0] == [True] * (SIDE - 1) + [False]
        for row in range(1, SIDE):
            run = []
            for place in range(SIDE):
                run.append(onward[row - 1][place])
                if not along[row][place]:
                    assert sum(run) == 1
                    runs.append(len(run))
                    run = []
    # A run goes on by a toss, and at the side it ends: in the mean 2 - 2 ** (1 - 8) cells.
    ends = 1 + (SIDE - 1) / 2
    assert abs(fmean(runs) - SIDE / ends) < 0.06


def test_a_binary_tree_has_two_straight_corridors_and_a_toss_elsewhere() -> None:
    back = []
    for face in planes("binary_tree", MAZES):
        along, onward = rows_of(face)
        assert along[0] == [True] * (SIDE - 1) + [False]
        assert all(onward[row][0] for row in range(SIDE - 1))
        for row in range(1, SIDE):
            for place in range(1, SIDE):
                assert along[row][place - 1] != onward[row - 1][place]
                back.append(along[row][place - 1])
    # 150 mazes toss 7,350 times: four deviations are 0.023.
    assert abs(fmean(back) - 0.5) < 0.024


def test_ellers_last_row_is_joined_more_than_the_others() -> None:
    joined = [[sum(row) / (SIDE - 1) for row in rows_of(face)[0]] for face in planes("eller", MAZES)]
    by_row = [fmean(column) for column in zip(*joined, strict=True)]
    # In the first row nothing is connected yet, so just the toss decides; in the last one all that is apart is joined.
    assert abs(by_row[0] - 0.5) < 0.06
    assert by_row[-1] == max(by_row)
    assert by_row[-1] > max(by_row[:-1]) + 0.1
    for face in planes("eller", 20):
        _, onward = rows_of(face)
        assert all(any(row) for row in onward[:-1])


FLOORS = MappingProxyType(
    {
        "aldous_broder": (0.95, 0.95, 0.8),
        "backtracker": (1.0, 1.0, 0.99),
        "binary_tree": (1.0, 1.0, 1.0),
        "classic": (0.98, 0.98, 0.95),
        "eller": (0.97, 0.97, 0.97),
        "growing_forest": (0.98, 0.98, 0.98),
        "growing_tree": (0.98, 0.98, 0.96),
        "hunt_and_kill": (0.97, 0.97, 0.96),
        "kruskal": (1.0, 1.0, 1.0),
        "prim": (0.98, 0.97, 0.93),
        "division": (1.0, 1.0, 1.0),
        "sidewinder": (0.98, 0.98, 0.98),
        "unicursal": (1.0, 1.0, 1.0),
        "wilson": (0.95, 0.95, 0.95),
    }
)
"""The least share of its passages that a style cuts itself, in the mean over some seeds, by SIDES."""

SIDES = (5, 10, 20)
OF_OTHERS = (0.9, 0.9, 0.9)
"""That of a style that is not among them."""

GROWING = [
    style
    for style in STYLES
    if attempts.draft_of(settings_with(style=style, size=(3, 3, 3), effort=1)).record is not None
]
"""What searches exchange passages, and what makes whole faces at once, do not grow."""


def test_no_style_has_forgotten_how_it_grew() -> None:
    assert set(FLOORS) <= set(GROWING)


@pytest.mark.thorough
@pytest.mark.parametrize("style", GROWING)
@pytest.mark.parametrize("number", range(len(SIDES)), ids=map(str, SIDES))
def test_passages_are_mostly_a_styles_own(style: str, number: int) -> None:
    side = SIDES[number]
    size = side, side, side
    records = [attempts.draft_of(settings_with(style=style, size=size, seed=seed)).record for seed in range(5)]
    assert (
        fmean(record.own_share(size) for record in records if record is not None)
        >= FLOORS.get(style, OF_OTHERS)[number]
    )


def cut_by(record: GrowthRecord, size: strategies.Triple) -> list[tuple[int, int, int, int]]:
    """Return all passages of a record, in their order."""
    passages = [*record.cut]
    for grown in record.grown(size):
        passages += [passage for passage in grown.cut if passage not in passages]
    return passages + record.joined


@pytest.mark.parametrize("style", GROWING)
@given(data=draw.data())
def test_a_record_holds_every_passage_once_and_only_legal_moves(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(5, [style]))
    draft = attempts.draft_of(settings)
    maze = reference.maze_of_faces(draft.faces)
    assert draft.record is not None
    squares: dict[tuple[int, int], list[tuple[int, int]]] = {axes: [] for axes in maze}
    for along, across, i, j in cut_by(draft.record, settings.size):
        if along < across:
            squares[along, across].append((2 * i + 1, 2 * j))
        else:
            squares[across, along].append((2 * j, 2 * i + 1))
    for axes, opened in maze.items():
        assert sorted(squares[axes]) == sorted(square for square in opened if square[0] % 2 or square[1] % 2)
    for grown in draft.record.grown(settings.size):
        before = list(grown.position)
        if grown.direction >= 0:
            before[grown.direction // 2] -= -1 if grown.direction % 2 else 1
            here = before[0], before[1], before[2]
            assert grown.position in reference.neighbors(maze, settings.size, here)


SIZES = (
    *((3, 3, 3), (8, 8, 8), (2, 3, 9), (1, 9, 9)),
    *(pytest.param(size, marks=pytest.mark.thorough) for size in ((5, 5, 5), (10, 10, 2), (16, 2, 2))),
)
SEEDS = range(6)


def share_of_largest(puzzle: Puzzle) -> float:
    """Return how large the start's region is, measured by the largest one."""
    regions = reference.components(reference.maze_of(puzzle), puzzle.size)
    (own,) = (region for region in regions if puzzle.start in region)
    return len(own) / max(map(len, regions))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_the_start_lies_in_a_large_region(style: str, size: tuple[int, int, int]) -> None:
    for seed in SEEDS[:2] if STYLES[style].searched else SEEDS:
        puzzle = generate(settings_with(size=size, seed=seed, style=style, effort=200))
        assert share_of_largest(puzzle) >= 0.5


@pytest.mark.parametrize("choice", CHOICES)
def test_it_does_so_wherever_the_tree_grows_on(choice: str) -> None:
    for seed in SEEDS:
        puzzle = generate(settings_with(size=(8, 8, 8), seed=seed, style="growing_tree", choice=choice))
        assert share_of_largest(puzzle) >= 0.5


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
def test_a_puzzle_is_made_as_with_its_styles_start_and_keeps_what_the_user_asked(
    style: str, data: draw.DataObject
) -> None:
    settings = replace(data.draw(strategies.all_settings(5, [style])), start="auto")
    puzzle = generate(settings)
    assert puzzle.settings == settings
    explicit = generate(replace(settings, start=STYLES[style].start))
    assert replace(explicit, settings=settings) == puzzle


@pytest.mark.parametrize("style", STYLES)
def test_what_grows_from_the_start_begins_at_the_center_and_all_else_where_it_becomes_longest(style: str) -> None:
    settings = settings_with(size=(5, 4, 5), style=style, effort=30)
    grows_there = attempts.draft_of(settings).root == settings.center
    assert STYLES[style].start == ("center" if grows_there else "best")
