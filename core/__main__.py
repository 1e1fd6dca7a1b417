# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: ``python -m puzzle_cubes KIND ...``."""

import sys

if __name__ == "__main__":
    try:
        from .common.task import calculate_alone

        calculate_alone()
        from .command_line.run import run

        sys.exit(run(sys.argv[1:], sys.stdout, for_good=True))
    except KeyboardInterrupt:
        # It came before the run could answer it: while modules were imported.
        sys.exit("puzzle-cubes: Stopped.")
