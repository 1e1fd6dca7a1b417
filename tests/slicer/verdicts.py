# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges each line of Check by what a slicer makes of a puzzle's files, for printers in good order and poor ones.

Kits, the pieces of packing puzzles with their box, and burrs; all lengths are in millimeters.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from puzzle_cubes.library import Puzzle
from puzzle_cubes.oskar.model.as_printed import clearance_left, joint_left
from puzzle_cubes.oskar.model.kit import cheeks_of
from puzzle_cubes.packing.model.as_printed import AsPrinted, lid_left
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.parts import pieces_of
from puzzle_cubes.printing.checks import BAD, GOOD
from puzzle_cubes.printing.printer import PRESS, Printer, laid_aside
from tests.core.printing.read_by_lib3mf import read
from tests.slicer import put_together
from tests.slicer.printed_kit import PrintedKit
from tests.slicer.printed_layers import Case, Layer
from tests.slicer.printed_pieces import PiecesOfCase, PrintedPieces
from tests.slicer.supports import prusa_support, write_bed

CASES = {"nominal": Case(), "widening 0.05": Case(0.05), "foot 0.15": Case(0.0, 0.15), "both": Case(0.05, 0.15)}
"""Printers in good order."""

PRINTERS = {**CASES, "very wide": Case(0.15), "very wide, large foot": Case(0.15, 0.3)}
"""A puzzle with a little room is good on the first of them, and one with much is bad on the last."""

OF_PIECES = {**CASES, "narrow": Case(-0.05), "very wide, large foot": PRINTERS["very wide, large foot"]}
"""Hardly any puzzle goes together on the last of them. There a slicer's rounded corners take away much of what stands
out, and so only whether things go together is compared."""

LESS, MORE = 0.03, 0.045
"""By how much the clearance of the layers may be less than what is said, or more; of lines that lie unevenly Check
takes off what is common."""

BESIDE_FOOT = 0.02
"""Beside a foot lines may stand out by so much more."""

OVERLAP = 0.05
"""In cubic millimeters: how much any two parts may share that are said to go together."""

TIGHT = -0.04
"""Joints that are said to be as tight or tighter, but for lines that are laid aside, overlap by more than that."""

NEAR = 0.03
"""By how much a slicer may differ from what Check says of pieces: it rounds corners, and makes slopes in steps."""

HOPELESS = -0.1
"""How much too tight something is hardly matters beyond this: only that it is."""

GREEN, ALARM, TOO_MUCH, TOO_LITTLE = "false green", "false alarm", "more said than left", "less said than left"
"""What can be wrong with a line of Check."""


@dataclass(frozen=True)
class Verdict:
    """A line of Check on a printer: what is wrong with it, if anything, what it says is left, and what layers leave."""

    line: str
    printer: str
    fault: str
    said: float
    left: float

    def __str__(self) -> str:
        """Return it as a sentence of a test."""
        return f"{self.line}, {self.printer}: {self.fault}, Check says {self.said:.3f}, layers {self.left:.3f}"


def of_kit(puzzle: Puzzle, kit: PrintedKit) -> Iterator[Verdict]:
    """Yield what is said of a kit's clearance and its joints, and how it is, for each printer."""
    for name, case in PRINTERS.items():
        told = _on(puzzle, case)
        levels = _levels(told)
        cheeks = cheeks_of(kit.puzzle.size, kit.dimensions)
        said = clearance_left(kit.dimensions, told.printer, as_kit=True, cheeks=cheeks)
        left = kit.clearance_left(case)
        fault = ""
        if left <= 0 and levels["Clearance"] != BAD:
            fault = GREEN
        elif left > PRESS + MORE and levels["Clearance"] == BAD:
            fault = ALARM
        elif (more := max(left, HOPELESS) - max(said, HOPELESS)) < -LESS - (BESIDE_FOOT if case.foot else 0.0):
            fault = TOO_MUCH
        # An arm that is half a layer lower, and not higher, has half of a layer more on either side.
        elif more > MORE + _more_left(puzzle.printer, [kit.dimensions.arm_width]) / 4:
            fault = TOO_LITTLE
        yield Verdict("Clearance", name, fault, said, left)
        tightest, _ = joint_left(kit.dimensions, told.printer, cheeks)
        shared = max(kit.overlaps(case).values(), default=0.0)
        fault = ""
        if shared > OVERLAP and levels["Joint"] == GOOD:
            fault = GREEN
        elif shared <= OVERLAP and levels["Joint"] == BAD and tightest + laid_aside(told.printer) <= TIGHT:
            fault = ALARM
        # What is left is what two parts do not share.
        yield Verdict("Joint", name, fault, tightest, -shared)


def of_pieces(puzzle: Puzzle, pieces: PrintedPieces) -> Iterator[Verdict]:
    """Yield what is said of the gaps of pieces, and of their box if they have one, and how they are, by the printer."""
    for name, case in OF_PIECES.items():
        told = _on(puzzle, case)
        levels = _levels(told)
        for line, said, left in _gaps(told, pieces.printed(case)):
            more, fault = _more_left(told.printer, _heights(told)), ""
            if not -NEAR <= left <= more + NEAR and (levels[line] == BAD) != (left < 0):
                fault = GREEN if left < 0 else ALARM
            elif name in CASES and not -NEAR <= max(left, HOPELESS) - max(said, HOPELESS) <= more + NEAR:
                fault = TOO_MUCH if left < said else TOO_LITTLE
            yield Verdict(line, name, fault, said, left)


def of_supports(puzzle: Puzzle, folder: Path, first_layer: float) -> Verdict:
    """Return what is said of supports, and how many millimeters of them a slicer lays."""
    file = folder / "supports.stl"
    write_bed([part for part in puzzle.parts if not part.beside], file)
    length = prusa_support(file, 45, puzzle.printer.layer, first_layer, puzzle.printer.nozzle)
    # They do not depend on how a printer departs from its G-code.
    is_good = _levels(_on(puzzle, Case()))["Supports"] == GOOD
    fault = "" if is_good == (length == 0) else GREEN if length else ALARM
    return Verdict("Supports", f"first layer {first_layer:g}", fault, 0.0 if is_good else 1.0, length)


def of_order(puzzle: Puzzle, layers: Mapping[str, Sequence[Layer]]) -> Iterator[Verdict]:
    """Yield for each step of the page whether it is free, and what it puts down stands; not where force is needed."""
    levels = _levels(_on(puzzle, Case()))
    fits = all(levels.get(line) != BAD for line in ("Assembly", "Clearance", "Gap", "Tray", "Lid"))
    if fits and levels.get("Joint", GOOD) == GOOD:
        for fault, amount in put_together.faults(puzzle, put_together.bodies_of(puzzle, layers)):
            yield Verdict("Order", fault or "a step", GREEN if fault else "", 0.0, amount)


def of_files(folder: Path) -> Iterator[Verdict]:
    """Yield for each 3MF file in a folder whether lib3mf takes it strictly, and its filaments are as meant."""
    for file in sorted(folder.glob("*.3mf")):
        filaments = {color for item in read(file.read_bytes()).items for color in item.colors}
        sliced = filaments_used(file) if file.stem.startswith("bed_") else set(range(len(filaments)))
        fault = "" if sliced == set(range(len(filaments))) else GREEN
        yield Verdict("3MF", file.name, fault, len(filaments), len(sliced))


MANY = """nozzle_diameter = 0.4,0.4,0.4,0.4,0.4,0.4,0.4,0.4
filament_diameter = 1.75,1.75,1.75,1.75,1.75,1.75,1.75,1.75
single_extruder_multi_material = 0
bed_shape = 0x0,400x0,400x400,0x400
"""
"""A printer with eight filaments, as PrusaSlicer takes it."""


def code_of(file: Path, *options: str) -> str:
    """Return the G-code of a 3MF file, of which PrusaSlicer is told what the printer is, and further options."""
    printer, code = file.with_suffix(".ini"), file.with_suffix(".gcode")
    printer.write_text(MANY)
    command = ["prusa-slicer", "--load", str(printer), "--export-gcode", *options, str(file), "--output", str(code)]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    return code.read_text(encoding="utf-8")


def filaments_used(file: Path) -> set[int]:
    """Return the numbers of the filaments to which the G-code of a 3MF file changes, from 0."""
    hollow = "--perimeters=1", "--fill-density=0", "--top-solid-layers=0", "--bottom-solid-layers=0"
    # Where one filament is enough, there is no change to it.
    return {int(number) for number in re.findall(r"^T(\d)", code_of(file, *hollow), re.MULTILINE)} or {0}


@lru_cache(maxsize=len(PRINTERS))
def _levels(puzzle: Puzzle) -> Mapping[str, str]:
    """Return how good each line of Check is."""
    return {check.name: check.level for check in puzzle.check().checks}


def _on(puzzle: Puzzle, case: Case) -> Puzzle:
    """Return a puzzle for a printer that departs from the G-code in that way."""
    return replace(puzzle, printer=replace(puzzle.printer, widening=case.widening, foot=case.foot))


def _gaps(puzzle: Puzzle, printed: PiecesOfCase) -> Iterator[tuple[str, float, float]]:
    """Yield for each gap its line, what is said to be left of it, and what is left."""
    size, dimensions, printer = puzzle.content.goal.size, puzzle.dimensions, puzzle.printer
    if not isinstance(dimensions, Dimensions):
        raise TypeError("it has no pieces")
    said = AsPrinted(pieces_of(puzzle.parts), size, dimensions, printer)
    yield "Gap", min(gap for gap in (said.least_gap, said.least_in_edges) if gap is not None), printed.least_gap
    if dimensions.tray_wall:
        if printed.least_gap > 0 and said.tightest is not None:
            # Pieces that are in each other's place go into no tray.
            yield "Tray", said.tightest.left, printed.tightest.left
        yield "Lid", lid_left(dimensions, printer), printed.lid_left


def _more_left(printer: Printer, heights: Sequence[float]) -> float:
    """Return how much more than Check says may be left: it says the worst where a height ends halfway up a layer.

    A slicer makes a layer of that half, or none: of the pieces in a row, and of the tray's floor.
    """
    is_half = any(round(height / printer.layer % 1, 3) == 0.5 for height in heights)
    return 2 * printer.layer if is_half else 0.0


def _heights(puzzle: Puzzle) -> list[float]:
    """Return the heights in print of pieces, and of the floor of their tray."""
    heights = [part.printed_size[2] for part in puzzle.parts]
    return [*heights, puzzle.dimensions.tray_wall] if isinstance(puzzle.dimensions, Dimensions) else heights
