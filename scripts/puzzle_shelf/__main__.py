# SPDX-License-Identifier: GPL-3.0-or-later
# PYTHON_ARGCOMPLETE_OK
"""The command ``puzzle-cubes``: shelves are filled here, and all else is done by the core."""

import os
import sys

SHELF = "shelf"
"""What comes first where many puzzles are made."""

EXTRAS = {"argcomplete": "completion", "dask": SHELF, "distributed": SHELF, "pyarrow": SHELF, "tqdm": SHELF}
"""What is installed with an extra of the package, by its name."""


def main() -> int:
    """Run the command with the arguments of the process, and return the exit code."""
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:
        # It came before the run could answer it: while modules were imported.
        sys.exit("puzzle-cubes: Stopped.")
    except ModuleNotFoundError as error:
        name = str(error.name).partition(".")[0]
        wanted = f"'puzzle-cubes[{EXTRAS[name]}]'" if name in EXTRAS else name
        print(f"puzzle-cubes: {name} is missing: pip install {wanted}", file=sys.stderr)
        return 1


def _run(arguments: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from .arguments import complete

        complete()
    from puzzle_cubes.common.task import calculate_alone

    calculate_alone()
    from puzzle_cubes.command_line.parser import HELP, version_shown

    if (code := version_shown(arguments, sys.stdout)) is not None:
        return code
    words = [argument.lower() for argument in arguments[:2]]
    if words[1:] == [SHELF] and words[0] in HELP:
        words = arguments = [SHELF, "--help"]
    if words[:1] != [SHELF]:
        from puzzle_cubes.command_line.run import run

        from .arguments import ABOUT

        return run(arguments, sys.stdout, others=[ABOUT], for_good=True)
    from .command import run as run_shelf

    return run_shelf(arguments[1:], sys.stdout, for_good=True)


if __name__ == "__main__":
    sys.exit(main())
