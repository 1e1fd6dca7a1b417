# SPDX-License-Identifier: GPL-3.0-or-later
"""A coupon, as a slicer makes it and a printer lays it, shows what the printer does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import shapely
import trimesh
from shapely.geometry.base import BaseGeometry

from puzzle_cubes.oskar.model.as_printed import JOINT_GAPS
from puzzle_cubes.printing.printer import LEVEL, PRESS, Printer, holding_gap, measured
from tests.slicer.exports import export
from tests.slicer.printed_layers import Case, Layer, sliced

PRINTERS = {
    "as it should be": Case(0.05, 0.15),
    "exact": Case(0.0, 0.0),
    "wide": Case(0.1, 0.1),
    "wide, large foot": Case(0.08, 0.2),
    "as poor as it shows": Case(0.1, 0.2),
    "narrow": Case(-0.03, 0.15),
}

NEAR = 0.05
"""In millimeters: by so much a hole, or a notch, differs from the next."""


def layers_of_bodies(folder: Path) -> Mapping[str, Sequence[Layer]]:
    """Return the layers of the four bodies of a coupon, each sliced by itself where the file has it."""
    export(folder / "puzzle", f"--size 2 1 1 --coupon {folder / 'coupon.stl'}")
    whole: Any = trimesh.load(folder / "coupon.stl")
    files = {}
    bodies = sorted(whole.split(), key=lambda body: tuple(body.bounds.mean(axis=0)[[1, 0]]))
    for name, body in zip(("holes", "notches", "arm", "finger"), bodies, strict=True):
        files[name] = folder / f"{name}.stl"
        body.export(files[name])
    return sliced(files, folder, 0.4, 0.2)


def openings(layer: Layer) -> list[BaseGeometry]:
    """Return the holes of a layer from the left to the right."""
    (plate,) = shapely.get_parts(layer.area)
    return sorted(map(shapely.Polygon, plate.interiors), key=lambda hole: hole.centroid.x)


def width_of(layers: Sequence[Layer]) -> float:
    """Return how wide the arm is that lies along x, where it is widest."""
    lows, highs = zip(*((layer.area.bounds[1], layer.area.bounds[3]) for layer in layers), strict=True)
    return float(max(highs) - min(lows))


def first_that_takes(width: float, holes: Sequence[BaseGeometry]) -> int:
    """Return the number of the first hole that is as wide and deep, where it is least, as what goes into it."""
    for number, hole in enumerate(holes, 1):
        x, y = hole.centroid.x, hole.centroid.y
        across = hole.intersection(shapely.box(x - 0.5, y - 50, x + 0.5, y + 50)).bounds
        if across[3] - across[1] >= width:
            return number
    raise AssertionError("no hole takes it")


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Sequence[Layer]]:
    return layers_of_bodies(tmp_path_factory.mktemp("coupon"))


@pytest.mark.parametrize("name", PRINTERS)
def test_two_holes_show_how_a_printer_prints(bodies: Mapping[str, Sequence[Layer]], name: str) -> None:
    case = PRINTERS[name]
    plate, arm = case.of(bodies["holes"]), case.of(bodies["arm"])
    # Who pushes the arm upright has its section before him, whose sides and height are what it was in print.
    width = width_of(arm)
    goes_in = first_that_takes(width + PRESS, openings(plate[-4]))
    goes_through = first_that_takes(width + PRESS, openings(plate[0]))
    printer = measured(Printer(), goes_in, goes_through)
    assert printer.widening == pytest.approx(case.widening, abs=NEAR)
    assert printer.foot == pytest.approx(case.foot, abs=NEAR)


@pytest.mark.parametrize("name", PRINTERS)
def test_the_finger_goes_into_the_notch_of_the_joint_that_suits_the_printer(
    bodies: Mapping[str, Sequence[Layer]], name: str
) -> None:
    case = PRINTERS[name]
    bar, finger = case.of(bodies["notches"]), case.of(bodies["finger"])
    # The tongue is below the handle, where the finger is narrower.
    widest = max(width_below(layer) for layer in finger)
    rooms = list(zip(*map(rooms_between_teeth, bar), strict=True))
    first = next(number for number, widths in enumerate(rooms, 1) if min(widths) >= widest + PRESS)
    printer = replace(Printer(), widening=case.widening, foot=case.foot)
    upright = max(2 * case.widening + PRESS, JOINT_GAPS[0])
    assert JOINT_GAPS[first - 1] == pytest.approx(upright, abs=NEAR)
    # The kit has that, or what its level sides need, of which the coupon has none.
    assert holding_gap(printer) == pytest.approx(max(upright, LEVEL * printer.layer), abs=NEAR)


def width_below(layer: Layer) -> float:
    """Return how wide the tongue of the finger is in a layer."""
    _, front, _, _ = layer.area.bounds
    left, _, right, _ = layer.area.intersection(shapely.box(-500, front + 0.5, 500, front + 1.5)).bounds
    return float(right - left)


def rooms_between_teeth(layer: Layer) -> list[float]:
    """Return how wide the notches of a bar are in a layer, from the left to the right."""
    left, front, right, _ = layer.area.bounds
    strip = shapely.box(left, front + 0.5, right, front + 1.0)
    teeth = sorted(shapely.get_parts(layer.area.intersection(strip)), key=lambda tooth: tooth.bounds[0])
    return [next_tooth.bounds[0] - tooth.bounds[2] for tooth, next_tooth in pairwise(teeth)]
