# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a puzzle and write its files, without a window: ``python scripts/puzzle_cubes.py oskar --help``."""

import importlib
import os
import sys

from installed_extension import extension

if __name__ == "__main__":
    # Blender prints on standard output by itself, from its start to its end; only the report goes there.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        with extension() as module:
            command_line = importlib.import_module(module.__name__ + ".blender_addon.command_line")
            code = command_line.run(sys.argv[1:], output, for_good=True)
    sys.exit(code)
