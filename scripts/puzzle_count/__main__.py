# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts of solutions and of burrs: ``make count``, ``make census``; ``python -m puzzle_count --help``."""

import os
import sys

if __name__ == "__main__":
    # Dask reads it when it is imported, here and in its workers; what has to be known is said in one sentence.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")
    from puzzle_count.command import run

    sys.exit(run(sys.argv[1:], sys.stdout))
