# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: ``python -m puzzle_cubes KIND ...``."""

import sys

from .command_line.run import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], sys.stdout, for_good=True))
