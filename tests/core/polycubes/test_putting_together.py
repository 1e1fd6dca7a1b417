# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks are put together by the ways that they came apart, gone back, and so that few must be held."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

import puzzle_cubes
from puzzle_cubes.packing.making.dissections import Dissections
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.parting import WAYS, BlockMove, Parting
from puzzle_cubes.polycubes.shape import Cell, Cells, moved
from puzzle_cubes.polycubes.standing import AIR, TIPS, Held, held, steadied
from puzzle_cubes.polycubes.taking_apart import Hints, Joining, TakenApart, joinings, take_apart
from tests.core.polycubes.carried_out import hollow, taken_apart, what_goes_wrong


def grown(size: Cell, pieces: int, seed: int) -> list[Cells]:
    """Return the blocks of a box that is divided at random into so many, as far as it has cells."""
    goal = Goal.box(size)
    dissections = Dissections(goal, min(pieces, len(goal.cells)))
    return [tuple(cells) for cells in dissections.cells_of(dissections.grown(Random(seed)))]


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


@pytest.mark.parametrize("step", [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)])
def test_what_stands_beside_is_not_in_the_way(step: Cell) -> None:
    column = tuple((0, 0, z) for z in range(4))
    blocks = [column, moved(column, step)]
    taken = taken_apart(blocks)
    (joining,) = joinings(blocks, taken)
    assert joining.moves == (BlockMove(joining.blocks, 2, -1, 2),)


def test_a_way_of_many_turns_is_gone_back_in_order() -> None:
    way = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2), (3, 3, 3), (2, 3, 3), (1, 3, 3)]
    blocks = [hollow((5, 5, 5), *way, (1, 3, 4)), ((1, 1, 1),)]
    taken = taken_apart(blocks)
    (joining,) = joinings(blocks, taken)
    # Of one of the moves it makes no difference which of both goes.
    assert joining.moves == (
        BlockMove((1,), 2, -1, 3),
        BlockMove((0,), 0, -1, 2),
        *(BlockMove((1,), axis, -1, 2) for axis in (2, 1, 0)),
    )


def test_a_row_is_put_together_from_above() -> None:
    row = [((x, 0, 0),) for x in range(4)]
    taken = taken_apart(row)
    moves = [(joining.blocks, joining.onto, joining.moves) for joining in joinings(row, taken)]
    assert moves == [
        (blocks, onto, (BlockMove(blocks, 2, -1, 2),))
        for blocks, onto in [((1,), (0,)), ((2,), (0, 1)), ((3,), (0, 1, 2))]
    ]


def stands(block: Cells, supports: set[Cell]) -> str:
    feet = [(x, y) for x, y, z in block if z == 0 or (x, y, z - 1) in supports]
    if not feet:
        return AIR
    middle = [sum(cell[axis] + 0.5 for cell in block) / len(block) for axis in range(2)]
    corners = [(x + right - middle[0], y + up - middle[1]) for x, y in feet for right in (0, 1) for up in (0, 1)]
    # Whatever way it would tip, a corner of its feet is farther out.
    ways = [
        (corner[1] - second_corner[1], second_corner[0] - corner[0])
        for corner, second_corner in combinations(corners, 2)
        if corner != second_corner
    ]
    ways += [(-x, -y) for x, y in ways]
    return "" if all(max(x * a + y * b for a, b in corners) > 1e-9 for x, y in ways) else TIPS


def hands(blocks: Sequence[Cells], taken: TakenApart) -> tuple[int, int]:
    """Return how many blocks must be held as nothing is below them, and how many as they tip."""
    whys = [hand.why for hand in held(blocks, taken)]
    return len(whys) - whys.count(TIPS), whys.count(TIPS)


@given(
    draw.tuples(draw.integers(2, 4), draw.integers(2, 3), draw.integers(2, 4)),
    draw.integers(2, 7),
    draw.integers(0, 10**6),
)
def test_an_order_that_is_steadied_needs_no_more_hands(size: Cell, pieces: int, seed: int) -> None:
    blocks = grown(size, pieces, seed)
    taken = take_apart(blocks)
    if taken is not None:
        steady = steadied(blocks, taken, Hints.of_blocks(blocks))
        assert what_goes_wrong(blocks, steady) == ""
        assert hands(blocks, steady) <= hands(blocks, taken)


@pytest.mark.parametrize(("name", "before"), [("soma", 3), ("bedlam", 7), ("diabolical", 1)])
def test_pieces_of_classics_that_hung_in_the_air_stand(name: str, before: int) -> None:
    puzzle = puzzle_cubes.make("packing", puzzle=name).content
    solution = puzzle.found.solutions[0]
    blocks, hints = puzzle.blocks_of(solution), Hints.of(puzzle, puzzle.pieces_of(solution))
    taken = taken_apart(blocks, hints)
    assert hands(blocks, taken)[0] == before
    steady = steadied(blocks, taken, hints)
    assert held(blocks, steady) == ()
    assert what_goes_wrong(blocks, steady) == ""
    # The level is that of the way that was found.
    assert steady.levels == taken.levels
    standing: set[Cell] = set()
    for parting in reversed(steady.partings):
        going = parting.moves[-1].blocks
        for part in ([block for block in parting.together if block not in going], list(going)):
            if len(part) == 1 and not set(blocks[part[0]]) <= standing:
                assert not stands(blocks[part[0]], standing)
            standing |= {cell for block in part for cell in blocks[block]}


def hook(x: int, y: int) -> Cells:
    """Return a post that lies round what is on it, from the front or the back."""
    return tuple(sorted([(x, 0, 0), (x, y, 0), (x, y, 1), (x, y, 2), (x, 0, 2)]))


def test_what_tips_is_held_until_something_is_below_it() -> None:
    # A beam with knobs at its ends goes into one post, and then the other post comes.
    beam = (*((x, 0, 1) for x in range(-1, 5)), (-1, 0, 2), (4, 0, 2))
    blocks = [hook(0, -1), beam, hook(3, 1)]
    taken = taken_apart(blocks)
    steady = steadied(blocks, taken, Hints.of_blocks(blocks))
    assert held(blocks, steady) == (Held((1,), TIPS, 1),)


def test_the_steps_and_the_check_say_what_is_held() -> None:
    burr = puzzle_cubes.make("burr", sticks="52 615 792 960 975 992")
    sentences = [step.sentence for step in burr.steps]
    own = [sentence for sentence in sentences if " Hold it until all are together: " in sentence]
    names = [sentence.split("(")[1][0] for sentence in own]
    assert own
    told = f"Only {', '.join(names[:-1])} and {names[-1]} must be held by hand: the steps say until when."
    assert told in next(line.sentence for line in burr.check().checks if line.name == "Assembly")
    assert told in burr.kind.instructions(burr.content, burr.all_parts, burr.way.name).before
    soma = puzzle_cubes.make("packing", puzzle="soma")
    assert not any(" Hold " in step.sentence for step in soma.steps)
    told = "In this order every piece stands by itself: none must be held by hand."
    assert told in soma.texts["assembly.html"]


def test_what_comes_from_below_is_held_where_nothing_is_below_it_then() -> None:
    burr = puzzle_cubes.make("burr", sticks=(1, 52, 256, 928, 1024, 1024))
    assert burr.steps[3].sentence == (
        "Stick 1024 (E) from below. Lift what stands for it. Hold it until all are together: nothing is below it yet."
    )
    (line,) = (check for check in burr.check().checks if check.name == "Assembly")
    assert "Only E 2, D and E must be held by hand" in line.sentence
