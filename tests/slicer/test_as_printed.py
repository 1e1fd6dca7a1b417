# SPDX-License-Identifier: GPL-3.0-or-later
"""Check's sentences on clearance and joints hold in what a slicer makes of the files, on good and on poor printers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzle_cubes.oskar.model.as_printed import PRESETS, clearance_left, joint_left
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.printing.checks import BAD, GOOD
from puzzle_cubes.printing.printer import PRESS, Printer
from tests.slicer.as_printed import CASES, printed_kit, printer_of
from tests.slicer.exports import some_of
from tests.slicer.printed_kit import PrintedKit, overlapping
from tests.slicer.printed_layers import Case

UNMARKED = "--start-marker 0 --end-marker 0"

KITS = {
    "default": "--size 2 2 2",
    "default, three cells": "--size 3 3 3",
    "default, four cells": "--size 4 4 4",
    "default, uneven": "--size 2 3 4",
    "unmarked": f"--size 2 2 2 {UNMARKED}",
    "unmarked, four cells": f"--size 4 4 4 {UNMARKED}",
    "PETG": "--size 3 3 3 --preset petg",
    "PETG, uneven": "--size 4 2 3 --preset petg",
    "pocket": "--size 3 3 3 --preset pocket",
    "pocket, unmarked": f"--size 2 3 2 --preset pocket {UNMARKED}",
    "large": "--size 2 2 3 --preset large",
    "resin": "--size 2 2 2 --preset resin",
    "sharp": "--size 2 2 2 --arm-chamfer 0 --bed-chamfer 0",
    "sharp, thinner plates": "--size 2 2 2 --plate 3 --joint 0.1 --arm-chamfer 0 --bed-chamfer 0",
    "sharp, wide gaps": "--size 2 2 2 --clearance 0.6 --joint 0.3 --arm-chamfer 0 --bed-chamfer 0",
    "sharp, narrow joints": "--size 3 2 2 --joint 0.05 --arm-chamfer 0 --bed-chamfer 0",
    "narrow gaps": f"--size 2 2 2 --clearance 0.1 --joint 0.03 --arm-chamfer 0 --bed-chamfer 0 {UNMARKED}",
    "little clearance": f"--size 2 3 2 --clearance 0.2 {UNMARKED}",
    "less clearance": f"--size 2 2 2 --clearance 0.1 {UNMARKED}",
    "much clearance": f"--size 2 2 2 --clearance 0.6 {UNMARKED}",
    "wide joints": "--size 2 2 2 --joint 0.3",
    "narrow joints": f"--size 2 2 2 --joint 0.05 {UNMARKED}",
    "wide chamfers": f"--size 2 2 2 --arm-chamfer 0.4 --bed-chamfer 0.4 {UNMARKED}",
    "thick plates": f"--size 2 2 2 --plate 4 {UNMARKED}",
    "layers of 0.1": f"--size 2 2 2 --layer 0.1 {UNMARKED}",
    "layers of 0.3": f"--size 2 2 2 --layer 0.3 --plate 3.6 --passage 5.6 --joint 0.2 {UNMARKED}",
    "nozzle of 0.25": f"--size 2 2 2 --nozzle 0.25 --layer 0.1 {UNMARKED}",
    "default, six cells": "--size 6 2 2",
    "large, unmarked": f"--size 2 2 2 --preset large {UNMARKED}",
    "PETG, thick plates": "--size 2 2 2 --preset petg --plate 4",
    "wide chamfers, marked": "--size 2 2 2 --arm-chamfer 0.4 --bed-chamfer 0.4",
    "nozzle of 0.6": f"--size 2 2 2 --nozzle 0.6 --layer 0.2 --passage 8 --wall 4 --plate 4 {UNMARKED}",
}
"""The arguments of the command line. Each kit is judged for some printers."""

PRINTERS = {**CASES, "very wide": Case(0.15), "very wide, large foot": Case(0.15, 0.3)}
"""A kit with a little room is good on the first of them, and one with much is bad on the last."""

LESS, MORE = 0.03, 0.045
"""In millimeters: by how much the clearance of the layers may be less than what is said, or more; of lines that lie
unevenly Check takes off what is common."""

BESIDE_FOOT = 0.02
"""In millimeters; beside a foot lines may stand out by so much more."""

OVERLAP = 0.05
"""In cubic millimeters: how much any two parts may share that are said to go together."""

TIGHT = -0.04
"""In millimeters; joints that are said to be as tight or tighter overlap by more than that."""


def wrong(kit: PrintedKit, printer: Printer, case: Case) -> list[str]:
    """Return what Check says otherwise than the layers."""
    dimensions = kit.dimensions
    report = check_puzzle(kit.puzzle, dimensions, printer, as_kit=True, parts=tuple(kit.parts.values()))
    said = {line.name: line.level for line in report.checks}
    left, found = clearance_left(dimensions, printer, as_kit=True), kit.clearance_left(case)
    most = max(kit.overlaps(case).values(), default=0.0)
    flaws = []
    if not -LESS - (BESIDE_FOOT if case.foot else 0.0) <= found - left <= MORE:
        flaws.append(f"clearance {left:.3f}, layers {found:.3f}")
    if (found > PRESS + MORE) if said["Clearance"] == BAD else (found <= 0):
        flaws.append(f"clearance is {said['Clearance']}, layers {found:.3f}")
    if said["Joint"] == GOOD and most > OVERLAP:
        flaws.append(f"joints go together, layers share {most:.2f} mm3")
    if joint_left(dimensions, printer)[0] <= TIGHT and most <= OVERLAP:
        flaws.append(f"joints are too tight, layers share {most:.2f} mm3")
    return flaws


@pytest.mark.parametrize("arguments", some_of(KITS, "default", "narrow gaps"))
def test_check_says_what_is_printed(tmp_path: Path, arguments: str) -> None:
    kit, printer = printed_kit(tmp_path, arguments), printer_of(arguments.split())
    found = {}
    for name, case in PRINTERS.items():
        found[name] = wrong(kit, replace(printer, widening=case.widening, foot=case.foot), case)
    assert {name: flaws for name, flaws in found.items() if flaws} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_goes_together_on_any_printer_that_is_in_order(tmp_path: Path, preset: str) -> None:
    kit = printed_kit(tmp_path, f"--size 2 3 4 --preset {preset}")
    for case in CASES.values():
        assert overlapping(kit.overlaps(case)) == {}
        assert kit.clearance_left(case) > 0
