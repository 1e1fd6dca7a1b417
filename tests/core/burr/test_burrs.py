# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs of six pieces: numbers that are known, counts and levels as other ways find them, and wishes that are met."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle_cubes.burr import levels
from puzzle_cubes.burr.assemblies import SolidAssemblies, assemblies_of
from puzzle_cubes.burr.crossed import BOARDS, CUTS, LARGEST_IN_CROSS, STICKS, Cut, burr_of, holes, sticks_of
from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.burr.levels import LOCKED, Levels
from puzzle_cubes.burr.options import WISH, BurrOptions
from puzzle_cubes.burr.places import cross_of, is_connected, is_notchable, notchable_sticks, usable_pieces
from puzzle_cubes.burr.search import EFFORT, wished_in_steps
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.kind.kind import NotFoundError, code_of, puzzle_of_code
from puzzle_cubes.packing.facts import level_of
from puzzle_cubes.packing.making.design import design_in_steps
from puzzle_cubes.packing.making.options import DESIGN, PackingOptions
from puzzle_cubes.polycubes.puzzle import Found, PolycubePuzzle
from puzzle_cubes.polycubes.shape import Shape
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import take_apart, take_solution_apart
from tests.core.burr.assemblies import random_assembly
from tests.core.burr.plain import level as plain_level
from tests.core.burr.test_kind import made
from tests.core.polycubes.second_solver import up_to_rotation

CROSSES = {"sticks": cross_of(), "longer_sticks": cross_of(STICKS, 8), "boards": cross_of(BOARDS)}
OWNED_BOARDS = "384x2 464x2 480x2 508x2 988x2 1021x2 1024x2 1596x2"
OWNED_STICKS = "1x2 52x2 256x2 615x2 824x2 888x2 928x2 975x2 1024x2"
LEVELS = {cross: Levels(cross) for cross in CROSSES.values()}


def test_there_are_as_many_sticks_as_are_known() -> None:
    assert len(usable_pieces()) == 837
    assert len(notchable_sticks()) == 59


@pytest.mark.parametrize("cut", CUTS, ids=lambda cut: cut.name)
def test_no_two_numbers_that_stand_for_pieces_are_of_the_same_one(cut: Cut) -> None:
    shapes = {Shape.of(cut.piece(number)).upright: number for number in usable_pieces(cut)}
    assert len(shapes) == len(usable_pieces(cut))
    for number in range(1, LARGEST_IN_CROSS + 1):
        if is_connected(cut, number):
            assert shapes[Shape.of(cut.piece(number)).upright] == cross_of(cut).least_number(number)


def test_a_corner_that_is_cut_out_from_within_cannot_be_notched() -> None:
    assert is_notchable(1024)
    assert not is_notchable(2)
    assert cross_of().least_number(1127) == 615


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(CUTS), st.integers(0, 2**20), st.integers(3, 6))
def test_all_assemblies_are_found_as_by_the_general_solver(cut: Cut, seed: int, missing: int) -> None:
    cross = cross_of(cut)
    assembly = random_assembly(cross, seed, missing)
    assemblies = assemblies_of(cross, assembly)
    counts = solve(burr_of([kind + 1 for kind in cross.kinds(assembly)], cut=cut)).counts
    # The mirror image of boards is one of the same boards.
    assert len(assemblies) == (counts.up_to_reflection if cut is BOARDS else counts.up_to_rotation)
    for same_pieces in assemblies:
        assert sorted(map(min, map(cross.lying, same_pieces))) == sorted(map(min, map(cross.lying, assembly)))
    assert len(assemblies_of(cross, assembly, 1)) == 1


@pytest.mark.parametrize("seeds", [60, pytest.param(1_000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", CROSSES)
def test_levels_are_those_of_taking_apart(name: str, seeds: int) -> None:
    cross = CROSSES[name]
    # Nothing comes off boards that lack little.
    assemblies = [random_assembly(cross, seed, 9 if cross.cut is BOARDS else 4 + seed % 3) for seed in range(seeds)]
    found_levels = LEVELS[cross].of(assemblies)
    assert len({*found_levels}) > 1
    for assembly, level in zip(assemblies, found_levels, strict=True):
        taken = take_apart(cross.blocks(assembly))
        if level == LOCKED:
            assert taken is None
        elif taken is not None:
            assert taken.levels[0] == level


def test_levels_do_not_depend_on_what_is_still_known(monkeypatch: pytest.MonkeyPatch) -> None:
    cross = CROSSES["sticks"]
    assemblies = [random_assembly(cross, seed % 15, 4 + seed % 3) for seed in range(40)]
    found_levels = LEVELS[cross].of(assemblies)
    monkeypatch.setattr(levels, "MOST_TABLES", 8)
    forgetful = Levels(cross)
    assert [level for assembly in assemblies for level in forgetful.of([assembly])] == found_levels


def test_no_boards_without_a_hole_come_apart() -> None:
    solid = SolidAssemblies(cross_of(BOARDS), dict.fromkeys(usable_pieces(BOARDS), 6))
    assert sum(len(batch) for _, batch in solid.batches()) == 0


@pytest.mark.parametrize(("name", "missing"), [("sticks", 6), ("boards", 9)])
def test_levels_are_those_of_moving_sets_of_cells(name: str, missing: int) -> None:
    cross = CROSSES[name]
    assemblies = [random_assembly(cross, seed, missing) for seed in range(12)]
    found_levels = LEVELS[cross].of(assemblies)
    assert any(found_levels)
    for assembly, level in zip(assemblies, found_levels, strict=True):
        assert plain_level(cross.blocks(assembly), 300) in {level, None}


def wish_for(**values: Any) -> BurrOptions:
    """Return a wish, for a burr of one solution if nothing else is said."""
    wish = BurrOptions(**{"made_by": WISH, "one_solution": True, **values})
    wish.check_wish()
    return wish


def wished(*, effort: int = EFFORT, **values: Any) -> PolycubePuzzle:
    return finish(wished_in_steps(wish_for(**values), effort))


@pytest.mark.parametrize(
    "values",
    [
        {"level": 4},
        {"level": 3, "seed": 1, "different": True},
        {"level": 3, "notchable": True, "different": True, "inside": "holey", "seed": 2},
        {"inside": "solid", "notchable": True, "seed": 3},
        {"inside": "holey", "one_solution": False, "level": 3, "stick_length": "8"},
        {"pieces": "boards", "level": 2, "one_solution": False, "inside": "holey", "seed": 2},
        {"pieces": "boards", "level": 3, "different": True, "owned": OWNED_BOARDS},
        {"inside": "holey", "one_solution": False, "seed": 0, "owned": OWNED_STICKS},
    ],
)
def test_a_wish_is_met(values: dict[str, Any]) -> None:
    wish = wish_for(**values)
    puzzle = wished(**values)
    assert puzzle.found.is_complete
    numbers = [int(piece.name) for piece in puzzle.pieces for _ in range(piece.least)]
    assert len(numbers) == 6
    if wish.different:
        assert len({*numbers}) == 6
    if wish.notchable:
        assert {*numbers} <= {*notchable_sticks()}
    if wish.inside != "any":
        assert (holes(puzzle) > 0) == (wish.inside == "holey")
    taken = [take_solution_apart(puzzle, solution) for solution in puzzle.found.solutions]
    reached = [parting.levels[0] for parting in taken if parting is not None]
    assert min(reached) >= wish.level
    if wish.one_solution:
        # Of boards each is there with its mirror image.
        assert len(reached) == (2 if wish.cut is BOARDS else 1)
    apart = next(solution for solution, parting in zip(puzzle.found.solutions, taken, strict=True) if parting)
    blocks = puzzle.blocks_of(apart)
    assert plain_level(blocks, 2_000) in {None, *reached}
    least_number = cross_of(wish.cut).least_number
    if wish.owned:
        assert {*map(least_number, numbers)} <= {least_number(number) for number, _ in wish.owned_pieces}
    # It is the burr of its numbers, and has the code of that.
    if wish.stick_length == "6":
        assert made(" ".join(map(str, numbers)), wish.pieces) == puzzle
    assert puzzle_of_code(code_of(BURR, puzzle) or "", [BURR])[1] == replace(puzzle, found=Found())


def test_several_assemblies_that_come_apart_are_not_the_one_that_is_asked_for() -> None:
    owned = "888 911x2 960 992 1007"
    assert wished(owned=owned, one_solution=False).found.counts.up_to_rotation > 1
    with pytest.raises(NotFoundError, match="one of whose"):
        wished(owned=owned)
    # One that comes apart is enough, where all others are locked.
    owned = "256 327 911 1024x2 1933"
    puzzle = wished(owned=owned, level=4)
    taken = [take_solution_apart(puzzle, solution) for solution in puzzle.found.solutions]
    assert [apart is None for apart in taken] == [False, True]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"level": 13}, "Level is 13: it must be from 1 to 12."),
        ({"inside": "round"}, "Inside is 'round'"),
        (
            {"inside": "solid", "level": 2},
            "Level is 2: without a hole inside the first move parts a burr, so ask for 1.",
        ),
        ({"stick_length": "5"}, "Length is '5'"),
        ({"owned": "1x5"}, "A burr has 6 sticks, and there are only 5 to choose from: name more."),
        ({"owned": "4096x6"}, "Stick 4096 falls apart: take it out."),
        ({"owned": "5000x6"}, "A stick has the number 5000"),
        ({"pieces": "boards", "notchable": True}, "Notchable is for sticks only, and the burr is made of boards"),
        ({"pieces": "boards", "inside": "solid"}, "Boards without a hole inside never come apart: allow"),
        ({"pieces": "boards", "owned": "4096x6"}, "Board 4096 falls apart: take it out."),
    ],
)
def test_what_cannot_be_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        wish_for(**values)
    assert sentence in str(refused.value)


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


def test_what_is_shown_on_the_way_comes_apart_later_or_has_fewer_solutions_than_what_was() -> None:
    search = wished_in_steps(wish_for(level=12, notchable=True), effort=2)
    shown: dict[PolycubePuzzle, None] = {}
    with pytest.raises(NotFoundError, match=r"The best so far is [\d ]+, (one of )?whose .+ level \d+: ") as failed:
        shown.update((step.best, None) for step in search if step.best is not None)
    assert len(shown) > 3
    assert [*shown][-1] == failed.value.best
    assert all(puzzle.found.is_complete for puzzle in shown)
    for before, now in pairwise((level_of(puzzle)[0], puzzle.found.counts.up_to_rotation) for puzzle in shown):
        assert now[0] > before[0] or now[1] < before[1]


@pytest.mark.parametrize(
    ("values", "sticks", "count", "level"),
    [
        ({"level": 5, "owned": "52x3 256x2 888 824 928 975 1024x2 615"}, "256 256 615 928 975 1024", 17, 1),
        # Both come apart.
        ({"level": 3, "one_solution": True, "owned": "480 653 744 960 1001 1024"}, "480 653 744 960 1001 1024", 2, 3),
    ],
)
def test_the_best_that_is_kept_is_told_and_shown_as_it_comes_apart(
    values: dict[str, Any], sticks: str, count: int, level: int
) -> None:
    told = f"The best of all is {sticks}, one of whose {count} assemblies has level {level}: "
    with pytest.raises(NotFoundError, match=told) as failed:
        BURR.make(BURR.values_with(values))
    best = failed.value.best
    assert (" ".join(map(str, sticks_of(best))), best.found.counts.up_to_rotation) == (sticks, count)
    assert level_of(best)[0] == level


def test_a_wish_is_met_by_sticks_with_many_assemblies() -> None:
    burr = BURR.make(BURR.values_with({"owned": "1024x4 1023 992"}))
    assert burr.found.counts.up_to_rotation == 80


def assert_is_wished(puzzle: PolycubePuzzle, least: int) -> None:
    """The one solution is the only assembly that comes apart, and it has the level."""
    packings = [[{cell for cell, _ in block} for block in packing] for packing in up_to_rotation(puzzle)]
    assert len(packings) == puzzle.found.counts.up_to_rotation
    levels = [moves for moves in (plain_level(way) for way in packings) if moves != 0]
    assert len(levels) == 1
    assert levels[0] is None or levels[0] >= least


@pytest.mark.parametrize(
    "seeds",
    [range(1, 2), *(pytest.param(range(first, first + 25), marks=pytest.mark.thorough) for first in range(0, 500, 25))],
    ids=str,
)
def test_burrs_and_designs_are_what_a_plain_search_finds(seeds: range) -> None:
    for seed in seeds:
        least = 2 + seed % 3
        assert_is_wished(finish(wished_in_steps(BurrOptions(level=least, one_solution=True, seed=seed))), least)
        options = PackingOptions(puzzle=DESIGN, size=(4, 3, 3), design=4, level=2, seed=seed)
        assert_is_wished(finish(design_in_steps(options)), 2)
