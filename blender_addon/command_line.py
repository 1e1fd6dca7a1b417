# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line in Blender, for ``blender --command puzzle_cubes``: the core's, which needs nothing of Blender."""

from __future__ import annotations

import os
import signal
import sys

from ..core.command_line.run import run

COMMAND = "puzzle_cubes"
"""What Blender calls it."""


def run_in_blender(arguments: list[str]) -> int:
    """Run as ``blender --command``: what Blender prints by itself goes to standard error from now on."""
    sys.stdout.flush()
    # Blender's own answer to Ctrl-C is a wish to stop that no Python hears, and to a second one its sudden end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        return run(arguments, output, command=COMMAND, for_good=True)
