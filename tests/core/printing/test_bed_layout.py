# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts on beds: all of them, apart from each other, and inside."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from numpy.typing import NDArray

import puzzle_cubes
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.printing.mesh_files import triangles_from_stl
from puzzle_cubes.printing.printed_object import Placed, lay_out, outline_of
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import solid_from_boxes
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
    for (bed_of_one, *part), (bed_of_other, *second_part) in combinations(lying.values(), 2):
        gaps = [max(a[0] - b[1], b[0] - a[1]) for a, b in zip(part, second_part, strict=True)]
        assert bed_of_one != bed_of_other or max(gaps) >= spacing - 1e-5


def test_no_second_bed_is_begun_while_one_has_room() -> None:
    places = lay_out(dict.fromkeys("abcde", (90.0, 90.0)), Printer(bed_x=200, bed_y=200))
    assert [place.bed for place in places.values()] == [0, 0, 0, 0, 1]


SQUARE, ROUND = Printer(bed_x=100, bed_y=100, spacing=5.0), Printer(bed_x=100, bed_y=100, spacing=5.0, round_bed=True)


@pytest.mark.parametrize(
    ("printer", "sides", "beds"),
    [
        # The bed is full to its sides.
        (SQUARE, [(100.0, 55.0), (47.5, 40.0), (47.5, 40.0)], [0, 0, 0]),
        # Of beds with room for a new row the last one has it.
        (SQUARE, [(100.0, 60.0), (100.0, 50.0), (100.0, 30.0)], [0, 1, 1]),
        (replace(ROUND, bed_x=142, bed_y=142), [(100.0, 60.0), (100.0, 50.0), (100.0, 30.0)], [0, 1, 1]),
        (ROUND, [(76.0, 29.5)] * 2, [0, 0]),
        (ROUND, [(98.0, 6.0)] * 2, [0, 0]),
    ],
)
def test_parts_take_few_beds(printer: Printer, sides: Sides, beds: list[int]) -> None:
    places = lay_out(dict(zip("abc", sides, strict=False)), printer)
    assert [place.bed for place in places.values()] == beds


def test_round_the_flat_cross_of_a_kit_no_third_bed_is_begun_while_two_have_room() -> None:
    kit = puzzle_cubes.make("oskar", size=(10, 10, 1), style="classic", bed=160)
    assert {place.bed for place in kit.laid.values()} == {0, 1}


def test_parts_side_by_side_are_in_line_and_the_deepest_come_first() -> None:
    sizes = {"a": (45.0, 10.0), "b": (45.0, 20.0), "c": (45.0, 30.0), "d": (45.0, 40.0)}
    places = lay_out(sizes, Printer(bed_x=100, bed_y=65, spacing=5.0))
    assert {place.bed for place in places.values()} == {0}
    near = {label: place.printed[1] - sizes[label][1] / 2 for label, place in places.items()}
    assert near == pytest.approx({"d": -32.5, "c": -32.5, "b": 12.5, "a": 12.5})


@pytest.mark.parametrize(
    ("size", "bed", "turned"),
    [
        ((20.0, 90.0), (100, 95), True),
        ((90.0, 20.0), (100, 95), False),
        ((50.0, 50.0), (100, 95), False),
        ((20.0, 90.0), (100, 30), True),
        ((20.0, 90.0), (30, 100), False),
    ],
)
def test_the_longer_side_lies_along_x_where_it_fits_so(
    size: tuple[float, float], bed: tuple[float, float], turned: bool
) -> None:
    assert lay_out({"part": size}, Printer(bed_x=bed[0], bed_y=bed[1]))["part"].turned == turned


def test_a_part_that_is_too_large_is_named_with_its_size() -> None:
    with pytest.raises(
        InputError, match=r"^Plate 2 is 120\.0 x 60\.0 mm: the bed of 100 x 110 mm is too small for it\.$"
    ):
        lay_out({"Plate 1": (50.0, 50.0), "Plate 2": (120.0, 60.0)}, Printer(bed_x=100, bed_y=110))


def cross(length: float, width: float) -> NDArray[np.float64]:
    """Return the corners of a flat cross about its middle."""
    half, thin = length / 2, width / 2
    return np.array(
        [(x * half, y * thin) for x in (-1, 1) for y in (-1, 1)]
        + [(x * thin, y * half) for x in (-1, 1) for y in (-1, 1)]
    )


def lying(corners: NDArray[np.float64], place: Placed) -> NDArray[np.float64]:
    """Return corners where they lie on the bed."""
    turn = complex(math.cos(math.radians(place.angle)), math.sin(math.radians(place.angle)))
    turn *= 1j if place.turned else 1
    places = (corners @ (1, 1j)) * turn + complex(*place.printed[:2])
    return np.column_stack((places.real, places.imag))


def test_a_cross_that_fits_only_slanted_is_turned() -> None:
    corners = cross(123.0, 4.0)
    places = lay_out({"cross": (123.0, 123.0)}, Printer(bed_x=120, bed_y=120), lambda _: corners)
    assert places["cross"].angle == 45
    assert np.abs(lying(corners, places["cross"])).max() == pytest.approx((123 + 4) / 2 / math.sqrt(2))
    # As a full square it does not fit.
    with pytest.raises(InputError, match="the bed of 120 x 120 mm is too small"):
        lay_out({"cross": (123.0, 123.0)}, Printer(bed_x=120, bed_y=120))
    assert lay_out({"cross": (119.0, 119.0)}, Printer(bed_x=120, bed_y=120), lambda _: corners)["cross"].angle == 0


@pytest.mark.parametrize("angle", [1, 45, 89, 91, 104, 179])
def test_a_bar_that_leans_is_laid_along_a_narrow_bed(angle: int) -> None:
    bar = np.array([(x, y) for x in (-50.0, 50.0) for y in (-2.0, 2.0)])
    leaning = lying(bar, Placed((0.0, 0.0, 0.0), angle=-angle))
    size = (float(np.ptp(leaning[:, 0])), float(np.ptp(leaning[:, 1])))
    assert lay_out({"bar": size}, Printer(bed_x=100.01, bed_y=4.01), lambda _: leaning)["bar"].angle == angle


def test_no_part_is_turned_by_over_90_degrees_that_fits_by_less() -> None:
    triangle = np.array([(50.0, -10.0), (-50.0, -20.0), (-30.0, 20.0)])
    # By 111 degrees it would take less room.
    assert lay_out({"part": (100.0, 40.0)}, Printer(bed_x=70, bed_y=90), lambda _: triangle)["part"].angle == 57


def test_what_is_no_more_in_its_own_middle_once_it_is_turned_lies_on_the_bed() -> None:
    triangle = np.array([(-50.0, -50.0), (50.0, -50.0), (-50.0, 50.0)])
    place = lay_out({"part": (100.0, 100.0)}, Printer(bed_x=142, bed_y=71), lambda _: triangle)["part"]
    assert place.angle == 45
    assert (np.abs(lying(triangle, place)).max(axis=0) <= (71, 35.5)).all()


def test_the_outline_of_an_angle_has_its_inner_corner() -> None:
    angle = solid_from_boxes([((0, 10), (0, 2), (0, 1)), ((0, 2), (0, 20), (0, 1))])
    assert outline_of(angle).tolist() == [[0, 0], [0, 20], [2, 0], [2, 2], [2, 20], [10, 0], [10, 2]]


@given(
    sides=draw.lists(draw.tuples(strategies.lengths(5, 140), strategies.lengths(1, 40)), min_size=1, max_size=8),
    spacing=strategies.lengths(0.1, 20),
    round_bed=draw.booleans(),
)
def test_crosses_lie_on_the_bed_and_apart_whatever_its_form(sides: Sides, spacing: float, *, round_bed: bool) -> None:
    printer = Printer(bed_x=150, bed_y=110, spacing=spacing, round_bed=round_bed)
    outlines = {f"Part {number}": cross(max(sides), min(sides)) for number, sides in enumerate(sides)}
    sizes = {label: (float(np.ptp(of[:, 0])), float(np.ptp(of[:, 1]))) for label, of in outlines.items()}
    try:
        places = lay_out(sizes, printer, outlines.__getitem__)
    except InputError:
        radius = max(float(np.linalg.norm(of, axis=1).max()) for of in outlines.values())
        assert radius > (55 if round_bed else 110 / math.sqrt(2) - 1)
        return
    corners_of = {label: lying(outlines[label], place) for label, place in places.items()}
    for corners in corners_of.values():
        if round_bed:
            assert np.linalg.norm(corners, axis=1).max() <= 55 + 1e-5
        else:
            assert (np.abs(corners).max(axis=0) <= np.array((75, 55)) + 1e-5).all()
    for name, second_name in combinations(corners_of, 2):
        if places[name].bed == places[second_name].bed:
            hulls = [shapely.convex_hull(shapely.MultiPoint(corners_of[label])) for label in (name, second_name)]
            assert hulls[0].distance(hulls[1]) >= spacing - 1e-5


def test_on_a_round_bed_a_long_part_lies_across_and_a_square_in_the_middle() -> None:
    printer = Printer(bed_x=100, bed_y=100, round_bed=True)
    assert [place.bed for place in lay_out({"long": (98.0, 5.0)}, printer).values()] == [0]
    assert [place.bed for place in lay_out({"square": (70.0, 70.0), "long": (98.0, 5.0)}, printer).values()] == [0, 1]
    with pytest.raises(InputError, match=r"the bed of 100 mm across is too small for it"):
        lay_out({"square": (71.0, 71.0)}, printer)


@pytest.mark.parametrize("size", [(100.0, 4.0), (4.0, 100.0), (110.0, 30.0)])
def test_a_rectangle_that_is_turned_has_room_for_all_its_corners(size: tuple[float, float]) -> None:
    least = sum(size) / math.sqrt(2)
    assert lay_out({"slat": size}, Printer(bed_x=least + 0.1, bed_y=least + 0.1))["slat"].angle == 45
    with pytest.raises(InputError, match="is too small"):
        lay_out({"slat": size}, Printer(bed_x=least - 0.1, bed_y=least - 0.1))


def test_the_parts_of_a_kit_that_is_turned_are_written_where_they_lie(tmp_path: Path) -> None:
    printed = puzzle_cubes.make("oskar", size=(8, 8, 8), seed=1, printer="voron_0")
    assert {place.angle for place in printed.laid.values()} == {0.0, 45.0}
    printed.write(tmp_path)
    for path in tmp_path.glob("bed_*.stl"):
        corners = triangles_from_stl(path.read_bytes()).reshape(-1, 3)
        assert np.abs(corners[:, :2]).max() <= 60 + 1e-4
        assert corners[:, 2].min() == pytest.approx(0, abs=1e-5)
