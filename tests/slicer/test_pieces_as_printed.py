# SPDX-License-Identifier: GPL-3.0-or-later
"""Check's sentences on the gaps of packing puzzles hold in what a slicer makes of them, on good and poor printers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.library import make
from tests.slicer.exports import some_of
from tests.slicer.printed_pieces import PrintedPieces
from tests.slicer.put_together import bodies_of, faults
from tests.slicer.verdicts import of_pieces

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
    "cells that are no cubes": DESIGN | {"cube": 16.0, "cube_z": 5.6},
    "cells that are no cubes, larger": DESIGN | {"size": (3, 3, 2), "design": 4, "cube_y": 12.0, "cube_z": 14.5},
    "odd walls": DESIGN | {"tray_wall": 1.7, "cube": 11.3},
}
"""With what puzzles are made. Each is judged for some printers."""


@pytest.mark.parametrize("values", some_of(PUZZLES, "small", "no box gap, no inset"))
def test_check_says_what_is_printed(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle = make("packing", **values)
    pieces = PrintedPieces(puzzle, tmp_path / "files")
    assert [str(verdict) for verdict in of_pieces(puzzle, pieces) if verdict.fault] == []


@pytest.mark.thorough
def test_check_says_what_is_printed_of_a_foot_that_layers_of_an_inner_edge_come_under(tmp_path: Path) -> None:
    burr = make("burr", sticks=(18, 154, 512, 1024, 1024, 1024), cube=14.0, inset=0.1, bevel=0.3)
    pieces = PrintedPieces(burr, tmp_path / "files")
    assert [str(verdict) for verdict in of_pieces(burr, pieces) if verdict.fault] == []


BY_HAND = {
    "pieces in a box": {"kind": "packing", "puzzle": "diabolical", "preset": "small"},
    "a burr": {"kind": "burr", "cube": 8.0},
    "a kit": {"kind": "oskar", "size": (2, 2, 2), "kit": True, "style": "classic"},
}


@pytest.mark.parametrize("values", some_of(BY_HAND, "a burr"))
def test_what_the_steps_put_down_stands_and_nothing_is_in_the_way(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle = make(**values)
    bodies = bodies_of(puzzle, PrintedPieces(puzzle, tmp_path / "files").layers)
    assert [fault for fault, _ in faults(puzzle, bodies) if fault] == []
    # Without a word on holding, or from where there is no way, the judge sees it.
    silent = [replace(step, sentence="") for step in puzzle.steps]
    assert any("tips over" in fault for fault, _ in faults(puzzle, bodies, silent)) == any(
        "Hold it" in step.sentence for step in puzzle.steps
    )
    turned = [
        replace(step, moves=tuple(replace(move, axis=(move.axis + 1) % 3) for move in step.moves)) for step in silent
    ]
    assert any("in the way" in fault for fault, _ in faults(puzzle, bodies, turned))
