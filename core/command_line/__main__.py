# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line without Blender: ``python -m core.command_line KIND --no-stl ...``."""

import sys

from .run import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], sys.stdout, for_good=True))
