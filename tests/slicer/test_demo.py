# SPDX-License-Identifier: GPL-3.0-or-later
"""Every STL file of ``make demo`` is good in the judges' eyes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from installed_extension import ROOT

from core.dimensions import Dimensions
from tests.slicer.judges import folder_complaints
from tests.slicer.puzzle_files import expected_files


def test_the_demo_can_be_printed(tmp_path: Path) -> None:
    demo = [sys.executable, str(ROOT / "scripts" / "demo.py"), str(tmp_path), "--no-picture"]
    subprocess.run(demo, check=True)
    assert folder_complaints(tmp_path, expected_files(tmp_path, Dimensions())) == {}
