# SPDX-License-Identifier: GPL-3.0-or-later
"""Check's sentences on the gaps of packing puzzles hold in what a slicer makes of them, on good and poor printers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.library import Puzzle, make
from puzzle_cubes.packing.model.as_printed import AsPrinted, lid_left
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.parts import pieces_of
from puzzle_cubes.printing.checks import BAD
from tests.slicer.as_printed import CASES
from tests.slicer.exports import some_of
from tests.slicer.printed_layers import Case
from tests.slicer.printed_pieces import PiecesOfCase, PrintedPieces

DESIGN = {"puzzle": "design", "size": (2, 2, 2), "design": 3, "seed": 1, "preset": "small"}

FLAT = DESIGN | {"size": (4, 2, 1), "design": 4}
"""Inner edges are filled, and edges go into them."""

PUZZLES: Mapping[str, Mapping[str, Any]] = {
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
    "odd walls": DESIGN | {"tray_wall": 1.7, "cube": 11.3},
}
"""With what puzzles are made. Each is judged for some printers."""

PRINTERS = {**CASES, "narrow": Case(-0.05), "very wide, large foot": Case(0.15, 0.3)}
"""Hardly any puzzle goes together on the last of them. There a slicer's rounded corners take away much of what stands
out, and so only whether things go together is compared."""

NEAR = 0.03
"""By how much a slicer may differ from what Check says: it rounds corners, and makes slopes in steps."""

HOPELESS = -0.1
"""How much too tight something is hardly matters beyond this: only that it is."""


def more_left(puzzle: Puzzle) -> float:
    """Return how much more than Check says may be left: it says the worst where a height ends halfway up a layer.

    A slicer makes a layer of that half, or none: of the pieces in a row, and of the tray's floor.
    """
    assert isinstance(puzzle.dimensions, Dimensions)
    heights = [part.printed_size[2] for part in puzzle.parts] + [puzzle.dimensions.tray_wall]
    layer = puzzle.printer.layer
    return 2 * layer if any(round(height / layer % 1, 3) == 0.5 for height in heights) else 0.0


def compared(puzzle: Puzzle, found: PiecesOfCase) -> Iterator[tuple[str, bool, float, float]]:
    """Yield for each gap its line, whether Check says that it is bad, what it says is left, and what is left."""
    size, dimensions, printer = puzzle.content.goal.size, puzzle.dimensions, puzzle.printer
    assert isinstance(dimensions, Dimensions)
    printed = AsPrinted(pieces_of(puzzle.parts), size, dimensions, printer)
    gaps = [gap for gap in (printed.least_gap, printed.least_in_edges) if gap is not None]
    assert printed.tightest is not None
    bad = {check.name: check.level == BAD for check in puzzle.check().checks}
    yield "Gap", bad["Gap"], min(gaps), found.least_gap
    if found.least_gap > 0:
        # Pieces that are in each other's place go into no tray.
        yield "Tray", bad["Tray"], printed.tightest.left, found.tightest.left
    yield "Lid", bad["Lid"], lid_left(dimensions, printer), found.lid_left


@pytest.mark.parametrize("values", some_of(PUZZLES, "small", "no box gap, no inset"))
def test_check_says_what_is_printed(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle = make("packing", **values)
    pieces, more, wrong = PrintedPieces(puzzle, tmp_path / "files"), more_left(puzzle), []
    for name, case in PRINTERS.items():
        told = replace(puzzle, printer=replace(puzzle.printer, widening=case.widening, foot=case.foot))
        for line, is_bad, said, left in compared(told, pieces.printed(case)):
            if name in CASES and not -NEAR <= max(left, HOPELESS) - max(said, HOPELESS) <= more + NEAR:
                wrong.append(f"{line}, {name}: Check says {said:g} mm, layers {left:g} mm")
            if not -NEAR <= left <= more + NEAR and is_bad != (left < 0):
                wrong.append(f"{line}, {name}: Check says {'bad' if is_bad else 'good'}, layers {left:g} mm")
    assert wrong == []
