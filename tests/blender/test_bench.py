# SPDX-License-Identifier: GPL-3.0-or-later
"""The job of ``make bench`` that needs Blender runs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from goals import ROOT

pytestmark = pytest.mark.once


def test_changes_of_live_cubes_are_timed() -> None:
    command = [sys.executable, "-m", "scripts.bench_live", "--small"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "as a kit" in done.stdout
