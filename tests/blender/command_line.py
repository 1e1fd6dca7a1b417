# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the command line as a user does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from installed_extension import ROOT
from puzzle_cubes import needs_blender

PYTHON_ONLY = Path(__file__).parent / "python_only.py"

PLAIN_COMMAND = (sys.executable, str(ROOT / "scripts" / "puzzle_cubes.py"))
"""The command line as a user starts it."""

COMMAND = (sys.executable, str(PYTHON_ONLY), str(ROOT / "scripts" / "puzzle_cubes.py"))
"""The command line, of which standard error has nothing that Blender writes there by itself."""

ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "scripts")}
"""In which it runs: a script finds what lies beside it by itself only where Python was started with it."""


def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``scripts/puzzle_cubes.py oskar`` with arguments."""
    return run_script("oskar", *arguments)


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``scripts/puzzle_cubes.py`` with arguments, of which the first should be a kind of puzzle."""
    return subprocess.run(
        [*(COMMAND if needs_blender(list(arguments)) else PLAIN_COMMAND), *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
