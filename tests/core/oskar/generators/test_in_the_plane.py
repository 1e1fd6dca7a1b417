# SPDX-License-Identifier: GPL-3.0-or-later
"""In a box one cell high the algorithms have the distributions that are known of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean

import pytest

from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.maze.faces import Face
from tests.core.oskar.making import attempts

TREES = 192
"""How many mazes 3 by 3 cells have."""

EACH = 60
"""How often each of them is expected."""

SIDE = 8
MAZES = 150


def planes(style: str, count: int, side: int) -> list[Face]:
    """Return the faces XY of boxes one cell high."""
    random = Random(11)
    settings = settings_with(style=style, size=(side, side, 1))
    return [attempts.draft_of(settings, random).faces[0] for _ in range(count)]


@pytest.mark.thorough
@pytest.mark.parametrize("style", ["aldous_broder", "wilson"])
def test_all_mazes_are_equally_likely(style: str) -> None:
    counts = Counter(planes(style, EACH * TREES, 3))
    assert len(counts) == TREES
    # Chi-square has a mean of one less than the mazes and a variance of twice that: three deviations are allowed.
    chi_square = sum((count - EACH) ** 2 / EACH for count in counts.values())
    assert chi_square <= TREES - 1 + 3 * (2 * (TREES - 1)) ** 0.5


@pytest.mark.thorough
def test_a_growing_maze_is_no_such_style() -> None:
    counts = Counter(planes("backtracker", EACH * TREES, 3))
    chi_square = sum((counts[face] - EACH) ** 2 / EACH for face in counts)
    assert chi_square > 10 * TREES


def rows_of(face: Face) -> tuple[list[list[bool]], list[list[bool]]]:
    """Return the passages along rows, and those to the next row, each as rows of cells."""
    first, second = face.arrays()
    return first.tolist(), second.tolist()


def test_a_sidewinder_has_one_straight_corridor_and_one_way_back_from_each_run() -> None:
    runs = []
    for face in planes("sidewinder", MAZES, SIDE):
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
    for face in planes("binary_tree", MAZES, SIDE):
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
    joined = [[sum(row) / (SIDE - 1) for row in rows_of(face)[0]] for face in planes("eller", MAZES, SIDE)]
    by_row = [fmean(column) for column in zip(*joined, strict=True)]
    # In the first row nothing is connected yet, so just the toss decides; in the last one all that is apart is joined.
    assert abs(by_row[0] - 0.5) < 0.06
    assert by_row[-1] == max(by_row)
    assert by_row[-1] > max(by_row[:-1]) + 0.1
    for face in planes("eller", 20, SIDE):
        _, onward = rows_of(face)
        assert all(any(row) for row in onward[:-1])
