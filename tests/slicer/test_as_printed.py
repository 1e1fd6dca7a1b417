# SPDX-License-Identifier: GPL-3.0-or-later
"""Check's sentences and estimates hold in what a slicer makes of the files and printers lay, and so do coupons."""

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

from puzzle_cubes.library import Puzzle, make
from puzzle_cubes.oskar.model.as_printed import JOINT_GAPS, PRESETS
from puzzle_cubes.printing.printer import LEVEL, PRESS, Printer, holding_gap, measured
from tests.core.solids.judges import manifold_of
from tests.slicer.as_printed import first_layer, table
from tests.slicer.estimates import CASES as ESTIMATED
from tests.slicer.estimates import PENTOMINOES, puzzle_of
from tests.slicer.estimates import sliced as costs_by_slicer
from tests.slicer.fresh_sets import fresh_set
from tests.slicer.printed_kit import PrintedKit, overlapping
from tests.slicer.printed_layers import Case, Layer, sliced
from tests.slicer.printed_pieces import PrintedPieces
from tests.slicer.put_together import bodies_of, faults
from tests.slicer.puzzle_files import export, some_of
from tests.slicer.verdicts import ALARM, CASES, GREEN, TOO_LITTLE, TOO_MUCH, of_kit, of_pieces

UNMARKED: dict[str, Any] = {"start_marker": 0.0, "end_marker": 0.0}

KITS: dict[str, dict[str, Any]] = {
    "default": {"size": (2, 2, 2)},
    "default, three cells": {"size": (3, 3, 3)},
    "default, four cells": {"size": (4, 4, 4)},
    "default, uneven": {"size": (2, 3, 4)},
    "unmarked": {"size": (2, 2, 2)} | UNMARKED,
    "unmarked, four cells": {"size": (4, 4, 4)} | UNMARKED,
    "PETG": {"size": (3, 3, 3), "preset": "petg"},
    "PETG, uneven": {"size": (4, 2, 3), "preset": "petg"},
    "pocket": {"size": (3, 3, 3), "preset": "pocket"},
    "pocket, unmarked": {"size": (2, 3, 2), "preset": "pocket"} | UNMARKED,
    "large": {"size": (2, 2, 3), "preset": "large"},
    "resin": {"size": (2, 2, 2), "preset": "resin"},
    "sharp": {"size": (2, 2, 2), "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "sharp, thinner plates": {"size": (2, 2, 2), "plate": 3.0, "joint": 0.1, "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "sharp, wide gaps": {"size": (2, 2, 2), "clearance": 0.6, "joint": 0.3, "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "sharp, narrow joints": {"size": (3, 2, 2), "joint": 0.05, "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "narrow gaps": {"size": (2, 2, 2), "clearance": 0.1, "joint": 0.03, "arm_chamfer": 0.0, "bed_chamfer": 0.0}
    | UNMARKED,
    "little clearance": {"size": (2, 3, 2), "clearance": 0.2} | UNMARKED,
    "less clearance": {"size": (2, 2, 2), "clearance": 0.1} | UNMARKED,
    "much clearance": {"size": (2, 2, 2), "clearance": 0.6} | UNMARKED,
    "wide joints": {"size": (2, 2, 2), "joint": 0.3},
    "narrow joints": {"size": (2, 2, 2), "joint": 0.05} | UNMARKED,
    "wide chamfers": {"size": (2, 2, 2), "arm_chamfer": 0.4, "bed_chamfer": 0.4} | UNMARKED,
    "thick plates": {"size": (2, 2, 2), "plate": 4.0} | UNMARKED,
    "layers of 0.1": {"size": (2, 2, 2), "layer": 0.1} | UNMARKED,
    "layers of 0.3": {"size": (2, 2, 2), "layer": 0.3, "plate": 3.6, "passage": 5.6, "joint": 0.2} | UNMARKED,
    "nozzle of 0.25": {"size": (2, 2, 2), "nozzle": 0.25, "layer": 0.1} | UNMARKED,
    "default, six cells": {"size": (6, 2, 2)},
    "large, unmarked": {"size": (2, 2, 2), "preset": "large"} | UNMARKED,
    "PETG, thick plates": {"size": (2, 2, 2), "preset": "petg", "plate": 4.0},
    "wide chamfers, marked": {"size": (2, 2, 2), "arm_chamfer": 0.4, "bed_chamfer": 0.4},
    "nozzle of 0.6": {"size": (2, 2, 2), "nozzle": 0.6, "layer": 0.2, "passage": 8.0, "wall": 4.0, "plate": 4.0}
    | UNMARKED,
}
"""With what kits are made. Each is judged for some printers."""

DESIGN = {"puzzle": "design", "size": (2, 2, 2), "design": 3, "seed": 1, "preset": "small"}

FLAT = DESIGN | {"size": (4, 2, 1), "design": 4}
"""Inner edges are filled, and edges go into them."""

PIECES: Mapping[str, Mapping[str, Any]] = {
    "small": DESIGN,
    "small, larger": DESIGN | {"size": (3, 3, 2), "design": 4},
    "small, others": DESIGN | {"size": (3, 2, 2), "seed": 2},
    "small, flat": FLAT,
    "PLA": DESIGN | {"preset": "pla"},
    "PLA, flat": FLAT | {"preset": "pla"},
    "PETG": DESIGN | {"preset": "petg"},
    "PETG, flat": FLAT | {"preset": "petg"},
    "large": DESIGN | {"preset": "large"},
    "large, flat": FLAT | {"preset": "large", "cube": 12.0},
    "resin": DESIGN | {"preset": "resin"},
    "resin, flat": FLAT | {"preset": "resin"},
    "Soma": {"puzzle": "soma", "preset": "small"},
    "Diabolical": {"puzzle": "diabolical", "preset": "small"},
    "Diabolical, little inset": {"puzzle": "diabolical", "preset": "small", "inset": 0.04},
    "Diabolical, large": {"puzzle": "diabolical", "preset": "large", "cube": 12.0},
    "no inset": DESIGN | {"inset": 0.01},
    "little inset": DESIGN | {"size": (3, 2, 2), "inset": 0.04},
    "little inset, flat": FLAT | {"inset": 0.06},
    "much inset": DESIGN | {"inset": 0.2},
    "no box gap": DESIGN | {"tray_gap": 0.01},
    "no box gap, no inset": FLAT | {"tray_gap": 0.05, "inset": 0.02},
    "much box gap": DESIGN | {"tray_gap": 1.5},
    "little lid gap": DESIGN | {"lid_gap": 0.05},
    "much lid gap": DESIGN | {"lid_gap": 0.4},
    "sharp": DESIGN | {"bevel": 0.0},
    "sharp, larger": DESIGN | {"size": (3, 2, 2), "bevel": 0.0},
    "large, sharp": FLAT | {"preset": "large", "cube": 12.0, "bevel": 0.0},
    "narrow bevels": DESIGN | {"size": (3, 2, 2), "seed": 3, "bevel": 0.15},
    "wide bevels": DESIGN | {"bevel": 0.8},
    "wide bevels, flat": FLAT | {"bevel": 0.8},
    "letters": DESIGN | {"letters": 0.6},
    "layers of 0.12": DESIGN | {"layer": 0.12},
    "layers of 0.3": FLAT | {"layer": 0.3},
    "nozzle of 0.25": DESIGN | {"nozzle": 0.25, "layer": 0.1},
    "odd cubes": DESIGN | {"cube": 9.37},
    "odd cubes, sharp": DESIGN | {"cube": 12.45, "bevel": 0.0},
    "cells that are no cubes": DESIGN | {"cube": 16.0, "cube_z": 5.6},
    "cells that are no cubes, larger": DESIGN | {"size": (3, 3, 2), "design": 4, "cube_y": 12.0, "cube_z": 14.5},
    "odd walls": DESIGN | {"tray_wall": 1.7, "cube": 11.3},
}
"""With what puzzles are made. Each is judged for some printers."""

BY_HAND = {
    "pieces in a box": {"kind": "packing", "puzzle": "diabolical", "preset": "small"},
    "a burr": {"kind": "burr", "cube": 8.0},
    "a kit": {"kind": "oskar", "size": (2, 2, 2), "kit": True, "style": "classic"},
}

PRINTERS = {
    "as it should be": Case(0.05, 0.15),
    "exact": Case(0.0, 0.0),
    "wide": Case(0.1, 0.1),
    "wide, large foot": Case(0.08, 0.2),
    "as poor as it shows": Case(0.1, 0.2),
    "narrow": Case(-0.03, 0.15),
}

OPENING_NEAR = 0.05
"""In millimeters: by so much a hole, or a notch, differs from the next."""

ESTIMATE_NEAR = 0.15
"""By how much the estimate may differ, as a share: profiles and printers differ by more."""


def kit_of(values: Mapping[str, Any], folder: Path) -> tuple[Puzzle, PrintedKit]:
    """Return a kit with a seed, and as it is sliced."""
    puzzle = make("oskar", kit=True, seed=1, **values)
    return puzzle, PrintedKit(puzzle, folder)


@pytest.mark.parametrize("values", some_of(KITS, "default", "narrow gaps"))
def test_check_says_what_is_printed(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle, kit = kit_of(values, tmp_path / "kit")
    assert [str(verdict) for verdict in of_kit(puzzle, kit) if verdict.fault] == []


def test_what_check_says_otherwise_is_noticed(tmp_path: Path) -> None:
    tight, kit = kit_of({"size": (2, 1, 1), "joint": 0.03, "clearance": 0.1, "preset": "pla"}, tmp_path / "kit")
    wide = tight.changed(joint=0.25, clearance=0.5)
    # Files of one puzzle beside what is said of the other.
    verdicts = [*of_kit(wide, kit)]
    assert {verdict.line for verdict in verdicts if verdict.fault == GREEN} == {"Clearance", "Joint"}
    told = table(verdicts).splitlines()
    assert told[0].split("  ")[-4:] == [GREEN, ALARM, TOO_MUCH, TOO_LITTLE]
    assert int(told[-1].split()[2]) > 4


def test_a_seed_gives_the_same_sets_again() -> None:
    (kind, puzzle), (_, again), (_, second_set) = fresh_set(7, 2), fresh_set(7, 2), fresh_set(8, 2)
    assert kind == "kit"
    assert again.json == puzzle.json
    assert second_set.json != puzzle.json


def test_no_first_layer_is_higher_than_the_nozzle_is_wide() -> None:
    fine = Printer(nozzle=0.25, layer=0.1)
    assert {first_layer(2, number, fine) for number in range(100)} == {0.1, 0.15, 0.2, 0.25}


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_goes_together_on_any_printer_that_is_in_order(tmp_path: Path, preset: str) -> None:
    _, kit = kit_of({"size": (2, 3, 4), "preset": preset}, tmp_path / "kit")
    for case in CASES.values():
        assert overlapping(kit.overlaps(case)) == {}
        assert kit.clearance_left(case) > 0


@pytest.mark.parametrize("values", some_of(PIECES, "small", "no box gap, no inset"))
def test_check_says_what_is_printed_of_pieces(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle = make("packing", **values)
    pieces = PrintedPieces(puzzle, tmp_path / "files")
    assert [str(verdict) for verdict in of_pieces(puzzle, pieces) if verdict.fault] == []


@pytest.mark.thorough
def test_check_says_what_is_printed_of_a_foot_that_layers_of_an_inner_edge_come_under(tmp_path: Path) -> None:
    burr = make("burr", sticks=(18, 154, 512, 1024, 1024, 1024), cube=14.0, inset=0.1, bevel=0.3)
    pieces = PrintedPieces(burr, tmp_path / "files")
    assert [str(verdict) for verdict in of_pieces(burr, pieces) if verdict.fault] == []


@pytest.mark.parametrize("values", some_of(BY_HAND, "a burr"))
def test_what_the_steps_put_down_stands_and_nothing_is_in_the_way(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle = make(**values)
    bodies = bodies_of(puzzle, PrintedPieces(puzzle, tmp_path / "files").layers)
    assert [fault for fault, _ in faults(puzzle, bodies) if fault] == []
    # Without a word on holding, or from where there is no way, the judge sees it, also of what is drawn.
    drawn = {part.key: manifold_of(part.mesh()).translate(part.assembled) for part in puzzle.parts}
    silent = [replace(step, sentence="") for step in puzzle.steps]
    assert any("tips over" in fault for fault, _ in faults(puzzle, drawn, silent)) == any(
        "Hold it" in step.sentence for step in puzzle.steps
    )
    turned = [
        replace(step, moves=tuple(replace(move, axis=(move.axis + 1) % 3) for move in step.moves)) for step in silent
    ]
    assert any("in the way" in fault for fault, _ in faults(puzzle, drawn, turned))


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
    assert printer.widening == pytest.approx(case.widening, abs=OPENING_NEAR)
    assert printer.foot == pytest.approx(case.foot, abs=OPENING_NEAR)


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
    assert JOINT_GAPS[first - 1] == pytest.approx(upright, abs=OPENING_NEAR)
    # The kit has that, or what its level sides need, of which the coupon has none.
    assert holding_gap(printer) == pytest.approx(max(upright, LEVEL * printer.layer), abs=OPENING_NEAR)


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


@pytest.mark.parametrize(
    "case",
    some_of(
        {case: case for case in (*ESTIMATED, PENTOMINOES)}, "kit 3x3x3", "kit 5x5x5, pocket", "one piece 3x3x3", "Soma"
    ),
)
def test_grams_and_minutes_are_near_those_of_a_slicer(case: str) -> None:
    puzzle = puzzle_of(case)
    by_slicer = costs_by_slicer(puzzle)
    assert puzzle.estimate.grams == pytest.approx(by_slicer.grams, rel=ESTIMATE_NEAR)
    assert puzzle.estimate.minutes == pytest.approx(by_slicer.minutes, rel=ESTIMATE_NEAR)
    report = puzzle.check()
    assert (report.cost.grams, report.cost.minutes) == (puzzle.estimate.grams, puzzle.estimate.minutes)
