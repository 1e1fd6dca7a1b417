# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a puzzle and write its files, without a window: ``python scripts/puzzle_cubes.py oskar --help``.

Blender is started for STL files only. ``python scripts/puzzle_cubes.py shelf --help`` makes many puzzles.
"""

import importlib
import os
import sys

SHELF = "shelf"
"""The command that makes many puzzles."""

WRITTEN_BY_BLENDER = {"--out", "--coupon"}
"""What writes STL files: without one of these nothing is asked of Blender."""

WITHOUT_BLENDER = {"--no-stl", "--help", "-h"}
"""With one of these nothing is asked of it, either."""


def needs_blender(arguments: list[str]) -> bool:
    """Report whether Blender has to write something."""
    flags = {argument.partition("=")[0] for argument in arguments}
    return WITHOUT_BLENDER.isdisjoint(flags) and not WRITTEN_BY_BLENDER.isdisjoint(flags)


def run_module(module: str, arguments: list[str]) -> None:
    """Run a module in place of this process: the core and the scripts are found where their folders are on the path."""
    # Python starts twice in such a call, so what it imports before counts: this is all that is needed of pathlib.
    scripts = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120
    root = os.path.dirname(scripts)  # noqa: PTH120
    found = os.pathsep.join(path for path in (root, scripts, os.environ.get("PYTHONPATH")) if path)
    command = [sys.executable, "-m", module, *arguments]
    os.execve(sys.executable, command, os.environ | {"PYTHONPATH": found})  # noqa: S606  (no shell is wanted)


def run_with_blender(arguments: list[str]) -> int:
    """Run the command line of the installed extension, and return the exit code."""
    from installed_extension import extension

    # Blender prints on standard output by itself, from its start to its end; only the report goes there.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        with extension() as module:
            command_line = importlib.import_module(module.__name__ + ".blender_addon.command_line")
            code: int = command_line.run(arguments, output, for_good=True)
    return code


if __name__ == "__main__":
    if sys.argv[1:2] == [SHELF]:
        run_module("puzzle_shelf", sys.argv[2:])
    if not needs_blender(sys.argv[1:]):
        run_module("core.command_line", sys.argv[1:])
    sys.exit(run_with_blender(sys.argv[1:]))
