# SPDX-License-Identifier: GPL-3.0-or-later
"""The exact tables of the small boxes: ``make tables``; ``python -m puzzle_tables --help``."""

import os
import sys

if __name__ == "__main__":
    # Dask reads it when it is imported, here and in its workers; what has to be known is said in one sentence.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")
    from puzzle_tables.table import run

    sys.exit(run(sys.argv[1:], sys.stdout))
