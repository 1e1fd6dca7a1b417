# SPDX-License-Identifier: GPL-3.0-or-later
"""Times taken in Blender: the job of ``make bench``, and the drag beside an older revision, both run through."""

from __future__ import annotations

import subprocess
import sys

import pytest
from against import DRAG, processor_seconds
from goals import ROOT

pytestmark = pytest.mark.once


def test_changes_of_live_cubes_are_timed() -> None:
    command = [sys.executable, "-m", "scripts.bench_live", "--small"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "as a kit" in done.stdout


def test_a_drag_takes_some_time() -> None:
    assert processor_seconds(ROOT, DRAG) > 0
