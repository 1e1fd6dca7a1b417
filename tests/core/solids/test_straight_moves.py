# SPDX-License-Identifier: GPL-3.0-or-later
"""Free ways along an axis, and orders of straight moves that are told by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.solids.solid import Solid, solid_from_boxes
from puzzle_cubes.solids.straight_moves import Body, Heading, Joining, Movable, distances, is_free, order_of_joining
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


SHIFTS = draw.tuples(*[draw.just(0.0) | lengths(-60, 60)] * 3)
"""How far a solid is away from another, at the same lines too."""


@given(moving=strategies.grids(), standing=strategies.grids(), shift=SHIFTS, way=draw.sampled_from(HEADINGS))
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


FLOOR = solid_from_boxes([((0, 10), (0, 10), (0, 1))])
TUB = solid_from_boxes([((0, 10), (0, 10), (0, 9))], [((1, 9), (1, 9), (1, 9))])
BALL = solid_from_boxes([((4, 6), (4, 6), (1, 3))])
LID = solid_from_boxes([((0, 10), (0, 10), (9, 10))])
SHELL = solid_from_boxes([((0, 10), (0, 10), (0, 10))], [((1, 9), (1, 9), (1, 9))])


def test_what_is_closed_in_comes_before_what_closes_it() -> None:
    solids = {"tub": TUB, "ball": BALL, "lid": LID}
    joinings = order_of_joining(solids, [Body(("tub",)), Body(("lid",)), Body(("ball",))])
    assert [joining.keys for joining in joinings] == [("tub",), ("ball",), ("lid",)]
    assert [joining.way for joining in joinings[:2]] == [None, (2, -1)]
    # The lid waits above where the ball waits.
    assert distances(solids, joinings, 1.0) == (0.0, 9.0, 4.0)


def test_the_wish_is_followed_where_it_can_be() -> None:
    solids = {"floor": FLOOR, "ball": BALL, "lid": LID}
    for order in (("floor", "ball", "lid"), ("ball", "lid", "floor"), ("lid", "ball", "floor")):
        joinings = order_of_joining(solids, [Body((key,)) for key in order])
        assert [joining.keys for joining in joinings] == [(key,) for key in order]
    sideways = order_of_joining(solids, [Body(("floor",)), Body(("ball",), (0, 1)), Body(("lid",), (1, -1))])
    assert [joining.way for joining in sideways] == [None, (0, -1), (1, 1)]


def test_solids_of_one_body_go_together() -> None:
    solids = {"tub": TUB, "ball": BALL, "lid": LID}
    joinings = order_of_joining(solids, [Body(("tub",)), Body(("ball", "lid"))])
    assert joinings == (Joining(("tub",)), Joining(("ball", "lid"), (2, -1)))


def test_what_cannot_be_put_together_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be put together by straight moves"):
        order_of_joining({"shell": SHELL, "ball": BALL}, [Body(("shell",)), Body(("ball",))])
