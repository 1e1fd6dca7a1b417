# SPDX-License-Identifier: GPL-3.0-or-later
"""Exported files, in many sizes, styles and dimensions, are good in the judges' eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slicer.exports import export, some_of
from tests.slicer.judges import folder_complaints
from tests.slicer.puzzle_files import expected_files

PUZZLES = {
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


@pytest.mark.parametrize("arguments", some_of(PUZZLES, "flat", "hard, for PETG", "with all chamfers"))
def test_a_puzzle_can_be_printed(tmp_path: Path, arguments: str) -> None:
    dimensions = export(tmp_path, arguments)
    assert folder_complaints(tmp_path, expected_files(tmp_path, dimensions)) == {}


def test_a_large_puzzle_can_be_printed_on_a_large_bed(tmp_path: Path) -> None:
    expected = expected_files(tmp_path, export(tmp_path, "--size 8 2 2 --style prim --preset large"))
    refused = folder_complaints(tmp_path, expected)
    assert refused.keys() == {"printableMaze.stl"}
    assert refused["printableMaze.stl"][0].endswith("could not fit on the bed")
    assert folder_complaints(tmp_path, expected, (300, 220)) == {}
