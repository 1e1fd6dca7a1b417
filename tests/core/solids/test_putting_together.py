# SPDX-License-Identifier: GPL-3.0-or-later
"""An order of straight moves is found wherever there is one, and nothing meets while it is carried out."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.solids.solid import Solid, solid_from_boxes
from puzzle_cubes.solids.straight_moves import Body, Joining, distances, order_of_joining
from tests.core.solids.measured import Floats, filled_boxes
from tests.core.solids.test_straight_moves import HEADINGS, is_way_free

FLOOR = solid_from_boxes([((0, 10), (0, 10), (0, 1))])
TUB = solid_from_boxes([((0, 10), (0, 10), (0, 9))], [((1, 9), (1, 9), (1, 9))])
BALL = solid_from_boxes([((4, 6), (4, 6), (1, 3))])
LID = solid_from_boxes([((0, 10), (0, 10), (9, 10))])
SHELL = solid_from_boxes([((0, 10), (0, 10), (0, 10))], [((1, 9), (1, 9), (1, 9))])

CELL = 7.0
"""The side of a place in the puzzles that are drawn, in millimeters."""


@draw.composite
def divided_blocks(draw_one: DrawFn) -> dict[str, Solid]:
    """Draw a block of which each place belongs to one of some solids, or to none."""
    shape = draw_one(draw.tuples(*[draw.integers(1, 3)] * 3))
    count = int(np.prod(shape))
    owners = np.array(draw_one(draw.lists(draw.integers(0, 4), min_size=count, max_size=count))).reshape(shape)
    x, y, z = (CELL * np.arange(length + 1.0) for length in shape)
    return {f"part {owner}": Solid((x, y, z), owners == owner) for owner in range(1, 5) if (owners == owner).any()}


def can_be_taken_apart(solids: dict[str, Solid], keys: tuple[str, ...]) -> bool:
    """Report whether solids can be taken away in an order, each along some axis."""
    return all(
        any(all(is_way_free(solids[key], solids[obstacle], way) for obstacle in keys[place + 1 :]) for way in HEADINGS)
        for place, key in enumerate(keys)
    )


@given(solids=divided_blocks(), room=draw.floats(0, 5))
def test_an_order_is_found_wherever_there_is_one_and_nothing_meets_on_the_way(
    solids: dict[str, Solid], room: float
) -> None:
    bodies = [Body((key,)) for key in solids]
    try:
        joinings = order_of_joining(solids, bodies)
    except InputError:
        assert not any(can_be_taken_apart(solids, order) for order in permutations(solids))
        return
    assert sorted(joining.keys for joining in joinings) == sorted(body.keys for body in bodies)
    check_joinings(solids, joinings, room)


def check_joinings(solids: dict[str, Solid], joinings: tuple[Joining, ...], room: float) -> None:
    """Assert that each solid passes over no other one, where those of earlier and of later steps then are."""
    lengths = distances(solids, joinings, room)
    for place, (joining, length) in enumerate(zip(joinings, lengths, strict=True)):
        if joining.way is None:
            assert length == 0
            continue
        axis, sign = joining.way
        begin = np.zeros(3)
        begin[axis] = -sign * length
        for key in joining.keys:
            boxes = filled_boxes(solids[key])
            # A box that moves along an axis passes over a box.
            passed = np.stack(
                (np.minimum(boxes[:, 0], boxes[:, 0] + begin), np.maximum(boxes[:, 1], boxes[:, 1] + begin)), axis=1
            )
            for obstacle in solids.keys() - set(joining.keys):
                obstacle_boxes = filled_boxes(solids[obstacle]) + shift_of(
                    obstacle, joinings[place + 1 :], lengths[place + 1 :]
                )
                assert not overlap(passed, obstacle_boxes), (key, obstacle)


def shift_of(key: str, left: tuple[Joining, ...], lengths: tuple[float, ...]) -> Floats:
    """Return how far a solid is from its place while some steps are left."""
    shift = np.zeros(3)
    for joining, length in zip(left, lengths, strict=True):
        if joining.way is not None and key in joining.keys:
            shift[joining.way[0]] -= joining.way[1] * length
    return shift


def overlap(some: Floats, second_boxes: Floats) -> bool:
    """Report whether any of some boxes overlaps any of others."""
    return any(
        (np.minimum(box[1], second_box[1]) - np.maximum(box[0], second_box[0]) > 1e-6).all()
        for box, second_box in product(some, second_boxes)
    )


def test_what_is_closed_in_comes_before_what_closes_it() -> None:
    solids = {"tub": TUB, "ball": BALL, "lid": LID}
    joinings = order_of_joining(solids, [Body(("tub",)), Body(("lid",)), Body(("ball",))])
    assert [joining.keys for joining in joinings] == [("tub",), ("ball",), ("lid",)]
    assert [joining.way for joining in joinings[:2]] == [None, (2, -1)]
    check_joinings(solids, joinings, 1.0)
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
