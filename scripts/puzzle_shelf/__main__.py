# SPDX-License-Identifier: GPL-3.0-or-later
# PYTHON_ARGCOMPLETE_OK
"""The command ``puzzle-cubes``: shelves are filled here, and all else is done by the core."""

import os
import sys

SHELF = "shelf"
"""What comes first where many puzzles are made."""


def main() -> int:
    """Run the command with the arguments of the process, and return the exit code."""
    try:
        return _run(sys.argv[1:])
    except ModuleNotFoundError as error:
        extra = SHELF if sys.argv[1:2] == [SHELF] and error.name != "numpy" else ""
        wanted = f"'puzzle-cubes[{extra}]'" if extra else error.name
        print(f"puzzle-cubes: {error.name} is missing: pip install {wanted}", file=sys.stderr)
        return 1


def _run(arguments: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from .completion import complete

        complete()
    if arguments[:1] != [SHELF]:
        from puzzle_cubes.command_line.run import run

        from .arguments import ABOUT

        return run(arguments, sys.stdout, others=[ABOUT], for_good=True)
    # Dask reads it when it is imported, here and in its workers; what has to be known is said in one sentence.
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")
    from .command import run as run_shelf

    return run_shelf(arguments[1:], sys.stdout, for_good=True)


if __name__ == "__main__":
    sys.exit(main())
