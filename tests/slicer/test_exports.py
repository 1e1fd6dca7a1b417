# SPDX-License-Identifier: GPL-3.0-or-later
"""Every exported file, of cubes, kits, coupons, packing puzzles and the demo, is good in the judges' eyes."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from dataclasses import fields
from itertools import product
from pathlib import Path

import pytest
from installed_extension import ROOT

from puzzle_cubes.kind.part import Part, lay
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.model.checks import check_puzzle
from puzzle_cubes.packing.model.dimensions import Dimensions as PackingDimensions
from puzzle_cubes.printing.checks import GOOD
from puzzle_cubes.printing.printer import Printer
from tests.core.command_line.command import report_of
from tests.slicer.judges import Expected, complaints, folder_complaints
from tests.slicer.puzzle_files import beds_of, expected_coupon, expected_files, expected_kit, export, some_of
from tests.slicer.supports import prusa_support, slic3r_support, write_bed

CUBES = {
    "two cells": "--size 2 1 1",
    "flat": "--size 8 8 2 --style backtracker --start 0 0 0",
    "long, with other markers": "--size 2 3 9 --style wilson --end farthest --start-marker 0 --end-marker 4",
    "hard, for PETG": "--size 4 4 4 --style hard --effort quick --preset petg",
    "serpentine, for resin": "--size 6 3 4 --style serpentine --preset resin",
    "independent, pocket size": "--size 7 7 7 --style independent --preset pocket",
    "thin walls": "--size 5 4 3 --style kruskal --wall 1.2 --plate 1.6 --passage 7.5 --clearance 0.25 --overhang 6",
    "thick walls": "--size 3 4 5 --style longest --effort quick --wall 4.5 --plate 6 --passage 4 --clearance 0.05",
    "with all chamfers": "--size 4 3 3 --start 0 0 0 --arm-chamfer 0.5 --marker-chamfer 0.6 --bed-chamfer 0.3",
}
"""The arguments of the command line, by what is special about the puzzle."""

KITS = {
    "three cells a side": ("--size 3 3 3", Printer(), 1),
    "overhang, several beds": (
        "--size 2 4 3 --overhang 6 --joint 0.15 --bed 90 80 --spacing 2",
        Printer(bed_x=90.0, bed_y=80.0, spacing=2.0),
        2,
    ),
    "for resin": ("--size 3 2 4 --preset resin", Printer(), 1),
    "with all chamfers": (
        "--size 2 3 3 --arm-chamfer 0.5 --bed-chamfer 0.3",
        Printer(),
        1,
    ),
    "pocket size": ("--size 4 4 4 --preset pocket", Printer(), 1),
}
"""The arguments of the command line, the printer that the kit is laid out for, and how many beds it takes."""

COUPONS = {
    "default": "",
    "PETG": "--preset petg",
    "large": "--preset large",
    "pocket": "--preset pocket",
    "thick walls": "--passage 4 --wall 4.5 --plate 6 --clearance 0.05",
}

PACKING_PUZZLES = {
    "megaron": ("", Printer(), 1),
    "with letters, magnets and a stand, several beds": (
        "--puzzle soma --letters 0.6 --magnet 5 --stand 6 --bed 80 80 --spacing 2",
        Printer(bed_x=80.0, bed_y=80.0, spacing=2.0),
        5,
    ),
    "a design with large letters, no box": ("--design 6 --seed 2 --letters 2 --tray-wall 0", Printer(), 1),
    "for resin": ("--puzzle diabolical --preset resin --letters 0.4", Printer(), 1),
    "pieces that hang": ("--pieces {folder}/hanging.txt --size 3 3 3 --first", Printer(), 1),
}
"""The arguments of the command line, the printer that the parts are laid out for, and how many beds they take."""

# A cube with another one on each side, which hangs however it lies; and single cubes.
HANGING = "1 1 1 1 0 1 1 2 1 1 1 0 1 1 2 1 1 1 0 1 1 2\n20 0 0 0\n"


@pytest.mark.parametrize("arguments", some_of(CUBES, "flat", "hard, for PETG", "with all chamfers"))
def test_a_puzzle_can_be_printed(tmp_path: Path, arguments: str) -> None:
    dimensions = export(tmp_path, arguments)
    assert folder_complaints(tmp_path, expected_files(tmp_path, dimensions)) == {}


def test_a_large_puzzle_can_be_printed_on_a_large_bed(tmp_path: Path) -> None:
    expected = expected_files(tmp_path, export(tmp_path, "--size 8 2 2 --style prim --preset large"))
    refused = folder_complaints(tmp_path, expected)
    assert refused.keys() == {"printableMaze.stl"}
    assert refused["printableMaze.stl"][0].endswith("could not fit on the bed")
    assert folder_complaints(tmp_path, expected, (300, 220)) == {}


@pytest.mark.parametrize(("arguments", "printer", "beds"), some_of(KITS, "overhang, several beds", "with all chamfers"))
def test_a_kit_can_be_printed(tmp_path: Path, arguments: str, printer: Printer, beds: int) -> None:
    dimensions = export(tmp_path, f"{arguments} --kit")
    kit = expected_kit(tmp_path, dimensions, printer)
    assert len(kit) == 9 + beds
    assert folder_complaints(tmp_path, kit, (printer.bed_x, printer.bed_y), kit.keys() - beds_of(kit)) == {}
    assert [prusa_support(tmp_path / name, 45, 0.2) for name in beds_of(kit)] == [0] * beds


@pytest.mark.parametrize("arguments", some_of(COUPONS, "default"))
def test_a_coupon_can_be_printed(tmp_path: Path, arguments: str) -> None:
    file = tmp_path / "coupon.stl"
    dimensions = export(tmp_path / "puzzle", f"--size 2 1 1 {arguments} --coupon {file}")
    assert complaints(file, expected_coupon(dimensions)) == []


def exported(folder: Path, arguments: str) -> tuple[Part, ...]:
    """Export a puzzle with the command line, and return the parts that it must have written."""
    (folder / "hanging.txt").write_text(HANGING)
    chosen = arguments.format(folder=folder).split()
    report = report_of("packing", *chosen, "--out", str(folder / "out"))["dimensions"]
    dimensions = PackingDimensions(**{field.name: report[field.name] for field in fields(PackingDimensions)})
    puzzle = puzzle_from_json((folder / "out" / "puzzle.json").read_text(encoding="utf-8"))
    return PACKING.parts(puzzle, dimensions, "parts")


@pytest.mark.parametrize(
    ("arguments", "printer", "beds"),
    some_of(PACKING_PUZZLES, "megaron", "with letters, magnets and a stand, several beds"),
)
def test_every_part_and_bed_can_be_printed_with_supports_as_said(
    tmp_path: Path, arguments: str, printer: Printer, beds: int
) -> None:
    parts = exported(tmp_path, arguments)
    places = lay(parts, printer)
    volumes = defaultdict(list)
    for part in parts:
        volumes[f"{part.key}.stl"].append(part.volume)
        volumes[f"bed_{places[part.key].bed + 1}.stl"].append(part.volume)
    expected = {name: Expected(len(bodies), sum(bodies)) for name, bodies in volumes.items()}
    assert len(expected) == len(parts) + beds
    # Parts that are alike have files that are alike.
    alike = {(tmp_path / "out" / name).read_bytes(): name for name in expected}
    bed = printer.bed_x, printer.bed_y
    wrong = {
        name: complaints(tmp_path / "out" / name, expected[name], bed, is_sliced=name in beds_of(expected))
        for name in alike.values()
    }
    assert not any(wrong.values()), wrong
    assert {file.name for file in (tmp_path / "out").glob("*.stl")} == expected.keys()
    # What hangs is supported by itself, too.
    hanging = [part.key for part in parts if part.printed.overhangs]
    is_supported = dict.fromkeys(beds_of(expected), False) | {f"{key}.stl": True for key in hanging}
    is_supported |= {f"bed_{places[key].bed + 1}.stl": True for key in hanging}
    for name, support in product(is_supported, (prusa_support, slic3r_support)):
        assert (support(tmp_path / "out" / name, 45, 0.2) > 0) == is_supported[name], (name, support)


def test_what_hangs_is_said(tmp_path: Path) -> None:
    parts = exported(tmp_path, PACKING_PUZZLES["pieces that hang"][0])
    puzzle = puzzle_from_json((tmp_path / "out" / "puzzle.json").read_text(encoding="utf-8"))
    (check,) = (
        line for line in check_puzzle(puzzle, PackingDimensions(), Printer(), parts).checks if line.name == "Supports"
    )
    assert check.level != GOOD
    hanging = [part.label for part in parts if part.printed.overhangs]
    assert hanging == ["Piece A"]
    assert hanging[0] in check.sentence


@pytest.mark.parametrize("name", ["megaron", pytest.param("diabolical", marks=pytest.mark.thorough)])
def test_no_bevel_gets_supports_however_wide(tmp_path: Path, name: str) -> None:
    for bevel in (0.4, 0.8, 2.0):
        parts = exported(tmp_path, f"--puzzle {name} --bevel {bevel} --overwrite")
        assert not any(part.printed.overhangs for part in parts)
        # All pieces on one bed, and tray and lid.
        write_bed(parts, tmp_path / "bed.stl")
        assert prusa_support(tmp_path / "bed.stl", 45, 0.2) == 0, bevel


def test_the_demo_can_be_printed(tmp_path: Path) -> None:
    demo = [sys.executable, str(ROOT / "scripts" / "demo.py"), str(tmp_path), "--no-picture"]
    done = subprocess.run(demo, capture_output=True, text=True, check=True)
    dimensions, printer = Dimensions(), Printer()
    kit = expected_kit(tmp_path, dimensions, printer)
    expected = expected_files(tmp_path, dimensions) | kit | {"coupon.stl": expected_coupon(dimensions)}
    # Files of these kinds are sliced elsewhere.
    assert folder_complaints(tmp_path, expected, (printer.bed_x, printer.bed_y), expected.keys()) == {}
    # All that was written is listed, and nothing else lies there.
    written = {file.name for file in tmp_path.iterdir()}
    three_mf = {"printableMaze.3mf", "kit.3mf", "bed_1.3mf"}
    assert written == expected.keys() | three_mf | {
        "puzzle.json",
        "outputSequence.txt",
        "assembly.txt",
        "assembly.html",
    }
    assert all(f"{tmp_path / name}: " in done.stdout for name in written)
