# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the command line as a user does, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

COMMAND = (sys.executable, "-m", "puzzle_cubes")
"""The command line as a user starts it."""


def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``the command oskar`` with arguments."""
    return run_script("oskar", *arguments)


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``the command`` with arguments, of which the first should be a kind of puzzle."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
