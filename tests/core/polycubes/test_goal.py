# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.shape import ALL_TURNS, Cell, normalized
from tests.core.polycubes.strategies import cell_sets


@pytest.mark.parametrize(("size", "symmetries"), [((3, 3, 3), 48), ((2, 2, 4), 16), ((1, 2, 3), 8), ((5, 5, 5), 48)])
def test_a_box_has_the_symmetries_that_are_known(size: Cell, symmetries: int) -> None:
    goal = Goal.box(size)
    assert len(goal.symmetries) == symmetries
    assert sum(turn.is_mirrored for turn, _ in goal.symmetries) == symmetries // 2
    assert goal.is_box
    assert goal.size == size


def test_cells_that_may_stay_empty_are_not_those_to_fill() -> None:
    bar = [(0, 0, 0), (1, 0, 0)]
    assert len(Goal.of(bar).symmetries) == 16
    half = Goal.of(bar[:1], bar[1:])
    assert len(half.symmetries) == 8
    assert not half.is_box


def test_cells_are_counted_along_x_first() -> None:
    assert Goal.box((2, 2, 2)).cells[:4] == ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))


@given(cell_sets(), cell_sets())
def test_a_symmetry_brings_the_goal_onto_itself(filled: frozenset[Cell], optional: frozenset[Cell]) -> None:
    goal = Goal.of(filled, optional - filled)
    kinds = [cell in goal.filled for cell in goal.cells]
    for _, numbers in goal.symmetries:
        assert sorted(numbers) == list(range(len(goal.cells)))
        assert [kinds[number] for number in numbers] == kinds
    if not goal.optional:
        same = [turn for turn in ALL_TURNS if normalized(turn.of(goal.cells)) == normalized(goal.cells)]
        assert [turn for turn, _ in goal.symmetries] == same


@pytest.mark.parametrize(
    ("size", "sentence"),
    [((0, 3, 3), "Size X is 0"), ((3, 3, 10_001), "Size Z is 10001"), ((22, 22, 22), "10,648 cells")],
)
def test_a_box_that_cannot_be_is_refused(size: Cell, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Goal.box(size)


def test_a_goal_without_a_cell_is_refused() -> None:
    with pytest.raises(InputError, match="no cell to fill"):
        Goal.of([])
    assert Goal.of([], [(0, 0, 0)]).cells == ((0, 0, 0),)


def test_a_cell_of_both_sorts_is_refused() -> None:
    with pytest.raises(InputError, match="may stay empty, too"):
        Goal.of([(0, 0, 0)], [(0, 0, 0)])
