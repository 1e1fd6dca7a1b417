# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file of a kit, its parts and its beds, and of a coupon is good in the judges' eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzle_cubes.printing.printer import Printer
from tests.slicer.exports import export, some_of
from tests.slicer.judges import complaints, folder_complaints
from tests.slicer.puzzle_files import beds_of, expected_coupon, expected_kit
from tests.slicer.supports import prusa_support

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
