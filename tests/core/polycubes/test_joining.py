# SPDX-License-Identifier: GPL-3.0-or-later
"""Putting together is carried out with all blocks, also those that wait: no two are ever in the same cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.packing.making.dissections import Dissections
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.parting import WAYS, BlockMove, Parting
from puzzle_cubes.polycubes.shape import Cell, Cells, moved
from puzzle_cubes.polycubes.taking_apart import Joining, TakenApart, joinings, take_apart
from tests.core.polycubes.carried_out import chains, hollow

Box = tuple[Cell, Cell]


def box_round(cells: Cells, place: Sequence[int]) -> Box:
    """Return the lowest and the highest cell of a block that has been moved to a place."""
    lows, highs = ([bound(cell[axis] for cell in cells) + place[axis] for axis in range(3)] for bound in (min, max))
    return (lows[0], lows[1], lows[2]), (highs[0], highs[1], highs[2])


def are_clear(box: Box, second_box: Box, axis: int) -> bool:
    """Report whether boxes never meet along an axis, or leave at least a cell between them there."""
    apart = [max(box[0][along] - second_box[1][along], second_box[0][along] - box[1][along]) for along in range(3)]
    return apart[axis] > 1 or any(apart[along] > 0 for along in range(3) if along != axis)


def what_goes_wrong(blocks: list[Cells]) -> str:
    """Put blocks together a cell at a time, and return what is wrong with that; nothing where all end in place."""
    taken = take_apart(blocks)
    if taken is None:
        return "they do not come apart"
    steps = joinings(blocks, taken)
    groups = {frozenset({block}) for block in range(len(blocks))}
    for joining in steps:
        own = {frozenset(joining.blocks), frozenset(joining.onto)}
        if not own <= groups:
            return f"{joining} puts together what is not there"
        groups = groups - own | {frozenset().union(*own)}
    if len(groups) > 1:
        return "they are never all together"
    moves = [move for joining in steps for move in joining.moves]
    places = [[0, 0, 0] for _ in blocks]
    for move in reversed(moves):
        for block in move.blocks:
            places[block][move.axis] -= move.sign * (move.distance or 0)

    def meet() -> bool:
        lying: list[Cell] = [
            (x + place[0], y + place[1], z + place[2])
            for cells, place in zip(blocks, places, strict=True)
            for x, y, z in cells
        ]
        return len(set(lying)) < len(lying)

    if meet():
        return "they wait in each other"
    waiting = {
        (comer, onto): joining.moves[0].axis for joining in steps for comer in joining.blocks for onto in joining.onto
    }
    for joining in steps:
        if not all(
            are_clear(box_round(blocks[comer], places[comer]), box_round(blocks[onto], places[onto]), axis)
            for (comer, onto), axis in waiting.items()
        ):
            return "they wait too near to each other"
        for move in joining.moves:
            for _ in range(move.distance or 0):
                for block in move.blocks:
                    places[block][move.axis] += move.sign
                if meet():
                    return f"{move} meets another block"
        for comer, onto in product(joining.blocks, joining.onto):
            del waiting[comer, onto]
    return "" if not any(map(any, places)) else "they do not end in their places"


@given(
    draw.tuples(draw.integers(1, 4), draw.integers(2, 4), draw.integers(2, 3)),
    draw.integers(2, 7),
    draw.integers(0, 10**6),
)
def test_nothing_is_ever_in_the_way(size: Cell, pieces: int, seed: int) -> None:
    goal = Goal.box(size)
    dissections = Dissections(goal, min(pieces, len(goal.cells)))
    blocks = [tuple(cells) for cells in dissections.cells_of(dissections.grown(Random(seed)))]
    assert what_goes_wrong(blocks) in {"", "they do not come apart"}


@pytest.mark.parametrize(
    "blocks",
    [
        # Out of a box round a corner, which takes two moves; and with a block that shifts before.
        [
            hollow((4, 3, 3), (1, 1, 1), (2, 1, 1), (2, 1, 2)),
            ((1, 1, 1),),
        ],
        [
            hollow((6, 3, 3), (1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 1), (4, 1, 2)),
            ((1, 1, 1),),
            ((2, 1, 1),),
        ],
    ],
    ids=["corner", "two_in_a_tunnel"],
)
def test_several_moves_before_a_block_is_free(blocks: list[Cells]) -> None:
    assert what_goes_wrong(blocks) == ""


def lying_along(axis: int, sign: int, cells: Iterable[Cell]) -> Cells:
    """Return cells of a box of six cells along x, turned so that what was up along x is a way along an axis."""
    turned = []
    for x, y, z in cells:
        along = x if sign > 0 else 5 - x
        cell = (along, y, z)[-axis:] + (along, y, z)[:-axis]
        turned.append((cell[0], cell[1], cell[2]))
    return tuple(sorted(turned))


@pytest.mark.parametrize(("axis", "sign"), WAYS)
def test_a_block_comes_from_just_beyond_what_it_goes_into(axis: int, sign: int) -> None:
    # A tunnel with a bend that leads out at one end.
    way = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1), (4, 2, 1), (5, 2, 1)]
    blocks = [lying_along(axis, sign, cells) for cells in (hollow((6, 4, 3), *way), way[:1])]
    beside = (axis + 1) % 3
    way_out = (BlockMove((1,), axis, sign, 2), BlockMove((1,), beside, 1, 1), BlockMove((1,), axis, sign, None))
    back = (BlockMove((1,), axis, -sign, 4), BlockMove((1,), beside, -1, 1), BlockMove((1,), axis, -sign, 2))
    assert joinings(blocks, TakenApart((Parting((0, 1), 2 * ((0, 0, 0),), way_out),))) == (Joining((1,), (0,), back),)


@pytest.mark.parametrize(("axis", "sign"), WAYS)
def test_a_block_waits_beyond_what_waits_before_it(axis: int, sign: int) -> None:
    blocks = [lying_along(axis, sign, [(place, 0, 0)]) for place in range(3)]
    partings = [
        Parting(together, len(together) * ((0, 0, 0),), (BlockMove(together[-1:], axis, sign, None),))
        for together in [(0, 1, 2), (0, 1)]
    ]
    taken = TakenApart(tuple(partings))
    assert joinings(blocks, taken) == (
        Joining((1,), (0,), (BlockMove((1,), axis, -sign, 2),)),
        Joining((2,), (0, 1), (BlockMove((2,), axis, -sign, 3),)),
    )


def test_what_has_gone_aside_before_needs_no_long_way() -> None:
    wall = tuple((0, y, 0) for y in range(4))
    way_out = (BlockMove((1,), 0, 1, 3), BlockMove((1,), 1, 1, 4), BlockMove((1,), 0, -1, None))
    taken = TakenApart((Parting((0, 1), 2 * ((0, 0, 0),), way_out),))
    back = (BlockMove((1,), 0, 1, 2), BlockMove((1,), 1, -1, 4), BlockMove((1,), 0, -1, 3))
    assert joinings([wall, ((1, 0, 0),)], taken) == (Joining((1,), (0,), back),)


def test_two_chains_are_put_together_each_by_itself_before() -> None:
    assert what_goes_wrong(chains()) == ""


@pytest.mark.parametrize("step", [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)])
def test_what_stands_beside_is_not_in_the_way(step: Cell) -> None:
    column = tuple((0, 0, z) for z in range(4))
    blocks = [column, moved(column, step)]
    taken = take_apart(blocks)
    assert taken is not None
    (joining,) = joinings(blocks, taken)
    assert joining.moves == (BlockMove(joining.blocks, 2, -1, 2),)


def test_a_way_of_many_turns_is_gone_back_in_order() -> None:
    way = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2), (3, 3, 3), (2, 3, 3), (1, 3, 3)]
    blocks = [hollow((5, 5, 5), *way, (1, 3, 4)), ((1, 1, 1),)]
    assert what_goes_wrong(blocks) == ""
    taken = take_apart(blocks)
    assert taken is not None
    (joining,) = joinings(blocks, taken)
    assert [move.distance for move in joining.moves[1:]] == [2, 2, 2, 2]


def test_a_row_is_put_together_from_above() -> None:
    row = [((x, 0, 0),) for x in range(4)]
    taken = take_apart(row)
    assert taken is not None
    moves = [(joining.blocks, joining.onto, joining.moves) for joining in joinings(row, taken)]
    assert moves == [
        (blocks, onto, (BlockMove(blocks, 2, -1, 2),))
        for blocks, onto in [((1,), (0,)), ((2,), (0, 1)), ((3,), (0, 1, 2))]
    ]
