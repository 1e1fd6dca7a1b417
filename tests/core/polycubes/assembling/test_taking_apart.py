# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking apart is judged by carrying it out, by the known number of burrs, and by trying all moves one by one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.packing.files.xmpuzzle import problems_from_xmpuzzle
from puzzle_cubes.polycubes.assembling.taking_apart import TooManyArrangementsError, take_apart
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solving.solver import solve
from puzzle_cubes.polycubes.terms.cells import STEPS, Cells, box_cells, extent, moved
from puzzle_cubes.polycubes.terms.placements import bits
from tests.core.polycubes import known
from tests.core.polycubes.assembling.carried_out import chains, hollow, what_goes_wrong

BURRS = Path(__file__).parents[2] / "packing" / "files" / "solid_six_piece_burrs.xmpuzzle"


def blocks_of(puzzle: PolycubePuzzle) -> list[list[Cells]]:
    """Return the cells of the pieces of each solution up to rotation."""
    return [
        [tuple(puzzle.goal.cells[number] for number in bits(mask)) for mask in solution]
        for solution in solve(puzzle).solutions
    ]


@pytest.mark.thorough
def test_of_all_solid_six_piece_burrs_314_come_apart() -> None:
    # Cutler, "The Six-Piece Burr", 1978; the file's own numbers are the same.
    (problem,) = problems_from_xmpuzzle(BURRS.read_text(encoding="utf-8"))
    assemblies = blocks_of(problem.puzzle)
    taken = [(blocks, take_apart(blocks)) for blocks in assemblies]
    assert len(taken) == problem.assemblies
    assert sum(one is not None for _, one in taken) == problem.solutions == 314
    assert {what_goes_wrong(blocks, one) for blocks, one in taken if one} == {""}


@pytest.mark.parametrize("one", [known.MEGARON, known.DIABOLICAL, known.SLOTHOUBER_GRAATSMA])
def test_classic_cubes_come_apart(one: known.Known) -> None:
    for blocks in blocks_of(one.puzzle):
        taken = take_apart(blocks)
        assert taken is not None
        assert what_goes_wrong(blocks, taken) == ""
        assert len(taken.levels) == len(blocks) - 1
        assert sum(taken.levels) == len(taken.moves)


def test_a_cube_that_must_go_round_a_corner_takes_two_moves() -> None:
    blocks = [hollow((4, 3, 3), (1, 1, 1), (2, 1, 1), (2, 1, 2)), ((1, 1, 1),)]
    taken = take_apart(blocks)
    assert taken is not None
    assert taken.levels == (2,)
    assert what_goes_wrong(blocks, taken) == ""


def test_a_way_of_several_cells_is_one_move() -> None:
    corridor = [(x, 1, 1) for x in range(1, 5)]
    taken = take_apart([hollow((6, 3, 3), *corridor, (4, 1, 2)), ((1, 1, 1),)])
    assert taken is not None
    assert taken.levels == (2,)
    assert {move.distance for move in taken.moves} == {3, None}


def test_a_bolt_must_leave_before_what_it_holds() -> None:
    # A bar in a tunnel, and a pin that goes into it from above.
    tunnel = hollow((3, 3, 3), *((x, 1, 1) for x in range(3)), (1, 1, 2))
    bar = ((0, 1, 1), (2, 1, 1))
    blocks = [tunnel, bar, ((1, 1, 1), (1, 1, 2))]
    taken = take_apart(blocks)
    assert taken is not None
    assert taken.moves[0].blocks in {(2,), (0, 1)}
    assert taken.levels == (1, 1)
    assert what_goes_wrong(blocks, taken) == ""


RING = hollow((3, 3, 1), (1, 1, 0))
LINKED = [moved(RING, (0, 0, 1)), tuple((x + 1, 1, z) for x, z, _ in RING)]


def test_blocks_that_are_interlocked_do_not_come_apart() -> None:
    assert not {*LINKED[0]} & {*LINKED[1]}
    assert take_apart(LINKED) is None
    assert take_apart([hollow((3, 3, 3), (1, 1, 1)), ((1, 1, 1),)]) is None
    assert take_apart([hollow((5, 5, 5), (2, 2, 2), (1, 2, 2)), ((2, 2, 2),)]) is None


def test_interlocked_blocks_beside_a_free_one_do_not_come_apart() -> None:
    assert take_apart([*LINKED, ((9, 9, 9),)]) is None


def test_what_is_not_known_is_not_said_to_be_impossible() -> None:
    room = [(x + 1, y + 1, z + 1) for x, y, z in box_cells((5, 5, 5))]
    closed = [hollow((7, 7, 7), *room), ((1, 1, 1),)]
    with pytest.raises(TooManyArrangementsError, match="more than 124 "):
        take_apart(closed, 124)
    assert take_apart(closed, 125) is None


def test_what_is_pushed_pushes_on() -> None:
    taken = take_apart(chains())
    assert taken is not None
    assert taken.moves[0].blocks in {(0, 1, 2, 3), (4, 5, 6, 7)}
    assert taken.levels == (1,) * 7
    assert what_goes_wrong(chains(), taken) == ""


def test_what_another_block_would_push_goes_by_itself() -> None:
    taken = take_apart([hollow((3, 3, 3), (1, 1, 1), (1, 1, 2)), ((1, 1, 1),)])
    assert taken is not None
    assert [(move.blocks, move.axis, move.sign) for move in taken.moves] == [((1,), 2, 1)]


def test_one_block_is_apart() -> None:
    taken = take_apart([((0, 0, 0),)])
    assert taken is not None
    assert taken.moves == ()


@draw.composite
def two_blocks(pick: draw.DrawFn) -> list[Cells]:
    """Return two sets of cells in a small box; not all hang together."""
    size = pick(draw.sampled_from([(3, 3, 2), (3, 3, 3), (4, 3, 2)]))
    owners = pick(draw.lists(draw.integers(0, 2), min_size=len(box_cells(size)), max_size=len(box_cells(size))))
    blocks = [tuple(cell for cell, owner in zip(box_cells(size), owners, strict=True) if owner == n) for n in (0, 1)]
    return [block or ((9, 9, 9 + number),) for number, block in enumerate(blocks)]


def comes_apart(one: Cells, other: Cells) -> bool:
    """Report whether one block can get away from another, by single steps to all places that can be reached."""
    room = sum(extent(one)) + sum(extent(other))
    standing = {*other}
    reached = {(0, 0, 0)}
    waiting = [(0, 0, 0)]
    while waiting:
        here = waiting.pop()
        for (there,) in (moved([here], step) for step in STEPS):
            if there not in reached and not standing & {*moved(one, there)}:
                if max(map(abs, there)) > room:
                    return True
                reached.add(there)
                waiting.append(there)
    return False


@given(two_blocks())
def test_two_blocks_come_apart_as_single_steps_show(blocks: list[Cells]) -> None:
    taken = take_apart(blocks)
    assert (taken is not None) == comes_apart(*blocks)
    assert taken is None or what_goes_wrong(blocks, taken) == ""
