# SPDX-License-Identifier: GPL-3.0-or-later
"""Free ways along an axis agree with a comparison of all pairs of boxes, one by one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.solids.solid import Solid, solid_from_boxes
from puzzle_cubes.solids.straight_moves import Heading, Movable, is_free
from tests.core.oskar.strategies import lengths
from tests.core.solids import strategies
from tests.core.solids.measured import filled_boxes

HEADINGS = list(product(range(3), (1, -1)))


def is_way_free(moving: Solid, standing: Solid, way: Heading) -> bool:
    """Report whether no box that moves is behind one that stands, box by box."""
    axis, sign = way
    across = [second_axis for second_axis in range(3) if second_axis != axis]
    for box, obstacle in product(filled_boxes(moving), filled_boxes(standing)):
        meets = all(box[0, side] < obstacle[1, side] and obstacle[0, side] < box[1, side] for side in across)
        ahead = obstacle[1, axis] > box[0, axis] if sign > 0 else obstacle[0, axis] < box[1, axis]
        if meets and ahead:
            return False
    return True


def shifts() -> draw.SearchStrategy[tuple[float, float, float]]:
    """Draw how far a solid is away from another, at the same lines too."""
    shift = draw.just(0.0) | lengths(-60, 60)
    return draw.tuples(shift, shift, shift)


@given(moving=strategies.grids(), standing=strategies.grids(), shift=shifts(), way=draw.sampled_from(HEADINGS))
def test_a_solid_is_free_if_no_box_is_ahead_of_its_own(
    moving: Solid, standing: Solid, shift: tuple[float, float, float], way: Heading
) -> None:
    moved = moving.moved(shift)
    assert is_free([Movable(moved)], [Movable(standing)], way) == is_way_free(moved, standing, way)


@given(solids=draw.lists(strategies.grids(), min_size=4, max_size=4), way=draw.sampled_from(HEADINGS))
def test_solids_that_move_as_one_are_free_together(solids: list[Solid], way: Heading) -> None:
    movable = [Movable(solid) for solid in solids]
    pairs = [is_free([mover], [obstacle], way) for mover in movable[:2] for obstacle in movable[2:]]
    assert is_free(movable[:2], movable[2:], way) == all(pairs)


@pytest.mark.parametrize("way", HEADINGS)
def test_what_only_touches_is_not_in_the_way(way: Heading) -> None:
    axis, _ = way
    beside = [(0.0, 10.0)] * 3
    # The sums of coordinates that should be equal differ by their rounding.
    beside[(axis + 1) % 3] = (0.1 + 0.2, 5.0)
    moving, standing = [(0.0, 10.0)] * 3, beside
    moving[(axis + 1) % 3] = (0.0, 0.3 + 1e-7)
    mover, obstacle = (Movable(solid_from_boxes([np.array(box)])) for box in (moving, standing))
    assert is_free([mover], [obstacle], way)
    moving[(axis + 1) % 3] = (0.0, 0.31)
    assert not is_free([Movable(solid_from_boxes([np.array(moving)]))], [obstacle], way)
