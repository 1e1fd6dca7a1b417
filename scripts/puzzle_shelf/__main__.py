# SPDX-License-Identifier: GPL-3.0-or-later
"""The command ``puzzle-cubes``: shelves are filled here, and all else is done by the core."""

import os
import sys

SHELF = "shelf"
"""What comes first where many puzzles are made."""


def main() -> int:
    """Run the command with the arguments of the process, and return the exit code."""
    if sys.argv[1:2] != [SHELF]:
        from puzzle_cubes.command_line.run import run

        return run(sys.argv[1:], sys.stdout, for_good=True)
    # Dask reads it when it is imported, here and in its workers; what has to be known is said in one sentence.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")
    try:
        from .command import run as run_shelf
    except ModuleNotFoundError as error:
        print(f"puzzle-cubes: {error.name} is missing: install puzzle-cubes[shelf] to make shelves.", file=sys.stderr)
        return 1
    return run_shelf(sys.argv[2:], sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
