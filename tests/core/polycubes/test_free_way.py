# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.polycubes.parting import FREE, STRIDES, WAYS, FreeWays, cell_of
from puzzle_cubes.polycubes.shape import Cell, moved
from tests.core.polycubes.strategies import cell_sets


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
