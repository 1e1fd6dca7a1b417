# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces interlock as two judges say: sets of cells that push each other, and the search that takes puzzles apart."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.packing.making import interlocking
from puzzle_cubes.packing.making.interlocking import Division, Interlocking, Solid, interlocking_in_steps
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.shape import Cells, connected_parts
from puzzle_cubes.polycubes.taking_apart import take_apart
from tests.core.packing.making.held_together import order_out, sets_that_move


def ring(side: int) -> Goal:
    middle = (side - 1) / 2
    return Goal.of(
        (x, y, z)
        for x, y, z in product(range(side), range(side), range(side))
        if (((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 - side / 3) ** 2 + (z - middle) ** 2 <= (side / 6) ** 2
    )


def blocks_of(goal: Goal, divided: Interlocking) -> list[Cells]:
    """Return the cells of the pieces, in the order in which they come out."""
    return [
        tuple(cell for cell, owner in zip(goal.cells, divided.owners, strict=True) if owner == piece)
        for piece in range(len(divided.ways) + 1)
    ]


def judge(goal: Goal, divided: Interlocking) -> None:
    """Let both judges say that pieces interlock, and come out in their order."""
    blocks = blocks_of(goal, divided)
    assert sorted(cell for block in blocks for cell in block) == sorted(goal.cells)
    assert order_out(blocks) == list(range(len(blocks) - 2))
    taken = take_apart(blocks)
    assert taken is not None
    assert taken.levels == (1,)
    for number, parting in enumerate(taken.partings[:-1]):
        assert [move.blocks for move in parting.moves] == [(number,)]


CUBE, BLOCK = Goal.box((4, 4, 4)), Goal.box((5, 4, 6))
MANY = [(Goal.box((3, 3, 3)), 3), (CUBE, 6), (BLOCK, 8), (ring(12), 6), (ring(16), 9)]


@pytest.mark.parametrize(
    ("goal", "pieces", "sizes", "seed"),
    [
        (Goal.box((3, 3, 3)), 3, (6, 12), 3),
        (CUBE, 8, (8, 8), 3),
        (BLOCK, 10, (8, 16), 3),
        (ring(16), 8, (40, 240), 3),
        *(
            pytest.param(
                *(goal, pieces, (-(-len(goal.cells) // (3 * pieces)), 3 * len(goal.cells) // pieces), seed),
                marks=pytest.mark.thorough,
            )
            for goal, pieces in MANY
            for seed in range(100)
        ),
    ],
)
def test_pieces_interlock_and_have_the_sizes_that_are_wished(
    goal: Goal, pieces: int, sizes: tuple[int, int], seed: int
) -> None:
    divided = finish(interlocking_in_steps(goal, pieces, sizes, Random(seed)))
    assert divided is not None
    assert divided.off == 0
    blocks = blocks_of(goal, divided)
    assert len(blocks) == pieces
    assert all(sizes[0] <= len(block) <= sizes[1] for block in blocks)
    judge(goal, divided)


@pytest.mark.parametrize(
    ("side", "pieces", "sizes"), [(3, 4, (6, 7)), (4, 8, (8, 8))], ids=["3x3x3 of 4", "4x4x4 of 8 equal sizes"]
)
def test_a_key_locks_the_others_which_come_out_once_it_is_gone(side: int, pieces: int, sizes: tuple[int, int]) -> None:
    goal = Goal.box((side, side, side))
    divided = finish(interlocking_in_steps(goal, pieces, sizes, Random(6), key=True))
    assert divided is not None
    assert divided.off == 0
    blocks = blocks_of(goal, divided)
    key, rest = frozenset({0}), frozenset(range(1, pieces))
    moving = sets_that_move(blocks)
    assert {going for going, _ in moving} == {key, rest}
    assert len(moving) == 2
    # Then more can move than one piece: that is what is not asked for.
    assert any(len(sets_that_move(blocks[first:])) > 2 for first in range(1, pieces - 2))
    taken = take_apart(blocks)
    assert taken is not None
    assert taken.partings[0].moves[0].blocks == (0,)
    assert sum(len(parting.moves) for parting in taken.partings) == pieces - 1


def test_a_key_alone_is_found_sooner_where_pieces_are_to_be_even() -> None:
    goal, steps = Goal.box((3, 3, 3)), 20
    searches = [interlocking_in_steps(goal, 4, (6, 7), Random(0), key=key) for key in (True, False)]
    by_key, at_every_stage = [sum(1 for _ in islice(search, steps)) for search in searches]
    assert by_key < at_every_stage == steps


def test_every_one_that_is_seen_on_the_way_interlocks_and_each_is_more_even() -> None:
    goal = Goal.box((4, 4, 4))
    seen: list[Interlocking] = []
    for step in interlocking_in_steps(goal, 8, (8, 8), Random(3)):
        if step.best is not None and step.best not in seen:
            seen.append(step.best)
    assert len(seen) > 2
    assert [division.off for division in seen] == sorted({division.off for division in seen}, reverse=True)
    for division in seen:
        judge(goal, division)


@given(
    st.sets(st.tuples(*[st.integers(0, 4)] * 3), min_size=0, max_size=25), st.integers(3, 6), st.integers(0, 2**31 - 1)
)
def test_what_is_found_in_any_shape_interlocks(missing: set[tuple[int, int, int]], pieces: int, seed: int) -> None:
    whole = max(connected_parts({*Goal.box((5, 5, 5)).cells} - missing), key=len)
    goal = Goal.of(whole)
    mean = len(goal.cells) // pieces
    search = Task(interlocking_in_steps(goal, pieces, (mean // 3, 3 * mean), Random(seed)))
    for _, _ in zip(range(200), search, strict=False):
        pass
    best = search.result if search.is_done else search.best.best
    if best is not None:
        judge(goal, best)


def test_the_same_seed_gives_the_same_pieces_at_any_pace() -> None:
    goal = Goal.box((4, 4, 4))
    whole = finish(interlocking_in_steps(goal, 6, (10, 11), Random(3)))
    slow = Task(interlocking_in_steps(goal, 6, (10, 11), Random(3)))
    while not slow.advance(0.0):
        pass
    assert slow.result == whole
    assert finish(interlocking_in_steps(goal, 6, (10, 11), Random(4))) != whole


def test_what_cannot_interlock_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interlocking, "MOST_TRIALS", 100_000)
    plate = Goal.box((6, 6, 1))
    search = Task(interlocking_in_steps(plate, 3, (4, 20), Random(0)))
    shares = [step.share for step in search]
    assert search.result is None
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_small_shape_in_which_nothing_interlocks_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interlocking, "HOPELESS_A_CELL", 20_000)
    search = Task(interlocking_in_steps(Goal.box((2, 2, 1)), 3, (1, 4), Random(0)))
    assert sum(1 for _ in islice(search, 100)) < 100
    assert search.is_done
    assert search.result is None


@given(st.integers(0, 2**31 - 1), st.booleans())
def test_numbers_that_are_kept_are_those_of_a_new_count(seed: int, key: bool) -> None:
    goal, random = Goal.box((4, 3, 4)), Random(seed)
    solid = Solid(goal)
    owners, ways = interlocking.numbered(solid, solid.grown(5, random), 5, random, key=key)
    division = Division(solid, owners, ways, (8, 11), key=key)

    def cost(candidate: Division) -> int:
        return candidate.missing_costs * candidate.missing + interlocking.BLOCKED * candidate.blocked + candidate.off

    before = cost(division)
    for _ in range(60):
        cell = int(random.random() * len(owners))
        taker = division.owners[solid.around[cell][0]]
        if taker != division.owners[cell]:
            going = [cell] if division.stays_whole_without(cell) else division.cut_off_by(cell)
            before += sum(division.give(each, taker) for each in going)
    anew = Division(solid, division.owners, ways, (8, 11), key=key)
    assert (division.missing, division.blocked, division.sizes) == (anew.missing, anew.blocked, anew.sizes)
    assert before == cost(anew)
    blocks = [[cell for cell, owner in zip(goal.cells, division.owners, strict=False) if owner == n] for n in range(5)]
    assert all(len(connected_parts(block)) == 1 for block in blocks)
