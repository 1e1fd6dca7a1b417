# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles come apart as designers publish it and as plain searches find it, and groups and weights say what stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.burr.crossed import burr_of
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.files.xmpuzzle import puzzle_from_xmpuzzle
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.parting import FREE, STRIDES, WAYS, FreeWays, TooManyArrangementsError, cell_of
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import ROTATIONS, Cell, Cells, Shape, box_cells, moved
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.polycubes.taking_apart import (
    Hints,
    easiest_first,
    take_apart,
    take_solution_apart,
    with_first,
)
from tests.core.burr.plain import level as plain_level
from tests.core.polycubes import known
from tests.core.polycubes.carried_out import chains, hollow, taken_apart, what_goes_wrong
from tests.core.polycubes.strategies import cell_sets

SOLID_BURRS = Path(__file__).parents[2] / "packing" / "files" / "solid_six_piece_burrs.xmpuzzle"


@pytest.mark.thorough
def test_of_all_solid_six_piece_burrs_314_come_apart() -> None:
    # Cutler, "The Six-Piece Burr", 1978; the file's own numbers are the same.
    puzzle = puzzle_from_xmpuzzle(SOLID_BURRS.read_text(encoding="utf-8"))
    answer = solve(puzzle)
    taken = [
        (blocks, take_apart(blocks, Hints.of(puzzle, puzzle.pieces_of(solution))))
        for solution in answer.solutions
        for blocks in [puzzle.blocks_of(solution)]
    ]
    assert len(taken) == 1063
    # BurrTools 0.7.1 counts mirror images as one.
    assert answer.counts.up_to_reflection == 588
    assert sum(way is not None for _, way in taken) == 314
    assert {what_goes_wrong(blocks, way) for blocks, way in taken if way} == {""}
    # BurrTools' levels for the same file.
    assert Counter(way.levels for _, way in taken if way) == {(1,): 257, (1, 2): 57}


@pytest.mark.parametrize("classic", [known.MEGARON, known.DIABOLICAL, known.SLOTHOUBER_GRAATSMA])
def test_classic_cubes_come_apart(classic: known.Known) -> None:
    for blocks in map(classic.puzzle.blocks_of, solve(classic.puzzle).solutions):
        taken = taken_apart(blocks)
        assert len(taken.partings) == len(blocks) - 1
        assert taken.levels == (1,)


def test_more_blocks_than_a_number_has_bits_come_apart() -> None:
    blocks: list[Cells] = [(cell,) for cell in box_cells((5, 5, 3))]
    taken = taken_apart(blocks)
    assert len(taken.partings) == len(blocks) - 1


def test_a_cube_that_must_go_round_a_corner_takes_two_moves() -> None:
    blocks = [hollow((4, 3, 3), (1, 1, 1), (2, 1, 1), (2, 1, 2)), ((1, 1, 1),)]
    taken = taken_apart(blocks)
    assert taken.levels == (2,)


def test_a_way_of_several_cells_is_one_move() -> None:
    corridor = [(x, 1, 1) for x in range(1, 5)]
    taken = taken_apart([hollow((6, 3, 3), *corridor, (4, 1, 2)), ((1, 1, 1),)])
    assert taken.levels == (2,)
    assert {move.distance for move in taken.moves} == {3, None}


def test_a_bolt_must_leave_before_what_it_holds() -> None:
    # A bar in a tunnel, and a pin that goes into it from above.
    tunnel = hollow((3, 3, 3), *((x, 1, 1) for x in range(3)), (1, 1, 2))
    bar = ((0, 1, 1), (2, 1, 1))
    blocks = [tunnel, bar, ((1, 1, 1), (1, 1, 2))]
    taken = taken_apart(blocks)
    assert taken.moves[0].blocks in {(2,), (0, 1)}
    assert taken.levels == (1,)


RING = hollow((3, 3, 1), (1, 1, 0))
LINKED = [moved(RING, (0, 0, 1)), tuple((x + 1, 1, z) for x, z, _ in RING)]


def test_blocks_that_are_interlocked_do_not_come_apart() -> None:
    assert not {*LINKED[0]} & {*LINKED[1]}
    assert take_apart(LINKED) is None
    assert take_apart([hollow((3, 3, 3), (1, 1, 1)), ((1, 1, 1),)]) is None
    assert take_apart([hollow((5, 5, 5), (2, 2, 2), (1, 2, 2)), ((2, 2, 2),)]) is None
    # Nor do they beside a free one.
    assert take_apart([*LINKED, ((9, 9, 9),)]) is None


def test_what_is_not_known_is_not_said_to_be_impossible() -> None:
    room = [(x + 1, y + 1, z + 1) for x, y, z in box_cells((5, 5, 5))]
    closed = [hollow((7, 7, 7), *room), ((1, 1, 1),)]
    with pytest.raises(TooManyArrangementsError, match="more than 124 "):
        take_apart(closed, None, 124)
    assert take_apart(closed, None, 125) is None


def test_what_is_pushed_pushes_on() -> None:
    taken = taken_apart(chains())
    assert taken.moves[0].blocks in {(0, 1, 2, 3), (4, 5, 6, 7)}
    assert taken.levels == (1,)


def test_what_another_block_would_push_goes_by_itself() -> None:
    taken = taken_apart([hollow((3, 3, 3), (1, 1, 1), (1, 1, 2)), ((1, 1, 1),)])
    assert [(move.blocks, move.axis, move.sign) for move in taken.moves] == [((1,), 2, 1)]


def test_one_block_is_apart() -> None:
    taken = taken_apart([((0, 0, 0),)])
    assert taken.moves == ()


@given(cell_sets(), cell_sets(), draw.tuples(*3 * [draw.integers(-4, 4)]))
def test_a_block_goes_just_as_far_as_steps_lead(
    block: frozenset[Cell], second_block: frozenset[Cell], offset: Cell
) -> None:
    standing = {*moved(second_block, offset)}
    if standing & block:
        return
    packed = sum(cells * stride for cells, stride in zip(offset, STRIDES, strict=True))
    assert cell_of(packed) == offset
    before = FreeWays([tuple(block), tuple(second_block)]).before(0, 1, packed)
    for number, (axis, sign) in enumerate(WAYS):
        steps = FREE
        for cells in range(1, 12):
            way = [0, 0, 0]
            way[axis] = sign * cells
            if standing & {*moved(block, (way[0], way[1], way[2]))}:
                steps = cells - 1
                break
        assert before[number] == steps


@draw.composite
def two_blocks(pick: draw.DrawFn) -> list[Cells]:
    """Return two sets of cells in a small box; not all hang together."""
    size = pick(draw.sampled_from([(3, 3, 2), (3, 3, 3), (4, 3, 2)]))
    owners = pick(draw.lists(draw.integers(0, 2), min_size=len(box_cells(size)), max_size=len(box_cells(size))))
    blocks = [tuple(cell for cell, owner in zip(box_cells(size), owners, strict=True) if owner == n) for n in (0, 1)]
    return [block or ((9, 9, 9 + number),) for number, block in enumerate(blocks)]


@given(two_blocks())
def test_two_blocks_come_apart_as_single_steps_show(blocks: list[Cells]) -> None:
    taken = take_apart(blocks)
    assert (taken is not None) == bool(plain_level(blocks, 10**6))
    assert taken is None or what_goes_wrong(blocks, taken) == ""


Groups = Sequence[tuple[int, int]]


def hints(blocks: Sequence[Cells], *groups: Groups, numbers: Sequence[int] = (), weights: Sequence[int] = ()) -> Hints:
    """Return what is said of blocks that lie as they are drawn."""
    known: Sequence[Groups] = groups or len(blocks) * [()]
    pieces = [Piece(Shape.of(cells), groups=tuple(own)) for cells, own in zip(blocks, known, strict=True)]
    pieces = [replace(piece, weight=weight) for piece, weight in zip(pieces, weights or len(blocks) * [1], strict=True)]
    return Hints(tuple(pieces), tuple(numbers or range(len(blocks))), sum(blocks, ()))


def test_a_group_stays_together_if_it_has_room_for_all_of_its_blocks() -> None:
    blocks = [*LINKED, ((9, 9, 9),)]

    def taken(*groups: Groups, numbers: Sequence[int] = ()) -> bool:
        parting = take_apart(blocks, hints(blocks, *groups, numbers=numbers))
        assert parting is None or parting.groups == ((0, 1),)
        return parting is not None

    assert taken([(1, 1), (2, 1)], [(3, 1), (2, 1)], [])
    assert taken([(1, 1)], [(1, 1)], [])
    assert not taken([(1, 1), (2, 1)], [(3, 1)], [])
    assert not taken([(1, 1), (2, 1)], [(2, 1)], [(2, 1)], numbers=(1, 1, 2))
    assert taken([(1, 1), (2, 2)], [(1, 1), (2, 2)], [], numbers=(1, 1, 2))
    assert not taken([(0, 1)], [(0, 1)], [])


def test_each_set_needs_its_own_room_in_a_group() -> None:
    blocks = [*LINKED, *(moved(cells, (20, 0, 0)) for cells in LINKED)]
    room, wide_room = (1, 1), (2, 1)

    def is_possible(*groups: Groups) -> bool:
        return take_apart(blocks, hints(blocks, *groups, numbers=(0, 1, 0, 1))) is not None

    assert is_possible(*4 * [[room, wide_room]])
    assert is_possible(*4 * [[(1, 2), wide_room]])
    assert not is_possible([room, (3, 1)], [room, (3, 0)], [room, (3, 1)], [room, (3, 0)])


def test_blocks_of_one_group_are_not_taken_apart() -> None:
    row = [((x, 0, 0),) for x in range(3)]
    taken = taken_apart(row, hints(row, [(1, 1)], [(1, 1)], []))
    assert (len(taken.partings), taken.groups) == (1, ((0, 1),))
    # All of them at once are: a puzzle is more than a group.
    taken = taken_apart(row, hints(row, *3 * [[(1, 1)]]))
    assert (len(taken.partings), taken.groups) == (1, ((0, 1),))


def test_beside_a_group_the_others_are_taken_apart() -> None:
    whole = taken_apart(chains())
    gone = {*whole.moves[0].blocks}
    taken = taken_apart(chains(), hints(chains(), *([] if block in gone else [(1, 1)] for block in range(8))))
    assert [set(group) for group in taken.groups] == [{*range(8)} - gone]
    assert {block for parting in taken.partings[1:] for block in parting.together} == gone


def test_the_heavier_part_stays() -> None:
    row = [((x, 0, 0),) for x in range(3)]
    for weights, going in [((1, 1, 5), (0, 1)), ((1, 9, 5), (2,)), ((1, 1, 1), (2,))]:
        taken = taken_apart(row, hints(row, weights=weights))
        assert taken.moves[0].blocks == going


def test_of_several_blocks_the_heaviest_counts() -> None:
    whole = taken_apart(chains())
    gone = whole.moves[0].blocks
    weights = [5 if block not in gone else 9 if block == gone[0] else 1 for block in range(8)]
    taken = taken_apart(chains(), hints(chains(), weights=weights))
    assert {*taken.moves[0].blocks} == {*range(8)} - {*gone}


def test_what_is_too_heavy_to_fall_out_is_left_behind_upward() -> None:
    blocks = [hollow((5, 3, 3), (1, 1, 1), (1, 1, 0), (3, 1, 1)), ((3, 1, 1),), ((1, 1, 1),)]
    taken = taken_apart(blocks, hints(blocks, [(1, 1)], [(1, 1)], [], weights=(1, 1, 5)))
    assert [(move.blocks, move.axis, move.sign) for move in taken.moves] == [((0, 1), 2, 1)]


def test_what_moves_at_once_is_one_move() -> None:
    # A bar in a pit is held by three bolts over it that go back by a cell, into the wall, and by one at its end. Where
    # the bar was they go. What is closed in makes the box more than half of all blocks.
    bolts: list[Cells] = [*(((3, y, 4), (2, y, 4)) for y in (1, 3, 5)), ((3, 7, 4), (3, 8, 4))]
    bar = (*((x, y, z) for x, z in ((3, 3), (4, 3), (4, 4)) for y in range(1, 8)), (3, 6, 4))
    closed_in: list[Cells] = [((1, 1, 1),), ((1, 3, 1),)]
    free = [(x, y, z) for x in (3, 4) for y in range(1, 8) for z in (3, 4, 5)]
    free += [(x, y, 4) for x in (1, 2) for y in (1, 3, 5)] + [(3, 8, 4), (3, 9, 4), (1, 1, 1), (1, 3, 1)]
    blocks = [hollow((6, 11, 6), *free), *closed_in, bar, *bolts]
    groups: list[Groups] = [[(1, 1)]] * 3
    taken = taken_apart(blocks, hints(blocks, *groups, *5 * [()]))
    assert taken.levels[0] == 3
    assert sorted(move.blocks for move in taken.moves[:3]) == [(3,), (4, 5, 6), (7,)]
    assert taken.groups == ((0, 1, 2),)
    assert what_goes_wrong(blocks, taken) == "[{3}, {4}, {5}, {6}, {7}, {0, 1, 2}] are not taken apart"


@given(draw.data())
def test_the_level_is_the_fewest_moves_that_any_sets_of_blocks_need(data: draw.DataObject) -> None:
    size = data.draw(draw.sampled_from([(3, 3, 2), (3, 3, 3), (4, 3, 2)]))
    owner = data.draw(draw.lists(draw.integers(0, 3), min_size=len(box_cells(size)), max_size=len(box_cells(size))))
    blocks = [tuple(cell for cell, holder in zip(box_cells(size), owner, strict=True) if holder == n) for n in range(4)]
    blocks = [block for block in blocks if block]
    taken = take_apart(blocks, replace(hints(blocks), goal=box_cells((3, 3, 3))))
    level = plain_level(blocks, 10**6)
    assert level is not None
    assert taken is None or taken.levels[:1] == ((level,) if level else ())
    assert level or taken is None or len(blocks) == 1
    # However all are turned, it is the same.
    turn = data.draw(draw.sampled_from(ROTATIONS))
    again = take_apart([turn.of(cells) for cells in blocks], replace(hints(blocks), goal=box_cells((3, 3, 3))))
    assert (again and again.levels) == (taken and taken.levels)


def levels(puzzle: PolycubePuzzle) -> list[tuple[int, ...] | None]:
    """Return the levels of all solutions up to rotation; None for each that does not come apart."""
    taken = [take_solution_apart(puzzle, solution) for solution in solve(puzzle).solutions]
    return [way.levels if way else None for way in taken]


@dataclass(frozen=True)
class Published:
    """A burr: its sticks, how many assemblies it has, and the level of the only one that comes apart."""

    sticks: tuple[int, ...]
    assemblies: int
    level: tuple[int, ...]


KNOWN_BURRS = {
    "Dubois": Published((120, 160, 256, 512, 880, 960), 2, (6, 4)),
    "Marineau's Piston": Published((88, 512, 768, 922, 1008, 1008), 10, (9, 3)),
    "5/4": Published((412, 480, 512, 704, 704, 960), 144, (5, 4)),
}
"""Dubois and Piston as their owners list them, from BurrTools; the third one has its level as its name."""


@pytest.mark.parametrize("name", KNOWN_BURRS)
def test_a_burr_has_the_level_that_is_known(name: str) -> None:
    known_burr = KNOWN_BURRS[name]
    burr_levels = levels(burr_of(known_burr.sticks))
    assert len(burr_levels) == known_burr.assemblies
    assert [level for level in burr_levels if level] == [known_burr.level]


def test_the_highest_level_of_any_six_sticks_is_twelve() -> None:
    # Love's Dozen. Cutler, "A Computer Analysis of All 6-Piece Burrs": no burr has a higher one, and none has 11.
    levels_apart = [level for level in levels(burr_of((88, 512, 704, 960, 992, 1008))) if level]
    first = sorted(level[0] for level in levels_apart)
    assert first[-1] == 12
    assert first.count(12) == 1
    assert 11 not in first


@pytest.mark.parametrize(
    ("file", "assemblies", "level"), [("cube_in_cage", 96, (4, 9, 3)), ("pelikan", 12, (98, 2, 4, 2))]
)
def test_designs_have_the_levels_that_burrtools_prints(file: str, assemblies: int, level: tuple[int, ...]) -> None:
    puzzle = puzzle_from_json((known.FOLDER / f"{file}.json").read_text())
    level_of = levels(puzzle)
    assert len(level_of) == assemblies
    assert [moves for moves in level_of if moves] == [level]


def test_a_solution_that_comes_apart_is_before_those_that_do_not() -> None:
    # A cube lies in a shut box, or beside it.
    shut = hollow((3, 3, 3), (1, 1, 1))
    pieces = Piece(Shape.of(shut), name="box"), Piece(Shape.of([(0, 0, 0)]))
    locked = PolycubePuzzle(pieces, Goal.of(shut, [(1, 1, 1), (4, 0, 0)]))
    locked = replace(locked, found=solve(locked))
    for puzzle in (locked, with_first(locked, locked.found.solutions[-1])):
        solutions = puzzle.found.solutions
        assert [take_solution_apart(puzzle, solution) is not None for solution in solutions].count(True) == 1
        ordered = finish(easiest_first(puzzle))
        assert take_solution_apart(puzzle, ordered.found.solutions[0]) is not None
        assert sorted(ordered.found.solutions) == sorted(solutions)


def test_where_the_first_comes_apart_the_order_stays() -> None:
    # A cube lies in a box, or in the hole of its lid.
    pit = hollow((3, 3, 3), (1, 1, 1), (1, 1, 2))
    pieces = Piece(Shape.of(pit)), Piece(Shape.of([(0, 0, 0)]))
    puzzle = PolycubePuzzle(pieces, Goal.of(pit, [(1, 1, 1), (1, 1, 2)]))
    puzzle = replace(puzzle, found=solve(puzzle))
    assert len(puzzle.found.solutions) > 1
    assert finish(easiest_first(puzzle)) == puzzle
