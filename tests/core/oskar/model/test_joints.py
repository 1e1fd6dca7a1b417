# SPDX-License-Identifier: GPL-3.0-or-later
"""Plates share edges and corners by the rules in words; ends of fingers and cuts of axes were worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.joints import (
    EVEN,
    FIRST,
    INSIDE,
    LAST,
    LOWER,
    ODD,
    ROUNDING,
    UPPER,
    Edge,
    Line,
    check_joint,
    finger_cuts,
    own_places,
    owners,
    surroundings,
)
from tests.core.oskar.strategies import lengths
from tests.core.solids.strategies import Filled

FAR = np.array([-100.0])
"""Squares that no finger is near."""


def lengths_of(**given: float) -> Dimensions:
    """Return dimensions with a wall of 2, a plate of 2, a passage of 4 and a joint of 0.1 mm, where nothing else is."""
    lengths: dict[str, Any] = {"wall": 2.0, "plate": 2.0, "passage": 4.0, "joint": 0.1, "clearance": 0.2, **given}
    return Dimensions(**lengths)


@pytest.mark.parametrize(
    ("lengths", "most"),
    [
        ({"plate": 2.0, "wall": 9.0, "passage": 20.0}, 0.25),
        ({"plate": 9.0, "wall": 1.0, "passage": 20.0}, 0.25),
        ({"plate": 9.0, "wall": 9.0, "passage": 4.0, "clearance": 0.1}, 0.25),
        ({"plate": 9.0, "wall": 9.0, "passage": 8.0, "clearance": 3.0}, 0.25),
        ({"plate": 20.0, "wall": 20.0, "passage": 30.0}, 0.5),
        ({"plate": 1.003, "wall": 9.0, "passage": 20.0}, 0.125),
        ({"plate": 3.9999, "wall": 9.0, "passage": 20.0}, 0.499),
    ],
    ids=["plate", "wall", "passage", "arm", "any", "rounded down", "rounded far down"],
)
def test_a_joint_gap_leaves_enough_of_everything(lengths: dict[str, float], most: float) -> None:
    check_joint(lengths_of(**lengths, joint=most))
    with pytest.raises(InputError, match=rf"^Joint gap is {most + 0.001:g} mm: .* at most {most:g} mm; print"):
        check_joint(lengths_of(**lengths, joint=most + 0.001))


@pytest.mark.parametrize(
    ("inner", "lengths", "count"),
    [
        (30, {}, 5),
        (30.1, {}, 7),
        (18, {}, 3),
        (6, {}, 3),
        (1, {}, 3),
        (30, {"wall": 1.0, "passage": 3.0}, 9),
        (32, {"wall": 1.0, "passage": 3.0}, 9),
        (30, {"wall": 20.0, "passage": 20.0}, 5),
        (30, {"plate": 5.0}, 5),
    ],
)
def test_fingers_are_odd_in_number_alike_and_no_longer_than_the_pitch(
    inner: float, lengths: dict[str, float], count: int
) -> None:
    dimensions = lengths_of(**lengths)
    cuts = finger_cuts(inner + 2 * dimensions.plate, FAR, dimensions)
    assert cuts == pytest.approx([dimensions.plate + inner * number / count for number in range(count + 1)])


@pytest.mark.parametrize(("square", "end"), [(8.15, 8.15), (7.85, 7.85), (8.25, 8.0), (7.75, 8.0)])
def test_a_finger_ends_where_a_square_does_that_is_nearer_than_two_gaps(square: float, end: float) -> None:
    cuts = finger_cuts(34.0, np.array([1.0, square, 30.0]), lengths_of())
    assert cuts == pytest.approx([2, end, 14, 20, 26, 32])


def test_an_axis_is_cut_where_the_owner_changes_and_a_gap_to_both_sides() -> None:
    line = Edge.of(22.0, np.array([0.0, 11.0, 22.0]), lengths_of(joint=0.25)).line(np.array([4.0, 9.0, 11.25005]))
    changes = [0, 1, 2, 8, 11, 14, 20, 21, 22]
    cuts = sorted({change + gap for change in changes for gap in (-0.25, 0, 0.25)} & set(np.arange(0, 22.25, 0.25)))
    # What is wanted besides is cut, too, but not a hair beside another.
    cuts = sorted({*cuts, 4.0, 9.0})
    assert line.lows == pytest.approx(cuts[:-1])
    assert line.highs == pytest.approx(cuts[1:])
    assert line.middles == pytest.approx(np.add(cuts[:-1], cuts[1:]) / 2)
    for middle, side, outer, finger in zip(line.middles, line.side, line.outer, line.finger, strict=True):
        assert side == (LOWER if middle < 2 else UPPER if middle > 20 else INSIDE)
        assert outer == (middle < 1 or middle > 21)
        # The fingers are 2 to 8, 8 to 14 and 14 to 20; the first has number 0.
        if side == INSIDE:
            assert finger == (FIRST if middle < 8 else ODD if middle < 14 else LAST)


def test_of_many_fingers_those_between_the_first_and_the_last_have_even_and_odd_numbers() -> None:
    line = Edge.of(46.0, np.array([0.0, 46.0]), lengths_of()).line(np.array([]))
    kinds = [FIRST, ODD, EVEN, ODD, EVEN, ODD, LAST]
    inside = line.side == INSIDE
    assert line.finger[inside].tolist() == [kinds[int((middle - 2) // 6)] for middle in line.middles[inside]]


def test_a_part_of_an_axis_has_all_of_each_interval() -> None:
    line = Edge.of(22.0, np.array([0.0, 22.0]), lengths_of()).line(np.array([]))
    part = line.part(np.array([1, 3]))
    for name, values in vars(line).items():
        assert getattr(part, name).tolist() == [values[1], values[3]]


PLACES = [
    (side, outer, finger)
    for side, outer, finger in product((LOWER, INSIDE, UPPER), (False, True), (ODD, EVEN, FIRST, LAST))
    if side != INSIDE or not outer
]
"""All ways in which a place can lie along an axis."""


Place = tuple[int, bool, int]


def line_of(places: list[Place]) -> Line:
    """Return an axis with intervals that lie so; nothing else of them matters."""
    sides, outer, finger = (np.array(values) for values in zip(*places, strict=True))
    ends = np.arange(len(places) + 1.0)
    return Line(ends[:-1], ends[:-1] + 0.5, ends[1:], sides.astype(np.int8), outer, finger.astype(np.int8))


FINGERS = {
    # The plate that is named has the odd fingers and one at an end, or else the even ones but one at an end.
    ("y lower", "z lower"): {EVEN, FIRST},
    ("y lower", "z upper"): {ODD, FIRST},
    ("y upper", "z lower"): {ODD, LAST},
    ("y upper", "z upper"): {EVEN, FIRST},
    ("z lower", "x lower"): {EVEN, FIRST, LAST},
    ("z lower", "x upper"): {ODD},
    ("z upper", "x lower"): {EVEN, FIRST, LAST},
    ("z upper", "x upper"): {EVEN, FIRST, LAST},
    ("x lower", "y lower"): {ODD, FIRST},
    ("x lower", "y upper"): {EVEN, FIRST},
    ("x upper", "y lower"): {EVEN, FIRST},
    ("x upper", "y upper"): {ODD, LAST},
}
"""Which fingers along the edge of two plates the first one has: one that was printed must fit one printed later."""


def owner(place: tuple[Place, ...]) -> int:
    """Return who owns a place, by the rules in words."""
    plates = [axis for axis in range(3) if place[axis][0] != INSIDE]
    outer = [axis for axis in plates if place[axis][1]]
    match plates:
        case []:
            return 0
        case [axis]:
            return axis
        case [first, second]:
            if len(outer) == 1:
                return outer[0]
            return finger_owner(place, 3 - first - second)
        case _:
            beside = [finger_owner(place, along) for along in range(3)]
            return max(outer or range(3), key=lambda axis: (beside.count(axis), axis))


def finger_owner(place: tuple[Place, ...], along: int) -> int:
    """Return who owns the finger of a place along the edge of the two plates across the other axes."""
    earlier, later = (along + 1) % 3, (along + 2) % 3
    names = [f"{'xyz'[axis]} {'upper' if place[axis][0] == UPPER else 'lower'}" for axis in (earlier, later)]
    return earlier if place[along][2] in FINGERS[names[0], names[1]] else later


@given(draw.tuples(*[draw.lists(draw.sampled_from(PLACES), min_size=1, max_size=6)] * 3))
def test_every_place_has_the_owner_of_the_rules(axes: tuple[list[Place], list[Place], list[Place]]) -> None:
    owned = owners([line_of(places) for places in axes])
    for number in np.ndindex(owned.shape):
        assert owned[number] == owner(tuple(places[place] for places, place in zip(axes, number, strict=True)))


def lies_near(line: Line, reach: float) -> NDArray[np.float64]:
    """Return for any two intervals of an axis whether they are less than a reach apart."""
    apart = np.maximum(line.lows[:, None] - line.highs, line.lows - line.highs[:, None])
    return (apart < reach - 1e-6).astype(float)


@pytest.mark.parametrize("sides", [(14.0, 17.0, 21.0), (9.0, 30.0, 12.0)])
def test_each_plate_leaves_the_others_their_places_and_gaps(sides: tuple[float, float, float]) -> None:
    dimensions = lengths_of(joint=0.3)
    lines = [Edge.of(side, np.array([0.0, side]), dimensions).line(np.array([])) for side in sides]
    owned = owners(lines)
    near = [lies_near(line, 0.3) for line in lines]
    # A hollow box.
    x, y, z = (line.side != INSIDE for line in lines)
    within = x[:, None, None] | y[:, None] | z
    for axis in range(3):
        taken = np.einsum("ai,bj,ck,ijk->abc", *near, (within & (owned < axis)).astype(float), optimize=True) > 0
        for second_axis in {0, 1, 2} - {axis}:
            # Above the inner side of another plate, over its fingers and a gap round them.
            line, cut = lines[second_axis], np.moveaxis(within & (owned == second_axis), second_axis, 0)
            first, second = (axis_across for axis_across in range(3) if axis_across != second_axis)
            for inner, side in ((2.0, LOWER), (sides[second_axis] - 2.0, UPPER)):
                innermost = np.flatnonzero(line.side == side)[-1 if side == LOWER else 0]
                over = near[first] @ cut[innermost] @ near[second].T > 0
                above = (line.side == INSIDE) & (np.abs(line.middles - inner) < 0.3)
                np.moveaxis(taken, second_axis, 0)[above] |= over
        assert np.array_equal(own_places(within, axis, lines, 0.3), within & (owned == axis) & ~taken)


MOST = 6

Spans = tuple[NDArray[np.float64], NDArray[np.float64]]


def lines_of(spans: Sequence[Spans]) -> list[Line]:
    """Return axes with some intervals, of which nothing else matters."""
    unused = [np.zeros(len(lows), np.int8) for lows, _ in spans]
    return [
        Line(lows, (lows + highs) / 2, highs, none, none.astype(bool), none)
        for (lows, highs), none in zip(spans, unused, strict=True)
    ]


def plainly_near(filled: Filled, spans: Sequence[Spans], axes: Sequence[int], reach: float) -> Filled:
    """Return the boxes near filled ones, one layer after the other."""
    for axis in axes:
        layers = np.moveaxis(filled, axis, 0)
        near = np.zeros_like(layers)
        for here, (low, high) in enumerate(zip(*spans[axis], strict=True)):
            for second_layer, (other_low, other_high) in enumerate(zip(*spans[axis], strict=True)):
                if max(low - other_high, other_low - high) < reach - ROUNDING:
                    near[here] |= layers[second_layer]
        filled = np.moveaxis(near, 0, axis)
    return filled


@draw.composite
def intervals(draw_one: draw.DrawFn, count: int) -> Spans:
    """Draw intervals along an axis, with room between some of them, in hundredths of a millimeter."""
    widths = [draw_one(lengths(0.01, 4)) for _ in range(count)]
    rooms = [draw_one(draw.just(0.0) | lengths(0, 3)) for _ in range(count)]
    highs = np.round(np.cumsum(np.add(widths, rooms)), 6)
    return np.round(highs - widths, 6), highs


@given(data=draw.data(), shape=draw.tuples(*[draw.integers(1, MOST)] * 3), reach=lengths(0.01, 6))
def test_any_boxes_and_intervals(data: draw.DataObject, shape: tuple[int, int, int], reach: float) -> None:
    spans = [data.draw(intervals(count)) for count in shape]
    count = int(np.prod(shape))
    filled = np.array(data.draw(draw.lists(draw.booleans(), min_size=count, max_size=count))).reshape(shape)
    axes = data.draw(draw.lists(draw.sampled_from(range(3)), unique=True))
    before = filled.copy()
    boxes_near = surroundings(filled, lines_of(spans), axes, reach)
    assert np.array_equal(boxes_near, plainly_near(filled, spans, axes, reach))
    assert np.array_equal(filled, before)


def test_what_is_in_just_this_distance_is_not_near() -> None:
    lows, highs = np.array([0.0, 1.0, 1.5, 2.0]), np.array([1.0, 1.5, 2.0, 3.0])
    filled = np.array([True, False, False, False])
    assert surroundings(filled, lines_of([(lows, highs)]), [0], 0.5).tolist() == [True, True, False, False]
    assert surroundings(filled, lines_of([(lows, highs)]), [0], 0.6).tolist() == [True, True, True, False]
    assert surroundings(filled[::-1], lines_of([(lows, highs)]), [0], 0.5).tolist() == [False, False, True, True]
    assert surroundings(filled[::-1], lines_of([(lows, highs)]), [0], 0.6).tolist() == [False, True, True, True]
