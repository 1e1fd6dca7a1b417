# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs of six sticks: numbers that are known, counts and levels as other ways find them, and wishes that are met."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle_cubes.burr.making.assemblies import assemblies_of
from puzzle_cubes.burr.making.levels import LOCKED, Levels
from puzzle_cubes.burr.making.numbers import is_notchable, notchable_sticks, standard_number, usable_sticks
from puzzle_cubes.burr.making.places import cross_of, lying
from puzzle_cubes.burr.making.search import burr_of, wished_in_steps
from puzzle_cubes.burr.making.wish import BurrWish
from puzzle_cubes.burr.sticks import LENGTHS, stick
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.making import NotFoundError, finish
from puzzle_cubes.polycubes.assembling.taking_apart import take_apart, take_solution_apart
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.terms.shape import Shape
from tests.core.burr.making.assemblies import random_assembly
from tests.core.burr.making.plain import level as plain_level

LEVELS = {length: Levels(length) for length in LENGTHS}


def test_there_are_as_many_sticks_as_are_known() -> None:
    assert len(usable_sticks()) == 837
    assert len(notchable_sticks()) == 59
    assert len({Shape.of(stick(number)).upright for number in usable_sticks()}) == 837


def test_a_corner_that_is_cut_out_from_within_cannot_be_notched() -> None:
    assert is_notchable(1024)
    assert not is_notchable(2)
    assert standard_number(1127) == 615


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**20), st.integers(3, 6))
def test_all_assemblies_are_found_as_by_the_general_solver(seed: int, missing: int) -> None:
    assembly = random_assembly(seed, missing)
    wish = BurrWish()
    found = assemblies_of(assembly)
    assert len(found) == burr_of(assembly, wish, is_whole=True).found.counts.up_to_rotation
    for one in found:
        assert Counter(lying(missing)[0] for missing in one) == Counter(lying(missing)[0] for missing in assembly)
    assert len(assemblies_of(assembly, 1)) == 1


def assert_levels(seeds: range, length: int) -> None:
    """Levels are what taking apart finds, which looks at the same assemblies one by one."""
    assemblies = [random_assembly(seed, 4 + seed % 3) for seed in seeds]
    cross = cross_of(length)
    found = LEVELS[length].of(assemblies)
    assert len({*found}) > 1
    for assembly, level in zip(assemblies, found, strict=True):
        taken = take_apart(cross.blocks(assembly))
        if level == LOCKED:
            assert taken is None
        elif taken is not None:
            assert taken.levels[0] == level


@pytest.mark.parametrize("length", [6, 8])
def test_levels_are_those_of_taking_apart(length: int) -> None:
    assert_levels(range(60), length)


@pytest.mark.thorough
@pytest.mark.parametrize("length", [6, 8])
def test_levels_of_many_burrs_are_those_of_taking_apart(length: int) -> None:
    assert_levels(range(1_000), length)


def test_levels_are_those_of_moving_sets_of_cells() -> None:
    assemblies = [random_assembly(seed, 6) for seed in range(12)]
    found = LEVELS[6].of(assemblies)
    assert any(found)
    for assembly, level in zip(assemblies, found, strict=True):
        assert plain_level(cross_of(6).blocks(assembly), 300) in {level, None}


def wished(**values: Any) -> PolycubePuzzle:
    """Return a burr."""
    return finish(wished_in_steps(BurrWish(**values)))


@pytest.mark.parametrize(
    "values",
    [
        {"level": 4},
        {"level": 3, "seed": 1, "different": True},
        {"level": 3, "notchable": True, "seed": 2},
        {"form": "solid", "notchable": True, "seed": 3},
        {"form": "holey", "unique": False, "level": 3, "length": 8},
    ],
)
def test_a_wish_is_met(values: dict[str, Any]) -> None:
    wish = BurrWish(**values)
    puzzle = wished(**values)
    assert puzzle.found.is_complete
    numbers = [int(piece.name) for piece in puzzle.pieces for _ in range(piece.least)]
    assert len(numbers) == 6
    if wish.different:
        assert len({*numbers}) == 6
    if wish.notchable:
        assert {*numbers} <= {*notchable_sticks()}
    taken = [take_solution_apart(puzzle, solution) for solution in puzzle.found.solutions]
    levels = [one.levels[0] for one in taken if one is not None]
    assert min(levels) >= wish.level
    if wish.unique:
        assert len(levels) == 1
    apart = next(solution for solution, one in zip(puzzle.found.solutions, taken, strict=True) if one is not None)
    blocks = puzzle.blocks_of(apart)
    assert plain_level(blocks, 2_000) in {None, *levels}


def test_the_same_seed_gives_the_same_burr() -> None:
    assert wished(level=3, seed=5) == wished(level=3, seed=5)
    assert wished(level=3, seed=5) != wished(level=3, seed=6)


def test_what_is_not_found_ends_with_the_best_that_was_met() -> None:
    with pytest.raises(NotFoundError, match=r"The best so far has level \d+ and ") as failed:
        wished(level=12, effort=1)
    assert isinstance(failed.value.best, PolycubePuzzle)
    assert failed.value.best.found.solutions


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"level": 13}, "Level is 13: it must be from 1 to 12."),
        ({"form": "round"}, "Form is round: it must be one of any, solid, holey."),
        ({"form": "solid", "level": 2}, "Level is 2: without a hole inside the first move parts a burr, so ask for 1."),
        ({"length": 5}, "Length is 5"),
        ({"owned": ((1, 5),)}, "There are 5 sticks to choose from: a burr has 6."),
        ({"owned": ((4096, 6),)}, "Stick 4096 falls into two: take it out."),
        ({"owned": ((5000, 6),)}, "A stick has the number 5000"),
    ],
)
def test_what_cannot_be_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        BurrWish(**values)
    assert sentence in str(refused.value)
