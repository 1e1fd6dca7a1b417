# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs that are made from a wish: they are what was wished, and the burrs of their numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzle_cubes.burr.crossed import boards_of, holes, sticks_of
from puzzle_cubes.burr.kind import BURR, level_of
from puzzle_cubes.burr.options import BurrOptions
from puzzle_cubes.burr.places import cross_of
from puzzle_cubes.burr.search import wished_in_steps
from puzzle_cubes.common.options import Value
from puzzle_cubes.common.task import Task
from puzzle_cubes.kind.kind import NotFoundError, code_of, puzzle_of_code
from puzzle_cubes.polycubes.puzzle import Found
from tests.core.burr.test_burr_facts import made


def test_a_wish_is_met_and_is_the_burr_of_its_numbers() -> None:
    wish: dict[str, Value] = {
        "level": 3,
        "one_solution": True,
        "notchable": True,
        "different": True,
        "inside": "holey",
        "seed": 2,
    }
    burr = BURR.make(BURR.values_with(wish))
    assert level_of(burr)[0] >= 3
    assert burr.found.counts.up_to_rotation == 1
    assert len(set(sticks_of(burr))) == 6
    assert holes(burr)
    assert made(" ".join(map(str, sticks_of(burr)))) == burr
    assert puzzle_of_code(code_of(BURR, burr) or "", [BURR])[1] == replace(burr, found=Found())


@pytest.mark.parametrize(
    ("values", "share"),
    [
        ({"level": 3, "seed": 7}, 0.1),
        # With a quarter of the effort it is enough that all but this one are locked.
        ({"level": 4, "notchable": True, "one_solution": True, "seed": 3}, 0.26),
    ],
)
def test_a_burr_of_which_some_assemblies_are_locked_is_shown_in_one_that_is_not(
    values: dict[str, Value], share: float
) -> None:
    wish: dict[str, Any] = BURR.values_with(values)
    search = Task(wished_in_steps(BurrOptions(**wish), effort=8))
    assert share - 0.1 < max(step.share for step in search) < share
    assert search.result.found.counts.up_to_rotation > 1
    assert level_of(search.result)[0] >= wish["level"]


def test_what_is_shown_on_the_way_comes_apart_too() -> None:
    wish = BURR.values_with({"level": 5, "notchable": True, "seed": 1})
    shown = {id(step.best): step.best for step in BURR.in_steps(wish) if step.best is not None}
    assert len(shown) > 2
    assert all(map(level_of, shown.values()))


@pytest.mark.parametrize(
    ("level", "one_solution", "owned", "sticks", "count"),
    [
        (5, False, "52x3 256x2 888 824 928 975 1024x2 615", "256 256 615 928 975 1024", 17),
        # Both come apart.
        (3, True, "480 653 744 960 1001 1024", "480 653 744 960 1001 1024", 2),
    ],
)
def test_the_best_that_is_kept_is_told_and_shown_as_it_comes_apart(
    level: int, one_solution: bool, owned: str, sticks: str, count: int
) -> None:
    told = f"The best of all is {sticks}, one of whose {count} assemblies has level {level}: "
    with pytest.raises(NotFoundError, match=told) as failed:
        BURR.make(BURR.values_with({"level": level, "one_solution": one_solution, "owned": owned}))
    best = failed.value.best
    assert (" ".join(map(str, sticks_of(best))), best.found.counts.up_to_rotation) == (sticks, count)
    assert level_of(best)


def test_a_wish_is_met_by_sticks_with_many_assemblies() -> None:
    burr = BURR.make(BURR.values_with({"owned": "1024x4 1023 992"}))
    assert burr.found.counts.up_to_rotation == 80


def test_a_burr_of_sticks_that_one_has_takes_no_others() -> None:
    wish: dict[str, Value] = {"owned": "52x2 615 792 960 975 992 1024", "inside": "solid"}
    sticks = sticks_of(BURR.make(BURR.values_with(wish)))
    least_number = cross_of().least_number
    assert {least_number(number) for number in sticks} <= {
        least_number(number) for number in (52, 615, 792, 960, 975, 992, 1024)
    }


def test_a_burr_of_boards_that_one_has_is_the_burr_of_its_numbers() -> None:
    wish: dict[str, Value] = {
        "pieces": "boards",
        "level": 3,
        "one_solution": True,
        "owned": "384 464 480x2 508 988 1021 1024 1596",
    }
    burr = BURR.make(BURR.values_with(wish))
    assert level_of(burr)[0] >= 3
    assert (burr.found.counts.up_to_rotation, burr.found.counts.up_to_reflection) == (2, 1)
    assert made(" ".join(map(str, boards_of(burr))), "boards") == burr
    assert puzzle_of_code(code_of(BURR, burr) or "", [BURR])[1] == replace(burr, found=Found())
