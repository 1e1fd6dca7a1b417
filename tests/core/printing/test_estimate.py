# SPDX-License-Identifier: GPL-3.0-or-later
"""The estimate of a print, by solids whose plastic can be told by hand; tests/slicer compares puzzles with a slicer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from shapely.geometry import box
from shapely.ops import unary_union

from puzzle_cubes.printing.estimate import Estimate, estimate, in_words
from puzzle_cubes.printing.printer import MATERIALS, Printer
from puzzle_cubes.solids.solid import Solid, solid_from_boxes, together

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


def test_what_hangs_over_has_supports() -> None:
    leg, top, table = (of(solid_from_boxes(boxes)) for boxes in ([LEG], [TOP], [LEG, TOP]))
    assert table.basis == f"{leg.basis}, with supports"
    # Two wings of 80 mm2, 5 mm above the bed: from an eighth to a half of the room below is plastic.
    assert leg.grams + top.grams + 160 * 5 / 8 * PLA < table.grams < leg.grams + top.grams + 160 * 5 / 2 * PLA
    assert table.minutes > leg.minutes + top.minutes


def test_the_same_solid_takes_the_same_wherever_it_lies_and_twice_that_for_two() -> None:
    one = solid_from_boxes([((0, 20), (0, 4), (0, 6)), ((0, 4), (0, 12), (0, 9))])
    turned = Solid((one.lines[1], one.lines[0], one.lines[2]), one.filled.transpose(1, 0, 2))
    taken = of(one)
    for other in (of(one.moved((3.0, -70.0, 0.0))), of(turned)):
        assert (other.grams, other.minutes) == pytest.approx((taken.grams, taken.minutes))
    for beds in ([[one, turned]], [[one], [turned]]):
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
    assert both.minutes == pytest.approx(of(high, printer).minutes)
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
