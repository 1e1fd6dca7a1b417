# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts on beds: all of them, apart from each other, and inside."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.printing.printed_object import lay_out
from puzzle_cubes.printing.printer import Printer
from tests.core.oskar import strategies

Sides = list[tuple[float, float]]


@given(
    sides=draw.lists(draw.tuples(strategies.lengths(0.5, 100), strategies.lengths(0.5, 100)), min_size=1, max_size=12),
    bed=draw.tuples(strategies.lengths(100, 300), strategies.lengths(100, 300)),
    spacing=strategies.lengths(0.1, 20),
)
@run_with(max_examples=200)
def test_parts_lie_inside_of_the_bed_and_apart(sides: Sides, bed: tuple[float, float], spacing: float) -> None:
    sizes = {f"Part {number}": size for number, size in enumerate(sides)}
    places = lay_out(sizes, Printer(bed_x=bed[0], bed_y=bed[1], spacing=spacing))
    assert list(places) == list(sizes)
    assert {place.bed for place in places.values()} == set(range(1 + max(place.bed for place in places.values())))
    lying = {}
    for name, place in places.items():
        width, depth = sizes[name][::-1] if place.turned else sizes[name]
        x, y = (
            (middle - side / 2, middle + side / 2)
            for middle, side in zip(place.printed[:2], (width, depth), strict=True)
        )
        for (low, high), length in zip((x, y), bed, strict=True):
            assert -length / 2 - 1e-5 <= low < high <= length / 2 + 1e-5
        lying[name] = (place.bed, x, y)
    for (bed_of_one, *one), (bed_of_other, *other) in combinations(lying.values(), 2):
        gaps = [max(a[0] - b[1], b[0] - a[1]) for a, b in zip(one, other, strict=True)]
        assert bed_of_one != bed_of_other or max(gaps) >= spacing - 1e-5


def test_no_second_bed_is_begun_while_one_has_room() -> None:
    places = lay_out(dict.fromkeys("abcde", (90.0, 90.0)), Printer(bed_x=200, bed_y=200))
    assert [place.bed for place in places.values()] == [0, 0, 0, 0, 1]


def test_parts_side_by_side_are_in_line_and_the_deepest_come_first() -> None:
    sizes = {"a": (45.0, 10.0), "b": (45.0, 20.0), "c": (45.0, 30.0), "d": (45.0, 40.0)}
    places = lay_out(sizes, Printer(bed_x=100, bed_y=65, spacing=5.0))
    assert {place.bed for place in places.values()} == {0}
    near = {label: place.printed[1] - sizes[label][1] / 2 for label, place in places.items()}
    assert near == pytest.approx({"d": -32.5, "c": -32.5, "b": 12.5, "a": 12.5})


@pytest.mark.parametrize(("size", "turned"), [((20.0, 90.0), True), ((90.0, 20.0), False), ((50.0, 50.0), False)])
def test_the_longer_side_lies_along_x(size: tuple[float, float], turned: bool) -> None:
    assert lay_out({"part": size}, Printer(bed_x=100, bed_y=95))["part"].turned == turned


def test_a_part_is_turned_where_it_fits_only_so() -> None:
    assert lay_out({"long": (20.0, 90.0)}, Printer(bed_x=100, bed_y=30))["long"].turned
    assert not lay_out({"long": (20.0, 90.0)}, Printer(bed_x=30, bed_y=100))["long"].turned


def test_a_part_that_is_too_large_is_named_with_its_size() -> None:
    with pytest.raises(
        InputError, match=r"^Plate 2 is 120\.0 x 60\.0 mm: the bed of 100 x 110 mm is too small for it\.$"
    ):
        lay_out({"Plate 1": (50.0, 50.0), "Plate 2": (120.0, 60.0)}, Printer(bed_x=100, bed_y=110))
