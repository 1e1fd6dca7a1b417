# SPDX-License-Identifier: GPL-3.0-or-later
"""Putting together is carried out with all blocks, also those that wait: no two are ever in the same cell."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.packing.making.design import Dissections
from puzzle_cubes.polycubes.assembling.joining import joinings
from puzzle_cubes.polycubes.assembling.taking_apart import take_apart
from puzzle_cubes.polycubes.terms.cells import Cell, Cells, box_cells
from puzzle_cubes.polycubes.terms.goal import Goal


def what_goes_wrong(blocks: list[Cells]) -> str:
    """Put blocks together a cell at a time, and return what is wrong with that; nothing where all end in place."""
    taken = take_apart(blocks)
    if taken is None:
        return "they do not come apart"
    moves = [move for joining in joinings(blocks, taken) for move in joining.moves]
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
    for move in moves:
        for _ in range(move.distance or 0):
            for block in move.blocks:
                places[block][move.axis] += move.sign
            if meet():
                return f"{move} meets another block"
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
            tuple(sorted({*box_cells((4, 3, 3))} - {(1, 1, 1), (2, 1, 1), (2, 1, 2)})),
            ((1, 1, 1),),
        ],
        [
            tuple(sorted({*box_cells((6, 3, 3))} - {(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 1), (4, 1, 2)})),
            ((1, 1, 1),),
            ((2, 1, 1),),
        ],
    ],
    ids=["corner", "two_in_a_tunnel"],
)
def test_several_moves_before_a_block_is_free(blocks: list[Cells]) -> None:
    assert what_goes_wrong(blocks) == ""


def test_each_joining_says_what_is_put_onto_what() -> None:
    row = [((x, 0, 0),) for x in range(4)]
    taken = take_apart(row)
    assert taken is not None
    standing: set[int] = set()
    for joining in joinings(row, taken):
        assert not standing & {*joining.blocks} or len(joining.onto) > 1 or not standing
        standing |= {*joining.blocks, *joining.onto}
    assert standing == {0, 1, 2, 3}
