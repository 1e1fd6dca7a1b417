# SPDX-License-Identifier: GPL-3.0-or-later
"""Make an Oskar's Cube and write its files, without a window: ``python scripts/oskars_cube.py --help``."""

import importlib
import os
import sys

from installed_extension import extension

if __name__ == "__main__":
    # Blender prints on standard output by itself, from its start to its end; only the report shall go there.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        with extension() as oskars_cube:
            command_line = importlib.import_module(oskars_cube.__name__ + ".blender_addon.command_line")
            code = command_line.run(sys.argv[1:], output)
    sys.exit(code)
