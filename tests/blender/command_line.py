# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the command line as a user does, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

from installed_extension import ROOT


def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``scripts/oskars_cube.py`` with arguments."""
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "oskars_cube.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
