# SPDX-License-Identifier: GPL-3.0-or-later
"""What Check says of clearance and joints is so in what a slicer makes of the files, on good and on poor printers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from puzzle_cubes.oskar.model.as_printed import clearance_left, joint_left
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.checks import BAD
from puzzle_cubes.printing.printer import Printer
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
    "nozzle of 0.6": f"--size 2 2 2 --nozzle 0.6 --layer 0.2 --passage 8 --wall 4 --plate 4 {UNMARKED}",
}
"""The arguments of the command line. Each kit is judged for some printers."""

PRINTERS = {**CASES, "very wide": Case(0.15), "very wide, large foot": Case(0.15, 0.3)}
"""A kit with a little room is good on the first of them, and one with much is bad on the last."""

CLEARANCE_BAND = -0.05, 0.22
"""Check's value is not compared between these. The lines of a slicer stand out beside where sides were drawn: by up to
0.07 mm where they turn, by 0.16 where a wall is no whole number of lines; and heights between two layers may become
either."""

JOINT_BAND = -0.04, 0.08
"""The same for joints, whose sides are straight."""


def unsure(kit_dimensions: Dimensions, printer: Printer) -> float:
    """Return how much less than Check says can be left, besides: marks let no room for the chamfer of the plate."""
    marked = kit_dimensions.start_marker > 0 or kit_dimensions.end_marker > 0
    return printer.foot if marked and kit_dimensions.bed_chamfer > 0 else 0.0


def answers(kit: PrintedKit, printer: Printer, case: Case) -> Iterator[tuple[str, bool, bool]]:
    """Yield for Clearance and Joint, where the value is clearly good or bad, whether it is bad: by Check, as sliced."""
    dimensions, more = kit.dimensions, unsure(kit.dimensions, printer)
    report = check_puzzle(kit.puzzle, dimensions, printer, as_kit=True, parts=tuple(kit.parts.values()))
    said = {line.name: line.level == BAD for line in report.checks}
    left = clearance_left(dimensions, printer, as_kit=True)
    if not CLEARANCE_BAND[0] < left < CLEARANCE_BAND[1] + more:
        yield "Clearance", said["Clearance"], kit.clearance_left(case) <= 0
    least, _ = joint_left(dimensions, printer)
    if not JOINT_BAND[0] < least < JOINT_BAND[1] + more:
        yield "Joint", said["Joint"], bool(overlapping(kit.overlaps(case)))


@pytest.mark.parametrize("arguments", some_of(KITS, "default", "narrow gaps", "unmarked"))
def test_check_says_what_is_printed(tmp_path: Path, arguments: str) -> None:
    kit, printer = printed_kit(tmp_path, arguments), printer_of(arguments.split())
    compared, wrong = 0, []
    for name, case in PRINTERS.items():
        here = replace(printer, widening=case.widening, foot=case.foot)
        for line, said, found in answers(kit, here, case):
            compared += 1
            if said != found:
                wrong.append(f"{line}, {name}: Check says {said}, layers {found}")
    assert wrong == []
    assert compared >= 4
