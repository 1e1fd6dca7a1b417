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
    """Run ``scripts/oskars_cube.py`` with arguments."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "oskars_cube.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    done.stderr = BLENDERS_OWN_LINE.sub("", done.stderr)
    return done
