# SPDX-License-Identifier: GPL-3.0-or-later
"""Every STL file of ``make demo``, with its kit and its coupon, is good in the judges' eyes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from installed_extension import ROOT

from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.printer import Printer
from tests.slicer.judges import folder_complaints
from tests.slicer.puzzle_files import beds_of, expected_coupon, expected_files, expected_kit


def test_the_demo_can_be_printed(tmp_path: Path) -> None:
    demo = [sys.executable, str(ROOT / "scripts" / "demo.py"), str(tmp_path), "--no-picture"]
    done = subprocess.run(demo, capture_output=True, text=True, check=True)
    dimensions, printer = Dimensions(), Printer()
    kit = expected_kit(tmp_path, dimensions, printer)
    expected = expected_files(tmp_path, dimensions) | kit | {"coupon.stl": expected_coupon(dimensions)}
    assert folder_complaints(tmp_path, expected, (printer.bed_x, printer.bed_y), kit.keys() - beds_of(kit)) == {}
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
