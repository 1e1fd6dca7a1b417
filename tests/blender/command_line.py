# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the command line as a user does, in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys

from installed_extension import ROOT

BLENDERS_OWN_LINE = re.compile(r"^\d\d:\d\d\.\d{3}  .*\n", re.MULTILINE)
"""A line of Blender's own log, as 5.2 writes it when it starts."""


def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``scripts/puzzle_cubes.py oskar`` with arguments."""
    return run_script("oskar", *arguments)


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``scripts/puzzle_cubes.py`` with arguments, of which the first should be a kind of puzzle."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "puzzle_cubes.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    done.stderr = BLENDERS_OWN_LINE.sub("", done.stderr)
    return done
