# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks are put together so that as few as can be must be held: judged by trying all orders of single moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

import puzzle_cubes
from puzzle_cubes.packing.making.dissections import Dissections
from puzzle_cubes.polycubes.goal import Goal
from puzzle_cubes.polycubes.parting import WAYS
from puzzle_cubes.polycubes.shape import Cell, Cells, moved
from puzzle_cubes.polycubes.standing import AIR, TIPS, Cost, Held, held, steadied
from puzzle_cubes.polycubes.taking_apart import Hints, TakenApart, take_apart
from tests.core.polycubes.carried_out import what_goes_wrong

FAR = 8
HANDS = 10**6
"""A cost that no number of hands has."""


def leaves(block: Cells, obstacles: set[Cell], way: tuple[int, int]) -> bool:
    """Report whether a block can go far away while others stand."""
    axis, sign = way
    for _ in range(FAR):
        block = moved(block, tuple(sign * (axis == along) for along in range(3)))  # type: ignore[arg-type]
        if obstacles & set(block):
            return False
    return True


def stands(block: Cells, supports: set[Cell]) -> str:
    """Return why a block does not stand on a table at height 0, or on others; nothing where it does."""
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


def fewest(blocks: Sequence[Cells], standing: frozenset[int], known: dict[frozenset[int], Cost]) -> Cost:
    """Return the fewest blocks in the air, and of these orders the fewest that tip, by trying all single moves."""
    if not standing:
        return 0, 0
    if standing not in known:
        best = HANDS, HANDS
        for block in standing:
            rest = standing - {block}
            support = {cell for supporting in rest for cell in blocks[supporting]}
            ways = [way for way in WAYS if leaves(blocks[block], support, way)]
            if ways:
                lifted, why = bool(rest) and ways == [(2, -1)], stands(blocks[block], support)
                before = fewest(blocks, rest, known)
                best = min(best, (before[0] + lifted + (why == AIR), before[1] + (why == TIPS)))
        known[standing] = best
    return known[standing]


def hands(blocks: Sequence[Cells], taken: TakenApart) -> tuple[int, int]:
    """Return how many blocks must be held as nothing is below them, and how many as they tip."""
    whys = [hand.why for hand in held(blocks, taken)]
    return len(whys) - whys.count(TIPS), whys.count(TIPS)


@given(
    draw.tuples(draw.integers(2, 4), draw.integers(2, 3), draw.integers(2, 4)),
    draw.integers(2, 7),
    draw.integers(0, 10**6),
)
def test_no_order_of_single_moves_needs_fewer_hands(size: Cell, pieces: int, seed: int) -> None:
    goal = Goal.box(size)
    dissections = Dissections(goal, min(pieces, len(goal.cells)))
    blocks = [tuple(cells) for cells in dissections.cells_of(dissections.grown(Random(seed)))]
    taken = take_apart(blocks)
    if taken is None:
        return
    steady = steadied(blocks, taken, Hints.of_blocks(blocks))
    assert what_goes_wrong(blocks, steady) == ""
    assert hands(blocks, steady) <= hands(blocks, taken)
    assert hands(blocks, steady) <= fewest(blocks, frozenset(range(len(blocks))), {})


@pytest.mark.parametrize(("name", "before"), [("soma", 3), ("bedlam", 7), ("diabolical", 1)])
def test_pieces_of_classics_that_hung_in_the_air_stand(name: str, before: int) -> None:
    puzzle = puzzle_cubes.make("packing", puzzle=name).content
    solution = puzzle.found.solutions[0]
    blocks, hints = puzzle.blocks_of(solution), Hints.of(puzzle, puzzle.pieces_of(solution))
    taken = take_apart(blocks, hints)
    assert taken is not None
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
    taken = take_apart(blocks)
    assert taken is not None
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
