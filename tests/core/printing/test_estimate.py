# SPDX-License-Identifier: GPL-3.0-or-later
"""The estimate of a print, by solids whose plastic can be told by hand; tests/slicer compares puzzles with a slicer."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from shapely.geometry import box
from shapely.ops import unary_union

import puzzle_cubes
import puzzle_cubes.printing.estimate as profile
from puzzle_cubes.common.words import in_words
from puzzle_cubes.printing.estimate import Estimate, cut_mass, estimate
from puzzle_cubes.printing.printer import MATERIALS, Printer
from puzzle_cubes.solids.solid import Solid, solid_from_boxes, together

Boxes = Sequence[tuple[tuple[float, float], tuple[float, float]]]

PLA = MATERIALS["pla"].density / 1000
LEG, TOP = ((8, 12), (0, 10), (0, 5)), ((0, 20), (0, 10), (5, 8))


def block(x: float, y: float, z: float) -> Solid:
    """Return a box with these sides, in millimeters."""
    return solid_from_boxes([((0, x), (0, y), (0, z))])


def of(solid: Solid, printer: Printer | None = None) -> Estimate:
    """Return what a solid takes that is printed by itself."""
    return estimate([[solid]], printer or Printer())


@given(draw.lists(draw.tuples(*[draw.integers(0, 30)] * 2, *[draw.integers(1, 20)] * 2), min_size=1, max_size=5))
def test_what_is_thin_is_as_heavy_as_it_is_large(rectangles: list[tuple[int, int, int, int]]) -> None:
    boxes = [((x, x + width), (y, y + depth), (0, 1.6)) for x, y, width, depth in rectangles]
    area = unary_union([box(x, y, x + width, y + depth) for x, y, width, depth in rectangles]).area
    # Eight layers are full. What fills them reaches a little into the walls, as slicers have it.
    assert 0.999 * 1.6 * area * PLA < of(solid_from_boxes(boxes)).grams < 1.08 * 1.6 * area * PLA


@pytest.mark.parametrize("side", [10.0, 20.0, 40.0, 80.0])
def test_a_cube_is_walls_and_little_inside(side: float) -> None:
    inside = side - 4 * 0.42
    full, sparse = inside**2 * 1.8, inside**2 * (side - 1.8)
    walls = side**3 - inside**2 * side
    assert of(block(side, side, side)).grams == pytest.approx(PLA * (walls + full + 0.15 * sparse), rel=0.06)


APART = 0.45 - 0.2 * (1 - math.pi / 4)
"""How far lines are apart, in millimeters, that are 0.45 wide and 0.2 high and have round sides."""


def layers(boxes: Boxes, count: int, cut: Boxes = ()) -> float:
    """Return the seconds that so many layers take of boxes, of which others are cut away, seen from above."""
    whole, taken = ([(*sides, (0, 0.2 * count)) for sides in some] for some in (boxes, cut))
    return 60 * of(solid_from_boxes(whole, taken)).minutes


def test_a_square_takes_what_its_lines_take_at_their_speeds() -> None:
    seconds = [layers([((0, 20), (0, 20))], count) for count in range(1, 12)]
    # Two perimeters, and within them what fills, which reaches into them by 0.4 of a line.
    side = 20 - 0.45 - 3 * APART
    walls, fill, bare = (20**2 - side**2) / APART, (side**2 + 0.4 * 0.45 * 4 * side) / APART, side**2 / APART
    around = 80 / profile.OUTER_SPEED + (walls - 80) / profile.INNER_SPEED
    around += 8 * profile.CORNER_SECONDS + (2 + 4 * 0.2) * profile.TRAVEL_SECONDS
    # Lines across a square are a quarter of pi of its side long in the mean: at each end the head slows down.
    slowing, across = 1 / profile.ACCELERATION, math.pi / 4 * side
    filling, topping = (1 / speed + speed * slowing / across for speed in (profile.FILL_SPEED, profile.TOP_SPEED))
    full, upper = around + fill * filling, around + (fill - bare) * filling + bare * topping
    # Sparse lines have a bend at every 4.5 mm, too short for the head to come to its speed.
    sparse = around + 0.15 * fill * 2 * math.sqrt(slowing / 4.5)
    # Four layers are full from below and five from above: of ten the fifth is the first sparse one.
    added = [(walls + fill) / profile.FIRST_SPEED, upper, *[full] * 7, sparse, sparse]
    assert np.diff(seconds, prepend=0) == pytest.approx(np.array(added), rel=1e-6)


@pytest.mark.parametrize(
    ("boxes", "cut", "area", "corners", "loops"),
    [
        ([((0, 20), (0, 0.8))], [], 16, 4, 1),
        ([((0, 20), (0, 0.8)), ((0, 0.8), (0, 20))], [], 31.36, 6, 1),
        ([((0, 20), (0, 20))], [((0.8, 19.2), (0.8, 19.2))], 61.44, 8, 2),
    ],
    ids=["straight", "round a corner", "a ring"],
)
def test_a_thin_wall_is_two_lines_beside_each_other(
    boxes: Boxes, cut: Boxes, area: float, corners: int, loops: int
) -> None:
    a_layer = layers(boxes, 9, cut) - layers(boxes, 8, cut)
    turning = corners * profile.CORNER_SECONDS + 2 * loops * profile.TRAVEL_SECONDS
    assert a_layer == pytest.approx(area / APART / profile.OUTER_SPEED + turning, rel=1e-6)


def test_what_hangs_over_has_supports() -> None:
    leg, top, table = (of(solid_from_boxes(boxes)) for boxes in ([LEG], [TOP], [LEG, TOP]))
    assert table.basis == f"{leg.basis}, with snug supports"
    # Two wings of 8 x 10 mm, 5 mm above the bed: five full layers, and thin lines that reach 1.2 mm farther out.
    supports = 5 * 0.2 * 160 + 0.15 * 5 * (160 + 1.2 * 72)
    # Where leg and top meet, only by themselves they are full.
    meeting = 9 * 0.2 * 0.85 * (4 - 4 * 0.42) * (10 - 4 * 0.42)
    assert table.grams - leg.grams - top.grams == pytest.approx(PLA * (supports - meeting), rel=0.02)
    assert estimate([[solid_from_boxes([LEG, TOP]), block(1, 1, 1)]], Printer()).basis == table.basis
    assert table.minutes > leg.minutes + top.minutes


def test_the_same_solid_takes_the_same_wherever_it_lies_and_twice_that_for_two() -> None:
    solid = solid_from_boxes([((0, 20), (0, 4), (0, 6)), ((0, 4), (0, 12), (0, 9))])
    turned = Solid((solid.lines[1], solid.lines[0], solid.lines[2]), solid.filled.transpose(1, 0, 2))
    taken = of(solid)
    for as_often in (of(solid.moved((3.0, -70.0, 0.0))), of(turned)):
        assert (as_often.grams, as_often.minutes) == pytest.approx((taken.grams, taken.minutes))
    for beds in ([[solid, turned]], [[solid], [turned]]):
        both = estimate(beds, Printer())
        assert (both.grams, both.minutes) == pytest.approx((2 * taken.grams, 2 * taken.minutes))


def test_solids_that_stand_in_each_other_are_one_print() -> None:
    wall = solid_from_boxes([((0, 30), (0, 30), (0, 20))], [((5, 25), (5, 25), (0, 20))])
    inner = block(8, 8, 20).moved((11.0, 11.0, 0.0))
    both = together([wall, inner])
    assert both.volume == pytest.approx(wall.volume + inner.volume)
    apart = estimate([[wall, inner]], Printer())
    assert of(both).grams == pytest.approx(apart.grams)
    assert of(both).minutes == pytest.approx(apart.minutes, rel=0.05)


def test_finer_layers_take_longer_and_wider_lines_less_long() -> None:
    solid = block(30, 30, 30)
    assert of(solid, Printer(layer=0.1)).minutes == pytest.approx(2 * of(solid).minutes, rel=0.1)
    assert of(solid, Printer(layer=0.1)).grams == pytest.approx(of(solid).grams, rel=0.1)
    assert of(solid, Printer(nozzle=0.6)).minutes < of(solid).minutes < of(solid, Printer(nozzle=0.25)).minutes
    assert "0.1 mm layers" in of(solid, Printer(layer=0.1)).basis


def test_a_layer_higher_than_the_part_is_one_layer() -> None:
    taken = of(block(20, 20, 0.1), Printer(layer=2.0, nozzle=0.1))
    assert 0 < taken.grams < 1
    assert np.isfinite(taken.minutes)
    assert of(block(0.05, 0.05, 0.05)).grams < 1e-3


def test_resin_is_full_and_takes_as_long_as_it_is_high() -> None:
    printer = Printer(nozzle=0.1, layer=0.05, material="resin")
    low, high = block(10, 10, 5), block(10, 10, 20)
    both = estimate([[low, high]], printer)
    assert both.grams == pytest.approx(2500 * MATERIALS["resin"].density / 1000)
    # 400 layers of 8 s.
    assert both.minutes == pytest.approx(of(high, printer).minutes) == pytest.approx(400 * 8 / 60)
    assert estimate([[low], [high]], printer).minutes == pytest.approx(1.25 * both.minutes)
    assert both.basis.startswith("0.05 mm layers")


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0.4, "5 min"),
        (42, "40 min"),
        (57.6, "1 h"),
        (60, "1 h"),
        (144, "2 h 25 min"),
        (389, "6 h 30 min"),
        (597.6, "10 h"),
        (787, "13 h"),
        (810, "13.5 h"),
    ],
)
def test_a_time_is_told_as_people_say_it(minutes: float, words: str) -> None:
    assert in_words(minutes) == words


@pytest.mark.parametrize(("bevel", "sliced"), [(0.5, 0.35), (1.5, 1.72), (3.0, 3.69)])
def test_a_bevel_makes_pieces_as_much_lighter_as_a_slicer_says(bevel: float, sliced: float) -> None:
    # PrusaSlicer 2.5 of Soma without a box: 38.88 g without a bevel, by 2 perimeters, 15 percent and 0.2 mm.
    full, cut = (puzzle_cubes.make("packing", puzzle="soma", tray_wall=0, bevel=width) for width in (0.0, bevel))
    assert full.estimate.grams - cut.estimate.grams == pytest.approx(sliced, rel=0.2)


def test_of_what_slopes_cut_only_walls_are_full() -> None:
    # Two lines of 0.45 mm go along both sides of what is cut, and meet in the corner.
    walls = 2 * 0.45 * 3 * (2 - math.sqrt(2))
    assert cut_mass(90, 3.0, Printer()) == pytest.approx(90 * PLA * (walls + 0.15 * (4.5 - walls)) / 4.5)
    resin = Printer(nozzle=0.1, layer=0.05, material="resin")
    assert cut_mass(90, 3.0, resin) == pytest.approx(90 * MATERIALS["resin"].density / 1000)
