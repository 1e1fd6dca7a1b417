# SPDX-License-Identifier: GPL-3.0-or-later
"""The job of ``make bench`` that needs a browser runs."""

from __future__ import annotations

import subprocess
import sys

from goals import ROOT


def test_a_site_is_measured() -> None:
    command = [sys.executable, "-m", "tests.site.figures", "--small"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "until one can play" in done.stdout
    assert "axe, and layout shift" in done.stdout
